import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct RefusalTests {
  @Test func localizedDescriptionsAreTheSentences() throws {
    let fit = FitError(.noRecords)
    #expect((fit as any Error).localizedDescription == fit.description)
    let error = #expect(throws: StoredModelError.self) { try PretrainedModels(bytes: []) }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  /// The result of a fit that all tests share.
  private static let fitted = Result {
    try Forecaster.fit([Synthetic.autoregression(count: 1200, seed: 120)])
  }

  private func model() throws -> Forecaster { try Self.fitted.get() }

  private func reason(
    _ series: GlucoseSeries, after seconds: Double = 0, _ model: Forecaster? = nil
  ) throws -> ForecastUnavailable.Reason? {
    let model = try model ?? self.model()
    let now = try #require(series.last).time.addingTimeInterval(seconds)
    do {
      _ = try model.forecast(after: series, at: now)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func withoutReadingsThereIsNoForecast() throws {
    let model = try model()
    let now = Date(timeIntervalSinceReferenceDate: Synthetic.start)
    #expect(throws: ForecastUnavailable(.noReadings)) {
      try model.forecast(after: GlucoseSeries(), at: now)
    }
    // All readings are in the future.
    let series = try Synthetic.autoregression(count: 100, seed: 121)
    #expect(throws: ForecastUnavailable(.noReadings)) {
      try model.forecast(after: series, at: now.addingTimeInterval(-1))
    }
  }

  @Test(arguments: [(0.0, false), (900, false), (901, true)])
  func aStaleEndIsRefused(age: Double, refused: Bool) throws {
    let reason = try reason(Synthetic.autoregression(count: 100, seed: 122), after: age)
    let expected = ForecastUnavailable.Reason.stale(age: .seconds(age), limit: .seconds(900))
    #expect(reason == (refused ? expected : nil))
  }

  @Test(arguments: [(1200.0, false), (1201, true)])
  func aStaleEndOfASlowerSensorIsRefused(age: Double, refused: Bool) throws {
    let series = try Synthetic.autoregression(count: 100, seed: 125, step: 900)
    let reason = try reason(series, after: age, Forecaster.pretrained(for: .fifteenMinutes))
    #expect(reason == (refused ? .stale(age: .seconds(age), limit: .seconds(1200)) : nil))
  }

  @Test(arguments: [(12, true), (13, false)])
  func anHourOfHistoryIsNeeded(readings: Int, refused: Bool) throws {
    let reason = try reason(Synthetic.autoregression(count: readings, seed: 123))
    let found = Duration.seconds(300 * (readings - 1))
    #expect(
      reason == (refused ? .historyTooShort(found: found, needed: .seconds(3600)) : nil))
  }

  @Test func aGapInTheLastHourIsRefused() throws {
    // Readings 90 to 95 are missing, 35 minutes.
    let series = try Synthetic.autoregression(count: 100, seed: 124).without(90..<96)
    let end = Date(timeIntervalSinceReferenceDate: Synthetic.start + 96 * 300)
    #expect(try reason(series) == .gap(length: .seconds(2100), until: end))
    // Five are bridged; and an hour after a gap it has no effect.
    #expect(
      try reason(Synthetic.autoregression(count: 100, seed: 124).without(90..<95)) == nil)
    #expect(
      try reason(Synthetic.autoregression(count: 112, seed: 124).without(90..<96)) == nil)
  }

  @Test(arguments: [1.0, 365])
  func aReadingWithAWrongDateIsRefusedWithThatDate(days: Double) throws {
    let series = try Synthetic.autoregression(count: 100, seed: 124)
    let last = try #require(series.last)
    let wrong = Reading(
      time: last.time.addingTimeInterval(days * 86_400), glucose: last.glucose)
    #expect(
      try reason(GlucoseSeries(Array(series) + [wrong]))
        == .gap(length: .seconds(days * 86_400), until: wrong.time))
  }

  @Test func aSparserRecordIsRefused() throws {
    let series = try Synthetic.autoregression(count: 100, seed: 125, step: 900)
    #expect(
      try reason(series) == .cadence(found: .seconds(900), expected: .fiveMinutes))
  }

  /// After a change of sensor from a reading every 15 minutes to one every five, there is a forecast
  /// as soon as most readings of the last hour are five minutes apart.
  @Test(arguments: [(3, true), (4, false)])
  func readingsOfASparserSensorMustBeTheFewer(dense: Int, refused: Bool) throws {
    let series = try Synthetic.autoregression(count: 61, seed: 128)
    let readings = series.indices.filter { 60 - $0 <= dense || (60 - dense - $0) % 3 == 0 }
    let expected = ForecastUnavailable.Reason.cadence(
      found: .seconds(900), expected: .fiveMinutes)
    let reason = try reason(GlucoseSeries(readings.map { series[$0] }))
    #expect(reason == (refused ? expected : nil))
  }

  /// After a change between sensors that read every 1, 5 and 15 minutes, also with a lost reading,
  /// there is a forecast at every time, whatever the length of the history before it.
  @Test(arguments: [(5, 15), (15, 5), (1, 15), (15, 1)], [120, 600])
  func afterAChangeOfSensorsThereIsAForecast(minutes: (Int, Int), before: Int) throws {
    let every = try Synthetic.autoregression(count: before + 300, seed: 129, noise: 0.5, step: 60)
    let readings = every.indices.filter {
      $0 < before ? $0 % minutes.0 == 0 : $0 % minutes.1 == 0 && $0 != before + 45
    }
    let series = try GlucoseSeries(readings.map { every[$0] })
    let later = [0, 15, 20, 30, 60, 75, 90, 240]
    for end in readings.indices where later.contains(readings[end] - before) {
      let past = series[positions: 0..<end + 1]
      let model = try Forecaster.pretrained(for: past)
      #expect(try reason(past, after: 0, model) == nil, "\(readings[end] - before) min after it")
      if readings[end] >= before + 120 {
        #expect(model.cadence == (minutes.1 == 15 ? .fifteenMinutes : .fiveMinutes))
      }
    }
  }

  @Test func refusalsAreSentences() throws {
    let end = Date(timeIntervalSinceReferenceDate: Synthetic.start)
    let texts: KeyValuePairs<ForecastUnavailable.Reason, String> = [
      .noReadings: "There is no reading to forecast from.",
      .stale(age: .seconds(1230), limit: .seconds(900)):
        "The last reading is 20.5 minutes old; at most 15 minutes are allowed.",
      // A second beyond a limit is displayed beyond it.
      .stale(age: .seconds(901), limit: .seconds(900)):
        "The last reading is 15.1 minutes old; at most 15 minutes are allowed.",
      .stale(age: .seconds(10_275_300 * 60), limit: .seconds(900)):
        "The last reading is 7135.7 days old; at most 15 minutes are allowed.",
      .stale(age: .seconds(3 * 3600), limit: .seconds(7200)):
        "The last reading is 3 hours old; at most 2 hours are allowed.",
      .historyTooShort(found: .seconds(60), needed: .seconds(3600)):
        "The readings cover 1 minute; a forecast needs 60 minutes.",
      .historyTooShort(found: .seconds(3449), needed: .seconds(3450)):
        "The readings cover 57.4 minutes; a forecast needs 57.5 minutes.",
      .historyTooShort(found: .seconds(1500), needed: .seconds(3600)):
        "The readings cover 25 minutes; a forecast needs 60 minutes.",
      .gap(length: .seconds(2100), until: end):
        "There is no reading for 35 minutes until 2025-01-01T00:00:00Z; "
        + "a forecast needs history without gaps above 30 minutes.",
      .cadence(found: .seconds(900), expected: .fiveMinutes):
        "There is a reading every 15 minutes; the model needs one every 5 minutes.",
    ]
    for (reason, text) in texts { #expect(ForecastUnavailable(reason).description == text) }
  }

  @Test func aFitNeedsRecordsOfItsCadence() throws {
    let fine = try Synthetic.autoregression(count: 1000, seed: 126)
    let sparse = try Synthetic.autoregression(count: 1000, seed: 127, step: 900)
    #expect(throws: FitError(.noRecords)) { try Forecaster.fit([GlucoseSeries]()) }
    #expect(
      throws: FitError(.cadence(found: .seconds(900), expected: .fiveMinutes), record: 1)
    ) { try Forecaster.fit([fine, sparse]) }
    #expect(throws: FitError(.cadence(found: nil, expected: nil), record: 0)) {
      try Forecaster.fit([GlucoseSeries()])
    }
  }

  /// Without a cadence among the options, that of the first recording must allow the horizon.
  @Test(arguments: [1200, 420, 0, 8100])
  func aFitNeedsAHorizonOfItsCadence(seconds: Int) throws {
    let sparse = try Synthetic.autoregression(count: 300, seed: 127, step: 900)
    var options = FitOptions()
    options.horizon = .seconds(seconds)
    #expect(throws: FitError(.horizon(.seconds(seconds), cadence: .fifteenMinutes))) {
      try Forecaster.fit([sparse], options)
    }
    let prior = try Forecaster.pretrained(for: .fifteenMinutes)
    #expect(throws: FitError(.horizon(.seconds(seconds), cadence: .fifteenMinutes))) {
      try Forecaster.fit([sparse], options, prior: prior)
    }
  }

  static let invalid: [(change: @Sendable (inout FitOptions) -> Void, text: String)] = [
    (
      { $0.history = .seconds(5000) },
      "`history` must be a multiple of the cadence and from one to six hours."
    ),
    ({ $0.testPercentage = Percentage(100) }, "`testPercentage` must be from 0 to below 100 %."),
    (
      { $0.validationPercentage = Percentage(60) }, "`validationPercentage` must be from 5 to 50 %."
    ),
    (
      { $0.ridgeCandidates = [] },
      "The candidates for a penalty must be positive, and at least one."
    ),
  ]

  @Test(arguments: invalid.indices)
  func invalidOptionsAreRefusedByEachKindOfFit(number: Int) async throws {
    let recording = Recording(series: try Synthetic.autoregression(count: 1000, seed: 126))
    var options = FitOptions()
    Self.invalid[number].change(&options)
    let text = Self.invalid[number].text
    let changed = options
    let whole = #expect(throws: FitError.self) { try Forecaster.fit([recording], changed) }
    #expect(whole?.description == text)
    let streamed = await #expect(throws: FitError.self) {
      try await Forecaster.fit(of: 1, changed) { _ in recording }
    }
    #expect(streamed == whole)
  }

  @Test func aFitNeedsEnoughData() throws {
    let short = try Synthetic.autoregression(count: 150, seed: 128)
    // 56 percent are 84 readings, of which 12 have no history and the last no outcomes in that
    // part.
    #expect(throws: FitError(.tooFewRows(found: 62, needed: 200))) {
      try Forecaster.fit([short])
    }
  }

  @Test func fitErrorsNameTheRecording() {
    let far = FitError(.cadence(found: .seconds(900), expected: .fiveMinutes), record: 2)
    #expect(far.description(of: "Ada").hasPrefix("Ada has a reading every 15 minutes"))
    let few = FitError(.cadence(found: nil, expected: nil), record: 0)
    #expect(few.description(of: "b.csv") == "b.csv has fewer than two readings.")
  }

  @Test func fitErrorsAreSentences() {
    let texts: [(FitError, String)] = [
      (FitError(.noRecords), "There are no recordings to fit a model to."),
      (
        FitError(.cadence(found: .seconds(900), expected: .fiveMinutes), record: 2),
        "Record 2 has a reading every 15 minutes; the model needs one every 5 minutes."
      ),
      (
        FitError(.cadence(found: .seconds(3600), expected: nil), record: 0),
        "Record 0 has a reading every 60 minutes; models need one at least every 15 minutes."
      ),
      (
        FitError(.cadence(found: nil, expected: .fiveMinutes), record: 1),
        "Record 1 has fewer than two readings."
      ),
      (
        FitError(.tooFewRows(found: 65, needed: 200)),
        "The records have 65 rows with history and outcome; a fit needs at least 200."
      ),
      (
        FitError(.tooFewRowsLeft(found: 0, needed: 153)),
        "Without the study or the people left out, the records have 0 rows with history and "
          + "outcome; training needs at least 153."
      ),
      (
        FitError(.horizon(.seconds(7500), cadence: .fiveMinutes)),
        "A horizon of 2.1 hours is not a multiple of the 5-minute cadence up to 2 hours."
      ),
      (FitError(.differentModels), "The statistics differ in options or landmarks."),
      (FitError(.notSolvable), "The regression has no solution in finite numbers."),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }

  /// A reason, and its stored form.
  static let forms: [(reason: ForecastUnavailable.Reason, form: String)] = [
    (.noReadings, #"{"reason":"noReadings"}"#),
    (
      .stale(age: .seconds(960), limit: .seconds(900)),
      #"{"age":960,"limit":900,"reason":"stale"}"#
    ),
    (
      .historyTooShort(found: .seconds(900), needed: .seconds(3600)),
      #"{"found":900,"needed":3600,"reason":"historyTooShort"}"#
    ),
    (
      .gap(length: .seconds(3600), until: Date(timeIntervalSinceReferenceDate: 794_000_000)),
      #"{"length":3600,"reason":"gap","until":794000000}"#
    ),
    (
      .cadence(found: .seconds(900), expected: .fiveMinutes),
      #"{"expected":5,"found":900,"reason":"cadence"}"#
    ),
  ]

  @Test func aStoredReasonHasANameAndValues() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (reason, form) in Self.forms {
      let error = ForecastUnavailable(reason)
      let stored = try encoder.encode(error)
      #expect(String(decoding: stored, as: UTF8.self) == form)
      #expect(try JSONDecoder().decode(ForecastUnavailable.self, from: stored) == error)
    }
  }

  @Test(arguments: [
    #"{"reason":"rain"}"#, #"{"reason":"stale"}"#, #"{"reason":{"rain":{}}}"#, "{}",
    #"{"reason":"gap","length":3600,"until":1e300}"#, #"{"reason":{}}"#, #"{"reason":null}"#,
    #"{"reason":"stale","age":1e300,"limit":900}"#,
    #"{"reason":"cadence","found":900,"expected":7}"#,
  ])
  func anotherFormOfAReasonIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ForecastUnavailable.self, from: Data(json.utf8))
    }
  }

  @Test func aDescriptionOfTheLongestStoredDurationsIsASentence() throws {
    let json = #"{"reason":"stale","age":1e15,"limit":1}"#
    let error = try JSONDecoder().decode(ForecastUnavailable.self, from: Data(json.utf8))
    #expect(error.description.hasSuffix(" are allowed."))
  }
}
