// SPDX-License-Identifier: Apache-2.0

/// A sheet of a workbook as the text of a table, its cells separated by tabs.
///
/// Rows that the sheet leaves out are left out here too; ``row(ofLine:)`` has the number that a
/// spreadsheet shows for a row.
struct SheetText {
  /// The name of the sheet.
  let name: String
  /// The rows, each with a line feed at its end.
  private(set) var bytes: [UInt8] = []
  /// What the sheet's dates show of how they came to be.
  var dates = SheetDates()
  /// How many columns hold something.
  private(set) var columnCount = 0

  /// From which line on how much a row's number exceeds that of its line.
  private var offsets: [(line: Int, offset: Int)] = []
  private var line = 1
  private var lineEnds = 0
  /// How many cells of the row are written.
  private var width = 0

  /// More columns than any export has; what lies beyond shows as one cell too many.
  private static let mostColumns = 256

  init(name: String) { self.name = name }

  /// Writes a cell of the row behind those written; an empty one is none.
  ///
  /// - Parameter sheetSize: The bytes of the sheet that are read.
  mutating func append(
    _ cell: ArraySlice<UInt8>, column: Int, sheetSize: Int
  ) throws(ReadError) {
    guard !cell.isEmpty else { return }
    let column = min(column, Self.mostColumns)
    guard column >= width else {
      // Only columns beyond the last may share a place.
      if column == Self.mostColumns { return }
      throw ReadError(
        .malformed("the cells of a row are out of order"), text: TableCursor.excerpt(name),
        expected: "a workbook as spreadsheets save it")
    }
    // One text may stand in any number of cells.
    let size = bytes.count + cell.count
    guard size <= UnpackLimit.always || size / 16 <= sheetSize else {
      throw ReadError(.hostile("a sheet of \(sheetSize) bytes unfolds to more than \(size)"))
    }
    for _ in 0..<(width == 0 ? column : column - width + 1) { bytes.append(Byte.tab) }
    width = column + 1
    columnCount = max(columnCount, width)
    guard cell.contains(where: { Self.needsQuotes($0) }) else {
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

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.quote
  }

  /// Ends the row of a number.
  mutating func endRow(_ number: Int) {
    bytes.append(Byte.lineFeed)
    let offset = number - line
    if (offsets.last?.offset ?? 0) != offset { offsets.append((line, offset)) }
    line += 1 + lineEnds
    (lineEnds, width) = (0, 0)
  }

  /// The number of the row that begins on a line of the text.
  func row(ofLine line: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return line + (low == 0 ? 0 : offsets[low - 1].offset)
  }

  /// The sheet as a table whose format is to be found.
  ///
  /// A sheet of one column is a table that a spreadsheet took for lines of text, so its lines are
  /// those of a file with cells separated in some other way.
  var text: DecodedText {
    let evidence = DetectionEvidence.structure(
      "the sheet \"\(TableCursor.excerpt(name))\" of a workbook")
    guard columnCount == 1 else {
      var text = DecodedText(written: bytes, evidence)
      text.delimiters = [.tab]
      text.sheetName = name
      return text
    }
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var cursor = TableCursor(bytes, delimiter: .tab)
    while cursor.advance() {
      lines += Array((cursor.text(0) ?? "").utf8).map { $0 == Byte.lineFeed ? Byte.blank : $0 }
      lines.append(Byte.lineFeed)
    }
    var text = DecodedText(written: lines, evidence)
    text.sheetName = name
    return text
  }
}

extension ImportReport {
  /// Gives rows the numbers that they have in a sheet.
  mutating func locate(in sheet: SheetText) {
    for index in rejected.indices { rejected[index].line = sheet.row(ofLine: rejected[index].line) }
    for index in errorCodes.indices {
      errorCodes[index].line = sheet.row(ofLine: errorCodes[index].line)
    }
    for index in conflicts.indices {
      conflicts[index].kept.line = conflicts[index].kept.line.map { sheet.row(ofLine: $0) }
      conflicts[index].discarded.line = conflicts[index].discarded.line.map {
        sheet.row(ofLine: $0)
      }
    }
    ambiguousTimeLines = ambiguousTimeLines.map { sheet.row(ofLine: $0) }
    timeZoneWarning = timeZoneWarning.map {
      var doubt = $0
      doubt.line = sheet.row(ofLine: doubt.line)
      return doubt
    }
    futureRows = futureRows.map {
      var future = $0
      future.line = sheet.row(ofLine: future.line)
      return future
    }
  }
}

extension ReadError {
  /// The error with the number that its row has in a sheet.
  func located(in sheet: SheetText?) -> Self {
    guard let sheet, let line else { return self }
    var error = self
    error.line = sheet.row(ofLine: line)
    return error
  }
}
