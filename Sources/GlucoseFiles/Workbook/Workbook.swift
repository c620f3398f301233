// SPDX-License-Identifier: Apache-2.0

/// A spreadsheet workbook (.xlsx) as defined by ECMA-376 and ISO/IEC 29500, with transitional or
/// strict names.
///
/// Displayed values are read: the result of a formula, not the formula. Hidden sheets, rows, and
/// columns are read like the others, because hiding concerns only the display.
struct Workbook {
  /// A sheet of cells.
  struct Sheet {
    var name: String
    fileprivate var entry: ZipArchive.Entry
  }

  /// The sheets of cells, in the order of the workbook.
  private(set) var sheets: [Sheet] = []

  private let archive: ZipArchive
  private var countsFrom1904 = false
  private var styles = NumberStyles()
  private var texts = SharedTexts()

  /// Returns a Boolean value that indicates whether an archive is a package of an office program.
  static func isWorkbook(_ archive: ZipArchive) -> Bool {
    archive.entries.contains { Self.path($0.name) == "[content_types].xml" }
  }

  init(_ archive: ZipArchive) throws(ReadError) {
    self.archive = archive
    let root = try Self.relations(of: "", in: archive)
    let main = root.first { $0.type == "officedocument" }?.path ?? "xl/workbook.xml"
    if main.hasSuffix(".bin") {
      throw UnsupportedWorkbook.error("a binary workbook (.xlsb)")
    }
    guard let entry = Self.entry(main, in: archive), main.hasPrefix("xl/") || root.isEmpty else {
      throw UnsupportedWorkbook.error("a document of another office program")
    }
    let relations = try Self.relations(of: main, in: archive)
    try readSheets(PartReader(archive.stream(entry), "the part of sheets"), relations)
    for relation in relations {
      guard let entry = Self.entry(relation.path, in: archive) else { continue }
      switch relation.type {
      case "styles": styles = try NumberStyles(archive.stream(entry))
      case "sharedstrings": texts = try SharedTexts(archive.stream(entry))
      default: break
      }
    }
  }

  /// Returns the text of a sheet.
  func text(of sheet: Sheet) throws(ReadError) -> SheetText {
    var reader = try SheetReader(
      archive.stream(sheet.entry), name: sheet.name, texts: texts, styles: styles,
      countsFrom1904: countsFrom1904)
    return try reader.read()
  }

  private mutating func readSheets(
    _ part: PartReader, _ relations: [Relation]
  ) throws(ReadError) {
    var part = part
    while let begins = try part.next() {
      guard begins else { continue }
      if part.scanner.localName(is: "workbookPr") {
        let value = part.scanner.attribute("date1904")
        countsFrom1904 = part.scanner.value(value, is: "1") || part.scanner.value(value, is: "true")
      } else if part.scanner.localName(is: "sheet") {
        // A workbook may also contain sheets that consist of a chart.
        guard let id = part.scanner.value(part.scanner.prefixedAttribute("id")),
          let relation = relations.first(where: { $0.id == id }), relation.type == "worksheet",
          let entry = Self.entry(relation.path, in: archive)
        else { continue }
        let name = part.scanner.value(part.scanner.attribute("name")) ?? relation.path
        sheets.append(Sheet(name: name, entry: entry))
      }
    }
  }

  /// A reference from one part to another (ECMA-376 part 2, 9.3).
  private struct Relation {
    var id: String
    /// The last component of the type, in lower case.
    var type: String
    var path: String
  }

  /// Returns the references of a part; the package itself is the part with an empty name.
  private static func relations(
    of part: String, in archive: ZipArchive
  ) throws(ReadError) -> [Relation] {
    let names = part.split(separator: "/")
    let folder = names.dropLast().joined(separator: "/")
    let place = (folder.isEmpty ? "" : folder + "/") + "_rels/" + (names.last ?? "") + ".rels"
    guard let entry = entry(place, in: archive) else { return [] }
    var relations: [Relation] = []
    var reader = try PartReader(archive.stream(entry), "the part of relations")
    while let begins = try reader.next() {
      guard begins, reader.scanner.localName(is: "Relationship"), relations.count < 1 << 16,
        let id = reader.scanner.value(reader.scanner.attribute("Id")),
        let type = reader.scanner.value(reader.scanner.attribute("Type"))?.split(separator: "/")
          .last,
        let target = reader.scanner.value(reader.scanner.attribute("Target"))
      else { continue }
      let path = Self.path(target.hasPrefix("/") ? target : folder + "/" + target)
      relations.append(Relation(id: id, type: type.lowercased(), path: path))
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
