import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct ZoneTableTests {
  @Test(arguments: [
    "Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo",
    "America/St_Johns", "Pacific/Apia", "Asia/Kolkata", "Africa/Casablanca", "Asia/Gaza",
  ])
  func offsetsAreThoseOfTheZone(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let range = -500_000_000.0...1_000_000_000
    let table = ZoneTable(zone, covering: range)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let time = Double.random(in: range, using: &random).rounded()
      #expect(table.offset(at: time) == Double(zone.secondsFromGMT(for: instant(time))))
    }
  }

  @Test(arguments: ["Europe/Oslo", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo"])
  func everyInstantIsFoundFromItsLocalTime(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let range = 300_000_000.0...800_000_000
    let table = ZoneTable(zone, covering: range)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let time = Double.random(in: range, using: &random).rounded()
      #expect(table.instants(ofLocal: time + table.offset(at: time)).contains(time))
    }
  }

  /// Where clocks are half a day and more from UTC, the repeated hour is found all the same.
  @Test(arguments: [
    ("Pacific/Auckland", "2025-04-06", 13.0), ("Pacific/Chatham", "2025-04-06", 13.75),
    ("Pacific/Apia", "2021-04-04", 14), ("America/Adak", "2025-11-02", -9),
  ])
  func aRepeatedTimeFarFromUTCHasTwoInstants(zone: String, day: String, hours: Double) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let start = try #require(LocalDay(day, in: zone)).start.timeIntervalSinceReferenceDate
    #expect(Double(zone.secondsFromGMT(for: instant(start))) == hours * 3600)
    let table = ZoneTable(zone, covering: start...(start + 86_400))
    let change = try #require(zone.nextDaylightSavingTimeTransition(after: instant(start)))
      .timeIntervalSinceReferenceDate
    // Half an hour before clocks are set back, and what they show then.
    let local = change - 1800 + hours * 3600
    #expect(table.instants(ofLocal: local) == [change - 1800, change + 1800])
    #expect(table.firstInstant(showing: local) == change - 1800)
    #expect(table.instants(ofLocal: local + 7200) == [change + 1800 + 7200])
  }

  @Test func aSkippedTimeHasNoInstantAndARepeatedOneTwo() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let spring = try #require(LocalDay("2025-03-30", in: oslo)).start.timeIntervalSinceReferenceDate
    let table = ZoneTable(oslo, covering: spring...(spring + 250 * 86_400))
    let midnight = spring + 3600
    let hour = 3600.0
    #expect(table.instants(ofLocal: midnight + 2 * hour - 1) == [spring + 2 * hour - 1])
    #expect(table.instants(ofLocal: midnight + 2 * hour).isEmpty)
    #expect(table.instants(ofLocal: midnight + 3 * hour - 1).isEmpty)
    #expect(table.instants(ofLocal: midnight + 3 * hour) == [spring + 2 * hour])
    let autumn = try #require(LocalDay("2025-10-26", in: oslo)).start.timeIntervalSinceReferenceDate
    let night = autumn + 2 * hour
    #expect(table.instants(ofLocal: night + 2 * hour - 1) == [autumn + 2 * hour - 1])
    #expect(table.instants(ofLocal: night + 2 * hour) == [autumn + 2 * hour, autumn + 3 * hour])
    #expect(table.instants(ofLocal: night + 3 * hour - 1).count == 2)
    #expect(table.instants(ofLocal: night + 3 * hour) == [autumn + 4 * hour])
  }
}
