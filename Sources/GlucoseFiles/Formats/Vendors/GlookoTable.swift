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
  private let columns: GlookoColumns

  init?(recognizing head: TablePreview) {
    let rows = head.rows.enumerated().filter { $0.element.contains { !$0.isEmpty } }.prefix(2)
    guard rows.count == 2, let title = rows.first?.element, let (row, cells) = rows.last,
      Self.isTitle(title), cells.count >= 2,
      let columns = GlookoColumns(cells)
    else { return nil }
    self.columns = columns
    let glucose = columns.roles.sensor ?? columns.roles.meter
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .structure("\"Name:\" and a range of dates above the header"),
      unit: glucose.flatMap { DetectedValue(header: cells[$0]) },
      hasGlucose: glucose != nil && columns.reason == nil,
      conventions: FormatDefaults(metersMayBeSensors: true),
      patient: title.first.flatMap { cell in
        cell.firstIndex(of: ":").flatMap { PatientName.hash([String(cell[$0...])]) }
      })
  }

  /// Returns whether the cells are "Name:…,Date Range:…" in any language: the second cell contains
  /// two dates. A spreadsheet may have made the line as wide as the table.
  static func isTitle(_ cells: [String]) -> Bool {
    let filled = cells.prefix { !$0.isEmpty }
    guard 1...4 ~= filled.count, cells.dropFirst(filled.count).allSatisfy(\.isEmpty),
      filled.prefix(2).allSatisfy({ $0.contains(":") })
    else { return false }
    return filled.count == 1 || filled[1].count { "0"..."9" ~= $0 } >= 8
  }

  /// Another header is below another title.
  func reader(below row: borrowing TableCursor) -> Self? {
    Self.isTitle(row.texts) ? recognized(below: row, depth: 4) : nil
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    if let reason = columns.reason {
      if Self.isTitle(row.texts) { throw Rejection(.unknownKind) }
      return .skipped(reason)
    }
    if columns.isExercise { return try readExercise(&row, into: &records) }
    return try columns.roles.read(&row, into: &records)
  }

  private func readExercise(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let stamp = try row.stamp(columns.roles.time)
    guard let minutes = try row.amount(3, below: 10_000) else { return .skipped(.missingValue) }
    let intensity = Self.intensity(row.lowercased(2))
    let event = DiaryEvent.Content.exercise(named: row.text(1), minutes: minutes, intensity)
    return records.add(RowContents(events: [event]), at: stamp, columns.roles.time, of: row)
  }

  private static func intensity(_ word: String) -> Exercise.Intensity? {
    if LimitWords.low.contains(word) { return .light }
    if LimitWords.high.contains(word) { return .vigorous }
    return ClarityVocabulary.intensity(word)
  }
}

/// The roles of the columns of a table of a Glooko export, in any language.
///
/// They are determined by structure: the columns with a unit of glucose or insulin, with grams or
/// percent, and their order; and by words: `CGM` for a sensor, which is not translated, and the
/// words for alarms.
struct GlookoColumns {
  var roles: ColumnRoles
  var isExercise = false
  var reason: RowSkipReason?

