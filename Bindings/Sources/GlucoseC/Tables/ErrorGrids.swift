internal import CGlucose
internal import GlucoseMath

extension ResultTable {
  /// Returns the zones of each pair of a reference and a measurement, null where a concentration is missing.
  static func errorGrids(_ table: ArrowTable, _ call: Call) throws -> ResultTable {
    guard let reference = try call.text("reference"), let measured = try call.text("measured")
    else {
      throw BindingError.argument(
        "The options must have the columns `reference` and `measured`.")
    }
    let unit = try require(call.unit(), "`unit` must be \"mg/dL\" or \"mmol/L\".")
    let pairs = try zip(
      concentrations(table, reference, "references", unit),
      concentrations(table, measured, "measurements", unit)
    ).map { reference, measured -> GlucosePair? in
      guard !reference.isNaN, !measured.isNaN else { return nil }
      return GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured))
    }
    func column(_ name: String, _ grid: ErrorGrid) -> Column {
      pairs.texts(name) { $0.map { grid.zone(of: $0).rawValue.uppercased() } }
    }
    return ResultTable([
      column("clarke", .clarke), column("parkes_type1", .parkesType1),
      column("parkes_type2", .parkesType2), column("dts", .dts),
    ])
  }

  /// Returns the concentrations of a column in mg/dL, NaN where there is none.
  private static func concentrations(
    _ table: ArrowTable, _ name: String, _ meaning: String, _ unit: GlucoseUnit
  ) throws -> [Double] {
    var values = try NumberColumn(table, name, meaning).numbers(of: table)
    if unit == .mmolL { values = values.map { $0.isNaN ? $0 : Glucose.mmolL($0).mgdL } }
    for (row, value) in values.enumerated() where !value.isNaN {
      try require(
        ReadingTable.plausible.contains(value),
        "Row \(row) has the value \(value) mg/dL in the column \"\(name)\"; a concentration must "
          + "be from 10 to 1000 mg/dL. Check `unit`.", BindingError.data)
    }
    return values
  }
}
