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
  /// The uninterrupted time beyond the threshold that begins an episode.
  public var minimumDuration: Duration
  /// A Boolean value that indicates whether the time must be longer (`>`) than the minimum, not as
  /// long (`≥`).
  public var excludesMinimum: Bool
  /// The uninterrupted time not beyond the threshold that ends an episode.
  public var recoveryDuration: Duration

  /// Creates a rule, by default with the consensus' 15 minutes to begin and to end an episode.
  ///
  /// - Precondition: the durations are positive.
  public init(
    _ side: ThresholdSide, _ threshold: Glucose, minimumDuration: Duration = .seconds(900),
    excludesMinimum: Bool = false, recoveryDuration: Duration = .seconds(900)
  ) {
    precondition(minimumDuration > .zero && recoveryDuration > .zero, Self.requirement)
    self.side = side
    self.threshold = threshold
    self.minimumDuration = minimumDuration
    self.excludesMinimum = excludesMinimum
    self.recoveryDuration = recoveryDuration
  }

  private static let requirement = "The durations of an episode rule must be positive"

  /// Returns the number of cells of `interval` minutes that begin an episode; a cell represents its
  /// interval.
  func cellsToBegin(_ interval: Int) -> Int {
    let cells = Swift.min(minimumDuration.inMinutes / Double(interval), Self.mostCells)
    return excludesMinimum ? Int(cells.rounded(.down)) + 1 : Int(cells.rounded(.up))
  }

  func cellsToEnd(_ interval: Int) -> Int {
    Int(Swift.min(recoveryDuration.inMinutes / Double(interval), Self.mostCells).rounded(.up))
  }

  /// More cells than any record has.
  private static let mostCells = 0x1p40

  @inline(__always)
  func isBeyond(_ value: Double) -> Bool {
    side == .below ? value < threshold.mgdL : value > threshold.mgdL
  }
}

extension EpisodeRule {
  private enum CodingKeys: String, CodingKey {
    case side, threshold
    case minimumDuration = "minimumMinutes"
    case excludesMinimum = "isLongerThanMinimum"
    case recoveryDuration = "recoveryMinutes"
  }

  /// Decodes a rule, whose durations are positive numbers of minutes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    side = try container.decode(ThresholdSide.self, forKey: .side)
    threshold = try container.decode(Glucose.self, forKey: .threshold)
    minimumDuration = try container.minutes(forKey: .minimumDuration)
    excludesMinimum = try container.decode(Bool.self, forKey: .excludesMinimum)
    recoveryDuration = try container.minutes(forKey: .recoveryDuration)
    try decoder.require(
      minimumDuration > .zero && recoveryDuration > .zero, Self.requirement)
  }

  /// Encodes the rule, with durations in minutes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(side, forKey: .side)
    try container.encode(threshold, forKey: .threshold)
    try container.encode(minimumDuration.inMinutes, forKey: .minimumDuration)
    try container.encode(excludesMinimum, forKey: .excludesMinimum)
    try container.encode(recoveryDuration.inMinutes, forKey: .recoveryDuration)
  }
}

/// A side of a threshold.
public enum ThresholdSide: String, Hashable, Codable, Sendable {
  /// Concentrations below the threshold (`<`).
  case below
  /// Concentrations above the threshold (`>`).
  case above
}
