import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Every number that R iglu 4.3.0 gives for the recording it is bundled with, where that is at hand.
@Suite(.enabled(if: goldenFolder != nil, Datasets.skipped)) struct IgluSubjectTests {
  static let zone = TimeZone(secondsFromGMT: -5 * 3600) ?? .gmt

  /// The recording.
  static func record() throws -> RawRecord {
    let folder = try #require(goldenFolder)
    let text = try String(
      contentsOf: folder.appending(path: "data/example_data_1_subject_epoch.csv"), encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return try RawRecord(
      times: rows.map { (Double($0[2]) ?? .nan) - Date.timeIntervalBetween1970AndReferenceDate },
      values: rows.map { Double($0[3]) ?? .nan })
  }

  @Test func agreesOnEveryNumber() throws {
    let (record, folder) = (try Self.record(), try #require(goldenFolder))
    let golden = try GoldenValue.read(folder.appending(path: "iglu_r_1subject.json"))["metrics"]
    var comparison = Comparison()
    let calls = try IgluSubjectCalls(record, Self.zone)
    // The option of a fixed number of days has no counterpart: metrics are of a period.
    for name in golden.keys where name != "active_percent_manual14" {
      let value = golden[name]["values"]["Subject 1"]
      if !calls.compare(name, value, &comparison) { comparison.leftOut[name, default: 0] += 1 }
    }
    #expect(comparison.failures == [])
    #expect(comparison.leftOut == [:])
  }

  @Test func laysTheGridCellByCell() throws {
    let grid = try #require(try Self.record().series.dayGrid(in: Self.zone, convention: .iglu))
    let folder = try #require(goldenFolder)
    let text = try String(
      contentsOf: folder.appending(path: "grids/1subject_Subject_1.csv"), encoding: .utf8)
    var comparison = Comparison()
    for (row, line) in text.split(separator: "\n").enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect("\(grid.day(ofRow: row))" == fields[0])
      for (cell, field) in zip(grid.cells(ofRow: row), fields.dropFirst()) {
        comparison.compare(
          "\(fields[0]) \(cell)", grid[cell]?.mgdL,
          Double(field).map { .number($0) } ?? .missing)
      }
    }
    #expect(comparison.comparedCount == 14 * 288)
    #expect(comparison.failures == [])
  }
}
