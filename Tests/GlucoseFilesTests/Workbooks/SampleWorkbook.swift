import Foundation

@testable import GlucoseFiles

/// A workbook made for a test, with its parts stored uncompressed.
struct SampleWorkbook {
  /// The sheets: a name and the content of `sheetData`.
  var sheets: [(name: String, rows: String)]
  /// The content of `sst`.
  var texts = ""
  /// The content of `styleSheet`.
  var styles = ""
  /// The attributes of `workbookPr`.
  var properties = ""
  /// The namespace prefix, such as `x:`.
  var prefix = ""
  /// A Boolean value that indicates whether the names are those of the strict format.
  var isStrict = false

  static let dateStyles =
    "<numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy-mm-dd hh:mm\"/></numFmts><cellXfs>"
    + [0, 164, 14, 20, 46, 22].map { "<xf numFmtId=\"\($0)\"/>" }.joined() + "</cellXfs>"

  /// Creates a workbook of one sheet with dates in the styles 1 to 5.
  init(_ rows: String, texts: String = "", name: String = "Sheet1") {
    sheets = [(name, rows)]
    self.texts = texts
    styles = Self.dateStyles
  }

  /// Returns a sheet of a table's cells, with numbers as numbers.
  init(cells: [[String]], name: String = "Sheet1") {
    self.init(
      cells.enumerated().map { row, cells in
        "<row r=\"\(row + 1)\">"
          + cells.enumerated().map { column, text in
            text.isEmpty ? "" : Self.cell(text, Self.reference(row, column))
          }.joined() + "</row>"
      }.joined(), name: name)
  }

  private static func cell(_ text: String, _ place: String) -> String {
    let isNumber =
      Double(text).map { "\($0)" == text || "\(Int64(clamping: Int($0)))" == text } ?? false
    return isNumber
      ? "<c r=\"\(place)\"><v>\(text)</v></c>"
      : "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(escaped(text))</t></is></c>"
  }

  static func reference(_ row: Int, _ column: Int) -> String {
    let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
    return (column < 26 ? "" : letters[column / 26 - 1]) + letters[column % 26] + "\(row + 1)"
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  var parts: [(String, String)] {
    let main =
      isStrict
      ? "http://purl.oclc.org/ooxml/spreadsheetml/main"
      : "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let types =
      isStrict
      ? "http://purl.oclc.org/ooxml/officeDocument/relationships"
      : "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let space = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
    func part(_ root: String, _ content: String) -> String {
      let content =
        prefix.isEmpty
        ? content
        : content.replacing("</", with: "\u{1}").replacing("<", with: "<\(prefix)")
          .replacing("\u{1}", with: "</\(prefix)")
      return
        "<\(prefix)\(root) \(space)=\"\(main)\" xmlns:q=\"\(types)\">\(content)</\(prefix)\(root)>"
    }
    func relations(_ relations: [(String, String, String)]) -> String {
      "<Relationships>"
        + relations.map { "<Relationship Id=\"\($0)\" Type=\"\(types)/\($1)\" Target=\"\($2)\"/>" }
        .joined() + "</Relationships>"
    }
    let list = sheets.indices.map {
      "<sheet name=\"\(Self.escaped(sheets[$0].name))\" sheetId=\"\($0 + 1)\" q:id=\"r\($0)\"/>"
    }
    return [
      ("[Content_Types].xml", "<Types/>"),
      ("_rels/.rels", relations([("r", "officeDocument", "/xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        part("workbook", "<workbookPr \(properties)/><sheets>\(list.joined())</sheets>")
      ),
      (
        "xl/_rels/workbook.xml.rels",
        relations(
          sheets.indices.map { ("r\($0)", "worksheet", "worksheets/sheet\($0 + 1).xml") } + [
            ("t", "sharedStrings", "sharedStrings.xml"), ("s", "styles", "../xl/styles.xml"),
          ])
      ),
      ("xl/sharedStrings.xml", part("sst", texts)), ("xl/styles.xml", part("styleSheet", styles)),
    ]
      + sheets.enumerated().map { number, sheet in
        (
          "xl/worksheets/sheet\(number + 1).xml",
          part("worksheet", "<sheetData>\(sheet.rows)</sheetData>")
        )
      }
  }

  var bytes: [UInt8] { Self.archive(parts) }

  /// The text of the first sheet as a table.
  func text() throws -> String {
    let workbook = try Workbook(ZipArchive(bytes))
    return String(decoding: try workbook.text(of: workbook.sheets[0]).bytes, as: UTF8.self)
  }

  /// Returns a zip archive of uncompressed files.
  static func archive(_ files: [(String, String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for (name, text) in files {
      let (name, content) = (Array(name.utf8), Array(text.utf8))
      var checksum = Checksum()
      checksum.add(content)
      let sizes =
        number(Int(checksum.value), 4) + number(content.count, 4) + number(content.count, 4)
        + number(name.count, 2) + number(0, 2)
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(0, 8) + sizes
        + number(0, 10) + number(bytes.count, 4) + name
      bytes += number(0x0403_4B50, 4) + number(20, 2) + number(0, 8) + sizes + name + content
    }
    let start = bytes.count
    bytes += directory
    bytes += number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
    bytes += number(directory.count, 4) + number(start, 4) + number(0, 2)
    return bytes
  }
}
