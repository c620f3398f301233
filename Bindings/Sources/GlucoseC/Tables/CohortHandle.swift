internal import Foundation
internal import GlucoseCohort
internal import GlucoseDiary
internal import GlucoseFiles
internal import GlucoseMath
internal import Synchronization

/// The object of a cohort's handle: a table of readings in the caller's memory, or the people of a
/// file.
final class CohortHandle: Sendable {
  /// The table, or `nil` for a file.
  private let table: ReadingTable?
  let logged: EventTable
  /// The file, or `nil` for a table.
  private let file: FileBundle?
  let keys: [Key?]
  /// A Boolean value that indicates whether the error of a person whose record is not valid is a row of a table.
  let keepsErrors: Bool
  private let refusesConflicts: Bool
  let unit: GlucoseUnit
  /// The zone of local days, and of times in results; see also ``zone(of:)``.
  let zone: TimeZone
  /// Numbers of readings that do not count: with another value at an instant, and of a feed beside another.
  typealias Uncounted = (conflicts: Int, parallel: Int)
  /// The numbers of each person, as far as records were read.
  private let uncounted = Mutex<[Int: Uncounted]>([:])

  /// Creates the cohort of a table of readings and optionally one of events.
  init(readings: ArrowStream, events: ArrowStream?, _ call: Call) throws {
    let table = try ReadingTable(ArrowTable(readings, "readings"), call)
    logged =
      try events.map {
        try EventTable(
          ArrowTable($0, "events"), keyName: table.keyName, isKeyText: table.isKeyText,
          in: table.hasZones ? nil : table.zone, refusesInvalid: table.refusesInvalid,
          keepsErrors: call.keepsErrors())
      } ?? EventTable()
    (self.table, file) = (table, nil)
    (keepsErrors, refusesConflicts) = (try call.keepsErrors(), false)
    keys = table.keys
    unit = table.unit
    zone = table.zone
    try require(
      !keepsErrors || table.keyName.map { !["error", "error_type"].contains($0) } ?? true,
      "The column of ids \"\(table.keyName ?? "")\" has the name of a column of the results: rename it."
    )
  }

  /// Creates the cohort of a file. Throws an error if its people have different units, because the
  /// edges of ranges are exact in one.
  init(path: [UInt8], _ call: Call) throws {
    let name = try require(
      String(validating: path, as: UTF8.self),
      "The file cannot be opened: its name \(String(decoding: path, as: UTF8.self)) is not UTF-8.",
      BindingError.file)
    refusesConflicts = try call.choice("conflicts", [("last", false), ("refuse", true)])
    keepsErrors = try call.keepsErrors()
    let order: DateOrder? = try call.choice(
      "date_order", [("", nil), ("ymd", .yearFirst), ("dmy", .dayFirst), ("mdy", .monthFirst)])
    let zone = try call.zone()
    let bundle = try FileBundle(
      contentsOf: name,
      options: ReadOptions(zone: zone, fileUnit: call.unit(), dateOrder: order, now: Date()))
    (table, logged, file) = (nil, EventTable(), bundle)
    keys = bundle.people.map { $0.id.map { .text(Array($0.utf8)) } }
    let detected = bundle.members.map(\.file.report.detected)
    let units = Set(bundle.people.compactMap(bundle.unit(of:)))
    try require(
      units.count < 2,
      "The archive has people in mg/dL and people in mmol/L: read its files one at a time.",
      BindingError.data)
    unit = units.first ?? detected.compactMap { $0.unit?.value }.first ?? .mgdL
    self.zone = detected.compactMap { $0.zone?.value }.first ?? zone ?? .gmt
    if refusesConflicts, !keepsErrors { try people.indices.forEach { try checkConflicts(of: $0) } }
  }

  /// Throws an error if a person of a file has readings at one instant with different values, unless the last counts.
  private func checkConflicts(of person: Int) throws {
    guard refusesConflicts else { return }
    let found = Self.conflicts(of: people[person])
    try require(
      found.isEmpty, prefix(of: person) + ReadingTable.sentence(of: found), BindingError.data)
  }

