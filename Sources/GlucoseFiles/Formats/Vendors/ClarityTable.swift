internal import GlucoseDiary
internal import GlucoseMath

/// An export of Dexcom Clarity in any language; the order of columns is fixed.
///
/// The filled columns determine the kind of a row: insulin, carbohydrate, a duration, or glucose,
/// where the event type distinguishes sensor readings from calibrations. Words are used only in
/// rows without a number.
struct ClarityTable: HeaderedTable {
  static let formats = [FileFormat.clarity]

  @Shared private(set) var layout: TableLayout
  private let columns: ClarityColumns
  /// The event type of sensor readings, in lower case.
  private let readingType: [UInt8]

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    let (cells, below) = (head.rows[row], head.rows.dropFirst(row + 1))
    guard let columns = ClarityColumns(cells), !columns.hasIndex || Self.isNumbered(below)
    else { return nil }
    self.columns = columns
    readingType = Self.readingType(head.cursor, columns)
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .structure(
        "\(cells.count) columns, the \(columns.hasIndex ? "second" : "first") "
          + "\"\(cells[columns.time])\""),
      unit: DetectedValue(header: cells[columns.glucose]),
      conventions: FormatDefaults(isChronological: true), patient: Self.patient(below, columns))
  }

  /// Returns whether the first column contains the numbers of at least half of the rows; the others
  /// may be joined or damaged.
  private static func isNumbered(_ rows: ArraySlice<[String]>) -> Bool {
    rows.count { !$0[0].isEmpty && $0[0].allSatisfy { "0"..."9" ~= $0 } } * 2 >= rows.count
  }

  /// Returns a hash of the first and the last name, which are in rows without a time at the start.
  private static func patient(
    _ rows: ArraySlice<[String]>, _ columns: ClarityColumns
  ) -> UInt64? {
    guard let column = columns.patient else { return nil }
    let names = rows.prefix { $0.count > columns.glucose && $0[columns.time].isEmpty }
      .map { $0[column] }.filter { !$0.isEmpty }
    return PatientName.hash(Array(names.prefix(2)))
  }

  /// Returns `EGV`, or the most common type of rows with a time and a number, if it is translated.
  private static func readingType(_ cursor: TableCursor, _ columns: ClarityColumns) -> [UInt8] {
    var cursor = cursor
    var counts: [String: Int] = [:]
    var rows = 0
    while rows < 2000, cursor.advance() {
      rows += 1
      guard !cursor.isEmpty(columns.time), !cursor.isEmpty(columns.glucose) else { continue }
      counts[cursor.lowercased(columns.type), default: 0] += 1
    }
    let usual = "egv"
    if counts[usual] != nil { return Array(usual.utf8) }
    let commonest = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return Array((commonest?.key ?? usual).utf8)
  }

  func reader(below row: borrowing TableCursor) -> Self? {
    guard ClarityColumns(row.texts) != nil,
      let other = recognized(below: row, depth: TablePreview.depth), other.layout.headerRow == 0
    else { return nil }
    return other
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? {
    guard row.cell(columns.type, is: readingType) else { return nil }
    return ReadingCells(
      time: columns.time, glucose: columns.glucose, ticks: columns.ticks,
      number: columns.hasIndex ? 0 : nil)
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let isReading = row.cell(columns.type, is: readingType)
    guard !row.isEmpty(columns.time) else {
      // Alert settings have glucose values but never a time; readings and doses always have one.
      let isTimeless = !isReading && row.isEmpty(columns.insulin) && row.isEmpty(columns.carbs)
      if isTimeless { return .skipped(.preamble) }
      throw Rejection(.missingTime, column: columns.time)
    }
    let stamp = try row.stamp(columns.time)
    if isReading {
      let device = records.devices.index(of: row.bytes, row.range(columns.source))
      let transmitter = records.transmitters.index(of: row.bytes, row.range(columns.transmitter))
      return records.add(
        try row.glucose(columns.glucose), .sensor,
        at: RecordTime(stamp: stamp, line: row.line, column: columns.time), device: device,
        part: transmitter, ticks: columns.ticks.flatMap { row.ticks($0) })
    }
    var contents = RowContents()
    var device = 0
    if let event = try readEvent(&row) {
      contents.events = [event]
      contents.note = columns.patient.flatMap { row.text($0) }
    } else if row.isEmpty(columns.duration), !row.isEmpty(columns.glucose) {
      device = records.devices.index()
      contents.meter = try row.glucose(columns.glucose)
    } else {
      if ClarityVocabulary.isAlert(row.lowercased(columns.type)) { return .skipped(.alert) }
      contents = try readWords(row)
      if contents.isEmpty { return .skipped(.emptyNote) }
    }
    return records.add(contents, at: stamp, columns.time, of: row, device: device)
  }

  private func readEvent(_ row: inout TableCursor) throws(Rejection) -> DiaryEvent.Content? {
    let subtype = row.text(columns.subtype)
    if let units = try row.quantity(columns.insulin, below: 10_000) {
      return .insulin(
        InsulinDose(units: units, action: subtype.flatMap(InsulinDose.Action.init(naming:))))
    }
    if let carbs = try row.quantity(columns.carbs, below: 100_000) {
      return .meal(Meal(carbs: carbs))
    }
    guard !row.isEmpty(columns.duration),
      !ClarityVocabulary.isAlert(row.lowercased(columns.type))
    else { return nil }
    guard let duration = row.duration(columns.duration)
    else { throw Rejection(.unreadableTime, column: columns.duration) }
    return .exercise(
      Exercise(
        name: subtype, duration: duration, intensity: subtype.flatMap(ClarityVocabulary.intensity)))
  }

  private func readWords(_ row: borrowing TableCursor) throws(Rejection) -> RowContents {
    let type = row.lowercased(columns.type)
    let (subtype, patient) = (row.text(columns.subtype), columns.patient.flatMap { row.text($0) })
    if ClarityVocabulary.isHealth(type), let subtype {
      return RowContents(events: [ClarityVocabulary.condition(subtype)], note: patient)
    }
    guard ClarityVocabulary.isHealth(type) || ClarityVocabulary.isNote(type)
    else { throw Rejection(.unknownKind, column: columns.type) }
    return RowContents(note: Records.note(joining: [subtype, patient], by: ": "))
  }
}

extension TableCursor {
  fileprivate func ticks(_ column: Int) -> Double? {
    ScannedNumber.value(filling: range(column), of: bytes.elementSpan, allowingComma: false)
  }

  /// Returns the duration in hours, minutes, and seconds, such as `1:30:00`.
  func duration(_ column: Int) -> Duration? {
    let parts = (text(column) ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ 1...3 ~= $0.utf8.count }),
      let hours = UInt(parts[0]), let minutes = UInt(parts[1]), let seconds = UInt(parts[2])
    else { return nil }
    return .seconds(hours * 3600 + minutes * 60 + seconds)
  }
}
