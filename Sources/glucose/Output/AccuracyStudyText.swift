#if CommandLine
  import GlucoseStudy

  extension AccuracyStudy {
    func text(in unit: GlucoseUnit) -> String {
      let tables = tables(in: unit).map(\.lines)
      let parts =
        [[size + ":"]] + tables.prefix(1) + [[Self.note.wrapped()]]
        + tables.dropFirst()
      return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

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
