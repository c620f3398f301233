// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Looks cells of a table up again, by line and column, for the few of which the text is asked for.
struct CellTexts {
  private let bytes: [UInt8]
  private let start: Int
  private let delimiter: CellDelimiter
  /// Where the line looked up last begins, and which it is.
  private var position: Int
  private var line = 1

  /// The cells of the text that begins at `start`.
  init(_ bytes: [UInt8], from start: Int, delimiter: CellDelimiter) {
    self.bytes = bytes
    self.start = start
    self.delimiter = delimiter
    position = start
  }

  /// The start of the text of a cell, in the row that starts on a line.
  ///
  /// - Complexity: O(*n*) in bytes for any number of lines that are asked for in order.
  mutating func text(line wanted: Int, _ column: Int) -> String {
    if wanted < line { (position, line) = (start, 1) }
    while line < wanted, let next = nextLine() {
      position = next
      line += 1
    }
    var cursor = TableCursor(bytes, from: position, delimiter: delimiter)
    return cursor.advance() ? cursor.excerpt(cursor.range(column)) : ""
  }

  /// Where the next line begins: behind LF, CR or both.
  private func nextLine() -> Int? {
    let span = bytes.elementSpan
    // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
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
