// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The rows of a record in any order, with repeated instants and missing values.
///
/// A ``GlucoseSeries`` has one reading per instant, which is correct for every clinical metric. R
/// iglu computes from the rows: its mean uses both of two readings at one instant, its day grid the
/// last, and its sensor activity and risk index their average. A table that must equal iglu's for a
/// record with repeated instants is computed from a `RawRecord`:
///
///     let record = try RawRecord(times: times, values: values)    // NaN where a value is missing
///     record.metrics(in: zone, bands: bands, convention: .iglu)
///
/// For a record without repeated instants, this type and ``GlucoseSeries`` give the same results.
public struct RawRecord: Equatable, Sendable {
  /// Every row that has a value, sorted by time, with repeated instants.
  package let every: GlucoseSeries
  /// The readings, one per instant, the last that arrived.
  public let series: GlucoseSeries
  /// The readings, one per instant, with the mean of those that arrived.
  package let averaged: GlucoseSeries
  /// The number of rows without a value.
  public let missingCount: Int
  /// The number of rows that share an instant with an earlier row.
  public var duplicateCount: Int { every.count - series.count }

  /// Creates a record of rows in any order.
  ///
  /// - Parameters:
  ///   - times: Instants in seconds since the reference date (2001-01-01 00:00 UTC).
  ///   - values: Concentrations in mg/dL, NaN where missing.
  ///   - flags: Flags, one set for each row, or `nil` for rows without flags.
  /// - Precondition: the columns have the same length.
  /// - Throws: ``InvalidReading`` for the first row with a value whose time is not in the years 1
  ///   to 9999 or whose value is not above zero and at most 100,000 mg/dL.
  /// - Complexity: O(*n*) if the rows are sorted, otherwise O(*n* log *n*).
  public init(
    times: [Double], values: [Double], flags: [ReadingFlags]? = nil
  ) throws(InvalidReading) {
    precondition(
      times.count == values.count && flags.map { $0.count == times.count } ?? true,
      "The columns of a record must have the same length")
    var rows = GlucoseSeries.Columns()
    rows.times.reserveCapacity(times.count)
    rows.values.reserveCapacity(times.count)
    rows.flags.reserveCapacity(times.count)
    for (index, (time, value)) in zip(times, values).enumerated() where !value.isNaN {
      if let reason = InvalidReading.reason(time: time, value: value) {
        throw InvalidReading(reason: reason, index: index)
      }
      rows.times.append(time)
      rows.values.append(value)
      rows.flags.append(flags?[index] ?? [])
    }
    missingCount = times.count - rows.times.count
    let intake = try ValidatedReadings(times: rows.times, values: rows.values, flags: rows.flags)
    series = intake.series
    guard intake.duplicateCount > 0 else {
      every = series
      averaged = series
      return
    }
    averaged = try ValidatedReadings(
      times: rows.times, values: rows.values, flags: rows.flags, resolvingDuplicates: .average
    ).series
    let order = rows.times.indices.sorted { (rows.times[$0], $0) < (rows.times[$1], $1) }
    let sorted = GlucoseSeries.Columns(
      times: order.map { rows.times[$0] }, values: order.map { rows.values[$0] },
      flags: order.map { rows.flags[$0] })
    every = GlucoseSeries(columns: sorted, rows: 0..<sorted.times.count)
  }

  /// Creates a record of the readings of a series.
  public init(_ series: GlucoseSeries) {
    self.init(every: series, series: series, averaged: series)
  }

  /// Creates a record of a series and of readings that repeat its instants and arrived before those
  /// in the series, as ``ValidatedReadings/duplicates`` returns them. Readings at other instants
  /// are left out.
  ///
  /// - Throws: ``InvalidReading`` for the first reading that repeats an instant and whose
  ///   concentration is infinite, zero or negative; a concentration that is NaN counts as missing.
  /// - Complexity: O(*n* log *n*), where *n* is the number of all readings; O(1) if none repeats.
  public init(
    _ series: GlucoseSeries, repeating repeated: [Reading]
  ) throws(InvalidReading) {
    let repeated = repeated.filter { reading in
      let position = series.index(atOrAfter: reading.time)
      return position < series.count && series[position].time == reading.time
    }
    guard !repeated.isEmpty else {
      self.init(series)
      return
    }
    try self.init(
      times: repeated.map(\.time.timeIntervalSinceReferenceDate) + series.times,
      values: repeated.map(\.glucose.mgdL) + series.values,
      flags: repeated.map(\.flags) + series.flags)
  }

  init(every: GlucoseSeries, series: GlucoseSeries, averaged: GlucoseSeries) {
    self.every = every
    self.series = series
    self.averaged = averaged
    missingCount = 0
  }

  /// Returns the rows at or after the start of `range` and before its end, without copying.
  ///
  /// ``missingCount`` of the result is zero: rows without a value are only counted.
  ///
  /// - Complexity: O(log *n*)
  package subscript(range: Range<Date>) -> RawRecord {
    guard duplicateCount > 0 else { return RawRecord(series[range]) }
    return RawRecord(every: every[range], series: series[range], averaged: averaged[range])
  }
}
