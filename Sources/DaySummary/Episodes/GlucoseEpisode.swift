// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A stretch of low or high glucose that lasted for at least 15 minutes, as the consensus counts them.
///
///     for episode in try history.episodes(week) {
///       brush(episode.interval, episode.extreme)
///     }
///
/// It begins with 15 minutes beyond the edge of the target and ends with 15 minutes that are not; see
/// `EpisodeRule`.
public struct GlucoseEpisode: Identifiable, Hashable, Codable, Sendable {
  /// What identifies the episode.
  public let id: EpisodeID
  /// When it ended: the start of the recovery, or the end of what was recorded.
  public let end: Date
  /// The lowest concentration of a low episode, the highest of a high one.
  public let extreme: Glucose
  /// The mean, short recoveries included.
  public let mean: Glucose

  /// Whether glucose was low or high.
  public var excursion: Excursion { id.excursion }
  /// When it began.
  public var start: Date { id.start }
  /// From the start, which belongs to it, to the end, which does not.
  public var interval: Range<Date> { start..<end }
  /// How long it lasted, short recoveries included.
  public var duration: Duration { .seconds(end.timeIntervalSince(start)) }
}

extension GlucoseEpisode {
  init(_ episode: Episode, _ excursion: Excursion) {
    let minutes = episode.minutes / Double(episode.cells.count)
    id = EpisodeID(excursion: excursion, start: episode.start)
    end = episode.lastCell.addingTimeInterval(minutes * 60)
    extreme = episode.extreme
    mean = episode.mean
  }
}

extension GlucoseSeries {
  /// How far beyond a day its readings count for its episodes, in seconds: a day on each side.
  static let episodeReach = 86_400.0

  /// The episodes that touch `day`, in order of their identifiers.
  ///
  /// They are found among the readings from a day before to a day after, whatever else the series
  /// holds, so that every reader of the day finds the same.
  func episodes(on day: LocalDay, _ bands: RangeBands) -> [GlucoseEpisode] {
    let day = (start: day.start, end: day.end, zone: day.zone)
    let nearby = self[
      day.start.addingTimeInterval(
        -Self.episodeReach)..<day.end.addingTimeInterval(
          Self.episodeReach)]
    guard let grid = nearby.dayGrid(in: day.zone) else { return [] }
    let low = grid.episodes(EpisodeRule(.below, bands.low)).map { GlucoseEpisode($0, .low) }
    let high = grid.episodes(EpisodeRule(.above, bands.high)).map { GlucoseEpisode($0, .high) }
    return (low + high).filter { $0.start < day.end && $0.end > day.start }
      .sorted { $0.id < $1.id }
  }
}

extension GlucoseEpisode {
  /// Decodes an episode that ends after it starts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(EpisodeID.self, forKey: .id)
    end = try container.decode(Date.self, forKey: .end)
    extreme = try container.decode(Glucose.self, forKey: .extreme)
    mean = try container.decode(Glucose.self, forKey: .mean)
    try decoder.require(
      id.start < end && end.timeIntervalSinceReferenceDate.isFinite,
      "An episode must end after it starts")
  }
}
