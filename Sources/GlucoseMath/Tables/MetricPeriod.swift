// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The stretches of local days into which a record is divided for a table.
public enum MetricPeriod: String, Hashable, Codable, Sendable, CaseIterable {
  /// Every local day.
  case day
  /// Every week of local days from Monday to Sunday, as ISO 8601 has them.
  case week
  /// The whole record.
  case period
}

/// A stretch of local days and the readings it holds.
public struct PeriodSeries: Hashable, Sendable {
  /// The first and the last day of the stretch: a week's Monday and Sunday, or the record's first
  /// and last day with readings.
  public let days: ClosedRange<LocalDay>
  /// How many of the days hold readings.
  public let dayCount: Int
  /// The readings of the stretch as they came, repeated instants included.
  public let record: RawRecord
  /// The readings of the stretch, one to an instant.
  public var series: GlucoseSeries { record.series }
}

extension GlucoseSeries {
  /// The days, weeks or the one period with readings, in order. Copies no reading; a stretch without
  /// readings is absent.
  ///
  /// - Complexity: O(*d* log *k*), where *d* is the number of days and *k* of readings in a day.
  public func periods(_ period: MetricPeriod, in zone: TimeZone) -> [PeriodSeries] {
    RawRecord(self).periods(period, in: zone)
  }
}

extension RawRecord {
  /// The days, weeks or the one period with readings, in order. Copies no reading; a stretch without
  /// readings is absent.
  ///
  /// - Complexity: O(*d* log *k*), where *d* is the number of days and *k* of readings in a day.
  public func periods(_ period: MetricPeriod, in zone: TimeZone) -> [PeriodSeries] {
    var periods: [PeriodSeries] = []
    var days = series.days(in: zone)[...]
    while let first = days.first?.day, let last = days.last?.day {
      let bounds =
        switch period {
        case .day: first...first
        case .week: first.advanced(by: 1 - first.weekday)...first.advanced(by: 7 - first.weekday)
        case .period: first...last
        }
      let held = days.prefix { $0.day <= bounds.upperBound }
      days = days.dropFirst(held.count)
      periods.append(
        PeriodSeries(
          days: bounds, dayCount: held.count,
          record: self[bounds.lowerBound.start..<bounds.upperBound.end]))
    }
    return periods
  }
}
