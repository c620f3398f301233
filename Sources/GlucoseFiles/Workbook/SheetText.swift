internal import GlucoseMath

/// A sheet of a workbook as the text of a table with cells separated by tabs.
///
/// Rows that the sheet omits are omitted here too; ``row(ofLine:)`` returns a row's number in the
/// spreadsheet.
struct SheetText {
  let name: String
  private(set) var bytes: [UInt8] = []
  /// The sheet's dates, as evidence of exchanged days and months.
  var dates = SheetDates()
  private(set) var columnCount = 0

  /// The differences between the numbers of rows and lines, each from a line on.
  private var offsets: [(line: Int, offset: Int)] = []
  private var line = 1
  private var lineEnds = 0
  private var width = 0

  /// The maximum number of columns, more than in any export; the cells beyond become one.
  private static let mostColumns = 256

  init(name: String) { self.name = name }

  mutating func append(_ cell: ArraySlice<UInt8>, column: Int, sheetSize: Int) throws(ReadError) {
    guard !cell.isEmpty else { return }
    let column = min(column, Self.mostColumns)
    guard column >= width else {
      // Only columns beyond the maximum may share a position.
      if column == Self.mostColumns { return }
      throw ReadError(
        .malformed("the cells of a row are out of order"), text: TableCursor.excerpt(name),
        expected: "a workbook saved by a spreadsheet")
    }
    // Any number of cells may refer to one shared text.
    let size = bytes.count + cell.count
    guard size <= UnpackLimit.always || size / 16 <= sheetSize else {
      throw ReadError(.limitExceeded("a sheet of \(sheetSize) bytes expands to more than \(size)"))
    }
    for _ in 0..<(width == 0 ? column : column - width + 1) { bytes.append(Byte.tab) }
    width = column + 1
    columnCount = max(columnCount, width)
    guard cell.contains(where: { $0 == Byte.tab || $0 == Byte.lineFeed || $0 == Byte.quote }) else {
      bytes += cell
      return
    }
    bytes.append(Byte.quote)
    for byte in cell {
      if byte == Byte.quote { bytes.append(byte) }
      if byte == Byte.lineFeed { lineEnds += 1 }
      bytes.append(byte)
    }
    bytes.append(Byte.quote)
  }

  mutating func endRow(_ number: Int) {
    bytes.append(Byte.lineFeed)
    let offset = number - line
    if (offsets.last?.offset ?? 0) != offset { offsets.append((line, offset)) }
    line += 1 + lineEnds
    (lineEnds, width) = (0, 0)
  }

  /// Returns the number of the row that begins on a line of the text.
  func row(ofLine line: Int) -> Int {
    let next = offsets.partitioningIndex { $0.line > line }
    return line + (next == 0 ? 0 : offsets[next - 1].offset)
  }

  /// The sheet as a table whose format is to be detected.
  ///
  /// A sheet of one column is a table that a spreadsheet imported as lines of text, so its lines
  /// are read as a file with another delimiter.
  var text: DecodedText {
    let evidence = DetectionEvidence.structure(
      "the sheet \"\(TableCursor.excerpt(name))\" of a workbook")
    var text = DecodedText(written: columnCount == 1 ? lines : bytes, evidence)
    if columnCount != 1 { text.delimiters = [.tab] }
    text.sheetName = name
    return text
  }

  private var lines: [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var cursor = TableCursor(bytes, delimiter: .tab)
    while cursor.advance() {
      lines += Array((cursor.text(0) ?? "").utf8).map { $0 == Byte.lineFeed ? Byte.blank : $0 }
      lines.append(Byte.lineFeed)
    }
    return lines
  }
}

extension ImportReport {
  mutating func locate(in sheet: SheetText) {
    for index in rejected.indices { rejected[index].line = sheet.row(ofLine: rejected[index].line) }
    for index in errorCodes.indices {
      errorCodes[index].line = sheet.row(ofLine: errorCodes[index].line)
    }
    for index in conflicts.indices {
      for side in [\ReadingConflict.kept.line, \.discarded.line] {
        conflicts[index][keyPath: side] = conflicts[index][keyPath: side].map(sheet.row)
      }
    }
    ambiguousTimeLines = ambiguousTimeLines.map(sheet.row)
    for warning in [\Self.timeZoneWarning, \.localTimeWarning, \.futureRecords] {
      if let line = self[keyPath: warning]?.line {
        self[keyPath: warning]?.line = sheet.row(ofLine: line)
      }
    }
  }
}