  /// Releases the caller's arrays in the calling thread. No computation may be under way, or follow.
  func release() {
    table?.release()
  }

  /// The name of the column of ids.
  var keyName: String { table?.keyName ?? "id" }

  /// A Boolean value that indicates whether results have a column of ids.
  var hasKeys: Bool {
    table.map { $0.keyName != nil } ?? (keys.isEmpty || keys.contains { $0 != nil })
  }

  /// A Boolean value that indicates whether ids are text.
  var isKeyText: Bool { table?.isKeyText ?? true }

  var count: Int { keys.count }

  /// The number of rows of the table, or of readings of the file.
  private var rowCount: Int {
    table?.rowCount ?? people.reduce(0) { $0 + $1.recording.series.count }
  }

  /// The people of a file.
  private var people: [ImportedPerson] { file?.people ?? [] }

  func name(of person: Int) -> String { keys[person]?.description ?? "the only person" }

  /// The beginning of a sentence about a person.
  private func prefix(of person: Int) -> String { keys[person].map { "\($0): " } ?? "" }

  /// Returns the zone of a person's local days.
  func zone(of person: Int) throws -> TimeZone { try table?.zone(of: person) ?? zone }

  /// Returns the zone of everyone's local days, or throws an error if people have several.
  func commonZone(for work: String) throws -> TimeZone {
    guard let table, table.hasZones, count > 0 else { return zone }
    let zones = try Set((0..<count).map { try zone(of: $0) })
    guard zones.count == 1, let zone = zones.first else {
      throw BindingError.argument(
        "\(work) needs one time zone; divide the table, whose people have \(zones.count).")
    }
    return zone
  }

  /// Returns the readings of a person, with every reading of an instant and of parallel feeds.
  func record(of person: Int) throws -> RawRecord {
    let record: RawRecord
    let conflictCount: Int
    if let table {
      _ = try events(of: person)
      (record, conflictCount) = try table.record(of: person)
    } else {
      try checkConflicts(of: person)
      let found = people[person]
      record = try RawRecord(found.recording.series, leavingOut: found.leftOutReadings)
      conflictCount = Self.conflicts(of: found).count
    }
    if conflictCount + record.parallelCount > 0 {
      uncounted.withLock { $0[person] = (conflictCount, record.parallelCount) }
    }
    return record
  }

  /// Returns the readings of a person, or throws an error that names two instants if they are too far
  /// apart for the metrics that depend on time.
  func griddedRecord(of person: Int) throws -> RawRecord {
    let record = try record(of: person)
    guard let fault = record.series.scatteredReadings else { return record }
    throw BindingError.data(prefix(of: person) + "\(fault)")
  }

  /// Returns the readings of a person of a file with another value than the stored reading of the same instant. Scans
  /// and meter readings, which no computation uses, are not among them.
  private static func conflicts(of person: ImportedPerson) -> [GlucoseSeries.Conflict] {
    person.recording.series.conflicts(among: person.leftOutReadings)
  }

  /// The numbers of people and rows, and of readings that do not count in all records that were computed with so far.
  var counts: [Int] {
    let found = uncounted.withLock { Array($0.values) }
    let (conflicts, parallel) = (found.map(\.conflicts), found.map(\.parallel))
    return [
      count, rowCount, conflicts.reduce(0, +), conflicts.count { $0 > 0 }, parallel.reduce(0, +),
      parallel.count { $0 > 0 },
    ]
  }

  /// Returns what became of the rows of each person.
  func rowCounts(_ call: Call) throws -> ResultTable {
    let names = [
      "rows", "readings", "missing", "invalid", "first_invalid", "duplicates", "conflicts",
      "parallel",
    ]
    return try table(call) {
      [try self.rowCounts(of: $0)]
    } columns: { rows in
      names.enumerated().map { place, name in rows.integers(name) { $0[place] } }
    }
  }

