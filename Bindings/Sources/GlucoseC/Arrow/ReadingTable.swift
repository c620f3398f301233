internal import CGlucose
internal import Foundation
internal import GlucoseCohort
internal import GlucoseFiles
internal import GlucoseMath

/// A table of readings, whose columns stay where the caller has them.
final class ReadingTable: Sendable {
  private let table: ArrowTable
  nonisolated(unsafe) private let times: TimeColumn
  nonisolated(unsafe) private let values: NumberColumn
  nonisolated(unsafe) private let flags: NumberColumn?
  nonisolated(unsafe) private let zones: KeyColumn?
  private let groups: RowGroups
  private let refusesMissing: Bool
  let refusesInvalid: Bool
  private let refusesConflicts: Bool
  let unit: GlucoseUnit
  /// The time zone of people without one of their own.
  let zone: TimeZone
  let isKeyText: Bool
  let keyName: String?

  init(_ table: ArrowTable, _ call: Call) throws {
    guard let time = try call.text("time"), let glucose = try call.text("glucose") else {
      throw BindingError.argument("The options must have the columns `time` and `glucose`.")
    }
    let unit = try require(
      call.unit(), "The unit of \"\(glucose)\" is unknown: `unit` must be \"mg/dL\" or \"mmol/L\".")
    try require(
      table.rowCount <= Int(UInt32.max),
      "A table can have at most \(UInt32.max) rows; divide it by person.")
    self.table = table
    self.unit = unit
    unsafe times = try TimeColumn(table, time)
    unsafe values = try NumberColumn(table, glucose, "glucose")
    unsafe flags = try call.text("flags").map { try NumberColumn(table, $0, "flags") }
    unsafe zones = try call.text("zones").map { try KeyColumn(table, $0, "time zone") }
    refusesMissing = try call.choice("missing", [("skip", false), ("refuse", true)])
    refusesInvalid = try call.choice("invalid", [("refuse", true), ("skip", false)])
    refusesConflicts = try call.choice("conflicts", [("last", false), ("refuse", true)])
    if let zone = try call.zone() {
      self.zone = zone
    } else if let name = unsafe times.zoneName, unsafe zones != nil || !Self.utc.contains(name) {
      zone = try Call.zone(name)
    } else if unsafe zones != nil {
      zone = .gmt
    } else if unsafe times.zoneName != nil {
      throw BindingError.argument(
        "The column \"\(time)\" has instants in UTC: `zone` must be the zone of local days, such as Europe/Oslo, or UTC."
      )
    } else {
      throw BindingError.argument(
        "The column \"\(time)\" has local times without a time zone: `zone` must be one, such as Europe/Oslo."
      )
    }
    keyName = try call.text("id")
    if let keyName {
      let keys = try KeyColumn(table, keyName)
      isKeyText = keys.isText
      groups = try RowGroups(keys, table)
    } else {
      isKeyText = true
      groups = RowGroups(rowCount: table.rowCount)
    }
  }

  /// Releases the caller's columns in the calling thread.
  func release() { table.release() }

  var rowCount: Int { table.rowCount }
  var keys: [Key?] { groups.keys }

  /// The columns of a person's readings.
  struct Columns {
    var times: [Double] = []
    var values: [Double] = []
    var flags: [ReadingFlags] = []
    /// The positions of the rows in the table, if they were asked for.
    var rows: [Int] = []
    /// The number of rows without a value, and of rows that are not valid and were skipped.
    var missingCount = 0
    var invalidCount = 0
    /// The position of the first skipped row that is not valid, among the person's rows.
    var firstInvalid: Int?
  }

  /// Calls `body` with the adjacent rows of a person that are in one batch, ascending.
  private func forEachPart(
    of person: Int, _ body: (_ batch: Int, Range<Int>) throws -> Void
  ) rethrows {
    let starts = table.starts
    var batch = 0
    try groups.forEachRange(of: person) { range in
      // A table without ids has one range over all batches.
      var start = range.lowerBound
      while start < range.upperBound {
        if start < starts[batch] || starts[batch + 1] <= start { batch = self.batch(ofRow: start) }
        let end = min(range.upperBound, starts[batch + 1])
        try body(batch, (start - starts[batch])..<(end - starts[batch]))
        start = end
      }
    }
  }

  /// Returns the batch that has a row.
  private func batch(ofRow row: Int) -> Int {
    // The first batch that starts after the row follows it.
    let starts = table.starts
    var range = 0..<starts.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        starts[middle] > row ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound - 1
  }

  /// The beginning of a sentence about a person.
  private func prefix(of person: Int) -> String { groups.keys[person].map { "\($0): " } ?? "" }

