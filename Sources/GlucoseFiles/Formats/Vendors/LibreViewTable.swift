// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An export of LibreView or of the FreeStyle Libre desktop software in any language; the order of
/// columns is fixed, and a number indicates the type of a row. Of a table with other columns, those
/// with known names are read.
struct LibreViewTable: TableFormat {
  var format: FileFormat { columns.format }
  @Shared private(set) var layout: TableLayout
  private let columns: LibreViewColumns

  init?(recognizing head: TablePreview) {
    guard let found = Self.whole(head) ?? Self.named(head) else { return nil }
    (columns, layout) = found
  }

  /// Returns the columns and the layout of a whole export.
  private static func whole(_ head: TablePreview) -> (LibreViewColumns, TableLayout)? {
    guard let found = LibreViewColumns.find(in: head.rows) else { return nil }
    let (columns, row, cells) = (found.columns, found.row, head.rows[found.row])
    let layout = TableLayout(
      headerRow: row, columnCount: max(cells.count, columns.leastCount),
      evidence: .structure(
        "\(cells.count) columns, \(columns.description) and a record type of 0 to 6"),
      unit: columns.unit(of: cells),
      conventions: FormatDefaults(limits: .libre, clampsAtLimits: true, devicePartBits: 8))
    return (columns, layout)
  }

  /// Returns the columns and the layout of a table with some of the columns.
  private static func named(_ head: TablePreview) -> (LibreViewColumns, TableLayout)? {
    for (row, header) in head.names.enumerated() {
      guard let columns = LibreViewColumns.named(in: header) else { continue }
      let cells = head.rows[row]
      let layout = TableLayout(
        headerRow: row, columnCount: cells.count,
        evidence: .header("\(cells[columns.time]), \(cells[columns.historic])"),
        unit: columns.unit(of: cells),
        unreadColumns: TableLayout.unread(cells, besides: columns.read),
        conventions: FormatDefaults(
          limits: .libre, clampsAtLimits: true, mayNumberRows: columns.person != nil,
          devicePartBits: 8))
      return (columns, layout)
    }
    return nil
  }

