extension String {
  /// The text without terminal control and bidirectional characters, at most 60 characters.
  var shownOnTerminal: String {
    let safe = safeOnTerminal
    return safe.count > 60 ? safe.prefix(59) + "…" : safe
  }

  /// The whole text without terminal control characters.
  var safeOnTerminal: String {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }
}

struct TextTable {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  init(_ heads: [(String, Alignment)], _ rows: [[String?]] = []) {
    alignments = heads.map(\.1)
    self.rows = [heads.map(\.0)]
    for row in rows { add(row) }
  }

  /// Adds a row. A missing cell is shown as a dot.
  mutating func add(_ cells: [String?]) { rows.append(cells.map { $0 ?? "·" }) }

  var text: String { lines.joined(separator: "\n") }

  /// The table, one line per row, without columns that are empty or missing throughout.
  var lines: [String] {
    let used = alignments.indices.filter { column in
      rows.dropFirst().contains { !$0[column].isEmpty && $0[column] != "·" }
    }
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