  /// A Boolean value that indicates whether people have time zones of their own.
  var hasZones: Bool { unsafe zones != nil }

  /// Returns the time zone of a person, which all of the person's rows must have.
  func zone(of person: Int) throws -> TimeZone {
    guard var zones = unsafe zones else { return zone }
    do {
      var codes: [Int32] = []
      try forEachPart(of: person) { batch, rows in
        try zones.forEachRun(rows, of: batch) { code, _ in
          if !codes.contains(code) { codes.append(code) }
        }
      }
      let names = codes.map { zones.keys[Int($0)].description }
      try require(
        names.count == 1,
        "The rows have the time zones \(names.sorted().joined(separator: ", ")); a person has one.",
        BindingError.data)
      return try Call.zone(names[0])
    } catch {
      throw BindingError.data(prefix(of: person) + BindingError(error).message)
    }
  }

  /// Returns the readings of a person in the order of the rows, without missing ones.
  func columns(of person: Int, withRows: Bool = false) throws -> Columns {
    let count = groups.rowCount(of: person)
    var columns = Columns()
    columns.times.reserveCapacity(count)
    columns.values.reserveCapacity(count)
    var bits: [Double] = []
    forEachPart(of: person) { batch, rows in
      unsafe times.append(rows, of: batch, to: &columns.times)
      unsafe values.append(rows, of: batch, to: &columns.values)
      unsafe flags?.append(rows, of: batch, to: &bits)
      if withRows { columns.rows += rows.map { $0 + table.starts[batch] } }
    }
    let name = prefix(of: person)
    if unsafe flags != nil {
      columns.flags = try bits.enumerated().map { row, bit in
        guard !bit.isNaN else { return [] }
        // Low and High exclude each other.
        guard let raw = UInt8(exactly: bit), raw < 7, raw != 3 else {
          throw BindingError.data(
            "\(name)Reading \(row) has the flags \(bit); they must be 0, 1 for Low or 2 for High, "
              + "and 4 more for a local time that occurred twice.")
        }
        return ReadingFlags(rawValue: raw)
      }
    }
    if unsafe times.zoneName == nil { try resolve(&columns, in: zone(of: person), name) }
    if unit == .mmolL {
      for row in columns.values.indices where columns.values[row].isFinite {
        columns.values[row] = Glucose.mmolL(columns.values[row]).mgdL
      }
    }
    try removeInvalid(&columns, name)
    return columns
  }

  /// Replaces local times by instants, NaN for a time that does not exist.
  private func resolve(_ columns: inout Columns, in zone: TimeZone, _ name: String) throws {
    for row in columns.times.indices where !Self.years.contains(columns.times[row]) {
      guard !columns.times[row].isNaN else { continue }
      try require(
        !refusesInvalid, name + Self.fault("Reading \(row)", time: columns.times[row]),
        BindingError.data)
      columns.times[row] = .nan
    }
    let resolved = LocalTimeResolution(of: columns.times, in: zone)
    if refusesInvalid, let row = resolved.skipped.first(where: { !columns.values[$0].isNaN }) {
      throw BindingError.data(
        name + Self.fault("Reading \(row)", skippedTime: columns.times[row], in: zone))
    }
    if !resolved.ambiguous.isEmpty {
      if columns.flags.isEmpty { columns.flags = Array(repeating: [], count: columns.times.count) }
      for row in resolved.ambiguous { columns.flags[row].insert(.ambiguousLocalTime) }
    }
    columns.times = resolved.instants
  }

  /// The years of times, which are those of files.
  static let yearRange = "1900 to 2299"

  /// ``yearRange`` in seconds since the reference date.
  static let years = -3_187_296_000.0..<9_435_484_800.0

  /// The names of the zone of instants that were stored without the zone of a place.
  private static let utc: Set = [
    "UTC", "UCT", "GMT", "Zulu", "Universal", "Etc/UTC", "Etc/UCT", "Etc/GMT", "Etc/Zulu",
    "Etc/Universal", "Z", "+00:00",
  ]

  /// The concentrations that a file may contain, too, with a tolerance for the rounding of a unit.
  static let plausible: ClosedRange<Double> = {
    let range = GlucoseFile.plausibleRange
    return (range.lowerBound.mgdL - 1e-9)...(range.upperBound.mgdL + 1e-9)
  }()

