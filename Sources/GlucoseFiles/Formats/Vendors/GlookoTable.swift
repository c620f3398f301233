// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A table of a Glooko export: readings of a sensor or a meter, boluses, food, exercise, and tables
/// that are skipped.
///
/// Two pairs of a name and a value are above the header. The times are local, although some
/// programs treat them as UTC. Every name is translated; the content of a table is determined by
/// the units in its header, which are hardly ever translated.
struct GlookoTable: TableFormat {
  static let formats = [FileFormat.glooko]
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  private let exercise: GlookoColumns.Exercise?
  /// The reason no row is read, if none is.
  private let reason: RowSkipReason?

  init?(recognizing head: TablePreview) {
    let rows = head.rows.enumerated().filter { $0.element.contains { !$0.isEmpty } }.prefix(2)
    guard rows.count == 2, let title = rows.first?.element, let (row, cells) = rows.last,
      Self.isTitle(title), cells.count >= 2,
      let columns = GlookoColumns(cells)
    else { return nil }
    roles = columns.roles
    exercise = columns.exercise
    reason = columns.reason
    let glucose = roles.sensor ?? roles.meter
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .structure("\"Name:\" and a range of dates above the header"),
      unit: glucose.flatMap { column in
        GlucoseUnit(mentionedIn: cells[column].lowercased()).map {
          DetectedValue($0, .header(cells[column]))
        }
      }, hasGlucose: glucose != nil && reason == nil,
      conventions: FormatDefaults(limits: .dexcom, metersMayBeSensors: true),
      patient: title.first.flatMap { cell in
        cell.firstIndex(of: ":").flatMap { PatientName.hash([String(cell[$0...])]) }
      })
  }

  /// Returns a Boolean value that indicates whether the cells are "Name:…,Date Range:…" in any
  /// language: the second cell contains two dates. A spreadsheet may have made the line as wide as
  /// the table.
  static func isTitle(_ cells: [String]) -> Bool {
    let filled = cells.prefix { !$0.isEmpty }
    guard 1...4 ~= filled.count, cells.dropFirst(filled.count).allSatisfy(\.isEmpty),
      filled.prefix(2).allSatisfy({ $0.contains(":") })
    else { return false }
    return filled.count == 1 || filled[1].count { "0"..."9" ~= $0 } >= 8
  }

  /// Another header is below another title.
  func reader(below row: borrowing TableCursor) -> Self? {
    Self.isTitle(row) ? recognized(below: row, depth: 4) : nil
  }

  private static func isTitle(_ row: borrowing TableCursor) -> Bool {
    isTitle(row.texts)
  }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    if let reason {
      if Self.isTitle(row) { throw Rejection(.unknownKind) }
      return .skipped(reason)
    }
    if let exercise { return try read(exercise, of: &row, into: &collector) }
    return try roles.read(&row, into: &collector)
  }

  private func read(
    _ columns: GlookoColumns.Exercise, of row: inout TableCursor,
    into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    let stamp = try row.stamp(roles.time)
    guard let minutes = try row.amount(columns.minutes, below: 10_000) else {
      return .skipped(.missingValue)
    }
    var contents = RowContents()
    contents.events = [
      .exercise(
        Exercise(
          name: row.text(columns.name), duration: .seconds((minutes * 60).nearbyDecimal),
          intensity: Self.intensity(row.lowercased(columns.intensity))))
    ]
    return collector.add(contents, at: stamp, roles.time, of: row)
  }

  /// Returns the intensity that a word such as "low" or "moderate" names.
  private static func intensity(_ word: String) -> Exercise.Intensity? {
    if LimitWords.low.contains(word) { return .light }
    if LimitWords.high.contains(word) { return .vigorous }
    return ClarityVocabulary.intensity(word)
  }
}
