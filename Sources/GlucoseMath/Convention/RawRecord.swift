// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rows of a record as they came: in any order, with repeated instants and missing values.
///
/// A ``GlucoseSeries`` holds one reading to an instant, and that is right for every clinical number.
/// R iglu computes from the rows: its mean uses both of two readings at one instant, its day grid
/// the last, its wear time and risk index their average. A table that must equal iglu's for a
/// record with repeated instants is computed from a `RawRecord`:
///
///     let record = try RawRecord(times: times, values: values)    // NaN where a value is missing
///     record.metrics(in: zone, convention: .iglu)
///
/// For a record without repeated instants this and ``GlucoseSeries`` give the same.
public struct RawRecord: Hashable, Sendable {
  /// Every row that has a value, sorted by time; instants may repeat, so it never leaves the module.
  let every: GlucoseSeries
  /// One reading to an instant, the last that arrived.
  public let series: GlucoseSeries
  /// One reading to an instant, with the mean of those that arrived.
  let averaged: GlucoseSeries
  /// How many rows had no value.
  public let missingCount: Int
  /// How many rows shared an instant with one before.
  public var duplicateCount: Int { every.count - series.count }

  /// Takes rows in any order.
  ///
  /// - Parameters:
  ///   - times: Instants in seconds since the reference date (2001-01-01 00:00 UTC).
  ///   - values: Concentrations in mg/dL, NaN where missing.
  ///   - flags: Flags, one to a row, or `nil` if no row has any.
  /// - Precondition: the columns have the same length.
  /// - Throws: ``InvalidReading`` for the first row whose time is not finite or whose value is
  ///   infinite, zero or negative.
  /// - Complexity: O(*n*) if the rows are sorted, else O(*n* log *n*).
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

  /// A record of the readings of a series.
  public init(_ series: GlucoseSeries) {
    self.init(every: series, series: series, averaged: series)
  }

  /// A record of a series and of readings that repeat its instants and came before those it holds, as
  /// ``ValidatedReadings/duplicates`` gives them. Readings at other instants are left out.
  ///
  /// - Throws: ``InvalidReading`` for the first of those that repeat an instant whose concentration is
  ///   infinite, zero or negative; one that is NaN counts as missing.
  /// - Complexity: O(*n* log *n*), where *n* is the number of all readings; O(1) if none repeat.
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

  /// The rows at or after the range's start and before its end. Copies no reading.
  ///
  /// ``missingCount`` of the part is zero: a row without value leaves nothing behind but its number.
  ///
  /// - Complexity: O(log *n*)
  public subscript(range: Range<Date>) -> RawRecord {
    guard duplicateCount > 0 else { return RawRecord(series[range]) }
    return RawRecord(every: every[range], series: series[range], averaged: averaged[range])
  }

  /// The readings from which a statistic of values is computed.
  func values(_ convention: MetricConvention) -> GlucoseSeries {
    convention.everyDuplicateCounts ? every : series
  }

  /// The readings from which wear time, risk index and the six standard deviations are computed.
  func averages(_ convention: MetricConvention) -> GlucoseSeries {
    convention.everyDuplicateCounts ? averaged : series
  }

  /// The percentage of rows above a concentration (`>`), repeated instants included, or `nil` if no
  /// row has a value.
  public func percent(above edge: Glucose) -> Double? { every.percent(above: edge) }

  /// The percentage of rows below a concentration (`<`), repeated instants included, or `nil` if no
  /// row has a value.
  public func percent(below edge: Glucose) -> Double? { every.percent(below: edge) }

  /// The percentage of rows in a range, both ends and repeated instants included, or `nil` if no row
  /// has a value.
  public func percent(in range: ClosedRange<Glucose>) -> Double? { every.percent(in: range) }

  /// Wear time over the last days, of which ``GlucoseSeries/sensorActivity(inLast:in:convention:)`` tells;
  /// repeated instants are averaged first.
  public func sensorActivity(
    inLast days: Int, in zone: TimeZone, convention: MetricConvention = .iglu
  ) -> SensorActivity? {
    averages(convention).sensorActivity(inLast: days, in: zone, convention: convention)
  }
}
