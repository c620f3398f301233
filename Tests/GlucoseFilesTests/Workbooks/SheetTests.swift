import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// The conversion of cells to text.
struct SheetTests {
  @Test(arguments: [
    ("<c><v>120</v></c>", "120"), ("<c><v>120.0</v></c>", "120"), ("<c><v>1.2E2</v></c>", "120"),
    ("<c><v>5.5999999999999996</v></c>", "5.6"), ("<c><v> 7 </v></c>", "7"),
    ("<c><v>-3</v></c>", "-3"),
    ("<c><v>1.761438961E12</v></c>", "1761438961000"), ("<c t=\"b\"><v>1</v></c>", "TRUE"),
    ("<c t=\"e\"><v>#N/A</v></c>", "#N/A"), ("<c t=\"str\"><f>A1</f><v>a&amp;b</v></c>", "a&b"),
    ("<c><f>SUM(B1:B2)</f><v>4</v></c>", "4"), ("<c t=\"n\"><v>4</v></c>", "4"),
    ("<c t=\"d\"><v>2025-06-14T08:00:00</v></c>", "2025-06-14T08:00:00"),
    ("<c t=\"s\"><v>0</v></c>", "plain"), ("<c t=\"s\"><v>1</v></c>", "rich text"),
    ("<c t=\"s\"><v>2</v></c>", "東京"), ("<c t=\"s\"><v>3</v></c>", " kept "),
    ("<c t=\"s\"><v>4</v></c>", "\"two\nlines\""), ("<c t=\"s\"><v>5</v></c>", "\"a\tb\"\"c\""),
    ("<c t=\"s\"><v>6</v></c>", "_x_ and _"), ("<c t=\"s\"><v>7</v></c>", ""),
    ("<c t=\"inlineStr\"><is><t>in</t><r><t>line</t></r></is></c>", "inline"),
    ("<c><is><t>no</t></is></c>", ""), ("<c t=\"str\"><v><![CDATA[<1>]]>]</v></c>", "<1>]"),
    ("<c s=\"99\"><v>45822.5</v></c>", "45822.5"), ("<c s=\"1\"><v>-1</v></c>", "-1"),
    ("<c s=\"1\"><v>45822.770833333336</v></c>", "2025-06-14 18:30:00"),
    ("<c/>", ""),
  ])
  func writesACell(_ cell: String, _ text: String) throws {
    let texts = """
      <si><t>plain</t></si><si><r><rPr><b/></rPr><t>rich</t></r><r><t xml:space="preserve"> text</t></r></si>\
      <si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t> kept </t></si>\
      <si><t>two_x000D_\nlines</t></si><si><t>a\tb"c</t></si><si><t>_x_ and _</t></si><si/>
      """
    let row = "<row r=\"1\">\(cell)<c t=\"str\"><v>end</v></c></row>"
    let written = try SampleWorkbook(row, texts: texts).text()
    #expect(written == text + "\tend\n")
  }