  /// Another header begins with the line about the person above it.
  func reader(below row: borrowing TableCursor) -> Self? {
    // Words are in place of the record type.
    guard row.range(columns.hasType ? columns.type : columns.time).count > 1,
      let other = recognized(below: row, depth: TablePreview.headerDepth),
      other.format == format, other.layout.unit != nil
    else { return nil }
    return other
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? {
    let range = row.range(columns.type)
    guard range.count == 1, row.bytes[range.lowerBound] == UInt8(ascii: "0") else { return nil }
    return ReadingCells(time: columns.time, glucose: columns.historic)
  }

  mutating func read(
    _ row: inout TableCursor, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    guard columns.hasType else { return try readings(&row, &collector) }
    let range = row.range(columns.type)
    guard range.count == 1 else { throw Rejection(.unknownKind, column: columns.type) }
    let type = row.bytes[range.lowerBound]
    let stamp = try row.stamp(columns.time)
    if columns.lacksContent(ofType: type) { return .skipped(.otherMeasurement) }
    let device = device(type, row, &collector)
    let subject = columns.person.map { row.index(ofPerson: $0, &collector.subjects) } ?? 0
    func stream(_ channel: RowCollector.Channel) -> RowCollector.Stream {
      RowCollector.Stream(subject: subject, channel: channel, device: device)
    }
    switch type {
    case UInt8(ascii: "0"):
      return try reading(columns.historic, &row, stamp, stream(.sensor), &collector)
    case UInt8(ascii: "1"):
      return try reading(columns.scan, &row, stamp, stream(.scan), &collector)
    case UInt8(ascii: "2"):
      return try reading(columns.strip, &row, stamp, stream(.meter), &collector)
    case UInt8(ascii: "3"):
      return .skipped(.otherMeasurement)
    case UInt8(ascii: "4"):
      return try insulin(&row, stamp, stream(.event), &collector)
    case UInt8(ascii: "5"):
      return try food(&row, stamp, stream(.event), &collector)
    case UInt8(ascii: "6"):
      guard let note = row.text(columns.note) else {
        // The desktop software records here that the reader's clock was set.
        return .skipped(
          columns.clockChange.contains { !row.isEmpty($0) } ? .deviceRecord : .emptyNote)
      }
      collector.add(
        .condition(DiaryCondition(.note)), lasting: 0, note: note, at: stamp, from: columns.time,
        of: row,
        stream: stream(.event))
      return .accepted
    default:
      throw Rejection(.unknownKind, column: columns.type)
    }
  }

  private func device(
    _ type: UInt8, _ row: borrowing TableCursor, _ collector: inout RowCollector
  ) -> Int {
    collector.devices.index(of: row.bytes, row.range(columns.serial)) << 8 | Int(type)
  }

  /// Reads the readings of a row in a table without a column of types.
  private func readings(
    _ row: inout TableCursor, _ collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    var readings: [(glucose: GlucoseCell, channel: RowCollector.Channel)] = []
    for (column, channel) in [
      (columns.historic, RowCollector.Channel.sensor), (columns.scan, .scan),
      (columns.strip, .meter),
    ]
    where !row.isEmpty(column) {
      readings.append((try row.glucose(column), channel))
    }
    guard !readings.isEmpty else { return .skipped(.missingValue) }
    let stamp = try row.stamp(columns.time)
    let place = RowCollector.Place(line: row.line, column: columns.time)
    let subject = columns.person.map { row.index(ofPerson: $0, &collector.subjects) } ?? 0
    var isAdded = false
    for (glucose, channel) in readings {
      let device = device(channel.rawValue, row, &collector)
      isAdded =
        collector.add(
          glucose, at: stamp, place: place,
          stream: RowCollector.Stream(subject: subject, channel: channel, device: device),
          continues: isAdded) || isAdded
    }
    return isAdded ? .accepted : .skipped(.missingValue)
  }

  private func reading(
    _ column: Int, _ row: inout TableCursor, _ stamp: WrittenTime, _ stream: RowCollector.Stream,
    _ collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    guard !row.isEmpty(column) else { throw Rejection(.missingNumber, column: column) }
    let isAdded = collector.add(
      try row.glucose(column), at: stamp, from: columns.time, of: row, stream: stream)
    return isAdded ? .accepted : .skipped(.missingValue)
  }

  /// Reads a dose of rapid-acting insulin, as a whole or in parts, or of long-acting insulin.
  private func insulin(
    _ row: inout TableCursor, _ stamp: WrittenTime, _ stream: RowCollector.Stream,
    _ collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    var rapid = try dose(&row, columns.rapid)
    if rapid == nil {
      for column in columns.partsOfDose {
        // The last part is the person's change, up or down.
        if let part = try row.number(column) { rapid = [rapid ?? 0, part].decimalSum }
      }
    }
    if let units = rapid, !(0..<10_000 ~= units) {
      throw Rejection(.unreadableNumber, column: columns.rapid)
    }
    let long = try dose(&row, columns.long)
    if rapid == nil, long == nil {
      // A dose without an amount is not a dose, but is kept as a note.
      let words = [
        (columns.unmeasuredRapid, "rapid-acting"), (columns.unmeasuredLong, "long-acting"),
      ]
      .filter { !row.isEmpty($0.0) }.map(\.1)
      guard !words.isEmpty else { throw Rejection(.missingNumber, column: columns.rapid) }
      collector.add(
        .condition(DiaryCondition(.note)), lasting: 0,
        note: "Insulin, \(words.joined(separator: " and ")), amount not recorded", at: stamp,
        from: columns.time, of: row, stream: stream)
      return .accepted
    }
    var kinds: [DiaryEvent.Content] = []
    if let rapid { kinds.append(.insulin(InsulinDose(units: rapid, action: .rapidActing))) }
    if let long { kinds.append(.insulin(InsulinDose(units: long, action: .longActing))) }
    collector.add(
      kinds, note: row.text(columns.note), at: stamp, from: columns.time, of: row,
      stream: stream)
    return .accepted
  }

  private func dose(_ row: inout TableCursor, _ column: Int) throws(Rejection) -> Double? {
    guard let units = try row.number(column) else { return nil }
    guard 0..<10_000 ~= units else { throw Rejection(.unreadableNumber, column: column) }
    return units
  }

  /// Reads food: grams of carbohydrate, servings, or a mark without an amount.
  private func food(
    _ row: inout TableCursor, _ stamp: WrittenTime, _ stream: RowCollector.Stream,
    _ collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    let grams = try row.number(columns.grams)
    if let grams, !(0..<100_000 ~= grams) {
      throw Rejection(.unreadableNumber, column: columns.grams)
    }
    let servings = columns.servings.flatMap { row.text($0) }
    guard grams != nil || servings != nil || !row.isEmpty(columns.unmeasuredFood) else {
      throw Rejection(.missingNumber, column: columns.grams)
    }
    var notes = [row.text(columns.note)].compactMap(\.self)
    if let servings { notes.append("\(servings) servings") }
    collector.add(
      .meal(Meal(carbs: grams)), note: notes.isEmpty ? nil : notes.joined(separator: ", "),
      at: stamp, from: columns.time, of: row, stream: stream)
    return .accepted
  }
}
