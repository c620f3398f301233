// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// A table that is read in parts, and by templates of rows, is read as it is row by row in order, to
/// the last bit and the last line number.
struct TablePartsTests {
  private static let samples = Sample.clarity + Sample.libreView + Sample.plain

  /// The file as it is read in parts, or row by row in order, or the error.
  private func read(
    _ bytes: [UInt8], _ options: ReadOptions, _ parts: TableParts?
  ) throws -> Result<GlucoseFile, ReadError>? {
    let text = try DecodedText(bytes)
    guard let found = TableFormats.recognize(text) else { return nil }
    let format: any TableFormat = parts == nil ? RowByRow(base: found.format) : found.format
    do throws(ReadError) {
      return .success(try GlucoseFile(format, found.cursor, text, options, parts: parts))
    } catch {
      return .failure(error)
    }
  }

  private func check(
    _ bytes: [UInt8], _ options: ReadOptions, _ random: inout SeededGenerator, count: Int = 8
  ) throws {
    let whole = try read(bytes, options, nil)
    // Compared before, because the difference of two files takes long to describe.
    let isSameByTemplates = try read(bytes, options, .whole) == whole
    #expect(isSameByTemplates)
    for _ in 0..<count {
      let parts = TableParts(
        least: 0, head: Int.random(in: 1...bytes.count, using: &random) / 4,
        size: Int.random(in: 1...600, using: &random), count: Int.random(in: 1...7, using: &random))
      let isSame = try read(bytes, options, parts) == whole
      #expect(isSame, "\(parts)")
    }
  }

  @Test(arguments: samples)
  func aFileIsReadTheSameInPartsOfAnySize(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 5)
    try check(try sample.bytes(), sample.options, &random)
  }

  @Test(arguments: samples, [1, 2])
  func aDamagedFileIsReadTheSameInPartsOfAnySize(_ sample: Sample, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The characters on which the meaning of a row or of the rows after it depends.
    let harmful = Array("\",;\n\r.x 0\0".utf8)
    for _ in 0..<5 {
      var bytes = try sample.bytes()
      for _ in 0..<4 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = harmful.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) {
          bytes[place] = byte
        } else {
          bytes.insert(byte, at: place)
        }
      }
      guard (try? read(bytes, sample.options, nil)) != nil else { continue }
      try check(bytes, sample.options, &random, count: 3)
    }
  }

  @Test func peopleAppearInTheOrderOfTheFile() throws {
    var random = SeededGenerator(seed: 8)
    var text = "id,time,gl,unit,note\n"
    for row in 0..<400 {
      let person = row % 40 < 30 ? row / 40 : Int.random(in: 0...(row / 20), using: &random)
      let minute = String(format: "%02d:%02d", row / 60, row % 60)
      let value = row % 50 == 49 ? "7,5" : "\(100 + row % 80)"
      let note = row % 9 == 8 ? "\"a\nb\"" : ""
      text += "\"P\(person)\",2025-01-01T\(minute):00Z,\"\(value)\",mg/dL,\(note)\n"
    }
    try check(Array(text.utf8), ReadOptions(zone: .gmt), &random)
    let parts = TableParts(least: 0, head: 200, size: 100, count: 5)
    let file = try #require(try read(Array(text.utf8), ReadOptions(zone: .gmt), parts)).get()
    #expect(file.people.count > 10)
    #expect(file.report.rowCount == 401)
  }

  /// A row of two lines is no template, so that the lines after it keep their numbers.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func rowsWithLineBreaksKeepTheNumbersOfLines(end: String) throws {
    var text = "time,gl (mg/dL),comment" + end
    for row in 0..<100 {
      let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(row) * 300)
        .ISO8601Format().replacing("T", with: " ").dropLast()
      text += "\(time),\(90 + row),\"a\nb\"" + end
    }
    text += "2025-01-01 12:00:00,many," + end
    let file = try #require(
      try read(Array(text.utf8), ReadOptions(zone: .gmt), .whole)
    ).get()
    #expect(file.report.rejected.map(\.line) == [202])
    #expect(file == (try read(Array(text.utf8), ReadOptions(zone: .gmt), nil)?.get()))
  }

  @Test func aLargeFileIsReadInParts() throws {
    var text = "id,time,gl (mg/dL)\n"
    for row in 0..<3000 {
      let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(row) * 300).ISO8601Format()
      text += "A,\(time),\(row == 2500 ? "many" : "\(90 + row % 90)")\n"
    }
    let parts = TableParts(least: 1000, head: 5000, size: 9000, count: 2)
    let file = try #require(try read(Array(text.utf8), ReadOptions(zone: nil), parts)).get()
    #expect(file.report.rejected.map(\.line) == [2502])
    #expect(file.people.map(\.recording.series.count) == [2999])
    #expect(file == (try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: nil))))
  }
}

/// A reader of another format that reads every row by itself.
private struct RowByRow: TableFormat {
  var base: any TableFormat
  var format: FileFormat { base.format }
  var layout: TableLayout { base.layout }

  init(base: any TableFormat) { self.base = base }

  init?(recognizing head: TablePreview) { return nil }

  mutating func read(
    _ row: inout TableCursor, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    try base.read(&row, into: &collector)
  }
}
