// SPDX-License-Identifier: Apache-2.0

internal import CGlucose
internal import Foundation
internal import GlucoseFiles
internal import GlucoseMath

/// A table of readings, whose columns stay where the caller has them.
final class ReadingTable: Sendable {
  private let table: ArrowTable
  nonisolated(unsafe) private let times: TimeColumn
  nonisolated(unsafe) private let values: NumberColumn
  nonisolated(unsafe) private let flags: NumberColumn?
  private let groups: RowGroups
  /// The first row of each batch, and the number of all rows.
  private let starts: [Int]
  private let refusesMissing: Bool
  let unit: GlucoseUnit
  let zone: TimeZone
  let isKeyText: Bool
  let keyName: String?

  init(_ table: ArrowTable, _ options: Options) throws {
    guard let time = try options.text("time"), let glucose = try options.text("glucose") else {
      throw BindingError.argument("The options must have the columns `time` and `glucose`.")
    }
    guard let unit = try options.unit() else {
      throw BindingError.argument(
        "The unit of \"\(glucose)\" is unknown: `unit` must be \"mg/dL\" or \"mmol/L\".")
    }
    guard table.rowCount <= Int(UInt32.max) else {
      throw BindingError.argument("A table can have at most \(UInt32.max) rows; divide it by person.")
    }
    self.table = table
    self.unit = unit
    unsafe times = try TimeColumn(table, time)
    unsafe values = try NumberColumn(table, glucose, "glucose")
    unsafe flags = try options.text("flags").map { try NumberColumn(table, $0, "flags") }
    refusesMissing = try options.choice("missing", [("skip", false), ("refuse", true)])
    if let zone = try options.zone() {
      self.zone = zone
    } else if let name = unsafe times.zoneName {
      zone = try Options.zone(name)
    } else {
      throw BindingError.argument(
        "The column \"\(time)\" has local times without a time zone: `zone` must be one, such as Europe/Oslo."
      )
    }
    var starts = [0]
    for batch in unsafe 0..<table.batches.count {
      starts.append(starts[batch] + Int(unsafe table.batches[batch].pointee.length))
    }
    self.starts = starts
    keyName = try options.text("id")
    if let keyName {
      let keys = try KeyColumn(table, keyName)
      isKeyText = keys.isText
      groups = try RowGroups(keys, table, starts: starts)
    } else {
      isKeyText = true
      groups = RowGroups(rowCount: table.rowCount)
    }
  }

  var rowCount: Int { table.rowCount }
  var keys: [Key?] { groups.keys }

  /// The columns of a person's readings.
  struct Columns {
    var times: [Double] = []
    var values: [Double] = []
    var flags: [ReadingFlags] = []
  }

  /// Returns the readings of a person in the order of the rows, without missing ones.
  func columns(of person: Int) throws -> Columns {
    let count = groups.rowCount(of: person)
    var columns = Columns()
    columns.times.reserveCapacity(count)
    columns.values.reserveCapacity(count)
    var bits: [Double] = []
    var batch = 0
    groups.forEachRange(of: person) { range in
      // A table without ids has one range over all batches.
      var start = range.lowerBound
      while start < range.upperBound {
        if start < starts[batch] { batch = 0 }
        while starts[batch + 1] <= start { batch += 1 }
        let end = min(range.upperBound, starts[batch + 1])
        let rows = (start - starts[batch])..<(end - starts[batch])
        unsafe times.append(rows, of: batch, to: &columns.times)
        unsafe values.append(rows, of: batch, to: &columns.values)
        unsafe flags?.append(rows, of: batch, to: &bits)
        start = end
      }
    }
    let name = groups.keys[person].map { "\($0): " } ?? ""
    if unsafe flags != nil {
      columns.flags = try bits.map { bit in
        guard !bit.isNaN else { return [] }
        guard let raw = UInt8(exactly: bit), raw < 8 else {
          throw BindingError.data("\(name)A reading has the flags \(bit); they must be from 0 to 7.")
        }
        return ReadingFlags(rawValue: raw)
      }
    }
    if unsafe times.zoneName == nil { try resolve(&columns, name) }
    try removeMissing(&columns, name)
    if unit == .mmolL {
      for row in columns.values.indices {
        columns.values[row] = Glucose.mmolL(columns.values[row]).mgdL
      }
    }
    return columns
  }

  /// Replaces local times by instants.
  private func resolve(_ columns: inout Columns, _ name: String) throws {
    if let row = columns.times.firstIndex(where: {
      !$0.isNaN && !(-63_113_817_600.0..<252_423_907_200.0).contains($0)
    }) {
      throw BindingError.data(
        "\(name)Reading \(row) has a time \(columns.times[row]) s from 2001; times must be in the years 1 to 9999."
      )
    }
    let resolved = LocalTimeResolution(of: columns.times, in: zone)
    if let row = resolved.skipped.first {
      let local = Date(timeIntervalSinceReferenceDate: columns.times[row])
      throw BindingError.data(
        "\(name)Reading \(row) has the local time \(local.ISO8601Format().dropLast()), which does not exist in "
          + "\(zone.identifier): clocks skipped it. Check `zone`.")
    }
    if !resolved.ambiguous.isEmpty {
      if columns.flags.isEmpty { columns.flags = Array(repeating: [], count: columns.times.count) }
      for row in resolved.ambiguous { columns.flags[row].insert(.ambiguousLocalTime) }
    }
    columns.times = resolved.instants
  }

  private func removeMissing(_ columns: inout Columns, _ name: String) throws {
    guard let first = columns.values.firstIndex(where: \.isNaN) ?? columns.times.firstIndex(where: \.isNaN)
    else { return }
    var kept = 0
    for row in columns.times.indices {
      if columns.values[row].isNaN {
        guard !refusesMissing else {
          throw BindingError.data("\(name)Reading \(first) has no value.")
        }
        continue
      }
      guard !columns.times[row].isNaN else {
        throw BindingError.data("\(name)Reading \(row) has a value but no time.")
      }
      columns.times[kept] = columns.times[row]
      columns.values[kept] = columns.values[row]
      if !columns.flags.isEmpty { columns.flags[kept] = columns.flags[row] }
      kept += 1
    }
    columns.times.removeSubrange(kept...)
    columns.values.removeSubrange(kept...)
    if !columns.flags.isEmpty { columns.flags.removeSubrange(kept...) }
  }

  /// Returns the record of a person, with every reading of an instant.
  func record(of person: Int) throws -> RawRecord {
    let columns = try columns(of: person)
    do {
      let readings = try ValidatedReadings(
        times: columns.times, values: columns.values,
        flags: columns.flags.isEmpty ? nil : columns.flags)
      return readings.duplicateCount == 0
        ? RawRecord(readings.series)
        : try RawRecord(readings.series, repeating: readings.duplicates)
    } catch {
      throw located(error, person)
    }
  }

  private func located(_ error: any Error, _ person: Int) -> any Error {
    guard let key = groups.keys[person], let error = error as? InvalidReading else { return error }
    return BindingError.data("\(key): \(error)")
  }
}
