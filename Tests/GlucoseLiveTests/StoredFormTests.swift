// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Foundation
import GlucoseLive
import GlucoseMath
import Prediction
import Testing

/// What an app or a widget has stored stays readable.
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
    var low = CrossingAlarm(.below(.mgdL(70)), persistence: .seconds(600))
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
      stored: StoredReadings(added: 1, unchanged: 2, conflicting: 3, repeated: 4),
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

  private static var options: LiveOptions {
    var options = LiveOptions(
      unit: .mgdL, maximumAge: .seconds(600), clockTolerance: .seconds(30), updateInterval: nil,
      coverage: 0.75,
      daysBefore: 1, daysAfter: 2)
    options.low = CrossingAlarm(.below(.mgdL(80)), alarmProbability: 0.25)
    return options
  }

  private func fixture(_ name: String) throws -> Data {
    let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json")
    return try Data(contentsOf: #require(url))
  }

  /// Reads a stored value, and stores it with the same names.
  private func check<Value: Codable & Equatable>(_ value: Value, _ name: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(value)
    if let folder = ProcessInfo.processInfo.environment["LIVE_FIXTURES"] {
      try (data + Data("\n".utf8)).write(to: URL(filePath: "\(folder)/\(name).json"))
    }
    let stored = try fixture(name)
    #expect(try JSONDecoder().decode(Value.self, from: stored) == value)
    let objects = try [stored, data].map { try JSONSerialization.jsonObject(with: $0) as? NSObject }
    #expect(objects[0] == objects[1])
  }

  @Test func aStoredSnapshotStaysReadable() throws {
    try check(Self.snapshot, "snapshot")
  }

  @Test func storedOptionsStayReadable() throws {
    try check(Self.options, "options")
  }

  @Test func aStoredResponseStaysReadable() throws {
    try check(
      AlarmResponse(acknowledged: Self.time, snoozedUntil: Self.time.addingTimeInterval(600)),
      "response")
  }

  @Test(arguments: [
    ("maximumAge", 0.0), ("clockTolerance", -1), ("coverage", 0.96), ("daysBefore", -1),
  ])
  func optionsThatNoneCanHaveAreRefused(field: String, value: Double) throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: fixture("options")) as? [String: Any])
    let seconds = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(Duration.seconds(value)), options: .fragmentsAllowed)
    object[field] = object[field] is NSNumber ? value : seconds
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LiveOptions.self, from: wrong)
    }
  }
}
