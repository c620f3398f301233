// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension TableCursor {
  /// Where a cell's text lies, without blanks around it.
  @inline(__always)
  func range(_ column: Int) -> Range<Int> {
    let cell = self[column]
    var (start, end) = (cell.start, cell.end)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while start < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Whether a cell holds nothing but blanks, or is missing.
  func isEmpty(_ column: Int) -> Bool { range(column).isEmpty }

  /// Whether no cell of the row holds anything.
  var isBlank: Bool { (0..<cellCount).allSatisfy { isEmpty($0) } }

  /// Whether the row is a line drawn below a header, such as `|---|:---:|`.
  var isRule: Bool {
    bytes[row].allSatisfy {
      $0 == Byte.minus || $0 == Byte.colon || $0 == Byte.blank || $0 == delimiter.rawValue
    }
  }

  /// The text of a cell, or `nil` if it is empty.
  func text(_ column: Int) -> String? {
    let range = range(column)
    guard !range.isEmpty else { return nil }
    guard self[column].isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(bytes[index])
      let isDoubled =
        bytes[index] == Byte.quote && index + 1 < range.upperBound
        && bytes[index + 1] == Byte.quote
      index += isDoubled ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a cell is `word`, which is in lower case; the cell's case does not matter.
  func cell(_ column: Int, is word: [UInt8]) -> Bool {
    let range = range(column)
    guard range.count == word.count else { return false }
    for (index, letter) in zip(range, word) where Self.lowercased(bytes[index]) != letter {
      return false
    }
    return true
  }

  /// A number, or `nil` if the cell is empty.
  mutating func number(_ column: Int) throws(Rejection) -> Double? {
    let range = range(column)
    guard !range.isEmpty else { return nil }
    if let number = number(in: range, of: column), number.end == range.upperBound {
      if range.upperBound == bytes.count { try checkEnd(column, of: .amount) }
      return number.value
    }
    guard let number = numberInOtherDigits(range) else {
      throw Rejection(.unreadableNumber, column: column)
    }
    if range.upperBound == bytes.count { try checkEnd(column, of: .amount) }
    return number
  }

  /// The number that starts in `range`, a part of a column's cell, if it agrees with the file's
  /// decimal separator.
  mutating func number(in range: Range<Int>, of column: Int) -> ScannedNumber? {
    let allowsComma = delimiter != .comma || self[column].isQuoted
    guard let number = ScannedNumber(bytes.elementSpan, range, allowingComma: allowsComma) else {
      return nil
    }
    if let separator = number.separator {
      if decimalSeparator == nil {
        decimalSeparator = separator
        decimalExample = range
      } else if decimalSeparator != separator {
        return nil
      }
    }
    return number
  }

  /// The number that is all of `range` and written with other digits than 0 to 9, such as ١٢٠.
  func numberInOtherDigits(_ range: Range<Int>) -> Double? {
    guard let text = PlainCharacters.text(bytes.elementSpan, range),
      let number = ScannedNumber(text.elementSpan, text.indices, allowingComma: false),
      number.end == text.count
    else { return nil }
    return number.value
  }

  /// A time.
  func stamp(_ column: Int) throws(Rejection) -> WrittenTime {
    let range = range(column)
    guard !range.isEmpty else { throw Rejection(.missingTime, column: column) }
    guard let stamp = WrittenTime(bytes.elementSpan, range) else {
      throw Rejection(.unreadableTime, column: column)
    }
    if range.upperBound == bytes.count { try checkEnd(ofTime: column) }
    return stamp
  }

  /// The text in `range`, no longer than people care to see.
  func excerpt(_ range: Range<Int>) -> String {
    Self.excerpt(String(decoding: bytes[range.prefix(240)], as: UTF8.self))
  }

  /// The start of `text`, 60 characters at most.
  static func excerpt(_ text: String) -> String {
    let start = text.prefix(60)
    let shown = start.contains("\0") ? start.replacing("\0", with: "␀")[...] : start
    return start.endIndex == text.endIndex ? String(shown) : shown + "…"
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == Byte.blank || byte == Byte.tab }

  static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
