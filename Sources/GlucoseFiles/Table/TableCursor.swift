internal import GlucoseMath

/// A cursor that moves through a table row by row and has the ranges of the current row's cells.
///
/// It follows RFC 4180: cells may be quoted, quotes inside are doubled, and a quoted cell may
/// contain delimiters and line ends. Lines end in CR, LF, or both, also mixed. A row with an
/// unclosed quote ends with its line and is marked broken, so that it does not include the rest of
/// the file.
struct TableCursor {
  /// A cell's range in the bytes, without its quotes.
  struct Cell {
    var start = 0
    var end = 0
    var isQuoted = false
    /// Whether the cell contains doubled quotes.
    var isEscaped = false
  }

  let bytes: [UInt8]
  let delimiter: CellDelimiter
  /// The decimal separator, known from the first number that has one.
  var decimalSeparator: DecimalSeparator?
  /// The range of the number from which the decimal separator is known.
  var decimalExample: Range<Int>?
  /// The number of numbers with another decimal separator, and the range of the first.
  var separatorConflicts = 0
  var conflictExample: Range<Int>?
  /// Whether the bytes are known to be complete at the end.
  var isEndCertain = false

  /// Whether a row may contain zero bytes, which are damage.
  var mayHoldZeros = false

  private(set) var cellCount = 0
  /// The line on which the row starts, counted from 1.
  private(set) var line = 0
  private(set) var row = 0..<0
  /// Whether the row has an unclosed quote.
  private(set) var isBroken = false

  private var cells = Array(repeating: Cell(), count: 32)
  private var next: Int
  /// The line on which the next row starts, counted from 1.
  private(set) var nextLine = 1
  private let delimiterWord: UInt64

  init(_ bytes: [UInt8], from start: Int = 0, delimiter: CellDelimiter) {
    self.bytes = bytes
    self.delimiter = delimiter
    next = start
    delimiterWord = ByteWords.filled(with: delimiter.rawValue)
  }

  /// The position after the row and its line end.
  var position: Int { next }

  /// Returns a cursor before the row that begins at `start`, which counts lines from there.
  func moved(to start: Int) -> TableCursor {
    var cursor = self
    (cursor.next, cursor.nextLine) = (start, 1)
    return cursor
  }

  /// Moves behind rows of one line each that end at a position and were read without this cursor.
  mutating func skipRows(_ count: Int, endingAt end: Int) {
    next = end
    nextLine += count
  }

  var holdsZero: Bool { mayHoldZeros && bytes[row].contains(0) }

  /// Moves to the next row; returns `false` if there is none.
  mutating func advance() -> Bool {
    guard next < bytes.count else { return false }
    line = nextLine
    isBroken = false
    // Moved out of the cursor during the scan, which borrows the cursor's bytes without a copy.
    var places: [Cell] = []
    swap(&places, &cells)
    while true {
      switch scan(from: next, minding: !isBroken, into: &places) {
      case .done(let found):
        // A stray quote, and another in a later row, enclose the rows between them.
        if found.lines > 1, !isBroken,
          places[..<found.cells].contains(where: { containsRow(in: $0, like: cellCount) })
        {
          isBroken = true
          continue
        }
        cellCount = found.cells
        row = next..<found.end
        next = found.next
        nextLine += found.lines
        swap(&places, &cells)
        return true
      case .full:
        guard places.count < Self.mostCells else {
          let found = lineEnd(from: next)
          (cellCount, row, next) = (places.count, next..<found.end, found.next)
          nextLine += 1
          swap(&places, &cells)
          return true
        }
        places += Array(repeating: Cell(), count: places.count)
      case .broken: isBroken = true
      }
    }
  }

  /// The maximum number of cells in a row, that of a sheet of a workbook. The rest of a row with more
  /// is not divided into cells.
  static let mostCells = 16_384

