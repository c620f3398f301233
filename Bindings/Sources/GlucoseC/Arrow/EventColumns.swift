internal import CGlucose
internal import Foundation
internal import GlucoseFiles

/// The columns of a table of events, of which most can be absent.
struct EventColumns {
  private let table: ArrowTable

  init(_ table: ArrowTable) { self.table = table }

  func has(_ name: String) -> Bool { table.fields.contains { $0.name == name } }

  /// Returns the numbers of a column, or none for an absent one.
  func numbers(_ name: String) throws -> [Double?] {
    guard has(name) else { return Array(repeating: nil, count: table.rowCount) }
    return try NumberColumn(table, name, "events").numbers(of: table).map { $0.isNaN ? nil : $0 }
  }

  /// Returns the instants of the column `time` in seconds since the reference date, NaN for times that are not valid,
  /// and the sentence on the one of a row.
  ///
  /// - Parameter zone: The time zone of local times, or `nil` if people have their own.
  func times(_ zone: TimeZone?) throws -> (instants: [Double], fault: (_ row: Int) -> String) {
    let column = try TimeColumn(table, "time", "times of events")
    var times: [Double] = []
    for (part, rows) in table.rowsOfBatches.enumerated() {
      column.append(rows, of: part, to: &times)
    }
    try require(
      column.zoneName != nil || zone != nil,
      "The times of events must have a time zone if people have time zones of their own.")
    let zone = column.zoneName == nil ? zone : nil
    let instants = times.map { time in
      guard ReadingTable.years.contains(time) else { return Double.nan }
      return zone.map { LocalTimeResolution(of: [time], in: $0).instants[0] } ?? time
    }
    return (
      instants,
      { [times] row in
        let (subject, time) = ("Event \(row)", times[row])
        if time.isNaN { return "\(subject) has no time." }
        guard let zone, ReadingTable.years.contains(time) else {
          return ReadingTable.fault(subject, time: time)
        }
        return ReadingTable.fault(subject, skippedTime: time, in: zone)
      }
    )
  }

  /// Returns the ids of a column, whose type must be that of the ids of readings.
  func keys(_ name: String, _ isText: Bool) throws -> [Key] {
    let column = try KeyColumn(table, name)
    try require(
      column.isText == isText,
      "The ids of events and of readings must have one type, in the column \"\(name)\".")
    return try rows(column).compactMap(\.self)
  }

  /// Returns the texts of a column, or none for an absent one other than `kind`.
  func texts(_ name: String) throws -> [String?] {
    guard has(name) || name == "kind" else { return Array(repeating: nil, count: table.rowCount) }
    let field = try table.field(name)
    try require(
      isText(field) || (field.dictionaryFormat ?? field.format) == "n",
      "The column \"\(name)\" of events has the type \(typeName(field)); a string is needed.")
    return try rows(KeyColumn(table, name, canBeMissing: true)).map { $0?.description }
  }

  /// Returns the value of each row of a column.
  private func rows(_ column: KeyColumn) throws -> [Key?] {
    var column = column
    var runs: [(code: Int32, count: Int)] = []
    for (part, rows) in table.rowsOfBatches.enumerated() {
      try column.forEachRun(rows, of: part) { runs.append(($0, $1.count)) }
    }
    return runs.flatMap { code, count in
      repeatElement(code < 0 ? nil : column.keys[Int(code)], count: count)
    }
  }
}
