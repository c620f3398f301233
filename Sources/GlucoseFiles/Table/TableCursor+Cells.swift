internal import GlucoseMath

extension TableCursor {
  /// Returns the range of a cell's text, without spaces around it.
  @inline(__always)
  func range(_ column: Int) -> Range<Int> {
    let cell = self[column]
    var (start, end) = (cell.start, cell.end)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while start < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  func isEmpty(_ column: Int) -> Bool { range(column).isEmpty }

  var isBlank: Bool { (0..<cellCount).allSatisfy { isEmpty($0) } }

  /// Whether the row is a separator line below a header, such as `|---|:---:|`.
  var isRule: Bool {
    bytes[row].allSatisfy {
      $0 == Byte.minus || $0 == Byte.colon || $0 == Byte.blank || $0 == delimiter.rawValue
    }
  }

  var texts: [String] { (0..<cellCount).map { text($0) ?? "" } }

  /// Returns the text of a cell, of at most `most` bytes, or `nil` if it is empty.
  func text(_ column: Int, most: Int = .max) -> String? {
    let range = range(column).prefix(most)
    guard !range.isEmpty else { return nil }
    guard self[column].isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    var isSecondQuote = false
    for byte in bytes[range] {
      isSecondQuote = byte == Byte.quote && text.last == Byte.quote && !isSecondQuote
      if !isSecondQuote { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a cell equals `word`, which is in lower case, regardless of the cell's case.
  func cell(_ column: Int, is word: [UInt8]) -> Bool {
    let range = range(column)
    return range.count == word.count
      && zip(range, word).allSatisfy { Self.lowercased(bytes[$0]) == $1 }
  }

  mutating func number(_ column: Int) throws(Rejection) -> Double? {
    let range = range(column)
    guard !range.isEmpty else { return nil }
    let found = number(in: range, of: column)
    let plain = found?.end == range.upperBound ? found?.value : nil
    guard let number = plain ?? numberInOtherDigits(range)
    else { throw Rejection(.unreadableNumber, column: column) }
    if range.upperBound == bytes.count { try checkEnd(column, of: .amount) }
    return number
  }

  /// Returns the number at the start of `range`, a part of a column's cell, or `nil` if there is
  /// none or its decimal separator differs from the file's.
  mutating func number(in range: Range<Int>, of column: Int) -> ScannedNumber? {
    let allowsComma = delimiter != .comma || self[column].isQuoted
    guard let number = ScannedNumber(bytes.elementSpan, range, allowingComma: allowsComma)
    else { return nil }
    if let separator = number.separator {
      // A second separator, as in "1,012.5", shows that the first is not the decimal one.
      if number.end + 1 < range.upperBound,
        bytes[number.end] == Byte.point || bytes[number.end] == Byte.comma,
        Byte.zero...Byte.nine ~= bytes[number.end + 1]
      {
        return nil
      }
      if decimalSeparator == nil {
        decimalSeparator = separator
        decimalExample = range
      } else if decimalSeparator != separator {
        separatorConflicts += 1
        if conflictExample == nil { conflictExample = range }
        return nil
      }
    }
    return number
  }

  /// Returns the number that fills `range` in digits other than 0 to 9, such as ١٢٠.
  func numberInOtherDigits(_ range: Range<Int>) -> Double? {
    PlainCharacters.text(bytes.elementSpan, range).flatMap { text in
      ScannedNumber.value(filling: text.indices, of: text.elementSpan, allowingComma: false)
    }
  }

  func stamp(_ column: Int) throws(Rejection) -> WrittenTime {
    let range = range(column)
    guard !range.isEmpty else { throw Rejection(.missingTime, column: column) }
    guard let stamp = WrittenTime(bytes.elementSpan, range) else {
      let isZone = text(column, most: 64).map(StatedZone.isUnknown) ?? false
      throw Rejection(isZone ? .unknownZone : .unreadableTime, column: column)
    }
    if range.upperBound == bytes.count { try checkEnd(ofTime: column) }
    return stamp
  }

  func excerpt(_ range: Range<Int>) -> String {
    Self.excerpt(String(decoding: bytes[range.prefix(240)], as: UTF8.self))
  }

  static func excerpt(_ text: String) -> String {
    let start = text.prefix(60)
    let shown = start.contains("\0") ? start.replacing("\0", with: "␀")[...] : start
    return start.endIndex == text.endIndex ? String(shown) : shown + "…"
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == Byte.blank || byte == Byte.tab }

  static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

final class CellTexts {
  private let table: TableCursor
  /// The position and the number of the last line that was looked up.
  private var position: Int
  private var line = 1

  init(_ table: TableCursor) { (self.table, position) = (table, table.position) }

  /// Returns the start of the text of a cell, in the row that starts on a line.
  func text(line wanted: Int, _ column: Int) -> String {
    if wanted < line { (position, line) = (table.position, 1) }
    while line < wanted, position < table.bytes.count {
      position = table.lineEnd(from: position).next
      line += 1
    }
    var cursor = table.moved(to: position)
    return cursor.advance() ? cursor.excerpt(cursor.range(column)) : ""
  }
}
