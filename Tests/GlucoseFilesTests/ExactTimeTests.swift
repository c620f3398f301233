import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// A time that states its instant decides; a local time beside it only checks the zone.
struct ExactTimeTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo")

  /// 2025-05-04T08:00:00Z
  private static let instant = Date(timeIntervalSinceReferenceDate: 768_038_400)

  @Test(arguments: [
    ("time,utc_time", "2025-05-04 10:00,2025-05-04T08:00:00Z"),
    ("Local Time,Timestamp (UTC)", "2025-05-04 10:00,2025-05-04 08:00:00"),
    ("time,timestamp", "2025-05-04 10:00,2025-05-04T10:00:00+02:00"),
    ("time,epoch_ms", "2025-05-04 10:00,1746345600000"),
    ("time,timestamp", "05/04/2025 10:00,2025-05-04T08:00:00Z"),
    ("date,time,utc_time", "2025-05-04,10:00,2025-05-04 08:00:00"),
  ])
  func anExactTimeIsReadBesideALocalOne(header: String, row: String) throws {
    let file = try readTable("\(header),glucose\n\(row),120\n", zone: Self.oslo)
    #expect(file.first.recording.series.map(\.time) == [Self.instant])
    #expect(file.report.localTimeWarning == nil)
  }

  @Test func localTimesOfAnotherZoneAreReported() throws {
    let file = try readTable(
      """
      time,utc_time,glucose
      2025-05-04 17:00,2025-05-04T08:00:00Z,120
      2025-05-04 17:05,2025-05-04T08:05:00Z,121
      2025-05-04 10:10,,122

      """, zone: Self.oslo)
    #expect(
      file.first.recording.series.map { $0.time.timeIntervalSince(Self.instant) } == [0, 300, 600])
    let warning = try #require(file.report.localTimeWarning)
    #expect(warning.count == 2)
    #expect(warning.example == "2025-05-04 17:00, 9 h 0 min ahead of UTC")
    #expect(warning.line == 2)
    #expect(file.report.warnings.count == 1)
  }

  /// The times of an upload are not those of a reading.
  @Test func anExactTimeThatIsNotOfTheReadingIsNotRead() throws {
    let file = try readTable(
      "time,record_time,glucose\n2025-05-04 10:00,2025-05-05T21:07:12Z,120\n", zone: Self.oslo)
    #expect(file.first.recording.series.map(\.time) == [Self.instant])
  }

  @Test(arguments: [
    ("2025-05-04 03:00 EST", nil), ("2025-05-04 10:00:00 CEST", nil), ("2025-05-04 08:00 utc", nil),
    ("2025-05-04 10:00 AM MESZ", nil), ("2025-05-04 01:00 PDT", nil),
    ("2025-05-04 08:00 CST", RejectedRow.Reason.unknownZone),
    ("2025-05-04 08:00 XYZ", .unknownZone),
    ("2025-05-04 08:61 CST", .unreadableTime),
  ])
  func theNameOfAZoneInACellIsReadOrNamed(cell: String, reason: RejectedRow.Reason?) throws {
    let file = try readTable("time,glucose (mg/dL)\n\(cell),120\n", zone: Self.oslo)
    #expect(file.report.rejected.map(\.reason) == [reason].compactMap(\.self))
    #expect(
      file.people.flatMap { $0.recording.series.map(\.time) }
        == (reason == nil ? [Self.instant] : []))
  }

  @Test(arguments: [
    ("13/5/2025 8:05 πμ", 8), ("13/5/2025 8:05 μμ", 20), ("13/5/2025 8:05 π.μ.", 8),
    ("13/5/2025 8:05 μ.μ.", 20), ("13/5/2025 12:05 ΜΜ", 12), ("2025-05-13 8:05 fm", 8),
    ("2025-05-13 8:05 em", 20), ("2025-05-13 8:05 f.m.", 8), ("2025-05-13 8:05 e.m.", 20),
  ])
  func halvesOfTheDayAreReadInGreekAndSwedish(cell: String, hour: Int) throws {
    let file = try readTable("time,glucose (mg/dL)\n\(cell),120\n")
    // 2025-05-13T00:05:00Z
    let midnight = 768_787_500.0
    #expect(
      file.first.recording.series.times.map { $0 - midnight } == [Double(hour) * 3600])
  }
}
