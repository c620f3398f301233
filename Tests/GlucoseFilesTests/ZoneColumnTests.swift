import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The zones that a column of a plain table states.
struct ZoneColumnTests {
  /// Reads a local time with a cell of a zone in Noronha, two hours behind UTC, and one in UTC.
  private func times(_ cell: String, in column: String) throws -> [Date] {
    let file = try readTable(
      "time,\(column),glucose (mg/dL)\n2025-05-04 10:00:00,\(cell),120\n"
        + "2025-05-04T20:00:00Z,\(cell),124\n",
      zone: zone("America/Noronha"))
    #expect(file.report.rejected.isEmpty)
    return file.first.recording.series.map(\.time)
  }

  @Test(arguments: [
    ("+09:00", "01:00"), ("-0700", "17:00"), ("UTC+2", "08:00"), ("GMT-07:00", "17:00"),
    ("\u{2212}07:00", "17:00"), ("+05:30", "04:30"), ("Z", "10:00"), ("utc", "10:00"),
    ("CET", "09:00"), ("MESZ", "08:00"), ("EST", "15:00"), ("PDT", "17:00"), ("ACST", "00:30"),
    ("Asia/Tokyo", "01:00"), ("America/Los_Angeles", "17:00"), ("America/Bogota", "15:00"),
  ])
  func aColumnStatesTheZoneOfATime(cell: String, clock: String) throws {
    for name in ["timezone", "Time Zone", "tz", "utc_offset", "UTC offset (minutes)", "offset"] {
      #expect(
        try times(cell, in: name)
          == [instant("2025-05-04T\(clock):00Z"), instant("2025-05-04T20:00:00Z")])
    }
  }

  /// The caller's zone applies beside a zone that is not understood.
  @Test(arguments: [
    "", "NA", "CST", "IST", "BST", "Mars/Olympus", "+25:00", "++9:00", "1234567", "300 km", "44",
    "2", "0", "540", "-420", "UTC+540",
  ])
  func aZoneThatIsNotUnderstoodIsIgnored(cell: String) throws {
    for name in ["timezone", "utc_offset"] {
      #expect(
        try times(cell, in: name)
          == [instant("2025-05-04T12:00:00Z"), instant("2025-05-04T20:00:00Z")])
    }
  }

  @Test(arguments: [
    ("utc_offset_minutes", "540", "01:00"), ("UTC offset (min)", "-420", "17:00"),
    ("utc_offset_min", "30", "09:30"), ("utc_offset_minutes", "120.0", "08:00"),
    ("utc_offset_minutes", "900", "12:00"), ("UTC offset (h)", "5.5", "04:30"),
    ("utc_offset_hours", "2.0", "08:00"), ("utc_offset_hours", "-4.0", "14:00"),
    ("utc_offset_hours", "+2", "08:00"), ("utc_offset_hours", "120", "12:00"),
  ])
  func aNumberIsAnOffsetInTheUnitOfItsColumn(name: String, cell: String, clock: String) throws {
    #expect(try times(cell, in: name).first == instant("2025-05-04T\(clock):00Z"))
  }

  /// Numbers of rows, and JavaScript's minutes, which are negative ahead of UTC.
  @Test(arguments: ["offset", "timezoneOffset", "timezone_offset"])
  func numbersOfOtherOffsetsAreNotZones(name: String) throws {
    for cell in ["540", "-420", "2", "-9", "0"] {
      #expect(try times(cell, in: name).first == instant("2025-05-04T12:00:00Z"))
    }
    #expect(try times("+09:00", in: name).first == instant("2025-05-04T01:00:00Z"))
  }

  /// The offset in a named zone depends on the date, which is not known yet.
  @Test func aNamedZoneIsIgnoredBesideADateOfUnknownOrder() throws {
    let file = try readTable(
      "time,tz,glucose (mg/dL)\n05/04/2025 10:00,Asia/Tokyo,120\n05/20/2025 10:00,+09:00,124\n",
      zone: zone("America/Noronha"))
    #expect(
      try file.first.recording.series.map(\.time)
        == [instant("2025-05-04T12:00:00Z"), instant("2025-05-20T01:00:00Z")])
  }

  /// The offset of a named zone is that of each date; a repeated hour is resolved only in the
  /// caller's zone.
  @Test func aNamedZoneHasTheOffsetOfEachDate() throws {
    let rows = ["2025-03-30 01:55:00", "2025-03-30 03:00:00", "2025-10-26 02:30:00"]
    let text =
      "time,tz,glucose\n" + rows.map { "\($0),Europe/Berlin,120\n" }.joined()
    let other = try readTable(text, zone: zone("Asia/Tokyo"))
    #expect(
      try other.first.recording.series.map(\.time)
        == [instant("2025-03-30T00:55:00Z"), instant("2025-03-30T01:00:00Z")])
    #expect(other.report.rejected.map(\.line) == [4])
    let own = try readTable(text, zone: zone("Europe/Berlin"))
    #expect(own.first.recording.series.count == 3)
  }
}
