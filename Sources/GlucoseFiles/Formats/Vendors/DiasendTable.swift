internal import GlucoseDiary
internal import GlucoseMath

/// A sheet of a workbook that Diasend exports: meter readings below lines about the person, sensor
/// readings below a line about the device, or a pump's insulin and carbohydrate.
///
/// The header of the glucose column is only its unit. The sheets of meter and sensor are otherwise
/// alike; they are distinguished by the sheet's name or, in a sheet saved as text, by the number of
/// lines above the header. Values a few minutes apart are a sensor's.
struct DiasendTable: HeaderedTable {
  static let formats = [FileFormat.diasend]
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  private let basal: Int?

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    let (cells, columns) = (head.rows[row], header.columns)
    if let unit = Self.unit(in: header, row, head) {
      let isSensors = Self.isSensors(head.sheetName, linesAbove: row)
      roles = ColumnRoles(time: 0, sensor: isSensors ? 1 : nil, meter: isSensors ? nil : 1)
      basal = nil
      layout = TableLayout(
        headerRow: row, columnCount: header.count,
        evidence: .structure("a header of a time and \(cells[1]) below other lines"),
        unit: DetectedValue(unit, .header(cells[1])),
        conventions: FormatDefaults(metersMayBeSensors: true))
    } else if let time = columns["time"], let bolus = columns["bolus_volume_u"],
      let basal = columns["basal_amount_u_h"]
    {
      roles = ColumnRoles(
        time: time, carbs: columns["carbs_g"], insulin: [bolus],
        note: columns["notes"] ?? columns["note"], action: .rapidActing)
      self.basal = basal
      layout = TableLayout(
        headerRow: row, columnCount: header.count,
        evidence: .header("\(cells[bolus]), \(cells[basal])"))
    } else {
      return nil
    }
  }

  /// Returns the unit that is the name of the second column, or `nil` if the header is not that of
  /// glucose.
  private static func unit(
    in header: [HeaderName], _ row: Int, _ head: TablePreview
  ) -> GlucoseUnit? {
    guard row > 0, header.count >= 2, !header[0].name.isEmpty, header[0].unit == nil,
      header[1].name.isEmpty, let unit = header[1].unit,
      header.dropFirst(2).allSatisfy({ $0.unit == nil }),
      // A row of a table whose second column is the unit has a time.
      !isRecord(head.rows[row]),
      // In a table of several columns, the header is the first row.
      !head.rows[..<row].contains(where: { $0.filter { !$0.isEmpty }.count > 4 })
    else { return nil }
    let below = head.rows.dropFirst(row + 1).filter { $0.contains { !$0.isEmpty } }
    return below.isEmpty || below.contains(where: isRecord) ? unit : nil
  }

  private static func isRecord(_ cells: [String]) -> Bool { WrittenTime(cells[0]) != nil }

  private static func isSensors(_ sheet: String?, linesAbove count: Int) -> Bool {
    guard let name = sheet?.lowercased() else { return count < 3 }
    return name.contains("cgm") || !name.contains("gl") && count < 3
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let disposition = try roles.read(&row, into: &records)
    if case .skipped(.missingValue) = disposition, let basal, !row.isEmpty(basal) {
      return .skipped(.basalRate)
    }
    return disposition
  }
}
