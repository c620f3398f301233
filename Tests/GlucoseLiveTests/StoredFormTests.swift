import DaySummary
import Foundation
import GlucoseDiary
@testable import GlucoseLive
import GlucoseMath
import Prediction
import Testing

/// The stored forms of snapshots, options, and responses.
///
/// `GLUCOSE_WRITE_FIXTURES=1 swift test --filter StoredFormTests` writes the fixtures.
struct StoredFormTests {
  private static let time = Date(timeIntervalSinceReferenceDate: 794_000_000)

  private static var snapshot: LiveSnapshot {
    let reading = Reading(time: time, glucose: .mgdL(82))
    let points = (1...3).map { step in
      GlucoseForecast.Point(
        time: time.addingTimeInterval(300 * Double(step)), glucose: .mgdL(82 - 5 * Double(step)),
        lower: .mgdL(50), upper: .mgdL(100))
    }
    let forecast = GlucoseForecast(
      origin: reading, points: points, nominalCoverage: 0.9, empiricalCoverage: 0.875,
      crossings: CrossingProbabilities(
        lows: [.mgdL(60), .mgdL(70)], below: [[0.125, 0.25], [0.25, 0.5], [0.25, 0.5]],
        highs: [.mgdL(180), .mgdL(250)], above: [[0.0625, 0], [0.0625, 0], [0.0625, 0]]))
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), persistence: .seconds(600))
    low.update(
      with: Reading(time: time.addingTimeInterval(-300), glucose: .mgdL(90)), forecast: nil)
    low.update(with: reading, forecast: forecast)
    var high = CrossingAlarm(.above(.mgdL(180)), hysteresis: .mgdL(10))
    high.update(with: Reading(time: time, glucose: .mgdL(200)), forecast: nil)
    high.update(
      with: Reading(time: time.addingTimeInterval(300), glucose: .mgdL(175)), forecast: nil)
    high.markUnknown(.sensorSilent(since: time))
    return LiveSnapshot(
      date: time.addingTimeInterval(60),
      stored: StoreResult(added: 1, unchanged: 2, conflicting: 3, repeated: 4),
      rejected: [Reading(time: time, glucose: .mgdL(-.infinity))],
      current: CurrentGlucose(
        reading: reading, age: .seconds(60), isStale: false, mgdLPerMinute: -1.5),
      futureReadings: [
        Reading(time: time.addingTimeInterval(3600), glucose: .mgdL(60), flags: .belowDeviceLimit)
      ],
      clockDifference: .seconds(1200), lastArrival: time, forecast: forecast,
      forecastError: ForecastUnavailable(.stale(age: .seconds(60), limit: .seconds(30))),
      low: low, high: high, levels: [.level2(.below, in: .mmolL)], maximumAge: .seconds(600))
  }

  private static var response: AlarmResponse {
    var response = AlarmResponse()
    response.snooze(until: time.addingTimeInterval(600), at: time)
    response.acknowledged = time
    return response
  }

  private static var options: LiveOptions {
    var options = LiveOptions(
      unit: .mgdL, maximumAge: .seconds(600), clockTolerance: .seconds(30), updateInterval: nil,
      coverage: 0.75,
      daysBefore: 1, daysAfter: 2)
    options.low = CrossingAlarm(
      .below(.mgdL(80)), hysteresis: .mgdL(5), alarmProbability: 0.25, falseAlarmsPerWeek: 2)
    var low = options.low
    low.update(with: Reading(time: time, glucose: .mgdL(100)), forecast: nil)
    options.low.learn(from: low)
    return options
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  private func fixture(_ name: String) throws -> Data {
    try Data(contentsOf: Self.folder.appending(path: name + ".json"))
  }

  /// Reads a stored value, and stores it with the same names.
  private func check<Value: Codable & Equatable>(_ value: Value, _ name: String) throws {
    let stored = try fixture(name)
    #expect(try JSONDecoder().decode(Value.self, from: stored) == value)
    let objects = try [stored, JSONEncoder().encode(value)].map {
      try JSONSerialization.jsonObject(with: $0) as? NSObject
    }
    #expect(objects[0] == objects[1])
  }

  @Test func aStoredSnapshotStaysReadable() throws {
    try check(Self.snapshot, "snapshot")
  }

  @Test func storedOptionsStayReadable() throws {
    try check(Self.options, "options")
  }

  @Test func theAgeByTheIntervalOfTheSensorIsNotStored() throws {
    let options = LiveOptions(unit: .mgdL)
    let stored = try JSONEncoder().encode(options)
    #expect(!String(decoding: stored, as: UTF8.self).contains("maximumAge"))
    #expect(try JSONDecoder().decode(LiveOptions.self, from: stored) == options)
  }

  @Test func aStoredResponseStaysReadable() throws { try check(Self.response, "response") }

  @Test(
    arguments: [
      ("maximumAge", 0.0), ("clockTolerance", -1), ("coverage", 0.96), ("daysBefore", -1),
    ])
  func optionsThatNoneCanHaveAreRefused(field: String, number: Double) throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: fixture("options")) as? [String: Any])
    object[field] = number
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LiveOptions.self, from: wrong)
    }
  }

  // MARK: - States

  private typealias State = CrossingAlarm.State

  private static let states: [(state: State, form: String)] = [
    (.inactive, #"{"state":"inactive"}"#), (.expected, #"{"state":"expected"}"#),
    (.present, #"{"state":"present"}"#), (.persistent, #"{"state":"persistent"}"#),
    (.recovering, #"{"state":"recovering"}"#),
    (.unknown(.noReadings), #"{"reason":"noReadings","state":"unknown"}"#),
    (
      .unknown(.sensorSilent(since: time)),
      #"{"reason":"sensorSilent","since":794000000,"state":"unknown"}"#
    ),
    (.unknown(.clocksDiffer), #"{"reason":"clocksDiffer","state":"unknown"}"#),
    (.unknown(.noModel), #"{"reason":"noModel","state":"unknown"}"#),
    (
      .unknown(.noForecast(ForecastUnavailable(.noReadings))),
      #"{"error":{"reason":"noReadings"},"reason":"noForecast","state":"unknown"}"#
    ),
  ]

  /// A value that is coded as its state alone.
  private struct Stored: Codable {
    let state: State

    init(_ state: State) { self.state = state }

    init(from decoder: any Decoder) throws { state = try State(from: decoder) }

    func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
  }

  @Test func aStoredStateHasANameAndAReason() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (state, form) in Self.states {
      #expect(String(decoding: try encoder.encode(Stored(state)), as: UTF8.self) == form)
      #expect(try JSONDecoder().decode(Stored.self, from: Data(form.utf8)).state == state)
    }
  }

  @Test(arguments: [
    #"{"state":"asleep"}"#, #"{"state":"unknown"}"#, #"{"state":"unknown","reason":"noBattery"}"#,
    #"{"state":"unknown","reason":"sensorSilent"}"#, #"{"state":null}"#, "{}",
    #"{"state":"unknown","reason":"sensorSilent","since":1e300}"#,
    #"{"state":"unknown","reason":"noForecast"}"#, #""present""#,
    #"{"state":"unknown","reason":"noForecast","error":{"reason":"rain"}}"#,
  ])
  func anotherFormOfAStateIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Stored.self, from: Data(json.utf8))
    }
  }

  // MARK: - Writing

  @Test(.enabled(if: ProcessInfo.processInfo.environment["GLUCOSE_WRITE_FIXTURES"] != nil))
  func writesTheFixturesOfThisForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    func write(_ value: some Encodable, _ name: String) throws {
      try (encoder.encode(value) + Data("\n".utf8))
        .write(to: Self.folder.appending(path: name + ".json"))
    }
    try write(Self.snapshot, "snapshot")
    try write(Self.options, "options")
    try write(Self.response, "response")
  }
}