  /// Returns the numbers of the columns of ``rowCounts(_:_:)``, `nil` for what the description of a file has.
  private func rowCounts(of person: Int) throws -> [Int?] {
    guard let table else {
      let record = try record(of: person)
      return [
        nil, record.series.count, nil, nil, nil, record.duplicateCount,
        Self.conflicts(of: people[person]).count, record.parallelCount,
      ]
    }
    _ = try events(of: person)
    let columns = try table.columns(of: person)
    let readings = try ValidatedReadings(times: columns.times, values: columns.values)
    let record = RawRecord(readings)
    return [
      table.rowCount(of: person), record.series.count, columns.missingCount,
      columns.invalidCount, columns.firstInvalid, readings.duplicateCount,
      readings.conflictCount, record.parallelCount,
    ]
  }

  /// Returns the events of a person, or throws an error if one of them is not valid.
  func events(of person: Int) throws -> [DiaryEvent] {
    if let error = logged.errors[keys[person]] { throw error }
    return file?.people[person].recording.events ?? logged.people[keys[person]] ?? []
  }

  /// Returns the readings and events of a person, or throws an error if the readings are too far
  /// apart.
  func recording(of person: Int) throws -> Recording {
    let series = try griddedRecord(of: person).series
    return try file?.people[person].recording
      ?? Recording(series: series, events: events(of: person))
  }

  /// The events of people without readings.
  var unusedEvents: [Key?: [DiaryEvent]] {
    let known = Set(keys)
    return logged.people.filter { !known.contains($0.key) }
  }

  /// Returns the row of the table of each instant of a person, the last of several; empty for a file.
  func rows(of person: Int) throws -> [Date: Int] {
    guard let table else { return [:] }
    let columns = try table.columns(of: person, withRows: true)
    return Dictionary(
      zip(columns.times.lazy.map(Date.init(timeIntervalSinceReferenceDate:)), columns.rows)
    ) { $1 }
  }

  /// Returns the measurements of a meter of a person of a file.
  func meter(of person: Int) throws -> GlucoseSeries {
    let file = try require(
      file, "A table has no measurements of a meter: the reference must be another cohort.")
    return file.people[person].meter
  }

  /// A JSON object that describes the cohort.
  func description() throws -> String {
    var fields: [String: Any] = [
      "people": count, "unit": unit.rawValue, "zone": zone.identifier,
      "ids": keys.map { $0.map { $0.description as Any } ?? NSNull() },
    ]
    if let bundle = file {
      fields["files"] = bundle.members.map { member in
        let report = member.file.report
        return [
          "name": member.name ?? NSNull(), "format": "\(member.file.format)",
          "rows": report.rowCount, "accepted": report.acceptedCount,
          "skipped": report.skipReasons,
          "rejected": report.rejected.map { "\($0)" },
          "unread_columns": report.unreadColumns,
          "error_codes": report.errorCodes.map { "\($0)" },
          "ambiguous_time_lines": report.ambiguousTimeLines,
          "conflicts": ReadingConflict.summary(of: report.conflicts, in: unit, pairLimit: 1),
          "warnings": report.warnings,
          "unit": report.detected.unit?.value.rawValue as Any? ?? NSNull(),
          "zone": report.detected.zone?.value.identifier as Any? ?? NSNull(),
          "unit_evidence": report.detected.unit.map { "\($0.evidence)" as Any } ?? NSNull(),
        ] as [String: Any]
      }
      fields["conflicts"] = ReadingConflict.summary(of: bundle.conflicts, in: unit, pairLimit: 1)
      fields["warnings"] = bundle.simultaneousSensors.map(\.description)
      fields["unread"] = bundle.unread.map {
        ["name": $0.name, "error": "\($0.error)", "has_no_recording": $0.isNotARecording]
          as [String: Any]
      }
    }
    if table != nil {
      let unused = unusedEvents
      let first = unused.keys.compactMap { $0?.description }
        .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      fields["left_out_events"] = logged.leftOutCount
      fields["invalid_events"] = logged.invalidCount
      fields["first_invalid_event"] = logged.fault as Any? ?? NSNull()
      fields["unused_events"] = unused.values.reduce(0) { $0 + $1.count }
      fields["first_unused"] = first as Any? ?? NSNull()
    }
    return try json(fields)
  }
}

/// Returns a JSON object as text.
func json(_ fields: [String: Any]) throws -> String {
  let data = try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
  return String(decoding: data, as: UTF8.self)
}
