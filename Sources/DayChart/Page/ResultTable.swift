/// A table of results as text, for a terminal or a page.
///
/// Every number has its unit, in its cell or in the head of its column. An undefined cell is `nil`.
public struct ResultTable: Equatable, Sendable {
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
  package init(_ title: String, text: Int = 1, _ heads: [String]) {
    self.title = title
    columns = heads.enumerated().map { Column(head: $1, isText: $0 < text) }
  }

  package mutating func add(_ cells: [String?]) {
    precondition(cells.count == columns.count, "A row must have a cell for each column")
    rows.append(cells)
  }

  var usedColumns: [Int] {
    columns.indices.filter { column in rows.contains { !($0[column] ?? "").isEmpty } }
  }

  /// The title and the table on a page, without columns that are empty throughout. A missing cell is
  /// a dot.
  package var markup: [Markup] {
    let used = usedColumns
    func row(_ cells: [String?], _ name: String) -> Markup {
      Markup(
        "tr", [:],
        used.map { column in
          let attributes: KeyValuePairs<String, SVGValue> =
            columns[column].isText ? ["class": "words"] : [:]
          return Markup(name, attributes, text: (cells[column] ?? "·").withUnbrokenPercentages)
        })
    }
    let head = Markup("thead", [:], [row(columns.map(\.head), "th")])
    let body = Markup("tbody", [:], rows.map { row($0, "td") })
    return [
      Markup("h3", text: title.withUnbrokenPercentages),
      Markup("div", ["class": "scroll"], [Markup("table", [:], [head, body])]),
    ]
  }
}
