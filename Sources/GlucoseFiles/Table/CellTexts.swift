// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The texts of a table's cells by line and column, looked up for the few that are needed.
struct CellTexts {
  private let bytes: [UInt8]
  private let start: Int
  private let delimiter: CellDelimiter
  /// The position and the number of the last line that was looked up.
  private var position: Int
  private var line = 1

  /// Creates the texts of the table that begins at `start`.
  init(_ bytes: [UInt8], from start: Int, delimiter: CellDelimiter) {
    self.bytes = bytes
    self.start = start
    self.delimiter = delimiter
    position = start
  }

  /// Returns the start of the text of a cell, in the row that starts on a line.
  ///
  /// - Complexity: O(*n*) in total for any number of lines in ascending order, where *n* is the
  ///   number of bytes.
  mutating func text(line wanted: Int, _ column: Int) -> String {
    if wanted < line { (position, line) = (start, 1) }
    while line < wanted, let next = nextLine() {
      position = next
      line += 1
    }
    var cursor = TableCursor(bytes, from: position, delimiter: delimiter)
    return cursor.advance() ? cursor.excerpt(cursor.range(column)) : ""
  }

  /// Returns the position of the next line: after LF, CR, or both.
  private func nextLine() -> Int? {
    let span = bytes.elementSpan
    // Every bit of a byte is initialized, as a view of raw bytes requires.
    let words = unsafe span.bytes
    let (lineFeed, carriageReturn) = (
      ByteWords.filled(with: Byte.lineFeed), ByteWords.filled(with: Byte.carriageReturn)
    )
    let end = ByteWords.first(
      of: lineFeed, carriageReturn, carriageReturn, in: words, from: position)
    guard end < span.count else { return nil }
    let isPair =
      span[end] == Byte.carriageReturn && end + 1 < span.count && span[end + 1] == Byte.lineFeed
    return end + (isPair ? 2 : 1)
  }
}
