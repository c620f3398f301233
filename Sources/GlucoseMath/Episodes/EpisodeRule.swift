// SPDX-License-Identifier: Apache-2.0

/// The rule by which low or high glucose is an episode.
///
/// By the consensus, an episode begins with 15 minutes beyond a threshold and ends with 15 minutes
/// not beyond it (Danne et al., *Diabetes Care* 40, 2017; Battelino et al., *Lancet Diabetes &
/// Endocrinology* 11, 2023). Shorter recoveries are part of the episode.
public struct EpisodeRule: Hashable, Codable, Sendable {
  /// The side of the threshold.
  public var side: ThresholdSide
  /// The threshold.
  public var threshold: Glucose
  /// The uninterrupted minutes beyond the threshold that begin an episode.
  public var minimumMinutes: Double
  /// A Boolean value that indicates whether the episode must begin with more than the minimum
  /// (`>`), not as much (`≥`).
  public var isLongerThanMinimum: Bool
  /// The uninterrupted minutes not beyond the threshold that end an episode.
  public var recoveryMinutes: Double

  /// Creates a rule, by default with the consensus' 15 minutes to begin and to end an episode.
  ///
  /// - Precondition: minutes are finite and positive.
  public init(
    _ side: ThresholdSide, _ threshold: Glucose, minimumMinutes: Double = 15,
    isLongerThanMinimum: Bool = false, recoveryMinutes: Double = 15
  ) {
    precondition(Self.areDurations(minimumMinutes, recoveryMinutes), Self.requirement)
    self.side = side
    self.threshold = threshold
    self.minimumMinutes = minimumMinutes
    self.isLongerThanMinimum = isLongerThanMinimum
    self.recoveryMinutes = recoveryMinutes
  }

  private static let requirement = "The minutes of an episode rule must be finite and positive"

  private static func areDurations(_ minutes: Double...) -> Bool {
    minutes.allSatisfy { $0 > 0 && $0.isFinite }
  }

  /// Returns the number of cells of `interval` minutes that begin an episode; a cell represents its
  /// interval.
  func cellsToBegin(_ interval: Int) -> Int {
    let cells = Swift.min(minimumMinutes / Double(interval), Self.mostCells)
    return isLongerThanMinimum ? Int(cells.rounded(.down)) + 1 : Int(cells.rounded(.up))
  }

  func cellsToEnd(_ interval: Int) -> Int {
    Int(Swift.min(recoveryMinutes / Double(interval), Self.mostCells).rounded(.up))
  }

  /// More cells than any record has.
  private static let mostCells = 0x1p40

  @inline(__always)
  func isBeyond(_ value: Double) -> Bool {
    side == .below ? value < threshold.mgdL : value > threshold.mgdL
  }
}

extension EpisodeRule {
  /// Decodes a rule whose minutes are finite and positive.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    side = try container.decode(ThresholdSide.self, forKey: .side)
    threshold = try container.decode(Glucose.self, forKey: .threshold)
    minimumMinutes = try container.decode(Double.self, forKey: .minimumMinutes)
    isLongerThanMinimum = try container.decode(Bool.self, forKey: .isLongerThanMinimum)
    recoveryMinutes = try container.decode(Double.self, forKey: .recoveryMinutes)
    try decoder.require(Self.areDurations(minimumMinutes, recoveryMinutes), Self.requirement)
  }
}

/// A side of a threshold.
public enum ThresholdSide: String, Hashable, Codable, Sendable {
  /// Concentrations below the threshold (`<`).
  case below
  /// Concentrations above the threshold (`>`).
  case above
}
