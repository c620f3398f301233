// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text without what could steer a terminal or turn its direction, at most 60 characters.
  var shownOnTerminal: String {
    let safe = safeOnTerminal
    return safe.count > 60 ? safe.prefix(59) + "…" : safe
  }

  /// The whole text without what could steer a terminal.
  var safeOnTerminal: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }
}

/// Rows of text in columns, as a terminal shows them.
struct TextTable {
  /// On which side of its column a cell stands.
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  /// A table with these column heads.
  init(_ heads: [(String, Alignment)]) {
    alignments = heads.map(\.1)
    rows = [heads.map(\.0)]
  }

  /// Adds a row. What is absent is shown as a dot.
  mutating func add(_ cells: [String?]) {
    rows.append(cells.map { $0 ?? "·" })
  }

  /// The columns that are not empty or absent throughout.
  private var used: [Int] {
    alignments.indices.filter { column in
      rows.dropFirst().contains { !$0[column].isEmpty && $0[column] != "·" }
    }
  }

  /// The cells of the used columns, the heads first, and whether each stands on the left.
  var cells: [[(text: String, isLeft: Bool)]] {
    let used = used
    return rows.map { row in used.map { (row[$0], alignments[$0] == .left) } }
  }

  /// The table, a line to a row, without columns that are empty or absent throughout.
  var lines: [String] {
    let used = used
    let widths = used.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(used, widths).map { column, width in
        let padding = String(repeating: " ", count: width - row[column].count)
        return alignments[column] == .left ? row[column] + padding : padding + row[column]
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
