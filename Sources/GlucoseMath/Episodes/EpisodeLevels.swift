internal import GlucoseFoundation

/// The episodes of every level of the consensus.
///
/// Low and high episodes use the edges of the bands: low is below (`<`), high above (`>`). Level 2
/// and extended episodes have published thresholds, 54, 70, 180 and 250 mg/dL or 3.0, 3.9, 10.0 and
/// 13.9 mmol/L, for any bands.
public struct EpisodeLevels: Equatable, Sendable {
  fileprivate var episodes: [EpisodeLevel: [GlucoseEpisode]]
  /// The recorded time in days, the denominator of rates.
  package let recordedDays: Double
  /// The recorded days below which (`<`) there are no rates: 0.5.
  package let minimumRecordedDays: Double

  /// The episodes of a level, in chronological order.
  public subscript(level: EpisodeLevel) -> [GlucoseEpisode] { episodes[level] ?? [] }

  /// The episodes in chronological order, without those of ``EpisodeLevel/lowOnly`` and
  /// ``EpisodeLevel/highOnly``, which are among those of level 1.
  public var inOrder: [(level: EpisodeLevel, episode: GlucoseEpisode)] {
    EpisodeLevel.allCases.filter { $0 != .lowOnly && $0 != .highOnly }
      .flatMap { level in self[level].map { (level: level, episode: $0) } }
      .enumerated()
      .sorted { ($0.element.episode.start, $0.offset) < ($1.element.episode.start, $1.offset) }
      .map(\.element)
  }

  /// Returns the number, rate, mean duration and mean concentration of the episodes of a level.
  public func summary(of level: EpisodeLevel) -> EpisodeSummary {
    EpisodeSummary(self[level], recordedDays: recordedDays, minimum: minimumRecordedDays)
  }

  package func map(
    recordedDays: Double, _ transform: ([GlucoseEpisode]) -> [GlucoseEpisode]
  ) -> EpisodeLevels {
    EpisodeLevels(
      episodes: episodes.mapValues(transform), recordedDays: recordedDays,
      minimumRecordedDays: minimumRecordedDays)
  }

  /// Returns the rebound highs: high episodes that began at most (`≤`) a time after the end of a
  /// low one, in cells times the interval, as a duration is.
  public func reboundHighs(within time: Duration = .seconds(7200)) -> [GlucoseEpisode] {
    Self.rebounds(self[.high], after: self[.low], within: time)
  }

  /// Returns the rebound lows: low episodes that began at most (`≤`) a time after the end of a high
  /// one, in cells times the interval, as a duration is.
  public func reboundLows(within time: Duration = .seconds(7200)) -> [GlucoseEpisode] {
    Self.rebounds(self[.low], after: self[.high], within: time)
  }

  private static func rebounds(
    _ later: [GlucoseEpisode], after earlier: [GlucoseEpisode], within time: Duration
  ) -> [GlucoseEpisode] {
    var position = 0
    return later.filter { episode in
      while position < earlier.count, earlier[position].start < episode.start { position += 1 }
      guard position > 0 else { return false }
      return episode.minutes(sinceEndOf: earlier[position - 1]) <= time.inMinutes
    }
  }
}

/// A level of episodes, by its name in a table.
public enum EpisodeLevel: String, Hashable, Sendable, CaseIterable {
  /// Level 1 hypoglycemia: below the low edge of the bands; level 2 episodes included.
  case low
  /// Level 2 hypoglycemia: below 54 mg/dL.
  case veryLow = "very_low"
  /// Level 1 low episodes that share no cell with a level 2 episode.
  case lowOnly = "low_only"
  /// Extended hypoglycemia: below 70 mg/dL for more than 120 minutes.
  case extendedLow = "extended_low"
  /// Level 1 hyperglycemia: above the high edge of the bands; level 2 episodes included.
  case high
  /// Level 2 hyperglycemia: above 250 mg/dL.
  case veryHigh = "very_high"
  /// Level 1 high episodes that share no cell with a level 2 episode.
  case highOnly = "high_only"
  /// Extended hyperglycemia: 90 minutes above 250 mg/dL within 120, until 15 at or below 180.
  case extendedHigh = "extended_high"

