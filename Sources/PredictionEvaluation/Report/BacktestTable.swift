// SPDX-License-Identifier: Apache-2.0

/// A table of results as text, for a terminal or a page.
///
/// Every number has its unit, in its cell or in the head of its column. An undefined cell is `nil`.
public struct BacktestTable: Equatable, Sendable {
  /// A column of a table.
  public struct Column: Equatable, Sendable {
    /// The head of the column, with the unit of its numbers.
    public let head: String
    /// A Boolean value that indicates whether the cells are words, which are left-aligned.
    public let isText: Bool
  }

  /// The one-line title of the table.
  public let title: String
  /// The columns.
  public let columns: [Column]
  /// The cells of each row, one for each column.
  public private(set) var rows: [[String?]] = []

  /// Creates a table without rows. The first `text` columns contain words.
  init(_ title: String, text: Int = 1, _ heads: [String]) {
    self.title = title
    columns = heads.enumerated().map { Column(head: $1, isText: $0 < text) }
  }

  mutating func add(_ cells: [String?]) {
    precondition(cells.count == columns.count, "A row must have a cell for each column")
    rows.append(cells)
  }

  /// The positions of the columns in which at least one cell is neither `nil` nor empty.
  var usedColumns: [Int] {
    columns.indices.filter { column in rows.contains { !($0[column] ?? "").isEmpty } }
  }
}
