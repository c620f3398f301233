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

    func table(_ choices: JSONObject) -> DataTable {
      var table = DataTable(
        "accuracy-study", choices, columns: ["part", "name", "meaning"] + Self.tableColumns)
      for row in self.table {
        table.add(
          [row.part, row.name, row.meaning] + Self.tableColumns.map { row.numbers[$0] })
      }
      return table
    }
  }
#endif
