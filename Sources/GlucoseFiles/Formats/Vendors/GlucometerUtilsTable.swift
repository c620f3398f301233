internal import GlucoseMath

/// The dump of glucometerutils, which has no header: a time, a value, the meal, how it was measured,
/// and a comment; a ketone or a change of the clock has no meal in some versions.
struct GlucometerUtilsTable: TableFormat {
  static let formats = [FileFormat.glucometerUtils]
  @Shared private(set) var layout: TableLayout

  private enum Method: String {
    case strip = "blood sample"
    case sensor = "CGM"
    case clock = "time"
  }

  init?(recognizing head: TablePreview) {
    let rows = head.rows.filter { $0 != [""] }
    guard let first = rows.first, Self.isRecord(first),
      rows.count(where: Self.isRecord) * 2 > rows.count
    else { return nil }
    layout = TableLayout(
      headerRow: -1, columnCount: 5,
      evidence: .structure("no header; a time, a number, and how it was measured"), unit: nil,
      conventions: FormatDefaults(limits: .libre))
  }

  private static func isRecord(_ cells: [String]) -> Bool {
    4...5 ~= cells.count && WrittenTime(cells[0]) != nil
      && Method(rawValue: cells[cells.count - 2]) != nil
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    guard row.cellCount >= 4, let method = Method(rawValue: row.text(row.cellCount - 2) ?? "")
    else { throw Rejection(.unknownKind) }
    let comment = row.text(row.cellCount - 1) ?? ""
    if comment.isEmpty, !row[row.cellCount - 1].isQuoted { try row.checkEnd(cells: 6) }
    if method == .clock { return .skipped(.deviceRecord) }
    if row.cellCount == 4 || comment.lowercased().contains("ketone") {
      return .skipped(.otherMeasurement)
    }
    // The meter's own words for the kind of its reading are in brackets.
    let contents = RowContents(
      sensor: try row.glucose(1),
      sensorChannel: method == .strip ? .meter : comment == "(Scan)" ? .scan : .sensor,
      note: comment.isEmpty || comment.first == "(" ? nil : comment)
    return records.add(contents, at: try row.stamp(0), 0, of: row)
  }
}
