// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension History {
  /// The episodes of low and of high glucose that touch `days`, in order of time, from one read of the
  /// history.
  ///
  /// An episode that began more than a day before one of `days` has as its start what lies within that
  /// day, and then another identifier on each day.
  ///
  /// - Parameters:
  ///   - days: The days, of one zone.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of a grid over the days.
  public func episodes(
    _ days: ClosedRange<LocalDay>, bands: RangeBands = .consensus
  ) throws -> [GlucoseEpisode] {
    let series = try series(around: days.lowerBound.start..<days.upperBound.end)
    var seen: Set<EpisodeID> = []
    return days.flatMap { series.episodes(on: $0, bands) }.filter { seen.insert($0.id).inserted }
      .sorted { $0.id < $1.id }
  }

  /// The readings of `days`, and those on both sides that say which episodes touch them and how much
  /// of the first is covered.
  func series(around days: Range<Date>) throws -> GlucoseSeries {
    let reach = GlucoseSeries.episodeReach
    return try series(
      days.lowerBound.addingTimeInterval(-reach)..<days.upperBound.addingTimeInterval(reach))
  }
}
