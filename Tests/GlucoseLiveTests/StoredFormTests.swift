// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Foundation
import GlucoseDiary
import GlucoseLive
import GlucoseMath
import Prediction
import Testing

/// What an app or a widget has stored stays readable.
///
/// `GLUCOSE_WRITE_FIXTURES=1 swift test --filter StoredFormTests` writes the fixtures of the
/// current form; those of earlier forms stay unchanged.
struct StoredFormTests {
  private static let time = Date(timeIntervalSinceReferenceDate: 794_000_000)

  /// A snapshot with something in each of its parts.
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
      forecast: forecast,
      forecastError: ForecastUnavailable(.stale(age: .seconds(60), limit: .seconds(30))),
      low: low, high: high, maximumAge: .seconds(600))
  }

  private static let response = AlarmResponse(
    acknowledged: time, snoozedUntil: time.addingTimeInterval(600))

  private static var options: LiveOptions {
    var options = LiveOptions(
      unit: .mgdL, maximumAge: .seconds(600), clockTolerance: .seconds(30), updateInterval: nil,
      coverage: 0.75,
      daysBefore: 1, daysAfter: 2)
    options.low = CrossingAlarm(.below(.mgdL(80)), hysteresis: .mgdL(5), alarmProbability: 0.25)
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
    try check(Self.snapshot, "snapshot-2")
    let earlier = try JSONDecoder().decode(LiveSnapshot.self, from: fixture("snapshot-1"))
    #expect(earlier == Self.snapshot)
  }

  @Test func storedOptionsStayReadable() throws {
    try check(Self.options, "options-2")
    let earlier = try JSONDecoder().decode(LiveOptions.self, from: fixture("options-1"))
    #expect(earlier == Self.options)
  }

  @Test func theAgeByTheIntervalOfTheSensorIsNotStored() throws {
    let options = LiveOptions(unit: .mgdL)
    let stored = try JSONEncoder().encode(options)
    #expect(!String(decoding: stored, as: UTF8.self).contains("maximumAge"))
    #expect(try JSONDecoder().decode(LiveOptions.self, from: stored) == options)
  }

  @Test func aStoredResponseStaysReadable() throws { try check(Self.response, "response-1") }

  @Test(
    arguments: ["options-1", "options-2"],
    [("maximumAge", 0.0), ("clockTolerance", -1), ("coverage", 0.96), ("daysBefore", -1)])
  func optionsThatNoneCanHaveAreRefused(form: String, value: (field: String, number: Double)) throws
  {
    var object = try #require(
      JSONSerialization.jsonObject(with: fixture(form)) as? [String: Any])
    let pair = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(Duration.seconds(value.number)), options: .fragmentsAllowed)
    object[value.field] = object[value.field] is NSNumber ? value.number : pair
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LiveOptions.self, from: wrong)
    }
  }

  // MARK: - States

  private typealias State = CrossingAlarm.State

  /// The states, their form, and that of earlier versions.
  private static let states: [(state: State, form: String, earlier: String)] = [
    (.inactive, #"{"state":"inactive"}"#, #"{"inactive":{}}"#),
    (.expected, #"{"state":"expected"}"#, #"{"expected":{}}"#),
    (.present, #"{"state":"present"}"#, #"{"present":{}}"#),
    (.persistent, #"{"state":"persistent"}"#, #"{"persistent":{}}"#),
    (.recovering, #"{"state":"recovering"}"#, #"{"recovering":{}}"#),
    (
      .unknown(.noReadings), #"{"reason":"noReadings","state":"unknown"}"#,
      #"{"unknown":{"_0":{"noReadings":{}}}}"#
    ),
    (
      .unknown(.sensorSilent(since: time)),
      #"{"reason":"sensorSilent","since":794000000,"state":"unknown"}"#,
      #"{"unknown":{"_0":{"sensorSilent":{"since":794000000}}}}"#
    ),
    (
      .unknown(.readingsInFuture), #"{"reason":"readingsInFuture","state":"unknown"}"#,
      #"{"unknown":{"_0":{"readingsInFuture":{}}}}"#
    ),
    (
      .unknown(.noModel), #"{"reason":"noModel","state":"unknown"}"#,
      #"{"unknown":{"_0":{"noModel":{}}}}"#
    ),
    (
      .unknown(.noForecast(ForecastUnavailable(.noReadings))),
      #"{"error":{"reason":"noReadings"},"reason":"noForecast","state":"unknown"}"#,
      #"{"unknown":{"_0":{"noForecast":{"_0":{"reason":{"noReadings":{}}}}}}}"#
    ),
  ]

  @Test func aStoredStateHasANameAndAReason() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (state, form, earlier) in Self.states {
      #expect(String(decoding: try encoder.encode(state), as: UTF8.self) == form)
      for json in [form, earlier] {
        #expect(try JSONDecoder().decode(State.self, from: Data(json.utf8)) == state)
      }
      guard case .unknown(let reason) = state else { continue }
      let stored = try encoder.encode(reason)
      #expect(try JSONDecoder().decode(CrossingAlarm.UnknownReason.self, from: stored) == reason)
    }
  }

  /// The state of an alarm is beside its settings, or an object of its own in earlier versions.
  @Test func aStoredAlarmHasItsState() throws {
    let settings = #""direction":"below","threshold":70,"lead":1800,"margin":5"#
    for (state, form, earlier) in Self.states {
      for json in ["{\(settings),\(form.dropFirst())", "{\(settings),\"state\":\(earlier)}"] {
        let alarm = try JSONDecoder().decode(CrossingAlarm.self, from: Data(json.utf8))
        #expect(alarm.state == state && alarm.hysteresis == .mgdL(5))
        let again = try JSONEncoder().encode(alarm)
        #expect(try JSONDecoder().decode(CrossingAlarm.self, from: again) == alarm)
      }
    }
  }

  @Test(arguments: [
    #"{"state":"asleep"}"#, #"{"state":"unknown"}"#, #"{"state":"unknown","reason":"noBattery"}"#,
    #"{"state":"unknown","reason":"sensorSilent"}"#, #"{"state":null}"#, #"{"asleep":{}}"#, "{}",
    #"{"state":"unknown","reason":"sensorSilent","since":1e300}"#, #"{"state":{"asleep":{}}}"#,
    #"{"state":"unknown","reason":"noForecast"}"#, #"{"unknown":{}}"#, #"{"unknown":{"_0":{}}}"#,
    #"{"state":"unknown","reason":"noForecast","error":{"reason":"rain"}}"#, #""present""#,
    #"{"present":{},"expected":{}}"#, #"{"unknown":{"_0":{"noBattery":{}}}}"#,
  ])
  func anotherFormOfAStateIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CrossingAlarm.State.self, from: Data(json.utf8))
    }
  }

  // MARK: - Writing

  /// Writes the fixtures of this form; those of earlier forms stay unchanged.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["GLUCOSE_WRITE_FIXTURES"] != nil))
  func writesTheFixturesOfThisForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    func write(_ value: some Encodable, _ name: String) throws {
      try (encoder.encode(value) + Data("\n".utf8))
        .write(to: Self.folder.appending(path: name + ".json"))
    }
    try write(Self.snapshot, "snapshot-2")
    try write(Self.options, "options-2")
    try write(Self.response, "response-1")
  }
}
