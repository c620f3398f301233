// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A table whose header names a time and a glucose column, and optionally a person, a unit, and
/// flags.
struct PlainTable: TableFormat {
  var format: FileFormat { .plain }
  var readsRowsIndependently: Bool { true }
  let layout: TableLayout
  private let roles: ColumnRoles
  /// The column after concentrations in mmol/L, if it has no name.
  private let unnamed: Int?

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      let cells = head.rows[row]
      guard let glucose = Self.column(of: Names.glucose + Names.vague, in: header) else { continue }
      if let date = Self.column(of: Names.date, in: header),
        let clock = Self.column(of: Names.clock, in: header)
      {
        roles = Self.roles(ColumnRoles(time: date, clock: clock), glucose, header)
      } else if let time = Self.column(of: Names.time + Names.date, in: header) {
        var roles = Self.roles(ColumnRoles(time: time), glucose, header)
        roles.omitsMidnight = Names.registry.contains(header[time].name)
        self.roles = roles
      } else {
        continue
      }
      let next = glucose + 1
      let mayBeDecimals =
        header[glucose].unit == .mmolL && cells.indices.contains(next) && cells[next].isEmpty
      unnamed = mayBeDecimals ? next : nil
      layout = TableLayout(
        headerRow: row, columnCount: cells.count,
        evidence: .header("\(cells[roles.time]), \(cells[glucose])"),
        unit: header[glucose].unit.map { DetectedValue($0, .header(cells[glucose])) },
        isUnitDoubtful: Names.vague.contains(header[glucose].name),
        conventions: FormatDefaults(limits: .dexcom, mayNumberRows: roles.person != nil))
      return
    }
    return nil
  }

  private static func roles(
    _ times: ColumnRoles, _ glucose: Int, _ header: [HeaderName]
  ) -> ColumnRoles {
    var roles = times
    roles.sensor = glucose
    roles.person = column(of: Names.person, in: header)
    roles.zone = column(of: Names.zone, in: header).map { index in
      ZoneColumn(index: index, unit: StatedZone.Unit(of: header[index]))
    }
    roles.unit = column(of: Names.unit, in: header)
    roles.flags = column(of: Names.flags, in: header)
    roles.type = column(of: Names.type, in: header)
    let name = header[glucose].name
    roles.isGlucoseNamed = !Names.vague.contains(name)
    roles.rejectsUnknownTypes = !roles.isGlucoseNamed && header[glucose].unit == nil
    let isSensors = name.contains("cgm") || name.contains("sensor")
    let meter = column(of: Names.meter + (isSensors ? Names.vagueMeter : []), in: header)
    if meter != glucose { roles.meter = meter }
    return roles
  }

  private static func column(of names: [String], in header: [HeaderName]) -> Int? {
    for name in names {
      if let column = header.firstIndex(where: { $0.name == name }) { return column }
    }
    return nil
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? {
    roles.readingCells(of: row)
  }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    if let unnamed, isSplit(row, at: unnamed) {
      throw Rejection(.extraCells(found: row.cellCount, expected: unnamed))
    }
    return try roles.read(&row, into: &collector)
  }

  /// Returns a Boolean value that indicates whether a number such as `5,6` was divided by its
  /// decimal comma: one or two digits, and one digit in the column after it, which has no name.
  private func isSplit(_ row: borrowing TableCursor, at column: Int) -> Bool {
    guard row.delimiter == .comma, !row[column].isQuoted else { return false }
    let ranges = [row.range(column - 1), row.range(column)]
    return 1...2 ~= ranges[0].count && ranges[1].count == 1
      && ranges.allSatisfy { $0.allSatisfy { Byte.zero...Byte.nine ~= row.bytes[$0] } }
  }

  /// The names of columns, the most specific first.
  private enum Names {
    static let person = [
      "id", "subject", "subject_id", "patient", "patient_id", "participant", "participant_id",
      "person", "ptid", "deidentid", "user", "user_id",
    ]
    static let time =
      [
        "time", "timestamp", "date_time", "datetime", "time_stamp", "device_timestamp",
        "local_time",
        "device_time", "display_time", "datestring", "zeit", "zeitstempel",
      ] + registry
    /// The names in tables of the Jaeb Center's registries, which omit midnight from their dates.
    static let registry = ["devicedttm", "datadttm"]
    /// The names of a column of time zones or offsets from UTC. An `offset` may be that of a row, and
    /// a `timezoneOffset` in JavaScript has the opposite sign.
    static let zone = [
      "timezone", "time_zone", "tz", "utc_offset", "utcoffset", "gmt_offset", "tz_offset",
      "utc_offset_minutes", "utc_offset_min", "utc_offset_hours", "utc_offset_hour",
      "utc_offset_h", "gmt_offset_minutes", "gmt_offset_min", "gmt_offset_hours",
      "gmt_offset_hour", "gmt_offset_h", "zeitzone",
    ]
    static let date = ["date", "day", "datum", "fecha", "data"]
    static let clock = ["time", "clock", "uhrzeit", "zeit", "hora", "ora", "heure", "tijd"]
    static let glucose = [
      "gl", "glucose", "sgv", "glucose_value", "sensor_glucose", "cgm_glucose_value",
      "cgm_glucose", "cgm", "glucosecgm", "glucose_level", "blood_glucose", "glukose", "glucosa",
      "glucosio", "cgm_glukosewert", "cgmval", "glucosevalue",
    ]
    /// The names that other quantities have as well: without a unit, only clear values are
    /// accepted.
    static let vague = ["bg", "concentration", "value"]
    static let unit = ["unit", "units", "einheit"]
    static let flags = ["flags"]
    /// The names of a column that distinguishes a sensor's value from a meter's. Other words in such
    /// a column are ignored if the values are named after glucose or their unit is stated, and
    /// rejected otherwise.
    static let type = [
      "type", "glucose_type", "reading_type", "measurement_type", "record_type", "recordtype",
      "event_type", "source_type", "typ", "tipo",
    ]
    /// The names of a column of finger-sticks beside a sensor's.
    static let meter = [
      "smbg", "bgm", "mbg", "finger_stick", "fingerstick", "finger_prick", "fingerprick", "meter",
      "meter_glucose", "capillary_glucose", "capillary", "glucose_meter",
    ]
    /// Names of the same that denote a sensor's values if no other column does.
    static let vagueMeter = ["cbg", "blood_glucose"]
  }
}

/// The words for flags in a plain table.
enum PlainFlags {
  private static let words: [(word: String, flag: ReadingFlags)] = [
    ("low", .belowDeviceLimit), ("high", .aboveDeviceLimit), ("repeated", .ambiguousLocalTime),
  ]

  /// Returns the flags in a cell; other words are ignored.
  static func flags(_ cell: String) -> ReadingFlags {
    let found = cell.split(separator: " ")
    return words.reduce(into: []) { flags, entry in
      if found.contains(Substring(entry.word)) { flags.insert(entry.flag) }
    }
  }

  /// Returns the cell for a set of flags.
  static func cell(_ flags: ReadingFlags) -> String {
    words.filter { flags.contains($0.flag) }.map(\.word).joined(separator: " ")
  }
}
