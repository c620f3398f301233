// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A vendor's table whose columns a declaration describes (``VendorTable``).
struct NamedTable: TableFormat {
  static var formats: [FileFormat] { VendorTable.all.map(\.format) }

  let format: FileFormat
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  /// The number of cells without which the last row of a file is incomplete.
  private let neededCount: Int

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      for table in VendorTable.all {
        guard let (roles, evidence) = table.recognize(header, row, head) else { continue }
        self.roles = roles
        neededCount = roles.lastQualifier.map { min($0 + 2, header.count) } ?? 0
        format = table.format
        let unit: DetectedValue<GlucoseUnit>? =
          if let unit = table.unit {
            DetectedValue(unit, .structure("the only unit of \(table.format)"))
          } else {
            (roles.sensor ?? roles.meter).flatMap { column in
              header[column].unit.map { DetectedValue($0, .header(head.rows[row][column])) }
            }
          }
        layout = TableLayout(
          headerRow: row, columnCount: header.count, evidence: evidence, unit: unit,
          conventions: FormatDefaults(
            limits: table.limits, metersMayBeSensors: roles.sensor == nil))
        return
      }
    }
    return nil
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    try row.checkEnd(cells: neededCount)
    return try roles.read(&row, into: &collector)
  }
}
