import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Readings and events decades from all others of their person.
@Suite struct ResetClockTests {
  /// Lines of readings every five minutes from a day on.
  private func rows(_ id: String, _ day: String, _ count: Int) throws -> [String] {
    let start = try Date(day + "T00:00:00Z", strategy: .iso8601)
    return (0..<count).map {
      "\(id),\((start + Double($0) * 300).formatted(.iso8601)),\(100 + $0 % 50)"
    }
  }

  private func read(_ rows: [String]) throws -> GlucoseFile {
    try readTable("id,time,gl (mg/dL)\n" + rows.joined(separator: "\n") + "\n", zone: nil)
  }

  @Test(arguments: ["1970-01-01", "1900-01-01", "2009-01-01", "2076-03-02", "2099-12-31"])
  func areRejectedByLine(day: String) throws {
    let file = try read(
      rows("A", "2026-03-02", 20) + rows("A", day, 2) + rows("B", "2026-03-02", 9))
    #expect(file.report.rejected.map(\.reason) == [.resetClock, .resetClock])
    #expect(file.report.rejected.map(\.line) == [22, 23])
    #expect(file.report.rejected.first?.text == day + "T00:00:00Z")
    #expect(file.people.map(\.recording.series.count) == [20, 9])
    #expect(
      file.report.acceptedCount + file.report.skippedCount + file.report.rejected.count
        == file.report.rowCount)
  }

  /// A device with a reset clock may run for some hours, and a file have several kinds of wrong
  /// dates.
  @Test func mayBeADayLong() throws {
    let file = try read(
      rows("A", "1970-01-01", 289) + rows("A", "2026-03-02", 300) + rows("A", "2099-12-31", 1))
    #expect(file.people.map(\.recording.series.count) == [300])
    #expect(file.report.rejected.count == 290)
    // A day and five minutes are a recording.
    let long = try read(rows("A", "1970-01-01", 290) + rows("A", "2026-03-02", 300))
    #expect(long.people.map(\.recording.series.count) == [590] && long.report.rejected.count == 0)
  }

  /// Ten years apart, or of other people, or as many as the others, they may be right.
  @Test func areOfNoOtherCause() throws {
    for rows in try [
      rows("A", "2016-03-03", 2) + rows("A", "2026-03-02", 20),
      rows("A", "1970-01-01", 2) + rows("B", "2026-03-02", 20),
      rows("A", "1970-01-01", 2) + rows("A", "2026-03-02", 2),
      // Each is within ten years of another.
      rows("A", "2009-01-01", 2) + rows("A", "2018-01-01", 2) + rows("A", "2026-03-02", 20),
    ] {
      let file = try read(rows)
      #expect(file.report.rejected.count == 0 && file.report.acceptedCount == rows.count)
    }
  }

  /// A meal and a finger-stick count as readings of the sensor do.
  @Test func mayBeOfAnyKind() throws {
    let entry = { (time: String, more: String) in
      "{\"type\":\"sgv\",\"date\":\(time),\"sgv\":120\(more)}"
    }
    let recent = (0..<20).map { entry("\(1_772_409_600_000 + $0 * 300_000)", "") }
    let file = try GlucoseFile(
      reading: Array(
        ("[" + (recent + [entry("60000000", "")]).joined(separator: ",\n") + "]").utf8),
      options: ReadOptions(zone: .gmt))
    #expect(file.people.first?.recording.series.count == 20)
    let row = try #require(file.report.rejected.first)
    #expect(row.reason == .resetClock && row.line == 21, "\(row)")
    #expect(!row.text.isEmpty)
  }
}
