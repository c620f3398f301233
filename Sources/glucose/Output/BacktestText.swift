import GlucoseStudy

extension ResultTable {
  var lines: [String] {
    var table = TextTable(
      heads.enumerated().map { ($1, $0 < textColumnCount ? .left : .right) })
    for row in rows { table.add(row.map { $0?.shownOnTerminal }) }
    return [title + ":"] + table.lines
  }
}

extension BacktestReport {
  private func text(_ tables: [ResultTable]) -> String {
    ([[heading] + (note.map { [$0.wrapped()] } ?? [])] + tables.map(\.lines))
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Returns the heading and the summary, at most 20 lines of 100 columns.
  func summaryText(in unit: GlucoseUnit) -> String { text(summary(in: unit)) }

  func fullText(in unit: GlucoseUnit, listsPeople: Bool) -> String {
    text(tables(in: unit, listsPeople: listsPeople))
  }
}

extension String {
  /// Returns the text in lines, none of which begins with a percent sign.
  func wrapped(to width: Int = 96) -> String {
    var lines: [String] = []
    for word in replacing(" %", with: "\u{A0}%").split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n").replacing("\u{A0}%", with: " %")
  }
}

extension AccuracyStudy {
  func text(in unit: GlucoseUnit) -> String {
    let tables = tables(in: unit).map(\.lines)
    let parts = [[size + ":"]] + tables.prefix(1) + [[note.wrapped()]] + tables.dropFirst()
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  func table(_ choices: JSONObject) -> DataTable {
    var table = DataTable(
      "accuracy-study", choices, columns: ["part", "name", "meaning"] + Self.tableColumns)
    for row in self.table {
      table.add([row.part, row.name, row.meaning] + Self.tableColumns.map { row.numbers[$0] })
    }
    return table
  }
}
