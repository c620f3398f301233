// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An export of Medtronic CareLink: lines about the person, then a section for each device with its
/// own header, whose columns depend on the model and are found by name.
struct CareLinkTable: TableFormat {
  static let formats = [FileFormat.careLink]
  @Shared private(set) var layout: TableLayout
  private var columns: CareLinkColumns?
  /// The number of the section, which identifies the device.
  private var section = 0
  /// A Boolean value that indicates whether the section contains the daily totals of the insulin
  /// that a pump delivered automatically.
  private var isOfTotals = false
  /// A Boolean value that indicates whether the next row is the header of a section.
  private var awaitsHeader = false

  init?(recognizing head: TablePreview) {
    guard let (row, cells) = Self.header(head.rows) else { return nil }
    let opening = row > 0 && Self.opensSection(head.rows[row - 1])
    let columns = CareLinkColumns(cells)
    layout = TableLayout(
      headerRow: opening ? row - 2 : row - 1, hasHeader: false, columnCount: cells.count,
      evidence: opening
        ? .structure("a section opened by \(Self.rule)")
        : .header("\(cells.count) columns, among them those of a pump and its sensor"),
      unit: columns.flatMap { columns in
        guard let unit = columns.unit, let glucose = columns.glucose else { return nil }
        return DetectedValue(unit, .header(cells[glucose]))
      }, conventions: FormatDefaults(limits: .dexcom), patient: Self.patient(head.rows, above: row))
    awaitsHeader = !opening
  }

  /// Returns a hash of the last and the first name, which are below their headers in the first line.
  private static func patient(_ rows: [[String]], above row: Int) -> UInt64? {
    guard row >= 3, rows[0].count >= 3, !opensSection(rows[1]) else { return nil }
    return PatientName.hash(Array(rows[1].prefix(2)))
  }

  private static let rule = "-------"

  /// Returns the first header: the row below the first line of a section; otherwise, a row with
  /// known names.
  private static func header(_ rows: [[String]]) -> (row: Int, cells: [String])? {
    for (row, cells) in rows.enumerated() {
      if opensSection(cells), row + 1 < rows.count, rows[row + 1].count >= 6 {
        return (row + 1, rows[row + 1])
      }
      if cells.count >= 20, let columns = CareLinkColumns(cells), columns.isPumps {
        return (row, cells)
      }
    }
    return nil
  }

  private static func opensSection(_ cells: [String]) -> Bool {
    cells.count >= 3 && cells.first == rule && cells.dropFirst().contains(rule)
  }

  /// In an export without the first lines of its sections, a header follows the rows of another.
  func reader(below row: borrowing TableCursor) -> Self? {
    guard let columns = CareLinkColumns(row.texts),
      columns.isPumps
    else { return nil }
    var other = self
    other.columns = columns
    (other.layout.headerRow, other.layout.hasHeader) = (0, true)
    other.layout.unit = columns.unit.map { DetectedValue($0, layout.evidence) }
    other.layout.hasGlucose = columns.glucose != nil
    return other
  }

  var columnCount: Int { max(columns?.count ?? 0, layout.columnCount) }

  mutating func read(
    _ row: inout TableCursor, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    if row.text(0) == Self.rule {
      awaitsHeader = true
      section += 1
      isOfTotals = (1..<row.cellCount).contains {
        row.lowercased($0).hasPrefix("aggregated auto insulin")
      }
      return .skipped(.preamble)
    }
    if awaitsHeader {
      awaitsHeader = false
      columns = CareLinkColumns(row.texts)
      // The rows below it are rejected, each with its line.
      guard let columns else {
        collector.headers.begin(nil)
        throw Rejection(.unknownKind)
      }
      collector.beginTable(in: columns.unit)
      return .skipped(.header)
    }
    guard let columns else { throw Rejection(.unknownKind) }
    return try columns.read(&row, section: section, isOfTotals: isOfTotals, into: &collector)
  }
}
