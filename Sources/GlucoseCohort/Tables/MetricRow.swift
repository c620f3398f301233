public import GlucoseMath
public import GlucoseFoundation

/// A row of a table: the metrics of a period, or of a part of the day on each of its days, with
/// their confidence intervals and sufficiency.
///
///     for row in series.metricRows(by: .week, in: zone, bands: .consensus(in: .mgdL)) {
///       for column in MetricColumn.all { print(column.name, column.value(of: row) ?? .nan) }
///     }
public struct MetricRow: Equatable, Sendable {
  /// The first day.
  public let firstDay: LocalDay
  /// The last day.
  public let lastDay: LocalDay
  /// The window of each day that the metrics are of, or `nil` for whole days.
  public let window: ClockWindow?
  /// The number of days with readings.
  public let dayCount: Int
  /// The readings, one per instant, of the window on each of the days.
  ///
  /// They share the storage of the record, which a row keeps in memory.
  public let series: GlucoseSeries
  /// The metrics.
  public let metrics: GlycemicMetrics
  /// The confidence intervals of four of the metrics, or `nil` below two days.
  public let confidenceIntervals: MetricConfidenceIntervals?
  /// Whether there are enough days and readings.
  public let sufficiency: DataSufficiency

  /// Creates the row of a period, or returns `nil` if it has no readings.
  ///
  /// Episodes are those of the period's own readings, and end with it. A row of
  /// ``MetricSource/metricRows(by:in:bands:convention:during:night:)``, which describes the
  /// parameters, has the episodes of the whole record that begin in the period.
  public init?(
    _ period: PeriodSeries, bands: RangeBands,
    convention: MetricConvention = .clinical, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight
  ) {
    self.init(
      period, bands: bands, convention: convention, hours: RowHours(part: part, night: night),
      likeFirst: nil)
  }

  /// Creates the row of a period, with the intervals of the first row, its grid, and its episodes
  /// in the whole record, if passed.
  init?(
    _ period: PeriodSeries, bands: RangeBands, convention: MetricConvention, hours: RowHours,
    likeFirst first: SamplingIntervals?, grid: DayGrid? = nil, episodes: RecordEpisodes? = nil
  ) {
    let zone = period.days.lowerBound.zone
    guard
      let metrics = period.record.metrics(
        in: zone, bands: bands, convention: convention, hours: hours, likeFirst: first,
        over: period.expectedRange, grid: grid, episodes: episodes)
    else { return nil }
    let whole = period.record.series(convention)
    let series = hours.part.map { whole.during($0, in: zone) } ?? whole
    firstDay = period.days.lowerBound
    lastDay = period.days.upperBound
    window = hours.part
    dayCount = hours.part == nil ? period.dayCount : series.days(in: zone).count
    self.series = series
    self.metrics = metrics
    confidenceIntervals = series.confidenceIntervals(in: zone, bands: bands)
    sufficiency = DataSufficiency(
      dayCount: dayCount,
      activePercentage: convention != .iglu
        ? metrics.activePercent.map { Percentage($0) }
        : hours.part.map {
          whole.activePercent(in: period.expectedRange, during: $0, in: zone).map { Percentage($0) }
        } ?? whole.sensorCoverage(in: period.expectedRange)?.activePercentage)
  }
}

struct RowHours: Sendable {
  /// The window that the metrics are of, or `nil` for whole days.
  var part: ClockWindow?
  /// The window in which nocturnal episodes begin.
  var night = ClockWindow.overnight
}

extension MetricSource {
  /// Returns one row for each day or week with readings, or one for a record that is not empty.
  ///
  /// An episode belongs to the day or week in which it begins, also if it ends in the next one, and
  /// is as long as in the whole record, so that the rows together have the episodes of the record.
  /// In ``MetricConvention/iglu`` it ends with the day or week, sensor activity and the six standard
  /// deviations of all rows use the intervals of the first, and rows of a record that repeat an
  /// instant or are of another feed count as they do in R.
  ///
  /// - Parameters:
  ///   - period: The division of the record.
  ///   - zone: The zone whose midnights divide days.
  ///   - bands: The edges of ranges and of episodes of level 1. Use bands in the readings' unit.
  ///   - convention: The convention of the metrics.
  ///   - part: The window of each day that the metrics are of, or `nil` for whole days. Readings at
  ///     other hours are left out, and the time between the windows of two days is a gap. An
  ///     episode belongs to a window as to a day.
  ///   - night: The window of the local day that is night, for nocturnal episodes.
  public func metricRows(
    by period: ReportingPeriod = .entireRecord, in zone: TimeZone, bands: RangeBands,
    convention: MetricConvention = .clinical, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight
  ) -> [MetricRow] {
    let record = rawRecord
    return record.metricRows(
      by: period, in: zone, bands: bands, convention: convention,
      hours: RowHours(part: part, night: night),
      likeFirst: record.intervalsOfFirstRow(by: period, in: zone, convention))
  }
}

extension DayGrid {
  /// Returns the row of the whole record in the zone and the convention of the grid, from which
  /// the metrics that depend on time are computed.
  ///
  /// For a grid with the default interval and gap, it is the row of
  /// ``MetricSource/metricRows(by:in:bands:convention:during:night:)``, which builds the grid again.
  public func metricRow(bands: RangeBands, night: ClockWindow = .overnight) -> MetricRow? {
    series.periods(by: .entireRecord, in: table.zone).first.flatMap {
      MetricRow(
        $0, bands: bands, convention: rules == .clinical ? .clinical : .iglu,
        hours: RowHours(night: night), likeFirst: nil, grid: self)
    }
  }
}

extension RawRecord {
  func metricRows(
    by period: ReportingPeriod, in zone: TimeZone, bands: RangeBands, convention: MetricConvention,
    hours: RowHours, likeFirst first: SamplingIntervals?
  ) -> [MetricRow] {
    let record = rows(convention)
    // In R, a day or a week is a record without all other rows.
    let grid =
      period == .entireRecord || convention == .iglu ? nil : record.series.dayGrid(in: zone)
    let episodes = grid.map { RecordEpisodes($0, bands: bands) }
    return record.periods(by: period, in: zone).compactMap { period in
      MetricRow(
        period, bands: bands, convention: convention, hours: hours, likeFirst: first,
        episodes: episodes?.beginning(
          in: period.days.lowerBound.start..<period.days.upperBound.end))
    }
  }

  /// Returns the intervals for all rows of a table that begins here, or `nil` for own ones.
  func intervalsOfFirstRow(
    by period: ReportingPeriod, in zone: TimeZone, _ convention: MetricConvention
  ) -> SamplingIntervals? {
    guard convention == .iglu else { return nil }
    return rows(convention).periods(by: period, in: zone).first?.series
      .samplingIntervals(convention.rules)
  }
}
