public import GlucoseMath

/// A time of day or day of the week at which lows or highs cluster.
///
///     for pattern in try history.patterns(of: month, bands: bands) {
///       // low, 3:00 to 6:00, on 9 of 28 days, 4 % elsewhere
///       pattern.isLow; pattern.slot
///       pattern.affectedDayCount; pattern.observedDayCount
///       pattern.affectedPercentageElsewhere
///     }
///
/// A pattern consists of a side of the target range, a slot, a frequency, and the episodes and readings that are its
/// evidence. It contains neither causes nor advice.
public struct GlucosePattern: Equatable, Sendable {
  /// The evidence in a slot on one day.
  public struct Evidence: Equatable, Sendable {
    /// The day.
    public let day: LocalDay
    /// The lowest reading in the slot for lows, the highest for highs; the first of several.
    public let reading: Reading
    /// The episodes that touch the slot on the day, in chronological order; empty if readings are
    /// outside the target range too briefly for an episode.
    public let episodes: [GlucoseEpisode]
  }

  package let side: ThresholdSide
  /// A Boolean value that indicates whether the clustered episodes or readings are low, not high.
  public var isLow: Bool { side == .below }
  /// The slot: three hours of every day, or a day of the week.
  public let slot: TimeSlot
  /// The number of days on which the slot is affected.
  public var affectedDayCount: Int { evidence.count }
  /// The number of days on which the slot has readings.
  public let observedDayCount: Int
  /// The affected part of the comparison: of the other slots of those days, or of the other days of
  /// the week.
  public let affectedPercentageElsewhere: Percentage
  /// The probability of at least as many affected days if the slot were like the others.
  public let pValue: Double
  /// The lowest false-discovery rate at which the pattern is reported, from 0 to 1.
  public internal(set) var falseDiscoveryRate = 1.0
  /// The evidence, one element for each affected day, in chronological order.
  public let evidence: [Evidence]

  /// The episodes in ``evidence``, each once, in chronological order.
  public var episodes: [GlucoseEpisode] { evidence.flatMap(\.episodes).distinct }

  /// The part of the observed days that are affected.
  public var affectedPercentage: Percentage {
    Percentage(affectedDayCount, of: observedDayCount) ?? .zero
  }
  /// The difference between ``affectedPercentage`` and ``affectedPercentageElsewhere``.
  public var excess: Percentage { affectedPercentage - affectedPercentageElsewhere }
}
