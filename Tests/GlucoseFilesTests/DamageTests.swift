// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Damaged files give an account that adds up or a typed error, never a trap.
struct DamageTests {
  @discardableResult
  private func check(_ bytes: [UInt8], _ options: ReadOptions) -> GlucoseFile? {
    do throws(ReadError) {
      let file = try GlucoseFile(reading: bytes, options: options)
      #expect(addsUp(file.account))
      let readings = file.subjects.reduce(0) { sum, subject in
        sum + subject.recording.series.count + subject.scans.count + subject.meter.count
          + subject.duplicateReadingCount
      }
      // A row of a pump may hold a reading and a drop of blood.
      #expect(readings <= file.account.acceptedCount * 2)
      return file
    } catch {
      #expect(!error.description.isEmpty)
      return nil
    }
  }

  @Test(arguments: Sample.all)
  func aFileCutAnywhereIsAccountedForAndNeverASilentHalf(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let whole = try GlucoseFile(reading: bytes, options: sample.options)
    // Among rows that are alike every eleventh byte will do, which meets each place in a row.
    let middle = 600..<max(600, bytes.count - 300)
    for end in 0..<bytes.count where !middle.contains(end) || end.isMultiple(of: 11) {
      let part = Array(bytes[..<end])
      guard let file = check(part, sample.options) else { continue }
      // Half a character of UTF-16 after the last end of a line is a row that is told of.
      let half = part.starts(with: [0xFF, 0xFE]) && !part.count.isMultiple(of: 2)
      #expect(file.account.rowCount <= whole.account.rowCount + (half ? 1 : 0))
      let text = try DecodedText(part).bytes
      #expect(file.account.endsWithinLine == (text.last != 0x0A && text.last != 0x0D))
    }
  }

  @Test(arguments: Sample.all)
  func aFileWithAnyByteReplacedIsAccountedFor(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let options = sample.options
    let replacements: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x00, 0xFF, 0x39, 0x2D, 0x09, 0x3B]
    for (turn, index) in stride(from: 0, to: bytes.count, by: 11).enumerated() {
      var damaged = bytes
      damaged[index] = replacements[turn % replacements.count]
      check(damaged, options)
    }
  }

  @Test(arguments: Sample.all)
  func aFileWithALineLeftOutIsAccountedFor(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for left in lines.indices {
      var rest = lines
      rest.remove(at: left)
      check(Array(rest.joined(separator: [0x0A])), sample.options)
    }
  }

  @Test(arguments: [
    "-5", "0", "inf", "1e999", "-inf", "99999999999999999999", "5.6.7", "0x20", "1,2", "abc",
    "5000",
  ])
  func aNumberThatIsNoConcentrationIsRejectedWithItsText(_ text: String) throws {
    let table = "id;time;gl\n1;2025-01-01 00:00;120\n1;2025-01-01 00:05;\(text)\n"
    let file = try GlucoseFile(reading: Array(table), options: ReadOptions(zone: .gmt, unit: .mgdL))
    #expect(addsUp(file.account))
    if text == "1,2" {
      #expect(file.account.acceptedCount == 2)
    } else {
      let row = try #require(file.account.rejected.first)
      #expect(row.line == 3)
      #expect(row.text == text)
      #expect(file.subjects.first?.recording.series.count == 1)
    }
  }

  @Test func aQuoteThatNeverClosesCostsItsRowOnly() throws {
    let table = "time,gl\n\"2025-01-01 00:00,100\n2025-01-01 00:05,101\n2025-01-01 00:10,102\n"
    let file = try GlucoseFile(reading: Array(table), options: ReadOptions(zone: .gmt))
    #expect(file.account.rejected.map(\.reason) == [.brokenQuotes])
    #expect(file.account.rejected.map(\.line) == [2])
    #expect(file.subjects.first?.recording.series.count == 2)
  }

  @Test func aDecimalCommaThatSplitsACellIsNamedAsSuch() throws {
    let table = "time,gl\n2025-01-01 00:00,7,6\n2025-01-01 00:05,\"7,7\"\n"
    let file = try GlucoseFile(
      reading: Array(table), options: ReadOptions(zone: .gmt, unit: .mmolL))
    #expect(file.account.rejected.map(\.reason) == [.extraCells(found: 3, expected: 2)])
    #expect(file.subjects.first?.recording.series[0].glucose == .mmolL(7.7))
  }
}