  /// Removes rows without a value, and those that are not valid, or throws an error.
  private func removeInvalid(_ columns: inout Columns, _ name: String) throws {
    let isClean = zip(columns.times, columns.values).allSatisfy {
      Self.plausible.contains($1) && Self.years.contains($0)
    }
    guard !isClean else { return }
    var kept = 0
    for row in columns.times.indices {
      let (time, value) = (columns.times[row], columns.values[row])
      if value.isNaN {
        try require(!refusesMissing, "\(name)Reading \(row) has no value.", BindingError.data)
        columns.missingCount += 1
        continue
      }
      if !Self.plausible.contains(value) || !Self.years.contains(time) {
        try require(!refusesInvalid, name + Self.fault(row, time, value), BindingError.data)
        columns.invalidCount += 1
        columns.firstInvalid = columns.firstInvalid ?? row
        continue
      }
      columns.times[kept] = time
      columns.values[kept] = value
      if !columns.flags.isEmpty { columns.flags[kept] = columns.flags[row] }
      if !columns.rows.isEmpty { columns.rows[kept] = columns.rows[row] }
      kept += 1
    }
    columns.times.removeSubrange(kept...)
    columns.values.removeSubrange(kept...)
    if !columns.flags.isEmpty { columns.flags.removeSubrange(kept...) }
    if !columns.rows.isEmpty { columns.rows.removeSubrange(kept...) }
  }

  /// Returns a sentence on a time that is not in ``years``.
  static func fault(_ subject: String, time: Double) -> String {
    // Within ten thousand years, a date can be written.
    let text =
      abs(time) < 2.53e11
      ? Date(timeIntervalSinceReferenceDate: time).ISO8601Format() : "\(time) s from 2001"
    return "\(subject) has the time \(text); times must be in the years \(yearRange)."
  }

  /// Returns a sentence on a local time that clocks skipped.
  static func fault(_ subject: String, skippedTime time: Double, in zone: TimeZone) -> String {
    let local = Date(timeIntervalSinceReferenceDate: time).ISO8601Format().dropLast()
    return "\(subject) has the local time \(local), which does not exist in \(zone.identifier): "
      + "clocks skipped it. Check `zone`."
  }

  /// Returns a sentence on what is wrong with a reading.
  private static func fault(_ row: Int, _ time: Double, _ value: Double) -> String {
    guard !time.isNaN else { return "Reading \(row) has a value but no time." }
    guard years.contains(time) else {
      return fault("Reading \(row)", time: time)
    }
    guard value.isFinite else {
      return "Reading \(row) has the value \(value); a concentration must be finite."
    }
    guard value > 0 else {
      return "Reading \(row) has the value \(value) mg/dL; a concentration must be above zero."
    }
    return
      "Reading \(row) has the value \(value) mg/dL; a concentration must be from 10 to 1000 mg/dL. "
      + "Check `unit`."
  }

  /// Returns the number of rows of a person.
  func rowCount(of person: Int) -> Int { groups.rowCount(of: person) }

  /// Returns the record of a person, with every reading of an instant and feed, and the number of readings with
  /// another value than the one that counts.
  func record(of person: Int) throws -> (record: RawRecord, conflictCount: Int) {
    let columns = try columns(of: person)
    let readings: ValidatedReadings
    do {
      readings = try ValidatedReadings(
        times: columns.times, values: columns.values,
        flags: columns.flags.isEmpty ? nil : columns.flags)
    } catch {
      throw BindingError.data("\(prefix(of: person))\(error)")
    }
    guard readings.conflictCount == 0 || !refusesConflicts else {
      let found = readings.series.conflicts(among: readings.duplicates)
      throw BindingError.data(prefix(of: person) + Self.sentence(of: found))
    }
    return (RawRecord(readings), readings.conflictCount)
  }

  /// Returns a sentence on readings at one instant that have different values.
  static func sentence(of conflicts: [GlucoseSeries.Conflict]) -> String {
    let example = conflicts.first.map {
      ", the first at \($0.removed.time.ISO8601Format()) (\($0.removed.glucose.mgdL) and \($0.kept.mgdL) mg/dL)"
    }
    let count = conflicts.count
    return (count == 1 ? "One reading has" : "\(count) readings have")
      + " another value than a later row with the same time\(example ?? "")."
  }
}

extension GlucoseSeries {
  /// A reading, and the concentration of the reading at the same instant that counts.
  typealias Conflict = (removed: Reading, kept: Glucose)

  /// Returns the readings with another value than that of the series at the same instant.
  func conflicts(among removed: [Reading]) -> [Conflict] {
    removed.compactMap { removed in
      let position = index(atOrAfter: removed.time)
      guard position < count, self[position].time == removed.time,
        self[position].glucose != removed.glucose
      else { return nil }
      return (removed, self[position].glucose)
    }
  }
}
