internal import GlucoseMath

/// Checks of the last cell of a file without a final line end, which may be truncated
/// (<doc:ReadableFormats>).
extension TableCursor {
  enum Quantity {
    case concentration, amount
  }

  /// Checks that the number in the file's last cell is complete.
  func checkEnd(_ column: Int, of quantity: Quantity) throws(Rejection) {
    guard !isEndCertain, !self[column].isQuoted else { return }
    guard let last = WrittenNumber(bytes, range(column)) else { return }
    let others = cellsBefore(column).compactMap { WrittenNumber(Array($0.utf8)) }
    guard last.isWhole(beside: others, quantity) else { throw Rejection(.cutOff, column: column) }
  }

  /// Checks that the time in the file's last cell is not shorter than every time before.
  func checkEnd(ofTime column: Int) throws(Rejection) {
    guard !isEndCertain, !self[column].isQuoted else { return }
    let length = range(column).count
    // A header is not a time.
    let others = cellsBefore(column).filter { $0.first?.isNumber == true }.map(\.utf8.count)
    guard let shortest = others.min(), length < shortest else { return }
    throw Rejection(.cutOff, column: column)
  }

  /// Checks that the last row of the file has at least a number of cells, as every row of its format
  /// has in which a missing cell would have another meaning.
  func checkEnd(cells count: Int) throws(Rejection) {
    guard !isEndCertain, row.upperBound == bytes.count, cellCount < count else { return }
    throw Rejection(.cutOff)
  }

  /// Checks that the last row of the file has as many cells as the header in another row, if every row
  /// between them, of the last 64, has.
  func checkEnd(below header: Range<Int>?) throws(Rejection) {
    guard !isEndCertain, row.upperBound == bytes.count, let header else { return }
    var top = moved(to: header.lowerBound)
    guard top.advance(), cellCount < top.cellCount else { return }
    let counts = rowsBefore {
      $0.row.lowerBound > header.lowerBound && !$0.isBlank ? $0.cellCount : nil
    }
    guard let least = counts.min(), least >= top.cellCount else { return }
    throw Rejection(.cutOff)
  }

  /// Returns the filled cells of a column in up to 64 rows before the current one.
  private func cellsBefore(_ column: Int) -> [String] {
    rowsBefore { $0.isBroken ? nil : $0.text(column) }
  }

  private func rowsBefore<Found>(_ read: (borrowing TableCursor) -> Found?) -> [Found] {
    var start = row.lowerBound
    var lines = 0
    while start > 0, lines <= 64 {
      start -= 1
      if start > 0, bytes[start - 1] == Byte.lineFeed || bytes[start - 1] == Byte.carriageReturn {
        lines += 1
      }
    }
    var cursor = TableCursor(bytes, from: start, delimiter: delimiter)
    var found: [Found] = []
    while cursor.advance(), cursor.row.lowerBound < row.lowerBound {
      if let value = read(cursor) { found.append(value) }
    }
    return found
  }
}

private struct WrittenNumber {
  let value: Double
  let places: Int
  let endsInSeparator: Bool
  let hasSuffix: Bool

  init?(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    let range = range ?? bytes.indices
    guard let number = ScannedNumber(bytes.elementSpan, range, allowingComma: true)
    else { return nil }
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
    // Ten times the number, with any last digit, is much farther from the previous one.
    return (value - before.value).magnitude <= 25
      && (value - before.value).magnitude < value * 10 - before.value
  }
}