  init?(_ cells: [String]) {
    let header = cells.map { HeaderName($0) }
    func column(_ names: String...) -> Int? { header.firstIndex { names.contains($0.name) } }
    let brackets = cells.map { Self.bracket($0) }
    let units = Self.insulin.union(Self.unitOfInsulin(cells, brackets).map { [$0] } ?? [])
    let insulin = brackets.indices.filter { units.contains(brackets[$0]) }
    let grams = brackets.indices.filter { Self.grams.contains(brackets[$0]) }
    let concentrations = header.indices.filter { header[$0].unit != nil }
    roles = ColumnRoles(time: column("timestamp") ?? 0)
    roles.device = column("serial_number", "seriennummer")
    roles.insulinType = column("insulin_type", "insulin_name", "medication", "name")
    if column("rate") != nil && !insulin.isEmpty || insulin.count == 1 && brackets.contains("%") {
      // A pump's basal insulin, delivered per hour rather than at a time.
      reason = .basalRate
    } else if grams.isEmpty, insulin.count >= 2, insulin.first == 1 {
      // Daily totals of bolus and basal insulin, which are sums of other tables.
      reason = .derived
    } else if let dose = column("insulin_delivered_u")
      ?? (insulin.count == 3 || !grams.isEmpty ? insulin.first : nil)
    {
      // The total, then the parts delivered at once and over time. The concentration is the input
      // to the bolus calculator and is not necessarily measured.
      roles.insulin = [dose]
      // Only a pump's boluses have parts and a ratio; an entered dose may be of any insulin.
      let isBolus =
        insulin.count == 3
        || column(
          "carbs_ratio", "initial_delivery_u", "extended_delivery_u", "blood_glucose_input") != nil
      if isBolus {
        // A type such as "Combination" is the mode of delivery.
        (roles.action, roles.insulinType) = (.rapidActing, nil)
      }
      roles.carbs = grams.first
    } else if let sensor = concentrations.first(where: { header[$0].name.contains("cgm") }) {
      roles.sensor = sensor
      roles.limitCodes = header[sensor].unit == .mgdL ? Self.limitCodes : nil
    } else if concentrations.count == 1, insulin.isEmpty, grams.isEmpty {
      roles.meter = concentrations[0]
      let name = cells[concentrations[0]].prefix { $0 != "(" }.lowercased()
      let namesLipid = Self.lipids.contains { name.contains($0) }
      if ReadingOrigin(name).map({ $0.channel == nil }) ?? namesLipid { reason = .otherMeasurement }
    } else if !grams.isEmpty, insulin.isEmpty {
      (roles.carbs, roles.note) = (grams[0], column("name"))
      roles.fat = column("fat", "fat_g", "fett", "fett_g")
      roles.protein = column("protein", "protein_g", "eiweiß", "eiweiß_g", "proteine_g")
    } else if concentrations.isEmpty, insulin.isEmpty, brackets.count > 3,
      brackets[3].hasPrefix("min")
    {
      isExercise = true
    } else if cells.count <= 4,
      header.contains(where: { name in Self.alarms.contains { name.name.contains($0) } })
    {
      reason = .alert
    } else if cells.count == 4, header[3].name.contains("insulin"), insulin.isEmpty {
      // Doses entered by hand: a time, the name of the insulin, the units, the type of insulin.
      (roles.insulin, roles.insulinType, roles.note) = ([2], 3, 1)
    } else if cells.count == 2, Self.notes.contains(header[1].name), header[1].unit == nil {
      roles.note = 1
    } else {
      return nil
    }
  }

  private static let lipids = ["cholest", "colest", "triglycer", "hdl", "ldl"]
  private static let alarms = ["alarm", "allarm", "larm", "alert"]

  /// The codes for values out of range, in a table in mg/dL.
  private static let limitCodes = (low: 1.0, high: 2001.0)

  /// The names of the only column beside the time in a table of notes.
  private static let notes: Set<String> = ["value", "note", "notes", "wert", "notiz", "notizen"]

  private static let grams: Set<String> = ["g", "gr", "gram", "grams", "г"]
  private static let insulin: Set<String> = [
    "u", "e", "ie", "i.e.", "ui", "u.i.", "iu", "units", "einheiten", "j", "j.", "eh", "e.",
    "jedn.", "eenh.", "ед", "ед.",
  ]

  /// Returns the text in brackets behind the name of insulin, such as `eenh.` in "Toegediende
  /// insuline (eenh.)", unless it is another unit; otherwise, the doses of a table whose word for
  /// units is unknown would be lost.
  private static func unitOfInsulin(_ cells: [String], _ brackets: [String]) -> String? {
    let column = cells.indices.first { column in
      let unit = brackets[column]
      return unit.contains { $0.isLetter } && !unit.contains("/") && !grams.contains(unit)
        && !unit.hasPrefix("min")
        && TableCursor.insulin.contains { cells[column].lowercased().contains($0) }
    }
    return column.map { brackets[$0] }
  }

  private static func bracket(_ cell: String) -> String {
    guard cell.last == ")", let open = cell.lastIndex(of: "(") else { return "" }
    return String(cell[cell.index(after: open)...].dropLast()).lowercased()
  }
}
