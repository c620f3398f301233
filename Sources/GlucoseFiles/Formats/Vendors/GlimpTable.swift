internal import GlucoseDiary
internal import GlucoseMath

/// The measurements of the app Glimp, which have no header: thirteen cells with a date and a clock,
/// the raw and the calibrated value, the kind of the value, and a dose.
struct GlimpTable: TableFormat {
  static let formats = [FileFormat.glimp]
  @Shared private(set) var layout: TableLayout

  private enum Column {
    static let time = 1
    static let raw = 4
    static let calibrated = 5
    /// 0 for a meter's value.
    static let kind = 6
    static let insulin = 8
    static let insulinName = 9
    static let note = 12
    static let count = 13
  }

  init?(recognizing head: TablePreview) {
    guard let first = head.rows.first(where: { $0 != [""] }), 7...Column.count ~= first.count,
      first[Column.time].contains("/"), WrittenTime(first[Column.time]) != nil,
      // A spreadsheet leaves out empty cells.
      first.count == Column.count || first[Column.time].contains("."),
      Int(first[Column.kind]).map({ 0...9 ~= $0 }) ?? false,
      [Column.raw, Column.calibrated].allSatisfy({ first[$0].isEmpty || Double(first[$0]) != nil })
    else { return nil }
    layout = TableLayout(
      headerRow: -1, columnCount: Column.count,
      evidence: .structure("no header; 13 cells, the second a time, the seventh a kind of value"),
      unit: nil, conventions: FormatDefaults(limits: .libre))
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    try row.checkEnd(cells: Column.count)
    let stamp = try row.stamp(Column.time)
    guard let kind = row.text(Column.kind), Int(kind) != nil
    else { throw Rejection(.unknownKind, column: Column.kind) }
    var contents = RowContents()
    for column in [Column.calibrated, Column.raw] where contents.sensor == .missing {
      // 0 is none.
      if try row.number(column) ?? 0 != 0 { contents.sensor = try row.glucose(column) }
    }
    contents.sensorChannel = kind == "0" ? .meter : .sensor
    if let units = try row.amount(Column.insulin, below: 10_000) {
      let action = row.text(Column.insulinName).flatMap { InsulinDose.Action(naming: $0) }
      contents.events = [.insulin(InsulinDose(units: units, action: action))]
    }
    contents.note = row.text(Column.note)
    return records.add(contents, at: stamp, Column.time, of: row)
  }
}