  @Test func everyLineInAReportIsARowOfTheSheet() throws {
    let workbook = SampleWorkbook(
      "<row r=\"1\">\(Self.cell("time"))\(Self.cell("gl"))</row>"
        + [(5, "00:00", 100), (6, "00:00", 140), (9, "00:05", 120)].map {
          "<row r=\"\($0)\">\(Self.cell("2025-01-01 \($1)"))<c><v>\($2)</v></c></row>"
        }.joined())
    let bytes = workbook.bytes
    var options = ReadOptions(zone: .gmt)
    options.now = try instant("2024-01-01T00:00:00Z")
    let account = try GlucoseFile(reading: bytes, options: options).report
    #expect(account.conflicts.first?.discarded.line == 5)
    #expect(account.conflicts.first?.kept.line == 6)
    #expect(account.futureRecords?.line == 5)
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil))
    }
    #expect(error?.line == 5)
  }

  private static func cell(_ text: String) -> String {
    "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }

  @Test(arguments: [false, true])
  func readsPrefixesAndStrictNames(_ isStrict: Bool) throws {
    var workbook = SampleWorkbook(
      "<row r=\"2\"><c r=\"C2\" t=\"s\"><v>0</v></c><c r=\"AA2\" s=\"1\"><v>45822</v></c></row>",
      texts: "<si><t>text</t></si>")
    workbook.prefix = "x:"
    workbook.isStrict = isStrict
    let tabs = String(repeating: "\t", count: 24)
    #expect(try workbook.text() == "\t\ttext\(tabs)2025-06-14 00:00:00\n")
  }

  @Test func readsPiecesOfAnySize() throws {
    let document = "<a>one &amp; two<b><![CDATA[<three>]]]]></b>æ]x</a>"
    for size in 1...9 {
      var scanner = XMLScanner([], isWhole: false)
      scanner.collectsText = true
      var pieces = UTF8Pieces()
      var rest = Array(document.utf8)[...]
      scan: while true {
        switch try scanner.next() {
        case .start, .end: break
        case .needsMore:
          if rest.isEmpty { scanner.finish() }
          let piece = pieces.text(of: Array(rest.prefix(size)))
          scanner.append(try #require(piece))
          rest = rest.dropFirst(size)
        case .endOfDocument: break scan
        case .cut:
          Issue.record("cut")
          break scan
        }
      }
      #expect(String(decoding: scanner.text, as: UTF8.self) == "one & two<three>]]æ]x")
    }
  }

  @Test(arguments: [
    ("General", NumberStyles.Kind.number), ("0.00", .number), ("#,##0", .number),
    ("0.00E+00", .number), ("0.0 \"mmol/day\"", .number), ("[Red]0;[Blue]-0", .number),
    ("@", .number),
    ("0.00;-0.00;0", .number), ("yyyy-mm-dd hh:mm:ss", .dateAndClock),
    ("m/d/yy h:mm", .dateAndClock),
    ("yyyy\\-mm\\-dd\\ hh:mm:ss", .dateAndClock), ("dd.mm.yyyy", .date), ("d-mmm", .date),
    ("mmm-yy", .date), ("mmm", .date), ("h:mm AM/PM", .clock), ("hh:mm:ss.000", .clock),
    ("mm:ss.0", .clock), ("[h]:mm:ss", .duration), ("[mm]:ss", .duration),
    ("[$-409]d/m/yyyy", .date),
    ("[$-x-systime]h:mm am/pm", .clock), ("yyyy\"年\"m\"月\"d\"日\"", .date), ("_(* #,##0_)", .number),
  ])
  func determinesTheKindOfAFormatCode(_ code: String, _ kind: NumberStyles.Kind) {
    #expect(NumberStyles.kind(code) == kind)
  }

  @Test func determinesTheKindOfABuiltInFormat() {
    #expect((14...17).allSatisfy { NumberStyles.builtIn($0) == .date })
    #expect([18, 19, 20, 21, 45, 47].allSatisfy { NumberStyles.builtIn($0) == .clock })
    #expect(NumberStyles.builtIn(22) == .dateAndClock)
    #expect(NumberStyles.builtIn(46) == .duration)
    #expect(
      [0, 1, 2, 9, 10, 13, 23, 37, 49, 164].allSatisfy { NumberStyles.builtIn($0) == .number })
  }

  @Test(arguments: [
    (45822.0, NumberStyles.Kind.date, "2025-06-14"), (45822.25, .date, "2025-06-14 06:00:00"),
    (45822, .dateAndClock, "2025-06-14 00:00:00"),
    (43008.770833333336, .dateAndClock, "2017-09-30 18:30:00"),
    (43008.99999999, .dateAndClock, "2017-10-01 00:00:00"), (0.3368055555, .clock, "08:05:00"),
    (45822.5, .clock, "2025-06-14 12:00:00"), (0.5, .dateAndClock, "12:00:00"),
    (1.5, .duration, "36:00:00"), (0.0277777777, .duration, "0:40:00"), (1, .date, "1900-01-01"),
    (59, .date, "1900-02-28"), (60, .date, "1900-02-29"), (61, .date, "1900-03-01"),
    (2958465, .date, "9999-12-31"),
  ])
  func writesASerialNumber(_ serial: Double, _ kind: NumberStyles.Kind, _ text: String) {
    var times = SerialTime(countsFrom1904: false)
    #expect(times.text(serial, kind).map { String(decoding: $0.text, as: UTF8.self) } == text)
  }

  @Test(arguments: [-0.5, 2_958_466, .infinity, .nan])
  func anotherNumberIsNotATime(_ serial: Double) {
    var times = SerialTime(countsFrom1904: false)
    #expect(times.text(serial, .dateAndClock) == nil)
  }

  @Test func countsFrom1904IfTheWorkbookDoes() throws {
    var workbook = SampleWorkbook("<row><c s=\"1\"><v>44360.5</v></c></row>")
    for value in ["1", "true"] {
      workbook.properties = "date1904=\"\(value)\""
      #expect(try workbook.text() == "2025-06-14 12:00:00\n")
    }
    workbook.properties = "date1904=\"0\""
    #expect(try workbook.text() == "2021-06-13 12:00:00\n")
  }

  /// Returns a table of readings every quarter of an hour, with the days of its times as serial
  /// numbers.
  private func table(
    _ days: [Int], texts: [String] = [], above: [String] = []
  ) -> [UInt8] {
    func row(_ text: String) -> String {
      "<row><c t=\"str\"><v>\(text)</v></c><c><v>100</v></c></row>"
    }
    var rows = "<row><c t=\"str\"><v>time</v></c><c t=\"str\"><v>gl (mg/dL)</v></c></row>"
    rows += above.map(row).joined()
    for day in days {
      for turn in 0..<10 {
        let serial = Double(day) + Double(turn) / 96
        rows += "<row><c s=\"1\"><v>\(serial)</v></c><c><v>\(100 + turn)</v></c></row>"
      }
    }
    rows += texts.map(row).joined()
    return SampleWorkbook(rows).bytes
  }

  private func reason(_ bytes: [UInt8]) -> ReadError.Reason? {
    do throws(ReadError) {
      _ = try GlucoseFile(reading: bytes, options: ReadOptions(zone: .gmt))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func refusesExchangedDaysAndMonths() {
    // 5 January, 5 February, and 5 March, made of 1, 2, and 3 May.
    #expect(reason(table([45662, 45693, 45721])) == .swappedDayAndMonth(example: "2025-01-05"))
    // 5 June among dates that remained text because their days are above 12.
    #expect(
      reason(table([45813], texts: ["06/13/2025 08:00", "06/14/2025 08:00"]))
        == .swappedDayAndMonth(example: "2025-06-05 00:00:00"))
    // The same with the newest first.
    #expect(
      reason(table([45813], above: ["06/14/2025 08:00", "06/13/2025 08:00"]))
        == .swappedDayAndMonth(example: "2025-06-05 00:00:00"))
  }

  @Test func acceptsConsecutiveDates() {
    #expect(reason(table([45813, 45814, 45815])) == nil)
    // The end of a month and its first days.
    #expect(reason(table([45808, 45809, 45810])) == nil)
    // One day in each of several months, one of them above 12.
    #expect(reason(table([45662, 45703, 45731])) == nil)
    #expect(reason(table([45813], texts: ["2025-06-06 08:00"])) == nil)
  }
}
