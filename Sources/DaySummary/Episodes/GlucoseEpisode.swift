public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// An episode of low or high glucose of at least 15 minutes, as defined by the consensus.
///
///     for episode in try history.episodes(of: week, bands: bands) {
///       brush(episode.interval, episode.extreme)
///     }
///
/// An episode starts with 15 minutes beyond the edge of the target range and ends at the start of
/// 15 minutes that are not beyond it; see `EpisodeRule`.
public struct GlucoseEpisode: Identifiable, Equatable, Sendable {
  /// The identifier of the episode.
  public let id: GlucoseEpisode.ID
  /// The end of the episode: the start of the recovery, or the end of the recorded readings.
  public let end: Date
  /// The lowest concentration of a low episode, or the highest of a high episode.
  public let extreme: Glucose
  /// The flag of the device's limit that readings of the episode are beyond, or no flag: the device
  /// showed "Low" in a low episode, and the true extreme is lower than it, or "High" in a high one.
  public let extremeFlags: ReadingFlags
  /// The mean concentration, short recoveries included.
  public let mean: Glucose

  /// The kind of the episode: low or high.
  public var kind: EpisodeKind { id.kind }
  /// The start of the episode.
  public var start: Date { id.start }
  /// The interval from the start (included) to the end (excluded).
  public var interval: Range<Date> { start..<end }
  /// The duration of the episode, short recoveries included.
  public var duration: Duration { .seconds(end.timeIntervalSince(start)) }
}

extension GlucoseEpisode {
  init(_ episode: GridEpisode, _ kind: EpisodeKind, in series: GlucoseSeries) {
    id = GlucoseEpisode.ID(kind: kind, start: episode.start)
    end = episode.end
    extreme = episode.extreme
    extremeFlags = series.extremeFlags(of: episode, isLow: kind == .low)
    mean = episode.mean
  }
}

/// The side of the target range on which glucose is.
public enum EpisodeKind: String, Hashable, Sendable, CaseIterable {
  /// Below the target range (`<`).
  case low
  /// Above the target range (`>`).
  case high
}

extension GlucoseEpisode {
  /// An identifier of an episode within a record: its kind and its start.
  ///
  /// Episodes are derived and never stored. Their identifiers depend on the record alone, so every
  /// report, pattern, and list of the same record uses the same identifiers. The exception is an
  /// episode that started more than a day before the day of a ``DayReport``, which contains the part
  /// from the start of the preceding day on.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The kind of the episode: low or high.
    public let kind: EpisodeKind
    /// The start of the episode.
    public let start: Date

    /// Returns a Boolean value that indicates whether `lhs` starts before `rhs`; at equal starts,
    /// low is ordered before high.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.start, lhs.kind == .high ? 1 : 0) < (rhs.start, rhs.kind == .high ? 1 : 0)
    }

    /// The kind and the seconds since 2001-01-01 00:00 UTC, such as "low@763441200".
    public var description: String {
      "\(kind.rawValue)@\(Int(start.timeIntervalSinceReferenceDate.rounded()))"
    }
  }
}

extension GlucoseHistory {
  /// Returns the episodes of low and high glucose that touch `days`, in chronological order, from
  /// one read of the history.
  ///
  /// Each episode is one element, however many of `days` it touches. It has the identifier that it has
  /// in the report of the day on which it started. An episode that is longer is cut at a day before
  /// `days` and at a day after them.
  ///
  /// - Parameters:
  ///   - days: The days, all in one time zone.
  ///   - bands: The edges of the concentration bands, in the readings' unit.
  public func episodes(
    of days: ClosedRange<LocalDay>, bands: RangeBands
  ) throws(Failure) -> [GlucoseEpisode] {
    try series(around: days.lowerBound.start..<days.upperBound.end).episodes(of: days, bands)
  }

  /// Returns the readings of `days` and those on both sides that determine which episodes touch
  /// `days` and how much of the first day is covered.
  func series(around days: Range<Date>) throws(Failure) -> GlucoseSeries {
    let reach = GlucoseSeries.episodeReach
    return try series(
      in: days.lowerBound.addingTimeInterval(-reach)..<days.upperBound.addingTimeInterval(reach))
  }
}
