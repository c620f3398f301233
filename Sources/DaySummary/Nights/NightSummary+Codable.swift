// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath
internal import GlucoseSignals

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension NightSummary {
  /// Decodes a summary whose readings are of its night.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    day = try container.decode(LocalDay.self, forKey: .day)
    range = try container.decode(Range<Date>.self, forKey: .range)
    elapsedRange = try container.decode(Range<Date>.self, forKey: .elapsedRange)
    bands = try container.decode(RangeBands.self, forKey: .bands)
    series = try container.decode(GlucoseSeries.self, forKey: .series)
    statistics = try container.decodeIfPresent(GlucoseStatistics.self, forKey: .statistics)
    coverage = try container.decode(Percentage.self, forKey: .coverage)
    lowestTime = try container.decodeIfPresent(Date.self, forKey: .lowestTime)
    steadyPercentage = try container.decodeIfPresent(Percentage.self, forKey: .steadyPercentage)
    episodes = try container.decode([GlucoseEpisode].self, forKey: .episodes)
    faults = try container.decode([SignalFault].self, forKey: .faults)
    try decoder.require(
      range.lowerBound.isInCalendar && range.upperBound.isInCalendar
        && elapsedRange.lowerBound == range.lowerBound
        && elapsedRange.upperBound <= range.upperBound,
      "The elapsed time of a night must be its start, within 30,000 years of 2001")
    try decoder.require(
      (series.timeRange.map { range.contains($0.lowerBound) && range.contains($0.upperBound) }
        ?? true) && (statistics?.count ?? 0) == series.count
        && (lowestTime.map { range.contains($0) } ?? series.isEmpty),
      "The readings of a night, and its lowest, must be in its time")
  }
}