  func lineEnd(from start: Int) -> (end: Int, next: Int) {
    let span = bytes.elementSpan
    let end = unsafe ByteWords.first(
      of: Self.lineFeedWord, Self.returnWord, Self.returnWord, in: span.bytes, from: start)
    guard end < span.count else { return (end, end) }
    return (end, end + (span[end] == Byte.carriageReturn && Self.isLineFeed(span, end + 1) ? 2 : 1))
  }

  /// Returns whether a quoted cell contains another row below its first line: a line with as many
  /// cells as the row before, and with the digits of a time.
  private func containsRow(in cell: Cell, like count: Int) -> Bool {
    guard cell.isQuoted, count > 1 else { return false }
    var start = lineEnd(from: cell.start).next
    while start < cell.end {
      let (end, next) = lineEnd(from: start)
      var (delimiters, digits) = (0, 0)
      for index in start..<min(end, cell.end) {
        if bytes[index] == delimiter.rawValue { delimiters += 1 }
        if Byte.zero...Byte.nine ~= bytes[index] { digits += 1 }
      }
      // A year, a month, a day, and hours have eight.
      if delimiters == count - 1, digits >= 8 { return true }
      start = next
    }
    return false
  }

  private enum Scan {
    /// All cells are known: their number, the end of the row, the start of the next row, and the
    /// number of lines.
    case done((cells: Int, end: Int, next: Int, lines: Int))
    case full
    case broken
  }

  /// The cell of a column, counted from 0; an empty cell if the row is too short.
  subscript(column: Int) -> Cell {
    guard column < cellCount else { return Cell(start: row.upperBound, end: row.upperBound) }
    return cells[column]
  }

  private func scan(from start: Int, minding quotes: Bool, into cells: inout [Cell]) -> Scan {
    let span = bytes.elementSpan
    let words = unsafe span.bytes
    let (delimiter, delimiterWord) = (delimiter.rawValue, delimiterWord)
    var places = cells.mutableElementSpan
    let count = span.count
    var index = start
    var lines = 1
    var found = 0
    while true {
      var cell = Cell(start: index, end: index)
      if quotes, index < count, span[index] == Byte.quote {
        cell.isQuoted = true
        index += 1
        cell.start = index
        while true {
          index = ByteWords.first(
            of: Self.quoteWord, Self.lineFeedWord, Self.returnWord, in: words, from: index)
          guard index < count else { return .broken }
          if span[index] != Byte.quote {
            if span[index] == Byte.lineFeed || !Self.isLineFeed(span, index + 1) { lines += 1 }
            index += 1
            continue
          }
          guard index + 1 < count, span[index + 1] == Byte.quote else { break }
          cell.isEscaped = true
          index += 2
        }
        cell.end = index
        index += 1
        while index < count, span[index] == Byte.blank { index += 1 }
      } else {
        index = ByteWords.first(
          of: delimiterWord, Self.lineFeedWord, Self.returnWord, in: words, from: index)
        cell.end = index
      }
      guard found < places.count else { return .full }
      places[found] = cell
      found += 1
      guard index < count else { break }
      let byte = span[index]
      if byte == delimiter {
        index += 1
        continue
      }
      if byte == Byte.lineFeed || byte == Byte.carriageReturn { break }
      return .broken
    }
    var next = index
    if index < count {
      next += span[index] == Byte.carriageReturn && Self.isLineFeed(span, index + 1) ? 2 : 1
    }
    return .done((found, index, next, lines))
  }

  private static var quoteWord: UInt64 { ByteWords.filled(with: Byte.quote) }
  private static var lineFeedWord: UInt64 { ByteWords.filled(with: Byte.lineFeed) }
  private static var returnWord: UInt64 { ByteWords.filled(with: Byte.carriageReturn) }

  private static func isLineFeed(_ span: Span<UInt8>, _ index: Int) -> Bool {
    index < span.count && span[index] == Byte.lineFeed
  }
}

enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let blank = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let point = UInt8(ascii: ".")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
}
