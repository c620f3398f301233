/// A spreadsheet workbook (.xlsx) as defined by ECMA-376 and ISO/IEC 29500, with transitional or
/// strict names.
///
/// Displayed values are read: the result of a formula, not the formula. Hidden sheets, rows, and
/// columns are read like the others, because hiding concerns only the display.
struct Workbook {
  typealias Sheet = (name: String, entry: ZipArchive.Entry)

  private(set) var sheets: [Sheet] = []

  private let archive: ZipArchive
  private var countsFrom1904 = false
  private var styles = NumberStyles()
  private var texts = SharedTexts()

  static func isWorkbook(_ archive: ZipArchive) -> Bool {
    archive.entries.contains { Self.path($0.name) == "[content_types].xml" }
  }

  init(_ archive: ZipArchive) throws(ReadError) {
    self.archive = archive
    let root = try Self.relations(of: "", in: archive)
    let main = root.first { $0.type == "officedocument" }?.path ?? "xl/workbook.xml"
    if main.hasSuffix(".bin") { throw UnsupportedWorkbook.error("a binary workbook (.xlsb)") }
    guard let entry = Self.entry(main, in: archive), main.hasPrefix("xl/") || root.isEmpty
    else { throw UnsupportedWorkbook.error("a document of another office program") }
    let relations = try Self.relations(of: main, in: archive)
    try readSheets(XMLStream(part: archive.stream(entry), "the part of sheets"), relations)
    for relation in relations {
      guard let entry = Self.entry(relation.path, in: archive) else { continue }
      switch relation.type {
      case "styles": styles = try NumberStyles(archive.stream(entry))
      case "sharedstrings": texts = try SharedTexts(archive.stream(entry))
      default: break
      }
    }
  }

  func text(of sheet: Sheet) throws(ReadError) -> SheetText {
    var reader = try SheetReader(
      archive.stream(sheet.entry), name: sheet.name, texts: texts, styles: styles,
      countsFrom1904: countsFrom1904)
    return try reader.read()
  }

  private mutating func readSheets(_ part: XMLStream, _ relations: [Relation]) throws(ReadError) {
    var part = part
    while let begins = try part.nextTag() {
      guard begins else { continue }
      if part.scanner.localName(is: "workbookPr") {
        countsFrom1904 = ["1", "true"].contains(part.scanner["date1904"])
      } else if part.scanner.localName(is: "sheet") {
        // A workbook may also contain sheets that consist of a chart.
        guard let id = part.scanner.value(part.scanner.prefixedAttribute("id")),
          let relation = relations.first(where: { $0.id == id }), relation.type == "worksheet",
          let entry = Self.entry(relation.path, in: archive)
        else { continue }
        sheets.append((part.scanner["name"] ?? relation.path, entry))
      }
    }
  }

  /// A reference from one part to another (ECMA-376 part 2, 9.3).
  /// The type is its last component, in lower case.
  private typealias Relation = (id: String, type: String, path: String)

  private static func relations(
    of part: String, in archive: ZipArchive
  ) throws(ReadError) -> [Relation] {
    let names = part.split(separator: "/")
    let folder = names.dropLast().joined(separator: "/")
    let place = (folder.isEmpty ? "" : folder + "/") + "_rels/" + (names.last ?? "") + ".rels"
    guard let entry = entry(place, in: archive) else { return [] }
    var relations: [Relation] = []
    var reader = try XMLStream(part: archive.stream(entry), "the part of relations")
    while let begins = try reader.nextTag() {
      guard begins, reader.scanner.localName(is: "Relationship"), relations.count < 1 << 16,
        let id = reader.scanner["Id"], let target = reader.scanner["Target"],
        let type = reader.scanner["Type"]?.split(separator: "/").last
      else { continue }
      let path = Self.path(target.hasPrefix("/") ? target : folder + "/" + target)
      relations.append((id, type.lowercased(), path))
    }
    return relations
  }

  /// Returns a normalized name of a part, in lower case, without relative steps, and with slashes
  /// for backslashes, which some programs write.
  private static func path(_ name: String) -> String {
    var names: [Substring] = []
    let text = String(name.map { $0 == "\\" ? "/" : $0 }).lowercased()
    for step in text.split(separator: "/") where step != "." {
      if step == ".." { _ = names.popLast() } else { names.append(step) }
    }
    return names.joined(separator: "/")
  }

  private static func entry(_ path: String, in archive: ZipArchive) -> ZipArchive.Entry? {
    let wanted = Self.path(path)
    return archive.entries.first { $0.name.utf8.count <= 1 << 10 && Self.path($0.name) == wanted }
  }
}

/// The errors for unsupported spreadsheet files, each of which can be saved in a supported format.
enum UnsupportedWorkbook {
  /// The UTF-16 name of the part that contains an encrypted workbook, `EncryptedPackage`.
  private static let encryptedName: [UInt8] = "EncryptedPackage".utf8.reduce(into: []) {
    $0 += [$1, 0]
  }

  static func error(_ kind: String) -> ReadError {
    ReadError(.unsupportedWorkbook(kind), expected: "the file saved as .xlsx or .csv")
  }

  static func error(_ file: [UInt8]) -> ReadError? {
    // The container of old office programs, also used for encrypted workbooks.
    if file.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      let isEncrypted = file.indices.contains { place in
        file[place] == encryptedName[0] && file[place...].starts(with: encryptedName)
      }
      return isEncrypted
        ? ReadError(
          .unsupportedWorkbook("a password-protected workbook"),
          expected: "the file saved without a password, as .xlsx or .csv")
        : error("an old workbook (.xls) or a password-protected one")
    }
    return nil
  }

  static func error(_ archive: ZipArchive) -> ReadError? {
    func has(_ name: String) -> Bool { archive.entries.contains { $0.name == name } }
    if has("mimetype"), has("content.xml") { return error("an OpenDocument spreadsheet (.ods)") }
    let isNumbers =
      has("Index.zip")
      || archive.entries.contains { $0.name.hasPrefix("Index/") && $0.name.hasSuffix(".iwa") }
    return isNumbers ? error("a Numbers document (.numbers)") : nil
  }

  static func error(_ head: DecodedText) -> ReadError? {
    let start = head.bytes[head.start...].drop { $0 <= 0x20 }.prefix(4096)
    guard start.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.contains("urn:schemas-microsoft-com:office:spreadsheet"), text.contains("<workbook") {
      return error("an XML workbook of 2003")
    }
    return text.contains("<html") || text.contains("<table") ? error("an HTML page or table") : nil
  }
}
