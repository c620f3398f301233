/// The rule by which low or high glucose is an episode.
///
/// By the consensus, an episode begins with 15 minutes beyond a threshold and ends with 15 minutes
/// of recovery (Danne et al., *Diabetes Care* 40, 2017; Battelino et al., *Lancet Diabetes &
/// Endocrinology* 11, 2023). Shorter recoveries are part of the episode.
///
///     // Level 2 hypoglycemia that ends in range, as in the consensus of 2017.
///     EpisodeRule(.below, .mgdL(54), recoveryThreshold: .mgdL(70))
///     // Extended hyperglycemia: 90 minutes above 250 mg/dL within 120.
///     EpisodeRule(
///       .above, .mgdL(250), minimumDuration: .seconds(5400), within: .seconds(7200),
///       recoveryThreshold: .mgdL(180))
public struct EpisodeRule: Sendable {
  package let side: ThresholdSide
  let threshold: Glucose
  private let minimumDuration, window, recoveryDuration: Duration
  private let excludesMinimum: Bool
  private let recoveryThreshold: Glucose

  /// Creates a rule, by default with the consensus' 15 minutes to begin and to end an episode, with
  /// uninterrupted time beyond the threshold, and with a recovery to that threshold.
  ///
  /// - Parameters:
  ///   - side: The side of the threshold.
  ///   - threshold: The threshold beyond which an episode begins.
  ///   - minimumDuration: The time beyond the threshold that begins an episode.
  ///   - window: The time within which the minimum is reached, or `nil` for the minimum, with which the
  ///     time beyond the threshold is uninterrupted.
  ///   - excludesMinimum: Whether the time must be longer (`>`) than the minimum, not as long (`≥`).
  ///   - recoveryThreshold: The threshold of the recovery, or `nil` for `threshold`: a low episode ends at
  ///     or above it (`≥`), a high one at or below it (`≤`). Concentrations between both thresholds
  ///     neither begin an episode nor end it.
  ///   - recoveryDuration: The uninterrupted time of recovery that ends an episode.
  /// - Precondition: The durations are positive, the window is at least the minimum, and the
  ///   recovery's threshold is not beyond the threshold.
  public init(
    _ side: ThresholdSide, _ threshold: Glucose, minimumDuration: Duration = .seconds(900),
    within window: Duration? = nil, excludesMinimum: Bool = false,
    recoveryThreshold: Glucose? = nil, recoveryDuration: Duration = .seconds(900)
  ) {
    self.side = side
    self.threshold = threshold
    self.minimumDuration = minimumDuration
    self.window = window ?? minimumDuration
    self.excludesMinimum = excludesMinimum
    self.recoveryThreshold = recoveryThreshold ?? threshold
    self.recoveryDuration = recoveryDuration
    precondition(
      minimumDuration > .zero && recoveryDuration > .zero && self.window >= minimumDuration
        && !isBeyond(self.recoveryThreshold.mgdL),
      "The durations of an episode rule must be positive, its window at least the minimum, and the "
        + "threshold of its recovery not beyond the threshold")
  }

  /// Returns the number of cells of `interval` minutes that begin an episode.
  func cellsToBegin(_ interval: Int) -> Int {
    let cells = Self.cells(minimumDuration, interval)
    return excludesMinimum ? Int(cells.rounded(.down)) + 1 : Int(cells.rounded(.up))
  }

  func cellsOfWindow(_ interval: Int) -> Int {
    Swift.max(Int(Self.cells(window, interval).rounded(.up)), cellsToBegin(interval))
  }

  func cellsToEnd(_ interval: Int) -> Int {
    Int(Self.cells(recoveryDuration, interval).rounded(.up))
  }

  /// Returns the length of a duration in cells, at most more than any record has.
  private static func cells(_ duration: Duration, _ interval: Int) -> Double {
    Swift.min(duration.inMinutes / Double(interval), 0x1p40)
  }

  /// The threshold in mg/dL for interpolated values.
  var edge: Double { edge(at: threshold) }

  /// Returns a threshold in mg/dL beyond which no value is that is equal to it but for rounding.
  private func edge(at threshold: Glucose) -> Double {
    threshold.mgdL * (side == .below ? 1 - 1e-12 : 1 + 1e-12)
  }

  @inline(__always)
  func isBeyond(_ value: Double) -> Bool { side == .below ? value < edge : value > edge }

  /// Returns whether a value that is not beyond the threshold is a recovery.
  @inline(__always)
  func isRecovery(_ value: Double) -> Bool {
    let edge = edge(at: recoveryThreshold)
    return side == .below ? value >= edge : value <= edge
  }
}

/// A side of a threshold.
public enum ThresholdSide: String, Codable, Sendable {
  /// Concentrations below the threshold (`<`).
  case below
  /// Concentrations above the threshold (`>`).
  case above

  /// Returns a Boolean value that indicates whether a concentration is beyond a threshold.
  package func isBeyond(_ glucose: Glucose, _ threshold: Glucose) -> Bool {
    self == .below ? glucose < threshold : glucose > threshold
  }
}
