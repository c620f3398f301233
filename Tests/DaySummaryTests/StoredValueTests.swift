import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct StoredValueTests {
  private let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  /// Expects that coding doesn't change `value` and that decoding each of `spoiled` fails.
  private func check<Value: Codable & Equatable>(
    _ value: Value, refuses spoiled: KeyValuePairs<String, String>
  ) throws {
    #expect(try HostileJSON.stored(value) == value)
    for (path, json) in spoiled {
      #expect(throws: DecodingError.self, "\(Value.self).\(path): \(json)") {
        _ = try HostileJSON.stored(value, setting: path, to: json)
      }
    }
  }

  @Test func clockTimesAreWithinADay() throws {
    try check(
      ClockTime(day.start, in: day.zone),
      refuses: ["hour": "24", "hour": "-1", "minute": "60", "minute": "-1"])
  }
}
