// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A table whose header names a time and a glucose column, and perhaps a person, a unit and flags.
struct PlainTable: TableFormat {
  static var format: FileFormat { .plain }

  let layout: TableLayout
  private let person: Int?
  private let date: Int
  /// The column of the clock, if the date stands alone.
  private let clock: Int?
  private let glucose: Int
  private let unit: Int?
  private let flags: Int?

  init?(recognising head: TableHead) {
    for (row, cells) in head.rows.prefix(12).enumerated() {
      let header = cells.map { HeaderName($0) }
      guard let glucose = Self.column(of: Names.glucose, in: header) else { continue }
      if let date = Self.column(of: Names.date, in: header),
        let clock = Self.column(of: Names.clock, in: header)
      {
        (self.date, self.clock) = (date, clock)
      } else if let time = Self.column(of: Names.time + Names.date, in: header) {
        (date, clock) = (time, nil)
      } else {
        continue
      }
      self.glucose = glucose
      person = Self.column(of: Names.person, in: header)
      unit = Self.column(of: Names.unit, in: header)
      flags = Self.column(of: Names.flags, in: header)
      layout = TableLayout(
        headerRow: row, columnCount: cells.count,
        evidence: .header("\(cells[date]), \(cells[glucose])"),
        unit: header[glucose].unit.map { Detected($0, .header(cells[glucose])) },
        conventions: Conventions(limits: .dexcom))
      return
    }
    return nil
  }

  private static func column(of names: [String], in header: [HeaderName]) -> Int? {
    for name in names {
      if let column = header.firstIndex(where: { $0.name == name }) { return column }
    }
    return nil
  }

  mutating func read(
    _ row: inout TableCursor, into intake: inout Intake
  ) throws(Rejection) -> RowFate {
    if row.bytes[row.row.lowerBound] == UInt8(ascii: "#") { return .skipped(.comment) }
    let cell: GlucoseCell
    do throws(Rejection) {
      cell = try row.glucose(glucose)
    } catch {
      // An empty row of a spreadsheet may still bear an identifier; a bad time is the worse trouble.
      _ = try stamp(row)
      throw error
    }
    if case .missing = cell, row.isEmpty(date) || LimitWords.missing.contains(row.lowercased(date))
    {
      return .skipped(.missingValue)
    }
    let stamp = try stamp(row)
    var rowUnit: GlucoseUnit?
    if let unit { rowUnit = GlucoseUnit(mentionedIn: row.lowercased(unit)) }
    let subject = person.map { index(ofPerson: $0, row, &intake.subjects) } ?? 0
    let stream = Intake.Stream(subject: subject, channel: .sensor, device: 0)
    let isAdded = intake.add(
      cell, flags: readFlags(row), unit: rowUnit, at: stamp, from: date, of: row, stream: stream)
    return isAdded ? .accepted : .skipped(.missingValue)
  }

  /// The number of the person that a cell names; quotes keep the blanks of a name.
  private func index(
    ofPerson column: Int, _ row: borrowing TableCursor, _ persons: inout Interner
  ) -> Int {
    let cell = row[column]
    if cell.isEscaped, let text = row.text(column) {
      return persons.index(of: Array(text.utf8), 0..<text.utf8.count)
    }
    return persons.index(
      of: row.bytes, cell.isQuoted ? cell.start..<cell.end : row.range(column))
  }

  private func stamp(_ row: borrowing TableCursor) throws(Rejection) -> Stamp {
    guard let clock else { return try row.stamp(date) }
    guard !row.isEmpty(date) else { throw Rejection(.missingTime, column: date) }
    let (day, hour) = (row.range(date), row.range(clock))
    if let stamp = Stamp(row.bytes.span, date: day, clock: hour) { return stamp }
    // Some write the whole time into the first of the two columns.
    if let stamp = Stamp(row.bytes.span, day) { return stamp }
    throw Rejection(.unreadableTime, column: hour.isEmpty ? date : clock)
  }

  private func readFlags(_ row: borrowing TableCursor) -> ReadingFlags {
    guard let flags, !row.isEmpty(flags) else { return [] }
    return PlainFlags.flags(row.lowercased(flags))
  }

  /// The names that columns go by, the surest first.
  private enum Names {
    static let person = [
      "id", "subject", "subject_id", "patient", "patient_id", "participant", "participant_id",
      "person", "ptid", "deidentid", "user", "user_id",
    ]
    static let time = [
      "time", "timestamp", "date_time", "datetime", "time_stamp", "device_timestamp", "local_time",
      "device_time", "display_time", "datestring", "zeit", "zeitstempel",
    ]
    static let date = ["date", "day", "datum", "fecha", "data"]
    static let clock = ["time", "clock", "uhrzeit", "zeit", "hora", "ora", "heure", "tijd"]
    static let glucose = [
      "gl", "glucose", "sgv", "glucose_value", "sensor_glucose", "cgm_glucose_value",
      "cgm_glucose", "glucose_level", "blood_glucose", "cgm", "bg", "glucosecgm", "concentration",
      "glukose", "glucosa", "glucosio", "value",
    ]
    static let unit = ["unit", "units", "einheit"]
    static let flags = ["flags"]
  }
}

/// The words for flags in a plain table.
enum PlainFlags {
  private static let words: [(word: String, flag: ReadingFlags)] = [
    ("low", .belowRange), ("high", .aboveRange), ("repeated", .repeatedHour),
  ]

  /// The flags that a cell names; words that are none are passed over.
  static func flags(_ cell: String) -> ReadingFlags {
    let found = cell.split(separator: " ")
    return words.reduce(into: []) { flags, entry in
      if found.contains(Substring(entry.word)) { flags.insert(entry.flag) }
    }
  }

  /// The cell for some flags.
  static func cell(_ flags: ReadingFlags) -> String {
    words.filter { flags.contains($0.flag) }.map(\.word).joined(separator: " ")
  }
}

extension TableCursor {
  /// The text of a cell in lower case, empty if there is none.
  func lowercased(_ column: Int) -> String { text(column)?.lowercased() ?? "" }
}
