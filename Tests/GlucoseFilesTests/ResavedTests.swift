import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// A file has the same content after spreadsheets and mail programs have converted it.
struct ResavedTests {
  private func subjects(_ bytes: [UInt8], _ sample: Sample) throws -> [ImportedPerson] {
    let file = try GlucoseFile(reading: bytes, options: sample.options)
    #expect(addsUp(file.report))
    return file.people
  }

  /// Returns the text of a sample without its byte order marks.
  private func text(_ sample: Sample) throws -> String {
    let text = try DecodedText(sample.bytes())
    return String(decoding: text.bytes[text.start...], as: UTF8.self)
  }

  @Test(arguments: Sample.all)
  func theEncodingDoesNotChangeTheContent(_ sample: Sample) throws {
    let original = try subjects(sample.bytes(), sample)
    let text = try text(sample)
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var files = [
      Array(text.utf8), mark + Array(text.utf8), mark + mark + Array(text.utf8), little, big,
      [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
    ]
    if let narrow = text.data(using: .windowsCP1252) { files.append(Array(narrow)) }
    for file in files { #expect(try subjects(file, sample) == original) }
  }

  @Test(arguments: Sample.all)
  func theLineEndsDoNotChangeTheContent(_ sample: Sample) throws {
    let original = try subjects(sample.bytes(), sample)
    let text = try text(sample).replacing("\r\n", with: "\n")
    for end in ["\n", "\r\n", "\r"] {
      let file = Array(text.replacing("\n", with: end).utf8)
      #expect(try subjects(file, sample) == original)
      #expect(try subjects(file + Array(end + end), sample) == original)
    }
  }

  @Test(
    arguments: Sample.all.filter { $0.name != "mylife.csv" },
    [CellDelimiter.comma, .semicolon, .tab, .bar])
  func theDelimiterDoesNotChangeTheContent(_ sample: Sample, _ delimiter: CellDelimiter) throws {
    let text = try DecodedText(sample.bytes())
    let found = try #require(TableFormats.recognize(text))
    var cursor = found.cursor
    var lines: [String] = []
    while cursor.advance() {
      let cells = (0..<cursor.cellCount).map { column in
        let cell = cursor.text(column) ?? ""
        return cell.contains { ",;\t|\"".contains($0) }
          ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
      }
      lines.append(cells.joined(separator: String(UnicodeScalar(delimiter.rawValue))))
    }
    let file = Array(lines.joined(separator: "\n").utf8)
    #expect(try subjects(file, sample) == subjects(sample.bytes(), sample))
  }

  @Test func zeroBytesCostARowInAnyEncoding() throws {
    let table = Array(
      "id,time,gl\nA\u{0},2025-01-01T00:00:00Z,100\nA,2025-01-01T00:05:00Z,101\n".utf8)
    let wide: [UInt8] = [0xFF, 0xFE] + table.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    let padding = [UInt8](repeating: 0, count: 4096)
    let files: [([UInt8], Int)] = [
      (table, 1), (table + Array("É,,\n".utf8), 1), (table + [0xE9] + Array(",,\n".utf8), 1),
      (wide, 1), (table + padding, 2),
    ]
    for (bytes, damaged) in files {
      let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: .gmt))
      #expect(file.people.flatMap { $0.recording.series.values } == [101])
      let zeros = file.report.rejected.filter { $0.reason == .zeroBytes }
      #expect(zeros.count == damaged)
      #expect(zeros.first?.line == 2)
      #expect(zeros.allSatisfy { !$0.text.contains("\0") })
    }
  }

  @Test func aZeroByteCostsItsDocument() throws {
    let json = """
      [{"sgv":101,"date":1735689600000,"device":"a"},
      {"sgv":1\u{0}2,"date":1735689900000,"device":"a"},
      {"sgv":103,"date":1735690200000,"device":"a\u{0}"},
      {"sgv":104,"date":1735690500000,"device":"a"}]
      """.replacing("1\u{0}2", with: "12\u{0}")
    let file = try GlucoseFile(reading: Array(json.utf8), options: ReadOptions(zone: nil))
    #expect(file.people.flatMap { $0.recording.series.values } == [101, 104])
    #expect(file.report.rejected.map(\.reason) == [.zeroBytes, .zeroBytes])
    #expect(file.report.rejected.map(\.line) == [2, 3])
  }

  @Test func zeroBytesMakeAFileInAnUnknownFormatBinary() {
    let table = Array("some,words\nA\u{0},b\n".utf8)
    let wide: [UInt8] = [0xFF, 0xFE] + table.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    let files: [[UInt8]] = [table, table + [0xE9], wide, [UInt8](repeating: 0, count: 100_000)]
    for bytes in files {
      let error = #expect(throws: ReadError.self) {
        try GlucoseFile(reading: bytes, options: ReadOptions(zone: .gmt))
      }
      #expect(error?.reason == .notText(looksLike: "binary data"))
    }
  }
}
