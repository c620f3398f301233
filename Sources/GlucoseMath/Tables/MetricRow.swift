// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A row of a table of metrics: a stretch of days, or a part of the day on each of them, its numbers, and
/// how certain they are.
///
///     for row in series.metricRows(by: .week, in: zone) {
///       for column in MetricColumn.all { print(column.name, column.value(of: row) ?? .nan) }
///     }
public struct MetricRow: Hashable, Codable, Sendable {
  /// The first day.
  public let firstDay: LocalDay
  /// The last day.
  public let lastDay: LocalDay
  /// The hours of each day that the numbers are of, or `nil` for whole days.
  public let window: ClockWindow?
  /// How many of the days hold readings.
  public let dayCount: Int
  /// The numbers.
  public let metrics: GlycemicMetrics
  /// Ranges of four of the numbers from how much days differ, or `nil` below two days.
  public let confidenceIntervals: MetricConfidenceIntervals?
  /// For each number, whether there are enough days and readings.
  public let sufficiency: [DataSufficiency]

  /// The row of a stretch of days, or `nil` if it holds no readings.
  ///
  /// - Parameters:
  ///   - period: The stretch of days.
  ///   - bands: The edges of ranges and episodes. Use bands in the readings' unit.
  ///   - convention: The choices on which implementations differ.
  ///   - part: The hours of each day that the numbers are of, or `nil` for whole days; see
  ///     ``GlucoseSeries/metricRows(by:in:bands:convention:during:night:)``.
  ///   - night: The hours of the local day that are night, for nocturnal episodes.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public init?(
    _ period: PeriodSeries, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight
  ) {
    self.init(
      period, bands: bands, convention: convention, hours: RowHours(part: part, night: night),
      likeFirst: nil)
  }

  /// The row of a stretch of days; wear time and the six deviations use the intervals of the first row,
  /// where given.
  init?(
    _ period: PeriodSeries, bands: RangeBands, convention: MetricConvention, hours: RowHours,
    likeFirst first: SamplingIntervals?
  ) {
    let zone = period.days.lowerBound.zone
    guard
      let metrics = period.record.metrics(
        in: zone, bands: bands, convention: convention, hours: hours, likeFirst: first,
        over: period.expectedRange)
    else { return nil }
    let series = hours.part.map { period.series.during($0, in: zone) } ?? period.series
    firstDay = period.days.lowerBound
    lastDay = period.days.upperBound
    window = hours.part
    dayCount = hours.part == nil ? period.dayCount : series.days(in: zone).count
    self.metrics = metrics
    confidenceIntervals = series.confidenceIntervals(in: zone, bands: bands)
    sufficiency = DataSufficiency.all(
      dayCount: dayCount,
      activePercent: !convention.wearRoundsToMinutes
        ? metrics.sensorActivity?.activePercent
        : hours.part.map {
          period.series.sensorActivity(in: period.expectedRange, during: $0, in: zone)?
            .activePercent
        } ?? period.series.sensorCoverage(in: period.expectedRange)?.activePercent)
  }

  private enum CodingKeys: String, CodingKey {
    case firstDay, lastDay
    case window = "part"
    case dayCount, metrics
    case confidenceIntervals = "certainty"
    case sufficiency
  }
}

/// The hours of the local day that a row is of.
struct RowHours: Sendable {
  /// The hours that the numbers are of, or `nil` for whole days.
  var part: ClockWindow?
  /// The hours in which nocturnal episodes begin.
  var night: ClockWindow = .overnight
}

extension GlucoseSeries {
  /// One row to each day or week with readings, or one to the whole record; none if it is empty.
  ///
  /// - Parameters:
  ///   - period: How the record is divided.
  ///   - zone: The zone whose midnights divide days.
  ///   - bands: The edges of ranges and of episodes of level 1. Use bands in the readings' unit.
  ///   - convention: The choices on which implementations differ. In ``MetricConvention/iglu`` wear time
  ///     and the six deviations of all rows use the intervals of the first, as in a table of R iglu.
  ///   - part: The hours of each day that the numbers are of, or `nil` for whole days. Readings at other
  ///     hours are left out, and what lies between two days' parts is a gap. An episode belongs to the
  ///     part in which it begins and is as long as in the whole record; in ``MetricConvention/iglu`` it
  ///     ends with the part.
  ///   - night: The hours of the local day that are night, for nocturnal episodes.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func metricRows(
    by period: ReportingPeriod = .entireRecord, in zone: TimeZone, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight
  ) -> [MetricRow] {
    RawRecord(self).metricRows(
      by: period, in: zone, bands: bands, convention: convention, during: part, night: night)
  }
}

extension RawRecord {
  /// One row to each day or week with readings, or one to the whole record; none if it is empty.
  ///
  /// As ``GlucoseSeries/metricRows(by:in:bands:convention:during:night:)``, but in ``MetricConvention/iglu`` rows that
  /// repeat an instant count as they do in R.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func metricRows(
    by period: ReportingPeriod = .entireRecord, in zone: TimeZone, bands: RangeBands = .consensus,
    convention: MetricConvention = .iglu, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight
  ) -> [MetricRow] {
    metricRows(
      by: period, in: zone, bands: bands, convention: convention,
      hours: RowHours(part: part, night: night),
      likeFirst: intervalsOfFirstRow(by: period, in: zone, convention))
  }

  func metricRows(
    by period: ReportingPeriod, in zone: TimeZone, bands: RangeBands, convention: MetricConvention,
    hours: RowHours, likeFirst first: SamplingIntervals?
  ) -> [MetricRow] {
    periods(period, in: zone).compactMap {
      MetricRow($0, bands: bands, convention: convention, hours: hours, likeFirst: first)
    }
  }

  /// The intervals that all rows of a table use which begins with this record; `nil` if each uses its
  /// own.
  func intervalsOfFirstRow(
    by period: ReportingPeriod, in zone: TimeZone, _ convention: MetricConvention
  ) -> SamplingIntervals? {
    guard convention.firstRowSetsIntervals else { return nil }
    return periods(period, in: zone).first?.series.samplingIntervals(convention)
  }
}
