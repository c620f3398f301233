import DaySummary
import Foundation
@testable import GlucoseLive
import GlucoseMath
import GlucoseTestSupport
import Testing

struct NonFiniteValuesTests {
  private static let time = Date(timeIntervalSinceReferenceDate: 794_000_000)

  private static let snapshot: LiveSnapshot = {
    let reading = Reading(time: time, glucose: .mgdL(82))
    let forecast = GlucoseForecast(
      origin: reading,
      points: [
        GlucoseForecast.Point(
          time: time + 300, glucose: .mgdL(60), lower: .mgdL(50), upper: .mgdL(70))
      ], nominalCoverage: 0.9)
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: Reading(time: time - 300, glucose: .mgdL(60)), forecast: nil)
    low.update(with: reading, forecast: forecast)
    var high = CrossingAlarm(.above(.mgdL(180)), hysteresis: .mgdL(5))
    high.markUnknown(.sensorSilent(since: time))
    return LiveSnapshot(
      date: time + 60,
      current: CurrentGlucose(
        reading: reading, age: .seconds(60), isStale: false, mgdLPerMinute: -1.5),
      futureReadings: [Reading(time: time + 3600, glucose: .mgdL(60))], forecast: forecast,
      low: low, high: high, maximumAge: .seconds(900))
  }()

  private static let response: AlarmResponse = {
    var response = AlarmResponse()
    response.snooze(until: time + 60, at: time)
    response.acknowledged = time
    return response
  }()

  static let cases = [
    NonFiniteCase(snapshot) { snapshot in
      for moment in snapshot.timeline() + [snapshot.advanced(to: time + 900)] {
        _ = (moment.low.isDue(at: time), moment.silentSince)
      }
      var alarm = snapshot.low
      alarm.update(with: Reading(time: time + 300, glucose: .mgdL(90)), forecast: snapshot.forecast)
    },
    NonFiniteCase(response) {
      _ = snapshot.low.isDue(at: time, after: $0)
    },
    NonFiniteCase(LiveOptions(unit: .mgdL, coverage: 0.75)),
  ]

  @Test(arguments: cases) func isRefusedOrOfUse(_ stored: NonFiniteCase) throws {
    let outcomes = try stored.outcomes()
    #expect(outcomes.refused > 0 || outcomes.used == 9)
  }

  @Test func theDateOfASnapshotIsFinite() {
    for date in ["\"nan\"", "\"inf\"", "\"-inf\""] {
      #expect(throws: DecodingError.self) {
        _ = try HostileJSON.stored(Self.snapshot, setting: "date", to: date)
      }
    }
  }
}
