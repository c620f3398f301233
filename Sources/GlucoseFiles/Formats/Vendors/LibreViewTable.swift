internal import GlucoseDiary
internal import GlucoseMath

/// An export of LibreView or of the FreeStyle Libre desktop software in any language; the order of
/// columns is fixed, and a number indicates the type of a row. Of a table with other columns, those
/// with known names are read.
struct LibreViewTable: TableFormat {
  static let formats = [FileFormat.libreView, .freeStyleLibre]
  var format: FileFormat { columns.format }
  @Shared private(set) var layout: TableLayout
  private let columns: LibreViewColumns

  init?(recognizing head: TablePreview) {
    guard let found = LibreViewColumns.find(in: head.rows) ?? LibreViewColumns.named(in: head.names)
    else { return nil }
    let cells = head.rows[found.row]
    columns = found.columns
    layout = TableLayout(
      headerRow: found.row, columnCount: max(cells.count, columns.leastCount),
      evidence: columns.isNamed
        ? .header("\(cells[columns[.time]]), \(cells[columns[.historic]])")
        : .structure("\(cells.count) columns, \(columns.description) and a record type of 0 to 6"),
      unit: columns.unit(of: cells),
      unreadColumns: columns.isNamed ? TableLayout.unread(cells, besides: columns.read) : [],
      conventions: FormatDefaults(
        limits: .libre, clampsAtLimits: true, mayNumberRows: columns.person != nil))
  }

  /// Another header begins with the line about the person above it.
  func reader(below row: borrowing TableCursor) -> Self? {
    // Words are in place of the record type.
    guard row.range(columns.hasType ? columns[.type] : columns[.time]).count > 1,
      let other = recognized(below: row, depth: TablePreview.headerDepth),
      other.format == format, other.layout.unit != nil
    else { return nil }
    return other
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? {
    let range = row.range(columns[.type])
    guard range.count == 1, row.bytes[range.lowerBound] == UInt8(ascii: "0") else { return nil }
    return ReadingCells(time: columns[.time], glucose: columns[.historic])
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    guard columns.hasType else { return try readings(&row, &records) }
    let range = row.range(columns[.type])
    guard range.count == 1 else { throw Rejection(.unknownKind, column: columns[.type]) }
    let type = row.bytes[range.lowerBound]
    let stamp = try row.stamp(columns[.time])
    if columns.lacksContent(ofType: type) { return .skipped(.otherMeasurement) }
    let device = records.devices.index(of: row.bytes, row.range(columns[.serial]))
    let subject = columns.person.map { row.index(ofPerson: $0, &records.subjects) } ?? 0
    var contents = RowContents()
    switch type {
    case UInt8(ascii: "0"): contents.sensor = try reading(columns[.historic], &row)
    case UInt8(ascii: "1"): contents.scan = try reading(columns[.scan], &row)
    case UInt8(ascii: "2"): contents.meter = try reading(columns[.strip], &row)
    case UInt8(ascii: "3"): return .skipped(.otherMeasurement)
    case UInt8(ascii: "4"): contents = try insulin(&row)
    case UInt8(ascii: "5"): contents = try food(&row)
    case UInt8(ascii: "6"):
      contents.note = row.text(columns[.note])
      guard !contents.isEmpty else {
        // The desktop software records here that the reader's clock was set.
        return .skipped(
          columns.clockChange.contains { !row.isEmpty($0) } ? .deviceRecord : .emptyNote)
      }
    default: throw Rejection(.unknownKind, column: columns[.type])
    }
    return records.add(
      contents, at: stamp, columns[.time], of: row, subject: subject, device: device,
      part: Int(type))
  }

  private func readings(
    _ row: inout TableCursor, _ records: inout Records
  ) throws(Rejection) -> Outcome {
    let contents = RowContents(
      sensor: try row.glucose(columns[.historic]), scan: try row.glucose(columns[.scan]),
      meter: try row.glucose(columns[.strip]))
    let isBlank = [columns[.historic], columns[.scan], columns[.strip]].allSatisfy {
      row.isEmpty($0)
    }
    guard !isBlank else { return .skipped(.missingValue) }
    let subject = columns.person.map { row.index(ofPerson: $0, &records.subjects) } ?? 0
    return records.add(
      contents, at: try row.stamp(columns[.time]), columns[.time], of: row, subject: subject,
      device: records.devices.index(of: row.bytes, row.range(columns[.serial])))
  }

  private func reading(_ column: Int, _ row: inout TableCursor) throws(Rejection) -> GlucoseCell {
    guard !row.isEmpty(column) else { throw Rejection(.missingNumber, column: column) }
    return try row.glucose(column)
  }

  private func insulin(_ row: inout TableCursor) throws(Rejection) -> RowContents {
    var rapid = try row.quantity(columns[.rapid], below: 10_000)
    if rapid == nil {
      for column in LibreViewColumns.partsOfDose.map({ columns[$0] }) {
        // The last part is the person's change, up or down.
        if let part = try row.number(column) { rapid = [rapid ?? 0, part].decimalSum }
      }
    }
    if let rapid { _ = try row.checked(rapid, columns[.rapid], below: 10_000) }
    let long = try row.quantity(columns[.long], below: 10_000)
    if rapid == nil, long == nil {
      // A dose without an amount is not a dose, but is kept as a note.
      let words = [
        (columns[.unmeasuredRapid], "rapid-acting"), (columns[.unmeasuredLong], "long-acting"),
      ]
      .filter { !row.isEmpty($0.0) }.map(\.1)
      guard !words.isEmpty else { throw Rejection(.missingNumber, column: columns[.rapid]) }
      let kinds = words.joined(separator: " and ")
      return RowContents(note: "Insulin, \(kinds), amount not recorded")
    }
    var contents = RowContents(note: row.text(columns[.note]))
    contents.addDose(rapid, .rapidActing)
    contents.addDose(long, .longActing)
    return contents
  }

  private func food(_ row: inout TableCursor) throws(Rejection) -> RowContents {
    let grams = try row.quantity(columns[.grams], below: 100_000)
    let servings = row.text(columns[.servings])
    guard grams != nil || servings != nil || !row.isEmpty(columns[.unmeasuredFood])
    else { throw Rejection(.missingNumber, column: columns[.grams]) }
    let notes = [row.text(columns[.note]), servings.map { "\($0) servings" }]
    return RowContents(
      events: [.meal(Meal(carbs: grams))], note: Records.note(joining: notes, by: ", "))
  }
}
