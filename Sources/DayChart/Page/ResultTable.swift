/// A table of results as text, for a terminal or a page.
///
/// Every number has its unit, in its cell or in the head of its column. An undefined cell is `nil`.
public struct ResultTable: Equatable, Sendable {
  /// The one-line title of the table.
  public let title: String
  /// The heads of the columns, with the units of their numbers.
  public let heads: [String]
  /// The number of columns, from the first, whose cells are words, which are left-aligned.
  public let textColumnCount: Int
  /// The cells of each row, one for each column.
  public private(set) var rows: [[String?]] = []

  /// Creates a table without rows. The first `text` columns contain words.
  package init(_ title: String, text: Int = 1, _ heads: [String]) {
    self.title = title
    self.heads = heads
    textColumnCount = text
  }

  package mutating func add(_ cells: [String?]) {
    precondition(cells.count == heads.count, "A row must have a cell for each column")
    rows.append(cells)
  }

  /// The title and the table on a page, without columns that are empty throughout. A missing cell is
  /// a dot.
  package var markup: [Markup] {
    let used = heads.indices.filter { column in rows.contains { !($0[column] ?? "").isEmpty } }
    func row(_ cells: [String?], _ name: String) -> [Markup] {
      used.map { column in
        Markup(
          name, column < textColumnCount ? ["class": "words"] : [:],
          text: (cells[column] ?? "·").withUnbrokenPercentages)
      }
    }
    let table = Markup.table(heads: row(heads, "th"), rows.map { row($0, "td") })
    return [
      Markup("h3", text: title.withUnbrokenPercentages),
      Markup("div", ["class": "scroll"], [table]),
    ]
  }
}

extension Markup {
  static func table(
    _ attributes: KeyValuePairs<String, SVGValue> = [:], heads: [Markup], _ rows: [[Markup]]
  ) -> Markup {
    Markup(
      "table", attributes,
      [
        Markup("thead", [:], [Markup("tr", [:], heads)]),
        Markup("tbody", [:], rows.map { Markup("tr", [:], $0) }),
      ])
  }
}
