// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A local day and the statistics of its readings.
public struct DayStatistics: Hashable, Codable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The statistics of the readings at or after the day's start and before its end.
  public let statistics: GlucoseStatistics
}

extension GlucoseSeries {
  /// The statistics of every local day of `zone` that holds readings, in order.
  ///
  /// - Complexity: O(*n*), in one pass over contiguous memory.
  public func dailyStatistics(
    in zone: TimeZone, bands: RangeBands = .consensus
  ) -> [DayStatistics] {
    let limits = RangeLimits(bands)
    var days: [DayStatistics] = []
    forEachDay(in: zone) { ordinal, table, positions in
      let rows = (rows.lowerBound + positions.lowerBound)..<(rows.lowerBound + positions.upperBound)
      days.append(
        DayStatistics(
          day: LocalDay(ordinal: ordinal, in: table),
          statistics: FusedPass(columns.values, in: rows, limits).statistics))
    }
    return days
  }
}
