import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct WorkbookTests {
  private func bundle(_ name: String, _ zone: String) throws -> FileBundle {
    try FileBundle(
      reading: Sample.fixture("archives/\(name)"),
      options: ReadOptions(zone: TimeZone(identifier: zone)))
  }

  private func error(_ bytes: [UInt8]) -> ReadError? {
    do throws(ReadError) {
      _ = try FileBundle(reading: bytes, options: ReadOptions(zone: .gmt))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: Sample.all + [Sample.mapped])
  func aTableSavedByASpreadsheetHasTheSameContent(_ sample: Sample) throws {
    let table = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    let delimiter = try #require(table.report.detected.delimiter?.value)
    let text = try DecodedText(sample.bytes())
    var cursor = TableCursor(text.bytes, from: text.start, delimiter: delimiter)
    var cells: [[String]] = []
    while cursor.advance() { cells.append((0..<cursor.cellCount).map { cursor.text($0) ?? "" }) }
    let sheet = try GlucoseFile(
      reading: SampleWorkbook(cells: cells).bytes, options: sample.options)
    #expect(sheet.format == table.format)
    #expect(sheet.people == table.people)
    #expect(sheet.report.skipped == table.report.skipped)
    #expect(sheet.report.rejected.map(\.reason) == table.report.rejected.map(\.reason))
    #expect(sheet.report.acceptedCount == table.report.acceptedCount)
    #expect(addsUp(sheet.report))
    #expect(sheet.report.detected.delimiter == nil)
  }

  @Test func readsTheSheetsOfTidepool() throws {
    let bundle = try bundle("tidepool.xlsx", "America/New_York")
    #expect(
      bundle.members.map(\.name) == [
        "CGM", "SMBG", "Bolus", "Bolus Calculator", "Food", "Physical Activity", "Basal", "Upload",
      ])
    #expect(bundle.unread.isEmpty)
    #expect(bundle.members.allSatisfy { $0.file.format == .tidepool && addsUp($0.file.report) })
    #expect(bundle.members.flatMap(\.file.report.rejected).isEmpty)
    #expect(bundle.members[6].file.report.skipped[.basalRate] == 2)
    #expect(bundle.members[7].file.report.skipped[.deviceRecord] == 1)
    let person = try #require(bundle.people.first)
    #expect(bundle.people.count == 1)
    let series = person.recording.series
    #expect(series.count == 31)
    // The instant is read from the UTC column, not from the local time beside it.
    #expect(try series.first?.time == instant("2025-06-14T20:00:00Z"))
    #expect(series.first?.glucose == .mgdL(118))
    #expect(series.last?.flags == .belowDeviceLimit)
    #expect(person.meter.map(\.glucose) == [.mmolL(6.2), .mgdL(110)])
    #expect(
      Set(person.recording.events.map(\.content)) == [
        .insulin(InsulinDose(units: 4.8, action: .rapidActing)),
        .insulin(InsulinDose(units: 3.6, action: .rapidActing)), .meal(Meal(carbs: 48)),
        .meal(Meal(name: "soup", carbs: 30)),
        .exercise(Exercise(name: "walk", duration: .seconds(2400))),
      ])
    #expect(person.recording.events.contains { $0.id.rawValue == "tidepool-r61" })
  }

  @Test func readsTheSheetsOfDiasend() throws {
    let bundle = try bundle("diasend.xlsx", "Europe/London")
    #expect(bundle.members.map(\.name) == ["Name and glucose", "CGM", "Insulin use and carbs"])
    #expect(bundle.unread.map(\.name) == ["Insulin pump settings", "Alarms and events"])
    #expect(bundle.unread.allSatisfy { $0.isNotARecording })
    #expect(bundle.members.allSatisfy { $0.file.format == .diasend && addsUp($0.file.report) })
    let person = try #require(bundle.people.first)
    #expect(person.meter.map(\.glucose) == [.mmolL(6.4), .mmolL(8.1), .mmolL(3.6)])
    #expect(person.recording.series.count == 31)
    #expect(try person.recording.series.first?.time == instant("2025-06-14T21:00:00Z"))
    #expect(person.recording.series.last?.flags == .belowDeviceLimit)
    #expect(person.recording.series.last?.glucose == .mmolL(2.2))
    #expect(
      Set(person.recording.events.map(\.content)) == [
        .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
        .insulin(InsulinDose(units: 3.6, action: .rapidActing)),
      ])
    #expect(bundle.members[2].file.report.skipped[.basalRate] == 2)
  }

  @Test func readsDatesThatASpreadsheetMadeOfText() throws {
    let sheet = try bundle("libreview.xlsx", "America/New_York")
    let sample = Sample.libreView[0]
    let table = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(sheet.members.map(\.file.format) == [.libreView])
    #expect(sheet.people == table.people)
    #expect(sheet.members[0].file.report.detected.dateOrder?.value == .yearFirst)
  }

  @Test func reportsRowsByTheirNumbersInTheSheet() throws {
    let file = try GlucoseFile(
      reading: SampleWorkbook(
        """
        <row r="3"><c r="B3" t="inlineStr"><is><t>time</t></is></c>\
        <c r="C3" t="inlineStr"><is><t>gl (mg/dL)</t></is></c>\
        <c r="D3" t="inlineStr"><is><t>two\nlines</t></is></c></row>\
        <row r="4"><c r="B4" s="1"><v>45822.5</v></c><c r="C4"><v>100</v></c></row>\
        <row r="90"><c r="B90" s="1"><v>45822.6</v></c><c r="C90" t="str"><v>much</v></c></row>
        """
      ).bytes, options: ReadOptions(zone: .gmt))
    #expect(file.report.rejected.map(\.line) == [90])
    #expect(file.report.rejected.map(\.text) == ["much"])
    #expect(file.report.rowCount == 3)
    #expect(
      try file.person.recording.series.first?.time == instant("2025-06-14T12:00:00Z"))
  }

  @Test func readsASheetOfOneColumnAsATable() throws {
    let lines = ["time;gl (mmol/L)", "14.06.2025 08:00;5,6", "14.06.2025 08:05;7,0"]
    let file = try GlucoseFile(
      reading: SampleWorkbook(cells: lines.map { [$0] }).bytes, options: ReadOptions(zone: .gmt))
    #expect(try file.person.recording.series.map(\.glucose) == [.mmolL(5.6), .mmolL(7)])
    #expect(file.report.detected.delimiter?.value == .semicolon)
  }

  @Test func severalSheetsAreSeveralFiles() throws {
    var workbook = SampleWorkbook(cells: [["time", "gl"], ["2025-06-14 08:00", "100"]])
    workbook.sheets.append(
      (
        "B & C",
        SampleWorkbook(cells: [["time", "gl"], ["2025-06-14 08:05", "101"]]).sheets[0].rows
      ))
    workbook.sheets.append(("Notes", SampleWorkbook(cells: [["a", "remark"]]).sheets[0].rows))
    workbook.sheets.append(("Empty", ""))
    let bundle = try FileBundle(reading: workbook.bytes, options: ReadOptions(zone: .gmt))
    #expect(bundle.members.map(\.name) == ["Sheet1", "B & C"])
    #expect(bundle.unread.map(\.error.reason) == [.unknownFormat, .emptyFile])
    #expect(bundle.people.map(\.recording.series.count) == [2])
  }

  @Test(arguments: [
    ("a binary workbook (.xlsb)", "_rels/.rels", "xl/workbook.bin"),
    ("a document of another office program", "_rels/.rels", "word/document.xml"),
  ])
  func refusesOtherPackages(_ kind: String, _ name: String, _ target: String) {
    let relations =
      "<Relationships><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"\(target)\"/>"
      + "</Relationships>"
    let bytes = SampleWorkbook.archive([
      ("[Content_Types].xml", "<Types/>"), (name, relations), (target, "x"),
    ])
    #expect(error(bytes)?.reason == .unsupportedWorkbook(kind))
    #expect(error(bytes)?.expected == "the file saved as .xlsx or .csv")
  }

  @Test func refusesWorkbooksOfOtherKindsWithAdvice() {
    let old = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600)
    let secret = old + "EncryptedPackage".utf8.flatMap { [$0, 0] }
    let page = Array("\n<html><body><table><tr><td>time</td></tr></table></body></html>".utf8)
    let xml = Array(
      "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>"
        .utf8)
    let open = SampleWorkbook.archive([("mimetype", "x"), ("content.xml", "<a/>")])
    let numbers = SampleWorkbook.archive([("Index/Document.iwa", "x")])
    for (bytes, kind) in [
      (old, "an old workbook (.xls) or a password-protected one"),
      (secret, "a password-protected workbook"),
      (page, "an HTML page or table"),
      (xml, "an XML workbook of 2003"), (open, "an OpenDocument spreadsheet (.ods)"),
      (numbers, "a Numbers document (.numbers)"),
    ] {
      #expect(error(bytes)?.reason == .unsupportedWorkbook(kind))
      #expect(error(bytes)?.description.contains(".csv") == true)
    }
  }

  @Test func aDamagedWorkbookIsNeverReadAsComplete() throws {
    let bytes = try Sample.fixture("archives/libreview.xlsx")
    let options = ReadOptions(zone: TimeZone(identifier: "America/New_York"))
    let whole = try FileBundle(reading: bytes, options: options).members.map(\.file)
    for index in stride(from: 0, to: bytes.count, by: 11) {
      var damaged = bytes
      damaged[index] ^= 0x41
      guard let bundle = try? FileBundle(reading: damaged, options: options) else { continue }
      #expect(bundle.members.map(\.file) == whole, "byte \(index)")
    }
  }

  @Test func aTextInAMillionCellsIsRefused() throws {
    let long = String(repeating: "x", count: 1 << 16)
    let row = "<row>" + String(repeating: "<c t=\"s\"><v>0</v></c>", count: 200) + "</row>"
    let workbook = SampleWorkbook(
      String(repeating: row, count: 10), texts: "<si><t>\(long)</t></si>")
    guard case .limitExceeded = error(workbook.bytes)?.reason else {
      Issue.record("\(String(describing: error(workbook.bytes)))")
      return
    }
  }

  @Test(arguments: [
    "<row r=\"1\"><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>2</v></c></row>",
    "<row><c t=\"s\"><v>7</v></c></row>", "<row><c t=\"s\"><v>-1</v></c></row>",
    "<row><c><v>1</c></row>", "<row><c t=\"s\"><v>99999999999999999999</v></c></row>",
  ])
  func aMalformedSheetIsAnError(_ rows: String) {
    guard case .malformed = error(SampleWorkbook(rows).bytes)?.reason else {
      Issue.record("\(String(describing: error(SampleWorkbook(rows).bytes)))")
      return
    }
  }

  @Test func aCellBeyondAllColumnsCostsItsRow() throws {
    let file = try GlucoseFile(
      reading: SampleWorkbook(
        "<row><c t=\"str\"><v>time</v></c><c t=\"str\"><v>gl (mg/dL)</v></c></row>"
          + "<row><c s=\"1\"><v>45822.5</v></c><c r=\"B2\"><v>100</v></c>"
          + "<c r=\"XFD2\"><v>1</v></c></row>"
          + "<row><c s=\"1\"><v>45822.6</v></c><c><v>101</v></c></row>"
      ).bytes, options: ReadOptions(zone: .gmt))
    #expect(file.report.reasons == [.extraCells(found: 257, expected: 2)])
    #expect(try file.person.recording.series.count == 1)
  }
}
