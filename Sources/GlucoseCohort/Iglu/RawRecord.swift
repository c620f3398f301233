package import GlucoseFoundation
public import GlucoseMath

/// The rows of a record in any order, with repeated instants, missing values, and parallel feeds.
///
/// A `GlucoseSeries` has one reading per instant, of one feed. R iglu computes from the rows: its
/// mean uses both of two readings at one instant, its day grid the last, and its sensor activity
/// and risk index their average. A table that must equal iglu's is computed from a `RawRecord`:
///
///     let record = try RawRecord(times: times, values: values)    // NaN where a value is missing
///     record.metrics(in: zone, bands: bands, convention: .iglu)
///
/// Without repeated instants and parallel feeds, `GlucoseSeries` gives the same results.
public struct RawRecord: Equatable, Sendable {
  /// Every row that has a value, sorted by time, with repeated instants.
  package let every: GlucoseSeries
  /// The readings of all feeds, one per instant, the last that arrived.
  let distinct: GlucoseSeries
  /// The readings of all feeds, one per instant, with the mean of those that arrived.
  package let averaged: GlucoseSeries
  /// The readings, one per instant, the last that arrived, of one feed; see `MergedFeeds`.
  public let series: GlucoseSeries
  /// The number of rows that share an instant with an earlier row.
  public var duplicateCount: Int { every.count - distinct.count }
  /// The number of readings of a feed beside another, which the series does not contain.
  public var parallelCount: Int { distinct.count - series.count }

  /// Creates a record of rows in any order.
  ///
  /// - Parameters:
  ///   - times: Instants in seconds since the reference date (2001-01-01 00:00 UTC).
  ///   - values: Concentrations in mg/dL, NaN where missing.
  ///   - flags: Flags, one set for each row, or `nil` for rows without flags.
  /// - Precondition: the columns have the same length.
  /// - Throws: `InvalidReading` for the first row with a value whose time is not in the years 1
  ///   to 9999 or whose value is not above zero and at most 100,000 mg/dL.
  /// - Complexity: O(*n*) if the rows are sorted, otherwise O(*n* log *n*).
  public init(
    times: [Double], values: [Double], flags: [ReadingFlags]? = nil
  ) throws(InvalidReading) {
    precondition(
      times.count == values.count && flags.map { $0.count == times.count } ?? true,
      "The columns of a record must have the same length")
    let rows = values.indices.filter { !values[$0].isNaN }
    do throws(InvalidReading) {
      self.init(
        try ValidatedReadings(
          times: rows.map { times[$0] }, values: rows.map { values[$0] },
          flags: flags.map { flags in rows.map { flags[$0] } }))
    } catch {
      throw InvalidReading(reason: error.reason, index: rows[error.index])
    }
  }

  /// Creates a record of validated readings.
  ///
  /// - Complexity: O(*n*), or O(*n* log *n*) if instants are repeated.
  public init(_ readings: ValidatedReadings) {
    self.init(readings, series: MergedFeeds([readings.series]).feeds[0])
  }

  /// Creates a record of the readings of a series.
  public init(_ series: GlucoseSeries) {
    self.init(every: series, distinct: series, averaged: series, series: series)
  }

  /// Creates a record of a series and of the rows that it does not contain: those that repeat its
  /// instants and arrived before its readings, as `ValidatedReadings/duplicates`, and those of
  /// feeds beside another, as `MergedFeeds/leftOut`.
  ///
  /// - Throws: `InvalidReading` for the first row that is not in the series and whose concentration
  ///   is infinite, zero or negative; a concentration that is NaN counts as missing.
  /// - Complexity: O(*n* log *n*), where *n* is the number of all rows; O(1) if the series contains all.
  public init(_ series: GlucoseSeries, leavingOut rows: [Reading]) throws(InvalidReading) {
    let rows = rows.filter { !$0.glucose.mgdL.isNaN }
    guard !rows.isEmpty else {
      self.init(series)
      return
    }
    self.init(try ValidatedReadings(rows + Array(series)), series: series)
  }

  private init(_ readings: ValidatedReadings, series: GlucoseSeries) {
    let (every, averaged) = readings.withDuplicates
    self.init(every: every, distinct: readings.series, averaged: averaged, series: series)
  }

  private init(
    every: GlucoseSeries, distinct: GlucoseSeries, averaged: GlucoseSeries, series: GlucoseSeries
  ) {
    self.every = every
    self.distinct = distinct
    self.averaged = averaged
    self.series = series
  }

  func map(_ part: (GlucoseSeries) -> GlucoseSeries) -> RawRecord {
    let series = part(series)
    guard every.count > self.series.count else { return RawRecord(series) }
    return RawRecord(
      every: part(every), distinct: part(distinct), averaged: part(averaged), series: series)
  }

  /// Returns the rows at or after the start of `range` and before its end, without copying; rows
  /// without a value are not counted.
  package subscript(range: Range<Date>) -> RawRecord { map { $0[range] } }

  /// The record whose series contains the readings of all feeds.
  var ofAllFeeds: RawRecord {
    parallelCount == 0
      ? self : RawRecord(every: every, distinct: distinct, averaged: averaged, series: distinct)
  }

  package func during(_ window: ClockWindow, in zone: TimeZone) -> RawRecord {
    map { $0.during(window, in: zone) }
  }
}

extension RawRecord {
  /// Returns the readings, one per instant: in iglu those of all feeds.
  public func series(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? distinct : series
  }

  func rows(_ convention: MetricConvention) -> RawRecord { convention == .iglu ? ofAllFeeds : self }

  /// Returns the readings for statistics of values: in iglu every row, repeated instants included.
  package func values(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? every : series
  }

  /// Returns the readings for activity, risk index and deviations: in iglu means of an instant.
  package func averages(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? averaged : series
  }
}
