// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Walks through a table row by row and knows where the cells of the present row lie.
///
/// Follows RFC 4180: cells may be quoted, quotes inside are doubled, and a quoted cell may hold
/// delimiters and line ends. Lines may end in CR, LF or both, mixed. Where a quote does not close
/// properly, the row ends with its line and is marked broken, so that no row swallows the rest.
///
/// No cell is copied; ranges are kept in storage that is used again for every row.
struct TableCursor {
  /// A cell's place in the bytes, without its quotes.
  struct Cell {
    var start = 0
    var end = 0
    var isQuoted = false
    /// Whether quotes inside are doubled.
    var isEscaped = false
  }

  /// The text, UTF-8.
  let bytes: [UInt8]
  /// What separates cells.
  let delimiter: CellDelimiter
  /// The separator of fractions, known from the first number that has one.
  var decimalSeparator: DecimalSeparator?
  /// A cell that shows the decimal separator.
  var decimalExample: Range<Int>?
  /// Whether the bytes are known to end where the file did, so that nothing was cut off.
  var isEndCertain = false

  /// Whether a row may hold bytes of zero, which are damage.
  var mayHoldZeros = false

  /// How many cells the row has.
  private(set) var cellCount = 0
  /// The line on which the row starts, counted from 1.
  private(set) var line = 0
  /// Where the row lies in the bytes.
  private(set) var row = 0..<0
  /// Whether a quote of the row does not close.
  private(set) var isBroken = false

  private var cells = Array(repeating: Cell(), count: 32)
  private var next: Int
  private var nextLine = 1
  private let delimiterWord: UInt64

  /// A cursor before the first row of the text that begins at `start`.
  init(_ bytes: [UInt8], from start: Int = 0, delimiter: CellDelimiter) {
    self.bytes = bytes
    self.delimiter = delimiter
    next = start
    delimiterWord = ByteWords.filled(with: delimiter.rawValue)
  }

  /// Whether the row holds a byte of zero.
  var holdsZero: Bool { mayHoldZeros && bytes[row].contains(0) }

  /// Moves to the next row; false if there is none.
  mutating func advance() -> Bool {
    guard next < bytes.count else { return false }
    line = nextLine
    isBroken = false
    // Out of the cursor while it is written to, so that the bytes are lent and not held once more.
    var places: [Cell] = []
    swap(&places, &cells)
    while true {
      switch scan(from: next, minding: !isBroken, into: &places) {
      case .done(let found):
        cellCount = found.cells
        row = next..<found.end
        next = found.next
        nextLine += found.lines
        swap(&places, &cells)
        return true
      case .full: places += Array(repeating: Cell(), count: places.count)
      case .broken: isBroken = true
      }
    }
  }

  /// How a scan of a row ended.
  private enum Scan {
    /// All cells are known: how many there are, where the row ends and the next begins, and how many
    /// lines it takes.
    case done((cells: Int, end: Int, next: Int, lines: Int))
    /// There are more cells than places.
    case full
    /// A quote does not close.
    case broken
  }

  /// The cell of a column counted from 0; an empty one where the row is too short.
  subscript(column: Int) -> Cell {
    guard column < cellCount else {
      return Cell(start: row.upperBound, end: row.upperBound)
    }
    return cells[column]
  }

  /// Finds the cells of the row that begins at `start`.
  private func scan(from start: Int, minding quotes: Bool, into cells: inout [Cell]) -> Scan {
    let span = bytes.elementSpan
    // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
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

/// The characters that readers look for.
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