  /// A Boolean value that indicates whether the level is of low glucose.
  public var isLow: Bool { [.low, .veryLow, .lowOnly, .extendedLow].contains(self) }
}

extension DayGrid {
  /// Returns the episodes of every level; `minimumDuration` is that of level 1 and 2.
  ///
  /// - Parameters:
  ///   - bands: The edges of low and of high episodes, and the unit in which the published
  ///     thresholds of the others are exact.
  ///   - minimumDuration: The time that begins an episode of level 1 or 2.
  ///   - recoveryDuration: The time that ends an episode.
  ///   - endsLevelTwoInRange: A Boolean value that indicates whether an episode of level 2 ends at the
  ///     threshold of level 1, 70 mg/dL and above or 180 and below (Danne et al., 2017), not at its own, 54
  ///     and above or 250 and below (Battelino et al., *Lancet Diabetes & Endocrinology* 11, 2023); see
  ///     <doc:DecisionEpisodes>.
  /// - Precondition: the durations are positive.
  public func episodeLevels(
    bands: RangeBands, minimumDuration: Duration = .seconds(900),
    recoveryDuration: Duration = .seconds(900), endsLevelTwoInRange: Bool = false
  ) -> EpisodeLevels {
    func find(
      _ side: ThresholdSide, _ threshold: Glucose, until recovery: Glucose? = nil
    ) -> [GlucoseEpisode] {
      episodes(
        matching: EpisodeRule(
          side, threshold, minimumDuration: minimumDuration, recoveryThreshold: recovery,
          recoveryDuration: recoveryDuration))
    }
    let published = ConsensusEdges(in: bands.unit, or: rules.episodesFollowBands ? bands : nil)
    let low = find(.below, bands.low)
    let veryLow = find(
      .below, published.veryLow,
      until: endsLevelTwoInRange ? Swift.max(published.veryLow, published.low) : nil)
    let high = find(.above, bands.high)
    let veryHigh = find(
      .above, published.veryHigh,
      until: endsLevelTwoInRange ? Swift.min(published.veryHigh, published.high) : nil)
    let extendedLow = episodes(
      matching: EpisodeRule(
        .below, published.low, minimumDuration: .seconds(7200), excludesMinimum: true,
        recoveryDuration: recoveryDuration))
    let extendedHigh = episodes(
      matching: rules.extendedHyperglycemiaIsOneRun
        ? EpisodeRule(
          .above, published.veryHigh, minimumDuration: .seconds(7200),
          recoveryDuration: recoveryDuration)
        : EpisodeRule(
          .above, published.veryHigh, minimumDuration: .seconds(5400), within: .seconds(7200),
          recoveryThreshold: published.high, recoveryDuration: recoveryDuration))
    return EpisodeLevels(
      episodes: [
        .low: low, .veryLow: veryLow, .lowOnly: low.sharingNoCell(with: veryLow),
        .extendedLow: extendedLow, .high: high, .veryHigh: veryHigh,
        .highOnly: high.sharingNoCell(with: veryHigh), .extendedHigh: extendedHigh,
      ], recordedDays: recordedDays, minimumRecordedDays: rules.minimumRecordedDays)
  }
}

extension [GlucoseEpisode] {
  /// Returns the episodes that share no cell with one of `others`; both are in chronological order.
  package func sharingNoCell(with others: [GlucoseEpisode]) -> [GlucoseEpisode] {
    var position = 0
    return filter { episode in
      while position < others.count, others[position].cells.upperBound <= episode.cells.lowerBound {
        position += 1
      }
      return position == others.count || !others[position].cells.overlaps(episode.cells)
    }
  }
}
