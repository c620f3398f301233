#if CommandLine
  import GlucoseStudy

  extension AccuracyStudy {
    /// Returns the study as text, with concentrations in `unit`.
    func text(in unit: GlucoseUnit) -> String {
      let tables = tables(in: unit).map(\.lines)
      let parts =
        [[size + ":"]] + tables.prefix(1) + [[Self.note.wrapped()]]
        + tables.dropFirst()
      return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// Returns the study as a table.
    func table(_ choices: DataTable.Choices) -> DataTable {
      var table = DataTable(
        "accuracy-study", version: 1, choices,
        columns: ["part", "name", "meaning"] + Self.tableColumns)
      for row in self.table {
        table.add(
          [.text(row.part), .text(row.name), DataTable.Cell(row.meaning)]
            + Self.tableColumns.map { DataTable.Cell(row.numbers[$0]) })
      }
      return table
    }
  }
#endif
