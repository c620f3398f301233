// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
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
  public let id: GlucoseEpisode.ID
  /// When it ended: the start of the recovery, or the end of what was recorded.
  public let end: Date
  /// The lowest concentration of a low episode, the highest of a high one.
  public let extreme: Glucose
  /// The mean, short recoveries included.
  public let mean: Glucose

  /// Whether glucose was low or high.
  public var kind: EpisodeKind { id.kind }
  /// When it began.
  public var start: Date { id.start }
  /// From the start, which belongs to it, to the end, which does not.
  public var interval: Range<Date> { start..<end }
  /// How long it lasted, short recoveries included.
  public var duration: Duration { .seconds(end.timeIntervalSince(start)) }
}

extension GlucoseEpisode {
  init(_ episode: GridEpisode, _ excursion: EpisodeKind) {
    let minutes = episode.minutes / Double(episode.cells.count)
    id = GlucoseEpisode.ID(kind: excursion, start: episode.start)
    end = episode.lastCellTime.addingTimeInterval(minutes * 60)
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
    id = try container.decode(GlucoseEpisode.ID.self, forKey: .id)
    end = try container.decode(Date.self, forKey: .end)
    extreme = try container.decode(Glucose.self, forKey: .extreme)
    mean = try container.decode(Glucose.self, forKey: .mean)
    try decoder.require(
      id.start < end && end.timeIntervalSinceReferenceDate.isFinite,
      "An episode must end after it starts")
  }
}

/// Glucose outside the target, on one of its two sides.
public enum EpisodeKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// Below the target (`<`).
  case low
  /// Above the target (`>`).
  case high
}

extension GlucoseEpisode {
  /// What identifies an episode of low or high glucose in a record: its side and when it began.
  ///
  /// Episodes are found and never stored, so their identifiers come from what they are: the same record
  /// gives the same ones, whoever looks and whichever days are looked at.
  public struct ID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// Whether glucose was low or high.
    public let kind: EpisodeKind
    /// The instant at which the episode began.
    public let start: Date

    /// Whether `lhs` began first; of two that began together, low comes before high.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.start, lhs.kind == .high ? 1 : 0) < (rhs.start, rhs.kind == .high ? 1 : 0)
    }

    /// The side and the seconds from 2001-01-01 00:00 UTC, for instance "low@763441200".
    public var description: String {
      "\(kind.rawValue)@\(Int(start.timeIntervalSinceReferenceDate.rounded()))"
    }

    private enum CodingKeys: String, CodingKey {
      case kind = "excursion"
      case start
    }
  }
}

extension GlucoseEpisode.ID {
  /// Decodes the identifier of an episode.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(EpisodeKind.self, forKey: .kind)
    start = try container.decode(Date.self, forKey: .start)
    try decoder.require(
      abs(start.timeIntervalSinceReferenceDate) < 1e15,
      "The start of an episode must be a time within 30 million years")
  }
}

extension GlucoseHistory {
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
    var seen: Set<GlucoseEpisode.ID> = []
    return days.flatMap { series.episodes(on: $0, bands) }.filter { seen.insert($0.id).inserted }
      .sorted { $0.id < $1.id }
  }

  /// The readings of `days`, and those on both sides that say which episodes touch them and how much
  /// of the first is covered.
  func series(around days: Range<Date>) throws -> GlucoseSeries {
    let reach = GlucoseSeries.episodeReach
    return try series(
      in: days.lowerBound.addingTimeInterval(-reach)..<days.upperBound.addingTimeInterval(reach))
  }
}
