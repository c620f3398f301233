// SPDX-License-Identifier: Apache-2.0

/// The headers of a table above the rows that are read, by their ranges in the text.
struct TableHeaders {
  /// The header by which rows are read, if it is known.
  private(set) var current: Range<Int>?
  /// The last row below the header that names other columns but is not taken for a header, and
  /// whether the names are others than those of the header.
  private(set) var refused: (row: Range<Int>, hasOtherColumns: Bool)?
  /// A Boolean value that indicates whether the rows are below a refused header with other columns,
  /// so that the reader would mistake one column for another.
  private(set) var rejectsRows = false

  /// Reads the following rows by a header, or by none that is known.
  mutating func begin(_ row: Range<Int>?) { (current, refused, rejectsRows) = (row, nil, false) }

  /// Reads the following rows by the current header, which is repeated.
  mutating func repeatCurrent() { rejectsRows = false }

  /// Refuses a row that a reader recognizes as another header.
  mutating func refuse(_ row: Range<Int>, hasOtherColumns: Bool) {
    refused = (row, hasOtherColumns)
    rejectsRows = hasOtherColumns
  }
}

extension TableCursor {
  /// Returns a Boolean value that indicates whether the row has the bytes of another row.
  func equals(_ other: Range<Int>?) -> Bool {
    guard let other, other.count == row.count else { return false }
    return bytes[other].elementsEqual(bytes[row])
  }

  /// Returns a Boolean value that indicates whether the row names the columns of the header in
  /// another row in the same order, regardless of units.
  func hasColumns(of header: Range<Int>?) -> Bool {
    guard let header else { return false }
    var other = moved(to: header.lowerBound)
    return other.advance() && other.columnNames == columnNames
  }

  private var columnNames: [String] { texts.map { HeaderName($0).name } }
}
