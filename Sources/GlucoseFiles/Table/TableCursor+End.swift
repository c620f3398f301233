// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Judges the cell that the end of the file ends, where no end of a line does.
///
/// Such a file may have been cut off, and `12` may be what is left of `120`. As many programs leave the
/// last end of a line away, the cell is taken where something shows that it is whole, and its row is
/// rejected otherwise.
extension TableCursor {
  /// What a cell is a number of.
  enum Quantity {
    case concentration, amount
  }

  /// Checks that the number in the file's last cell is whole. It is if
  ///
  /// - the file comes from an archive, whose checksum covers its end;
  /// - it has as many decimal places as all others of its column, one at least;
  /// - it is a concentration without decimal places that with one digit more would be higher than any
  ///   device shows; or that is within 25 of the row's before, which has no decimal places either.
  ///
  /// - Throws: ``Rejection`` with ``RejectedRow/Reason/cutOff`` if nothing shows that it is.
  func checkEnd(_ column: Int, of quantity: Quantity) throws(Rejection) {
    guard !isEndCertain, !self[column].isQuoted else { return }
    guard let last = WrittenNumber(bytes.elementSpan, range(column)) else { return }
    let others = cellsBefore(column).compactMap { WrittenNumber($0.utf8Bytes.elementSpan) }
    guard last.isWhole(beside: others, quantity) else {
      throw Rejection(.cutOff, column: column)
    }
  }

  /// Checks that the time in the file's last cell is not shorter than each of those before.
  func checkEnd(ofTime column: Int) throws(Rejection) {
    guard !isEndCertain, !self[column].isQuoted else { return }
    let length = range(column).count
    // A header is no time.
    let others = cellsBefore(column).filter { $0.first?.isNumber == true }.map(\.utf8.count)
    guard let shortest = others.min(), length < shortest else { return }
    throw Rejection(.cutOff, column: column)
  }

  /// The filled cells of a column in up to 64 of the rows before the present one.
  private func cellsBefore(_ column: Int) -> [String] {
    var start = row.lowerBound
    var lines = 0
    while start > 0, lines <= 64 {
      start -= 1
      if start > 0, bytes[start - 1] == Byte.lineFeed || bytes[start - 1] == Byte.carriageReturn {
        lines += 1
      }
    }
    var cursor = TableCursor(bytes, from: start, delimiter: delimiter)
    var cells: [String] = []
    while cursor.advance(), cursor.row.lowerBound < row.lowerBound {
      if !cursor.isBroken, let text = cursor.text(column) { cells.append(text) }
    }
    return cells
  }
}

/// A number as it is written: what it is, and how many decimal places it has.
private struct WrittenNumber {
  let value: Double
  let places: Int
  /// Whether a decimal separator ends it, behind which nothing came.
  let endsInSeparator: Bool
  /// Whether something follows it, such as a unit.
  let hasSuffix: Bool

  init?(_ bytes: Span<UInt8>, _ range: Range<Int>? = nil) {
    let range = range ?? bytes.indices
    guard let number = ScannedNumber(bytes, range, allowingComma: true) else { return nil }
    value = number.value
    hasSuffix = number.end < range.upperBound
    let separator = range.first {
      $0 < number.end && (bytes[$0] == Byte.point || bytes[$0] == Byte.comma)
    }
    places = separator.map { number.end - $0 - 1 } ?? 0
    endsInSeparator = separator == number.end - 1
  }

  func isWhole(beside others: [Self], _ quantity: TableCursor.Quantity) -> Bool {
    if hasSuffix { return true }
    if endsInSeparator || !others.isEmpty && others.allSatisfy(\.hasSuffix) { return false }
    if let least = others.map(\.places).min(), places < least { return false }
    if places > 0 { return true }
    guard quantity == .concentration else { return false }
    if value * 10 > PlausibleGlucose.highestShown { return true }
    guard others.allSatisfy({ $0.places == 0 }), let before = others.last else { return false }
    // Ten times as much, and whatever digit follows, is much further off.
    return (value - before.value).magnitude <= 25
      && (value - before.value).magnitude < value * 10 - before.value
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
