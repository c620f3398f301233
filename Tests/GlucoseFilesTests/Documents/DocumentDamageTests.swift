// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Damaged documents give an account that adds up or a typed error, never a trap.
struct DocumentDamageTests {
  /// The file, or `nil` if there was a typed error.
  @discardableResult
  private func read(_ bytes: [UInt8], _ options: ReadOptions) -> GlucoseFile? {
    do throws(ReadError) {
      let file = try GlucoseFile(reading: bytes, options: options)
      #expect(addsUp(file.account))
      let readings = file.subjects.reduce(0) { sum, subject in
        sum + subject.recording.series.count + subject.scans.count + subject.meter.count
          + subject.duplicateReadingCount
      }
      #expect(readings <= file.account.acceptedCount)
      return file
    } catch {
      #expect(!error.description.isEmpty)
      return nil
    }
  }

  @Test(arguments: Sample.documents)
  func aFileCutAtAnyByteIsNeverASilentHalf(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let whole = try GlucoseFile(reading: bytes, options: sample.options)
    #expect(!whole.account.reasons.contains(.cutOff))
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    // In the middle of a long file one record is like the next.
    let middle = 2500..<max(2500, bytes.count - 1500)
    for cut in 0...bytes.count where !middle.contains(cut) || cut.isMultiple(of: 13) {
      guard let file = read(Array(bytes[..<cut]), sample.options) else { continue }
      #expect(file.account.reasons == (cut > end ? [] : [.cutOff]), "cut at \(cut)")
      #expect(file.account.acceptedCount <= whole.account.acceptedCount)
    }
  }

  @Test(arguments: Sample.documents)
  func aFileWithAnyByteReplacedIsAccountedFor(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let replacements: [UInt8] = [
      0x22, 0x2C, 0x0A, 0x3C, 0x00, 0xFF, 0x39, 0x2D, 0x7B, 0x5D, 0x26, 0x5C, 0x3E,
    ]
    for (turn, index) in stride(from: 0, to: bytes.count, by: 17).enumerated() {
      var damaged = bytes
      damaged[index] = replacements[turn % replacements.count]
      read(damaged, sample.options)
    }
  }

  @Test(arguments: Sample.documents)
  func aFileWithALineLeftOutOrDoubledIsAccountedFor(_ sample: Sample) throws {
    let lines = try sample.bytes().split(separator: 0x0A, omittingEmptySubsequences: false)
    for index in lines.indices {
      var rest = lines
      let line = rest.remove(at: index)
      read(Array(rest.joined(separator: [0x0A])), sample.options)
      rest.insert(line, at: index)
      rest.insert(line, at: index)
      read(Array(rest.joined(separator: [0x0A])), sample.options)
    }
  }

  @Test(arguments: Sample.documents)
  func readingTwiceGivesTheSameFile(_ sample: Sample) throws {
    let one = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let two = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(one == two)
    #expect(one.account.undecidedLines.isEmpty)
  }

  @Test(arguments: [
    "[]", "{}", "[1,2,3]", "[[]]", "[{}]", "null", "[null]", "{\"entries\":[]}", "<a/>",
    "<HealthData/>",
    "<patient id='1' insulin_type='x'/>", "[", "{", "<", "{\"resourceType\":\"Bundle\"}",
    "{\"resourceType\":\"Bundle\",\"entry\":[]}",
  ])
  func aDocumentOfNothingTellsSo(_ text: String) {
    let file = read(Array(text.utf8), ReadOptions(zone: .gmt))
    if let file { #expect(file.account.acceptedCount == 0) }
  }

  @Test(arguments: [
    "[{\"sgv\":100,\"date\":1761438961000},", "{\"sgv\":100,\"date\":1761438961000}\n",
  ])
  func tooDeepAValueIsAnErrorOrCostsItsLine(_ start: String) {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let file = read(Array((start + deep).utf8), ReadOptions(zone: .gmt))
    if let file { #expect(file.account.reasons == [.notJSON]) }
    #expect((file == nil) == start.hasPrefix("["))
  }
}
