// SPDX-License-Identifier: Apache-2.0

import DaySummary
import Foundation
import GlucoseMath
import Testing

struct ClockTimeTests {
  @Test func clockTimeIsTheLocalTimeWithoutSeconds() throws {
    let day = try Samples.shortDay()
    #expect(ClockTime(day.start, in: day.zone).description == "00:00")
    #expect(ClockTime(day.end.addingTimeInterval(-1), in: day.zone).description == "23:59")
    // Clocks are set forward from 2:00 to 3:00.
    let change = day.start.addingTimeInterval(2 * 3600)
    #expect(ClockTime(change.addingTimeInterval(-1), in: day.zone).description == "01:59")
    #expect(ClockTime(change, in: day.zone).description == "03:00")
  }

  @Test func everyFiniteTimeHasAClockTime() {
    #expect(ClockTime(Date(timeIntervalSinceReferenceDate: -60), in: .gmt).description == "23:59")
    let far = ClockTime(Date(timeIntervalSinceReferenceDate: 1e15), in: .gmt)
    #expect((0..<24).contains(far.hour) && (0..<60).contains(far.minute))
  }

  @Test func earlierTimesSortFirst() {
    let times = [61.0, 59, 3600, 0].map {
      ClockTime(Date(timeIntervalSinceReferenceDate: $0), in: .gmt)
    }
    #expect(times.sorted().map(\.description) == ["00:00", "00:00", "00:01", "01:00"])
  }
}
