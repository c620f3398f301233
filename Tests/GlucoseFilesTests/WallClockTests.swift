import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct WallClockTests {
  private func clock(_ name: String) throws -> WallClock {
    try WallClock(zone(name), covering: 757_382_400...788_918_400)
  }

  private func local(_ text: String) throws -> Double {
    try instant(text + "Z").timeIntervalSinceReferenceDate
  }

  @Test(arguments: [
    "Europe/Oslo", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns",
    "Pacific/Apia",
  ])
  func agreesWithTheZoneInEveryQuarterHourOfAYear(_ name: String) throws {
    let zone = try zone(name)
    var clock = try clock(name)
    for quarter in 0..<(365 * 96) {
      let instant = 757_382_400 + Double(quarter) * 900
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: instant))
      switch clock.moment(instant + Double(offset)) {
      case .once(let found): #expect(found == instant)
      case .twice(let first, let second):
        #expect(first == instant || second == instant)
        #expect(first < second)
      case .never: Issue.record("\(instant) has no local time in \(name)")
      }
    }
  }

  @Test func detectsSkippedAndRepeatedHours() throws {
    var clock = try clock("Europe/Berlin")
    let skipped = try clock.moment(local("2025-03-30T02:30:00"))
    #expect(skipped == .never)
    let first = try instant("2025-10-26T00:30:00Z").timeIntervalSinceReferenceDate
    let repeated = try clock.moment(local("2025-10-26T02:30:00"))
    #expect(repeated == .twice(first, first + 3600))
  }
}
