import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

/// A table that is read by templates of rows is read as it is row by row, to the last bit and the last
/// line number.
struct TableTemplateTests {
  private static let samples = Sample.clarity + Sample.libreView + Sample.plain

  /// The file as it is read by templates, or row by row, or the error.
  fileprivate static func read(
    _ bytes: [UInt8], _ options: ReadOptions, byTemplates: Bool
  ) throws -> Result<GlucoseFile, ReadError>? {
    let text = try DecodedText(bytes)
    guard let found = TableFormats.recognize(text) else { return nil }
    let format: any TableFormat = byTemplates ? found.format : RowByRow(base: found.format)
    do throws(ReadError) {
      let table = TableFormats.Recognized(format: format, cursor: found.cursor)
      return .success(try GlucoseFile(text, false, options, known: table))
    } catch {
      return .failure(error)
    }
  }

  private func check(_ bytes: [UInt8], _ options: ReadOptions) throws {
    // Compared before, because the difference of two files takes long to describe.
    let isSame =
      try Self.read(bytes, options, byTemplates: true)
      == Self.read(bytes, options, byTemplates: false)
    #expect(isSame)
  }

  @Test(arguments: samples)
  func aFileIsReadTheSameByTemplates(_ sample: Sample) throws {
    try check(try sample.bytes(), sample.options)
  }

  @Test(arguments: samples, [1, 2])
  func aDamagedFileIsReadTheSameByTemplates(_ sample: Sample, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The characters on which the meaning of a row or of the rows after it depends.
    let harmful = Array("\",;\n\r.x 0\0".utf8)
    for _ in 0..<5 {
      var bytes = try sample.bytes()
      for _ in 0..<4 {
        bytes.damage(with: harmful, &random)
      }
      guard (try? Self.read(bytes, sample.options, byTemplates: false)) != nil else { continue }
      try check(bytes, sample.options)
    }
  }

  /// The rows below another header are read by it.
  @Test(arguments: samples)
  func aFileOfSeveralExportsIsReadTheSameByTemplates(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    guard TextEncoding.guess(bytes).value == .utf8 else { return }
    var all = bytes
    for other in Self.samples where other.name != sample.name {
      let next = Array(try other.bytes().drop { $0 >= 0x80 })
      guard TextEncoding.guess(next).value == .utf8 else { continue }
      all += Array("\n") + next + bytes.drop { $0 >= 0x80 }
    }
    try check(all, sample.options)
    try check(bytes + Array("\n") + bytes, sample.options)
  }

