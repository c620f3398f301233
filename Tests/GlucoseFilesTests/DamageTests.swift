import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Damaged files result in a consistent import report or a typed error, never in a trap or silent
/// data loss.
struct DamageTests {
  /// A Boolean value that indicates whether a file is truncated at every byte, which takes minutes;
  /// otherwise, it is truncated at every fifth byte near its ends, at each of the last, and at a
  /// sample of positions between them that includes each position within a record.
  private static let isThorough =
    ProcessInfo.processInfo.environment["GLUCOSE_EVERY_BYTE"] != nil

  private static func cuts(_ bytes: [UInt8]) -> [Int] {
    let middle = 160..<max(160, bytes.count - 100)
    return bytes.indices.filter {
      isThorough || $0.isMultiple(of: middle.contains($0) ? 991 : 5) || $0 >= bytes.count - 16
    }
  }

  @Test(arguments: Sample.texts)
  func aTruncatedFileIsReportedAndNeverSilentlyIncomplete(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let whole = try GlucoseFile(reading: bytes, options: sample.options)
    let known = Dictionary(grouping: whole.people.flatMap(\.recording.series), by: \.time)
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    for cut in Self.cuts(bytes) {
      let part = Array(bytes[..<cut])
      guard let file = readDamaged(part, sample.options) else { continue }
      let strange = file.people.flatMap(\.recording.series).count {
        known[$0.time]?.contains($0) != true
      }
      if file.report.detected.delimiter == nil {
        #expect(file.report.reasons == (cut > end ? [] : [.cutOff]), "cut at \(cut)")
        #expect(file.report.acceptedCount <= whole.report.acceptedCount)
        #expect(strange == 0, "cut at \(cut)")
      } else {
        let text = try DecodedText(part).bytes
        #expect(file.report.endsMidLine == (text.last != 0x0A && text.last != 0x0D))
        // Half a UTF-16 character after the last line end is a reported row.
        let half = part.starts(with: [0xFF, 0xFE]) && !part.count.isMultiple(of: 2)
        #expect(file.report.rowCount <= whole.report.rowCount + (half ? 1 : 0))
        // The missing part may have resolved a repeated hour; a truncated number is not one.
        #expect(strange <= file.report.ambiguousTimeLines.count, "cut at \(cut)")
      }
    }
  }

  @Test(arguments: Sample.archives)
  func aTruncatedArchiveIsAnError(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    // A gzip file may have several members and is complete after each; zeros may follow.
    let ends = sample.name.contains("members") ? [169] + (333..<bytes.count) : []
    for cut in Self.cuts(bytes) where !ends.contains(cut) {
      #expect(throws: ReadError.self, "cut at \(cut)") {
        try FileBundle(reading: Array(bytes[..<cut]), options: sample.options)
      }
    }
  }

  @Test(arguments: Sample.texts)
  func aFileWithAnyByteReplacedIsReported(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let replacements: [UInt8] = [
      0x22, 0x2C, 0x0A, 0x3C, 0x00, 0xFF, 0x39, 0x2D, 0x7B, 0x5D, 0x26, 0x5C, 0x3E, 0x0D, 0x09,
      0x3B,
    ]
    for (turn, index) in stride(from: 0, to: bytes.count, by: 127).enumerated() {
      var damaged = bytes
      damaged[index] = replacements[turn % replacements.count]
      readDamaged(damaged, sample.options)
    }
  }

  @Test(arguments: Sample.texts)
  func aFileWithALineRemovedOrRepeatedIsReported(_ sample: Sample) throws {
    let lines = try sample.bytes().split(separator: 0x0A, omittingEmptySubsequences: false)
    for index in lines.indices where Self.isThorough || index < 10 || index.isMultiple(of: 11) {
      var rest = lines
      let line = rest.remove(at: index)
      readDamaged(Array(rest.joined(separator: [0x0A])), sample.options)
      rest.insert(contentsOf: [line, line], at: index)
      readDamaged(Array(rest.joined(separator: [0x0A])), sample.options)
    }
  }

  @Test(arguments: [
    "-5", "0", "inf", "1e999", "-inf", "99999999999999999999", "5.6.7", "0x20", "11,2", "abc",
    "5000",
  ])
  func aNumberThatIsNotAConcentrationIsRejectedWithItsText(_ text: String) throws {
    let table = "id;time;gl\n1;2025-01-01 00:00;120\n1;2025-01-01 00:05;\(text)\n"
    let file = try readTable(table, unit: .mgdL)
    let row = try #require(file.report.rejected.first)
    #expect(row.line == 3)
    // A number that is read, but not as one in mg/dL.
    #expect(row.text == (text == "11,2" ? "11.2" : text))
    #expect(file.people.first?.recording.series.count == 1)
  }

  @Test func anUnclosedQuoteCostsOnlyItsRow() throws {
    let table = "time,gl\n\"2025-01-01 00:00,100\n2025-01-01 00:05,101\n2025-01-01 00:10,102\n"
    let file = try readTable(table)
    #expect(file.report.rejected.map(\.reason) == [.brokenQuotes])
    #expect(file.report.rejected.map(\.line) == [2])
    #expect(file.people.first?.recording.series.count == 2)
  }

  @Test func aDecimalCommaThatSplitsACellIsReportedAsAnExtraCell() throws {
    let table = "time,gl\n2025-01-01 00:00,7,6\n2025-01-01 00:05,\"7,7\"\n"
    let file = try readTable(table, unit: .mmolL)
    #expect(file.report.rejected.map(\.reason) == [.extraCells(found: 3, expected: 2)])
    #expect(file.people.first?.recording.series[0].glucose == .mmolL(7.7))
  }
}

/// The result of a damaged file: a file with a consistent report, or `nil` for an error with a
/// description.
@discardableResult
func readDamaged(_ bytes: [UInt8], _ options: ReadOptions) -> GlucoseFile? {
  do throws(ReadError) {
    let file = try GlucoseFile(reading: bytes, options: options)
    #expect(addsUp(file.report))
    let readings = file.people.reduce(0) { sum, subject in
      sum + subject.recording.series.count + subject.scans.count + subject.meter.count
        + subject.duplicateReadingCount
    }
    // A pump's row may contain a sensor and a meter reading; a document's record has one.
    let most = file.report.detected.delimiter == nil ? 1 : 2
    #expect(readings <= file.report.acceptedCount * most)
    return file
  } catch {
    #expect(!error.description.isEmpty)
    return nil
  }
}
