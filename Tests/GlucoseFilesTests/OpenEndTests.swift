import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The last number of a file without a final line end, which may be truncated or complete.
struct OpenEndTests {
  /// Returns a plain table with these values, without a final line end.
  private func table(_ values: [String], header: String = "gl", newline: String = "\n") -> String {
    let rows = values.enumerated().map { "2025-01-01 00:1\($0),\($1)" }
    return (["time,\(header)"] + rows).joined(separator: newline)
  }

  @Test(arguments: [
    ["118", "121", "12"], ["118", "121", "1"], ["98", "104", "10"], ["240", "251", "25"],
    ["5.5", "6.1", "7."], ["5.5", "6.1", "7"], ["10.2", "11.4", "1"], ["10.2", "11.4", "11"],
    ["10.25", "11.41", "11.3"], ["101.5", "102.1", "102"], ["12"], ["121", "60"],
  ])
  func aPossiblyTruncatedNumberIsRejected(_ values: [String]) throws {
    for newline in ["\n", "\r\n", "\r"] {
      let file = try readTable(
        table(values, newline: newline), unit: values[0].contains(".") ? nil : .mgdL)
      #expect(file.report.reasons == [.cutOff])
      #expect(file.report.rejected.map(\.line) == [values.count + 1])
      #expect(file.report.rejected.map(\.text) == [values.last ?? ""])
      #expect(file.report.endsMidLine)
    }
  }

  @Test(arguments: [
    ["118", "121", "120"], ["61"], ["98", "104", "99"], ["55", "52"], ["70", "58"],
    ["5.5", "6.1", "7.2"], ["5.5"], ["10.25", "11.41", "11.38"], ["6", "5"],
    ["101", "102.5", "103"],
  ])
  func aCompleteNumberIsAccepted(_ values: [String]) throws {
    let isMillimoles = values.allSatisfy { (Double($0) ?? 0) < 35 }
    let file = try readTable(table(values), unit: isMillimoles ? .mmolL : .mgdL)
    #expect(file.report.rejected.isEmpty)
    #expect(file.people[0].recording.series.count == values.count)
    #expect(file.report.endsMidLine)
  }

  @Test func aLineEndAQuoteAndAChecksumProveANumberComplete() throws {
    let half = table(["118", "121", "12"])
    #expect(try readTable(half + "\n").report.rejected.isEmpty)
    let quoted = half.replacingOccurrences(of: ",12", with: ",\"12\"")
      .replacingOccurrences(of: ",\"12\"1", with: ",121")
    #expect(try readTable(quoted).report.rejected.isEmpty)
    let bundle = try FileBundle(
      reading: storedZip([("a.csv", half)]), options: ReadOptions(zone: .gmt))
    #expect(bundle.members[0].file.report.rejected.isEmpty)
  }

  @Test func aNumberBeforeTheLastCellIsComplete() throws {
    let file = try readTable(
      "time,gl,flags\n2025-01-01 00:00,120,\n2025-01-01 00:05,12,lo", unit: .mgdL)
    #expect(file.report.rejected.isEmpty)
    #expect(file.people[0].recording.series.map(\.glucose.mgdL) == [120, 12])
  }

  @Test func aTimeThatIsShorterThanAllOthersIsRejected() throws {
    let file = try readTable(
      "gl,time\n120,1/5/2025 9:05:00 AM\n121,1/13/2025 9:10:00 AM\n122,1/13/2025 9:15:00")
    #expect(file.report.reasons == [.cutOff])
    let whole = try readTable("gl,time\n120,2025-01-13 09:05\n121,2025-01-13 09:10")
    #expect(whole.report.rejected.isEmpty)
  }

  @Test(arguments: ["2025-01-01 00:10", "2025-01-01 00:10,", "2025-01-01 00:10,122"])
  func aRowThatEndsBetweenCellsIsCutOff(_ last: String) throws {
    let rows = "time,gl,flags\n2025-01-01 00:00,120,\n2025-01-01 00:05,121,\n"
    let file = try readTable(rows + last, unit: .mgdL)
    #expect(file.report.reasons == [.cutOff])
    #expect(file.report.rejected.map(\.line) == [4])
    #expect(file.people[0].recording.series.count == 2)
    #expect(try readTable(rows + last + "\n", unit: .mgdL).report.rejected.isEmpty)
    // Where another row omits its last cells, the last row may do so as well.
    let ragged = rows.replacingOccurrences(of: "121,\n", with: "121\n")
    #expect(try readTable(ragged + last, unit: .mgdL).report.rejected.isEmpty)
  }

  @Test func aPossiblyTruncatedAmountIsRejected() throws {
    let columns = ColumnMapping(time: "time", insulin: "dose")
    for (last, isTaken) in [("4", false), ("4.", false), ("4.5", true), ("12", false)] {
      let file = try readTable(
        "time,dose\n2025-01-01 00:00,3.5\n2025-01-01 00:05,\(last)", columns: columns)
      #expect(file.report.reasons == (isTaken ? [] : [.cutOff]))
    }
  }
}