  @Test func headersInOtherUnitsAreReadTheSameByTemplates() throws {
    var text = ""
    for section in 0..<8 {
      let isMmolL = section % 3 == 1
      text +=
        section % 2 == 0
        ? "time,gl (\(isMmolL ? "mmol/L" : "mg/dL"))\n"
        : "gl (\(isMmolL ? "mmol/L" : "mg/dL")),x,time\n"
      for row in 0..<40 {
        let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(section * 40 + row) * 300)
          .ISO8601Format()
        let value = isMmolL ? "6.\(row % 9 + 1)" : "\(108 + row)"
        text += section % 2 == 0 ? "\(time),\(value)\n" : "\(value),,\(time)\n"
      }
    }
    try check(Array(text.utf8), ReadOptions(zone: nil))
    let file = try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: nil))
    #expect(file.first.recording.series.count == 320)
    #expect(file.first.recording.series.values.allSatisfy { 108..<150 ~= $0 })
    #expect(file.report.skipped == [.header: 8])
  }

  /// Headers that are repeated, refused, and accepted in turns.
  @Test func refusedHeadersAreReadTheSameByTemplates() throws {
    var random = SeededGenerator(seed: 14)
    let headers = ["time,gl (mg/dL)", "time,x,value", "time,gl", "gl (mg/dL),time", "value,time"]
    for _ in 0..<10 {
      var text = "time,gl (mg/dL)\n"
      var columns = headers[0].split(separator: ",")
      for row in 0..<300 {
        if Int.random(in: 0..<12, using: &random) == 0, row > 0 {
          let header = headers.randomElement(using: &random) ?? ""
          columns = header.split(separator: ",")
          text += header + "\n"
        }
        let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(row) * 300).ISO8601Format()
        text +=
          columns.map { $0 == "time" ? time : $0 == "x" ? "" : "\(90 + row)" }
          .joined(separator: ",") + "\n"
      }
      try check(Array(text.utf8), ReadOptions(zone: nil))
    }
  }

  /// A header is known by its bytes, before its columns are recognized.
  @Test(arguments: samples)
  func aRepeatedHeaderIsNotRecognizedAgain(_ sample: Sample) throws {
    let text = try DecodedText(try sample.bytes())
    let found = try #require(TableFormats.recognize(text))
    let (row, hasHeader) = (found.format.layout.headerRow, found.format.layout.hasHeader)
    guard hasHeader, row >= 0 else { return }
    var cursor = found.cursor
    for _ in 0...row { _ = cursor.advance() }
    let header = Array(text.bytes[cursor.row]) + [Byte.lineFeed]
    let bytes = Array(text.bytes[text.start...]) + [Byte.lineFeed] + header + header
    let repeated = try DecodedText(bytes)
    let again = try #require(TableFormats.recognize(repeated))
    func skipped(_ format: any TableFormat, _ text: DecodedText, _ cursor: TableCursor) throws
      -> Int
    {
      let table = TableFormats.Recognized(format: format, cursor: cursor)
      let file = try GlucoseFile(text, false, sample.options, known: table)
      return file.report.skipped[.header] ?? 0
    }
    let blind = RowByRow(base: again.format, findsHeaders: false)
    #expect(
      try skipped(blind, repeated, again.cursor) == skipped(found.format, text, found.cursor) + 2)
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
      try Self.read(Array(text.utf8), ReadOptions(zone: .gmt), byTemplates: true)
    ).get()
    #expect(file.report.rejected.map(\.line) == [202])
    #expect(
      file == (try Self.read(Array(text.utf8), ReadOptions(zone: .gmt), byTemplates: false)?.get()))
  }
}

/// Concentrations in both units are read by templates of rows, to the last bit as row by row.
struct RowTemplateTests {
  /// A notation of a table's concentrations.
  struct Notation: CustomTestStringConvertible {
    var unit: GlucoseUnit
    var delimiter: String
    var separator: String
    var isQuoted = false
    /// A Boolean value that indicates whether each row states the unit, and not the header.
    var statesUnits = false

    var testDescription: String {
      "\(unit) \(delimiter) \(separator) \(isQuoted) \(statesUnits)"
    }

    static let all = [
      Notation(unit: .mgdL, delimiter: ",", separator: "."),
      Notation(unit: .mgdL, delimiter: ";", separator: ",", statesUnits: true),
      Notation(unit: .mmolL, delimiter: ",", separator: "."),
      Notation(unit: .mmolL, delimiter: ",", separator: ".", statesUnits: true),
      Notation(unit: .mmolL, delimiter: ",", separator: ",", isQuoted: true),
      Notation(unit: .mmolL, delimiter: ";", separator: ","),
      Notation(unit: .mmolL, delimiter: "\t", separator: ",", isQuoted: true, statesUnits: true),
    ]

    func table(_ values: [String]) -> [UInt8] {
      let header = statesUnits ? ["time", "gl", "unit"] : ["time", "gl (\(unit.rawValue))"]
      var text = header.joined(separator: delimiter) + "\n"
      for (row, value) in values.enumerated() {
        let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(row) * 300)
        let cell = isQuoted ? "\"\(value)\"" : value
        let cells = [time.ISO8601Format(), cell] + (statesUnits ? [unit.rawValue] : [])
        text += cells.joined(separator: delimiter) + "\n"
      }
      return Array(text.utf8)
    }

