import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The cost of a file is linear in its size, or limited by a sentence.
struct LimitTests {
  @Test func aRowHasALimitedNumberOfCells() throws {
    let commas = String(repeating: ",", count: 3 * TableCursor.mostCells)
    let file = try readTable(
      "time,gl mg/dL\n2025-05-04 10:00,90\n\(commas)\n2025-05-04 10:05,95\nx\(commas)\n")
    #expect(file.first.recording.series.values == [90, 95])
    #expect(file.report.skipped[.blankLine] == 1)
    #expect(
      file.report.rejected.map(\.reason) == [
        .extraCells(found: TableCursor.mostCells, expected: 2)
      ])
    #expect(file.report.rejected.map(\.line) == [5])
  }

  @Test func aFileOfRowsThatCannotBeUnderstoodIsRefused() throws {
    let rows = (0..<ImportReport.mostRejections).map { "x\($0),abc\n" }.joined()
    let error = #expect(throws: ReadError.self) {
      try readTable("time,gl mg/dL\n2025-05-04 10:00,90\n" + rows)
    }
    guard case .limitExceeded = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.line == 3)
  }

  @Test func thePropertiesOfEachPersonAreFoundInOnePass() throws {
    func table(_ unit: String, _ value: Double) -> String {
      "id,time,gl (\(unit))\n"
        + (0..<2000).map { "p\($0),2025-05-04T10:00:00Z,\(value)\n" }.joined()
    }
    let bundle = try FileBundle(
      readingFiles: [
        ("a.csv", Array(table("mg/dL", 100).utf8)), ("b.csv", Array(table("mg/dL", 100).utf8)),
      ], options: ReadOptions(zone: .gmt))
    #expect(bundle.people.count == 2000)
    #expect(bundle.people.allSatisfy { bundle.unit(of: $0) == .mgdL })
    #expect(
      bundle.unit(of: ImportedPerson(id: "other", recording: Recording(series: GlucoseSeries())))
        == nil)
  }
}
