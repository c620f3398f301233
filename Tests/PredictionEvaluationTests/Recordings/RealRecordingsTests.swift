import GlucoseDiary
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction
@testable import PredictionEvaluation

/// The accuracy of the model on recordings of real people, by the test protocol of the module's
/// documentation.
///
/// The first people of each set and a stride of origins keep the test short. Bounds are about five
/// percent above the values measured on these origins; the module's documentation contains the
/// table of the whole sets.
@Suite(.serialized) struct RealRecordingsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let set: String
    let cadence: SensorCadence
    let people: Int
    /// The stride of tested origins.
    let every: Int
    /// The bounds of the root mean square error, in mg/dL, 30 minutes ahead, of the population's
    /// model and of the personal ones.
    let bound, personalBound: Double
    /// The coverage of the personal intervals of 90 percent.
    let coverage: ClosedRange<Double>

    var testDescription: String { self.set }
  }

  static let cases = [
    Case(
      set: "uom", cadence: .fiveMinutes, people: 1, every: 11, bound: 20.4, personalBound: 20.4,
      coverage: 0.86...0.95),
    // Records of two days.
    Case(
      set: "colas", cadence: .fiveMinutes, people: 30, every: 3, bound: 8.8, personalBound: 8.7,
      coverage: 0.86...0.95),
    Case(
      set: "shanghai_t1dm", cadence: .fifteenMinutes, people: 12, every: 2, bound: 14.2,
      personalBound: 14.05, coverage: 0.88...0.94),
  ].filter { Datasets.has($0.set) }

  /// The folder of the sets, if it exists, has the recordings.
  @Test(.enabled(if: RealRecordings.isExpected, Datasets.skipped))
  func recordingsArePresent() { #expect(!Self.cases.isEmpty) }

  @Test(arguments: cases)
  func beatsTheLastValueAndHasItsCoverage(_ example: Case) throws {
    let people = Array(
      try RealRecordings.people(of: example.set)
        .filter { SensorCadence(of: $0) == example.cadence }.prefix(example.people))
    var options = FitOptions()
    options.zone = .gmt
    let model = try Forecaster.fit(people, options)
    let test = Backtest(of: people, at: model.leads, every: example.every) { _, past in
      [model, model.personalized(to: past), Baseline.lastValue, Baseline.linearExtrapolation()]
    }
    func error(_ name: String, _ lead: Duration) throws -> Double {
      try #require(test.score(of: name, lead: lead)?.rootMeanSquare)
    }
    for lead in model.leads {
      #expect(try error("model", lead) < error("last-value", lead))
      #expect(try error("personal-model", lead) < error("linear-extrapolation", lead))
    }
    let lead = Duration.seconds(1800)
    #expect(try error("model", lead) < example.bound)
    #expect(try error("personal-model", lead) < example.personalBound)
    let coverage = try #require(test.score(of: "personal-model", lead: lead)?.coverage)
    #expect(example.coverage.contains(coverage))
  }

  struct EventCase: Sendable, CustomTestStringConvertible {
    let set: String
    let cadence: SensorCadence
    let people: Int
    let every: Int
    /// The maximum ratio of the error with events to the error without.
    let ratio: Double

    var testDescription: String { "\(self.set), \(cadence.rawValue) min" }
  }

  /// Events must not increase anyone's error. The module's documentation contains the whole sets.
  static let eventCases = [
    EventCase(set: "shanghai_t1dm", cadence: .fifteenMinutes, people: 12, every: 4, ratio: 1)
  ].filter { Datasets.has($0.set) }

  /// Events reduce the error of people who log them, and forecasts for a person without events are
  /// those of a model without events.
  @Test(arguments: eventCases)
  func eventsHelpWhoLogsThemAndHurtNobody(_ example: EventCase) throws {
    let people = Array(
      try RealRecordings.recordings(of: example.set)
        .filter { SensorCadence(of: $0.series) == example.cadence }.prefix(example.people))
    var options = FitOptions()
    options.zone = .gmt
    let plain = try Forecaster.fit(people, options)
    options.usesEvents = true
    let knowing = try Forecaster.fit(people, options)
    func errors(
      _ people: [Recording], _ models: [(id: String, model: Forecaster)]
    ) throws -> [Double] {
      let test = Backtest(ofRecordings: people, at: [.seconds(1800)], every: example.every) {
        _, past in
        models.map { $0.model.personalized(to: past).identified(as: $0.id) }
      }
      return try models.map {
        try #require(test.score(of: $0.id, lead: .seconds(1800))?.rootMeanSquare)
      }
    }
    let models = [(id: "plain", model: plain), (id: "knowing", model: knowing)]
    let silent = try errors(people.map { Recording(series: $0.series) }, models)
    let logging = try errors(people, models)
    #expect(logging[1] < example.ratio * logging[0])
    #expect(logging[0] == silent[0])
    #expect(abs(silent[1] - silent[0]) < 0.005 * silent[0])
    // The effect of a steep change depends on the errors too, which events change.
    let steady = try errors(
      people.map { Recording(series: try Self.withoutSteepChanges($0.series)) }, models)
    #expect(abs(steady[1] - steady[0]) < 1e-6 * steady[0])
  }

  /// Returns readings of which each differs from the one before it by at most 15 mg/dL.
  private static func withoutSteepChanges(_ series: GlucoseSeries) throws -> GlucoseSeries {
    var level = series.first?.glucose.mgdL ?? 0
    return try GlucoseSeries(
      series.map { reading in
        level += min(max(reading.glucose.mgdL - level, -15), 15)
        return Reading(time: reading.time, glucose: .mgdL(level), flags: reading.flags)
      })
  }
}