    /// A plausible number with up to eighteen decimal places.
    func number(_ random: inout SeededGenerator) -> String {
      let whole =
        unit == .mgdL
        ? Int.random(in: 9...450, using: &random) : .random(in: 0...27, using: &random)
      guard Int.random(in: 0..<4, using: &random) > 0 else { return "\(whole)" }
      let places = Int.random(in: 1...18, using: &random)
      let digits = (0..<places).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      return "\(whole)\(separator)\(digits.joined())"
    }
  }

  private static let strange = [
    "0", "0.0", "0,0", "5.", "5,", ".5", ",5", "5.5", "5,5", "-6", "05,50", "05.50", "1234.5",
    "1.2e1",
    "1,2e1", "5.6 mmol/L", "LO", "", "5..5", "5.5.5", "7.55555555555555555555", "999.99", "NA",
  ]

  @Test(arguments: Notation.all)
  func aTableIsReadAsRowByRow(_ notation: Notation) throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<20 {
      let values = (0..<60).map { _ in
        Int.random(in: 0..<15, using: &random) == 0
          ? Self.strange.randomElement(using: &random) ?? "" : notation.number(&random)
      }
      let bytes = notation.table(values)
      let isSame = try read(bytes, byTemplates: true) == read(bytes, byTemplates: false)
      #expect(isSame, "\(values)")
    }
  }

  /// The template of the first row matches all rows after it but the last, which it may not look
  /// beyond.
  @Test(arguments: Notation.all)
  func numbersOfUsualLengthsAreReadByATemplate(_ notation: Notation) throws {
    var random = SeededGenerator(seed: 21)
    let values =
      ["6\(notation.separator)5"]
      + (0..<200).map { _ in
        var number = notation.number(&random)
        // Fifteen digits: more are not exact as a `Double`.
        if number.count > 16 { number.removeLast(number.count - 16) }
        return number.allSatisfy { "0.,".contains($0) } ? "1" : number
      }
    let found = try #require(TableFormats.recognize(try DecodedText(notation.table(values))))
    var (format, cursor, records) = (found.format, found.cursor, Records())
    #expect(cursor.advance() && cursor.advance())
    _ = try format.read(&cursor, into: &records)
    let cells = try #require(format.readingCells(of: cursor))
    let template = try #require(RowTemplate(cursor, cells, records))
    let count = template.readRows(&cursor, into: &records, until: cursor.bytes.count)
    #expect(count > 190)
    let expected = try values.prefix(count + 1).map {
      let number = try #require(Double($0.replacing(",", with: ".")))
      return notation.statesUnits ? Glucose(number, notation.unit).mgdL : number
    }
    #expect(records.entries.map(\.value) == expected)
    let mark: Records.Mark = notation.unit == .mgdL ? .isMgdL : .wasMmolL
    #expect(
      records.entries.count { $0.mark.contains(mark) } == (notation.statesUnits ? count + 1 : 0))
  }

  /// A comma between unquoted cells that commas delimit is no decimal separator, although it is one
  /// in quoted cells of the same table.
  @Test func aDelimiterSeparatesNoDecimals() throws {
    let rows = (0..<60).map { row in
      let cell = row % 20 == 0 ? "\"6,5\"" : row % 20 == 10 ? "7,2,5" : "7,5"
      return "2025-01-01 00:\(row < 10 ? "0" : "")\(row):00,\(cell)"
    }
    let bytes = Array((["time,gl (mmol/L),x"] + rows).joined(separator: "\n").utf8)
    let file = try #require(try read(bytes, byTemplates: true)).get()
    #expect(file == (try read(bytes, byTemplates: false)?.get()))
    // A row of four cells, and "7" beside "6,5".
    #expect(file.report.rejected.map(\.line) == [12, 32, 52])
    let values = try #require(file.people.first).recording.series.map(\.glucose.mmolL)
    #expect(Set(values.map { ($0 * 10).rounded() }) == [65, 70])
  }

  private func read(_ bytes: [UInt8], byTemplates: Bool) throws -> Result<
    GlucoseFile, ReadError
  >? {
    try TableTemplateTests.read(bytes, ReadOptions(zone: .gmt), byTemplates: byTemplates)
  }
}

/// A reader of another format that reads every row by itself.
private struct RowByRow: TableFormat {
  var base: any TableFormat
  var findsHeaders = true
  static var formats: [FileFormat] { [] }
  var format: FileFormat { base.format }
  var layout: TableLayout { base.layout }

  init(base: any TableFormat, findsHeaders: Bool = true) {
    (self.base, self.findsHeaders) = (base, findsHeaders)
  }

  init?(recognizing head: TablePreview) { return nil }

  func reader(below row: borrowing TableCursor) -> RowByRow? {
    findsHeaders ? base.reader(below: row).map { RowByRow(base: $0) } : nil
  }

  mutating func read(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    try base.read(&row, into: &records)
  }
}
