// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A row of a table of metrics: a stretch of days, its numbers, and how certain they are.
///
///     for row in series.metricRows(by: .week, in: zone) {
///       for column in MetricColumn.all { print(column.name, column.value(of: row) ?? .nan) }
///     }
public struct MetricRow: Hashable, Codable, Sendable {
  /// The first day.
  public let firstDay: LocalDay
  /// The last day.
  public let lastDay: LocalDay
  /// How many of the days hold readings.
  public let dayCount: Int
  /// The numbers.
  public let metrics: GlycemicMetrics
  /// Ranges of four of the numbers from how much days differ, or `nil` below two days.
  public let certainty: MetricCertainty?
  /// For each number, whether there are enough days and readings.
  public let sufficiency: [Sufficiency]

  /// The row of a stretch of days, or `nil` if it holds no readings.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public init?(
    _ period: PeriodSeries, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical
  ) {
    let zone = period.days.lowerBound.zone
    guard
      let metrics = period.series.metrics(in: zone, bands: bands, convention: convention)
    else { return nil }
    firstDay = period.days.lowerBound
    lastDay = period.days.upperBound
    dayCount = period.dayCount
    self.metrics = metrics
    certainty = period.series.certainty(in: zone, bands: bands)
    sufficiency = period.series.sufficiency(in: zone)
  }
}

extension GlucoseSeries {
  /// One row to each day or week with readings, or one to the whole record; none if it is empty.
  ///
  /// - Parameters:
  ///   - period: How the record is divided.
  ///   - zone: The zone whose midnights divide days.
  ///   - bands: The edges of ranges and episodes. Use bands in the readings' unit.
  ///   - convention: The choices on which implementations differ.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func metricRows(
    by period: MetricPeriod = .period, in zone: TimeZone, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical
  ) -> [MetricRow] {
    periods(period, in: zone).compactMap {
      MetricRow($0, bands: bands, convention: convention)
    }
  }
}
