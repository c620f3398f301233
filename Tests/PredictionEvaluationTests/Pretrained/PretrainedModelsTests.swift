import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct PretrainedModelsTests {
  private static func study(_ name: String, _ seed: UInt64, step: Double = 300) throws
    -> PretrainedModels.Study
  {
    PretrainedModels.Study(
      name: name,
      people: try (0..<4).map {
        try Synthetic.autoregression(count: 350, seed: seed + $0, step: step)
      })
  }

  private static let prior = Task {
    try await PretrainedModels.trained(
      on: [study("one", 300), study("two", 310)], landmarkCount: 20)
  }

  @Test func aPriorEqualsItsDecodedBytes() async throws {
    let prior = try await Self.prior.value
    let bytes = try prior.bytes
    #expect(try PretrainedModels(bytes: bytes) == prior)
    #expect(prior.studies == ["one", "two"])
    #expect(prior.kinds == [.unsmoothed, .smoothed])
  }

  @Test func theSameStudiesGiveTheSameBytes() async throws {
    let again = try await PretrainedModels.trained(
      on: [Self.study("one", 300), Self.study("two", 310)], landmarkCount: 20)
    #expect(try await again.bytes == Self.prior.value.bytes)
  }

  /// A fourth of a study of 120,000 origins has a fourth of its rows in the calibration, and a fourth
  /// of its origins among those of landmarks.
  @Test func aDividedStudyCountsAsOneStudy() {
    func fraction(_ origins: Int, _ share: Double) -> Double {
      PretrainingPipeline.fraction(
        ofOrigins: origins, foldShare: share, enough: PretrainingPipeline.enoughRows)
    }
    #expect(fraction(120_000, 1) == 0.25)
    #expect(fraction(30_000, 0.25) == 0.25)
    #expect(fraction(10_000, 1) == 1)
  }

  /// Glucose returns to 100 mg/dL in one study and to 200 in the other, so that each study's
  /// errors are large under the weights of the other, and small under weights of both.
  @Test func intervalsAreCalibratedOnTheStudiesThatAreLeftOut() async throws {
    func study(_ name: String, _ level: Double, _ seed: UInt64) throws -> PretrainedModels.Study {
      PretrainedModels.Study(
        name: name,
        people: try (0..<4).map { person in
          var generator = SeededGenerator(seed: seed + UInt64(person))
          var value = 150.0
          return try Synthetic.series(
            (0..<350).map { _ in
              value = level + 0.8 * (value - level) + 6 * generator.normal()
              return value
            })
        })
    }
    let models = try await PretrainedModels.trained(
      on: [study("low", 100, 340), study("high", 200, 350)], landmarkCount: 20)
    let model = try models.forecaster(for: .unsmoothed)
    let series = try study("low", 100, 360).people[0]
    let last = try #require(series.last)
    let point = try #require(try model.forecast(after: series, at: last.time).points.last)
    // The standard deviation of glucose about its level is 10 mg/dL, and 95 % of it 33 wide.
    #expect(point.upper.mgdL - point.lower.mgdL > 60)
  }

  @Test func forecastsPeopleItHasNeverSeen() async throws {
    let series = try Synthetic.autoregression(count: 400, seed: 320)
    let model = try await Self.prior.value.forecaster(for: series)
    let test = Backtest(of: [series], at: model.leads) { _, _ in [model, Baseline.lastValue] }
    for lead in model.leads {
      let own = try #require(test.score(of: "model", lead: lead))
      let last = try #require(test.score(of: "last-value", lead: lead)?.rootMeanSquare)
      #expect(try #require(own.rootMeanSquare) < last)
    }
    #expect(model.empiricalCoverage(of: 0.9, lead: .seconds(1800)).map { $0 > 0.8 } ?? false)
  }

  /// A back-test of given models fits nothing to the people.
  @Test func givenModelsAreTestedAsTheyAre() async throws {
    let prior = try await Self.prior.value
    let people = try (0..<2).map {
      Recording(series: try Synthetic.autoregression(count: 500, seed: 330 + $0))
    }
    let lead = Duration.seconds(1800)
    let test = try await Backtest.ofModel(of: 2, alarmsOf: [], testing: prior) { people[$0] }
    let direct = Backtest(of: people, test.options) { _, past in
      guard let model = try? prior.forecaster(for: past.series) else { return [Baseline.lastValue] }
      return [
        model.personalized(to: past).identified(as: "personal-model", updates: false), model,
        Baseline.lastValue,
      ]
    }
    for id in ["model", "personal-model", "last-value"] {
      let score = try #require(test.score(of: id, lead: lead))
      #expect(score == direct.score(of: id, lead: lead) && score.count > 250)
    }
    await #expect(throws: FitError.self) {
      try await Backtest.ofModel(of: 2, by: .leaveOnePersonOut, alarmsOf: [], testing: prior) {
        people[$0]
      }
    }
    let sparse = Recording(
      series: try Synthetic.autoregression(count: 500, seed: 332, step: 900))
    await #expect(throws: FitError(.noModel("a sensor that reads every 15 minutes"), record: 0)) {
      try await Backtest.ofModel(of: 1, alarmsOf: [], testing: prior) { _ in sparse }
    }
    // The better of the pretrained and the person's own model is then the latter.
    let best = try await Backtest.ofModel(of: 1, by: .best, alarmsOf: [], testing: prior) { _ in
      sparse
    }
    #expect(best.personCount == 1)
  }

  @Test(arguments: [
    ("two", "Errors on people of two are too small", ["two"]),
    ("three", "No tested file has the name of one of these studies;", []),
    (nil, "No tested file has the name of one of these studies;", []),
  ])
  func aReportStatesWhetherModelsWereTrainedOnItsStudy(
    study: String?, note: String, tested: [String]
  ) async throws {
    let people = [
      BacktestReport.Person(
        name: "A",
        recording: Recording(series: try Synthetic.autoregression(count: 500, seed: 333)),
        study: study)
    ]
    let report = try await BacktestReport(
      of: people, FitOptions(), at: [.seconds(1800)], alarmsOf: [],
      testing: try await Self.prior.value,
      in: .gmt, drawsPictures: false)
    #expect(report.trainingStudies == ["one", "two"] && report.testedTrainingStudies == tested)
    #expect(report.note?.hasPrefix("The models were trained on one, two. " + note) ?? false)
  }

  @Test func aShorterHorizonGivesTheSameFirstSteps() async throws {
    let prior = try await Self.prior.value
    let near = try prior.forecaster(for: .unsmoothed)
    let far = try prior.forecaster(for: .unsmoothed, horizon: .seconds(3600))
    #expect(near.leads.last == .seconds(1800))
    #expect(far.leads.last == .seconds(3600))
    let series = try Synthetic.autoregression(count: 400, seed: 321)
    let now = try #require(series.last?.time)
    let (short, long) = (
      try near.forecast(after: series, at: now), try far.forecast(after: series, at: now)
    )
    // BLAS adds in another order when it multiplies by fewer columns, so the last digits may
    // differ.
    for (ours, theirs) in zip(short.points, long.points) {
      #expect(ours.time == theirs.time)
      #expect(abs(ours.glucose.mgdL - theirs.glucose.mgdL) < 1e-9)
      #expect(abs(ours.lower.mgdL - theirs.lower.mgdL) < 1e-9)
      #expect(abs(ours.upper.mgdL - theirs.upper.mgdL) < 1e-9)
    }
    #expect(short.points.count == 6 && long.points.count == 12)
    let crossing = ThresholdCrossing.above(.mgdL(160))
    for point in 1...6 {
      let lead = Duration.seconds(300 * point)
      let probability = try #require(short.probability(ofCrossing: crossing, within: lead))
      let same = try #require(long.probability(ofCrossing: crossing, within: lead))
      #expect(abs(probability - same) < 1e-9)
    }
    #expect(
      near.empiricalCoverage(of: 0.9, lead: .seconds(1800))
        == far.empiricalCoverage(of: 0.9, lead: .seconds(1800)))
    // The shorter model is complete: it can be personalized, and decoded from its encoding.
    let mine = near.personalized(to: series)
    let data = try JSONEncoder().encode(mine)
    #expect(try JSONDecoder().decode(Forecaster.self, from: data) == mine)
  }

  @Test(arguments: [0, 420, 7500])
  func refusesAHorizonThatIsNoneOfItsSteps(seconds: Int) async throws {
    let prior = try await Self.prior.value
    let horizon = Duration.seconds(seconds)
    #expect(throws: FitError(.horizon(horizon, cadence: .fiveMinutes))) {
      try prior.forecaster(for: .unsmoothed, horizon: horizon)
    }
  }

  @Test func itsProbabilitiesOfCrossingAreCalibratedForPeopleItHasNeverSeen() async throws {
    let people = try (330..<334).map {
      try Synthetic.autoregression(count: 2500, seed: UInt64($0))
    }
    let model = try await Self.prior.value.forecaster(for: .unsmoothed)
    let crossing = ThresholdCrossing.above(.mgdL(160))
    let test = Backtest(of: people, at: model.leads, alarmsOf: [crossing]) { _, _ in [model] }
    let calibration = try #require(test.reliabilities.first)
    var compared = 0
    for bin in calibration.counts.indices where calibration.counts[bin] >= 60 {
      let expected = try #require(calibration.expected(bin: bin))
      let observed = try #require(calibration.observed(bin: bin))
      // About a sixth of the origins are independent.
      let chance = (expected * (1 - expected) * 6 / Double(calibration.counts[bin])).squareRoot()
      #expect(abs(expected - observed) < 3 * chance + 0.03, "bin \(bin)")
      compared += 1
    }
    #expect(compared >= 3)
  }

  @Test func takesTheZoneOfThePerson() async throws {
    let zone = TimeZone(secondsFromGMT: 7200)
    #expect(try await Self.prior.value.forecaster(for: .unsmoothed, zone: zone).zone == zone)
    #expect(try await Self.prior.value.forecaster(for: .unsmoothed).zone == nil)
  }

  @Test func reportsWhyThereIsNoModel() async throws {
    let prior = try await Self.prior.value
    let sparse = try Synthetic.autoregression(count: 50, seed: 1, step: 900)
    #expect(throws: FitError(.noModel("a sensor that reads every 15 minutes"))) {
      try prior.forecaster(for: sparse)
    }
    #expect(throws: FitError(.cadence(found: nil, expected: nil))) {
      try prior.forecaster(for: GlucoseSeries())
    }
    await #expect(throws: FitError(.noRecords)) {
      try await PretrainedModels.trained(on: [], landmarkCount: 20)
    }
  }

  @Test func aKindThatIsMissingIsServedByTheOtherOfItsCadence() async throws {
    let calm = try Synthetic.series((0..<100).map { 120 + 10 * sin(Double($0) / 9) })
    #expect(SensorKind(of: calm) == .smoothed)
    let whole = try await Self.prior.value
    let other = PretrainedModels(
      studies: whole.studies, models: [.unsmoothed: try whole.forecaster(for: .unsmoothed)])
    #expect(try other.forecaster(for: calm) == other.forecaster(for: .unsmoothed))
  }
}
