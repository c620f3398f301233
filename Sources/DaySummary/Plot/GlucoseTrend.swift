// SPDX-License-Identifier: Apache-2.0

/// How fast glucose rises or falls, in the seven steps that sensors show as arrows.
///
/// The limits are 1, 2 and 3 mg/dL per minute, those of the Dexcom arrows (Laffel et al., *Journal of
/// the Endocrine Society* 1, 2017, figure 1); a rate on a limit belongs to the calmer step.
public enum GlucoseTrend: String, Hashable, Codable, Sendable, CaseIterable {
  /// Falls by more than 3 mg/dL per minute.
  case fallingRapidly
  /// Falls by more than 2, at most 3 mg/dL per minute.
  case falling
  /// Falls by more than 1, at most 2 mg/dL per minute.
  case fallingSlowly
  /// Changes by at most 1 mg/dL per minute.
  case steady
  /// Rises by more than 1, at most 2 mg/dL per minute.
  case risingSlowly
  /// Rises by more than 2, at most 3 mg/dL per minute.
  case rising
  /// Rises by more than 3 mg/dL per minute.
  case risingRapidly

  /// The trend of a change in mg/dL per minute.
  ///
  /// - Precondition: `rate` is a number.
  public init(mgdLPerMinute rate: Double) {
    precondition(!rate.isNaN, "A rate of change is a number")
    switch rate {
    case ..<(-3): self = .fallingRapidly
    case ..<(-2): self = .falling
    case ..<(-1): self = .fallingSlowly
    case ...1: self = .steady
    case ...2: self = .risingSlowly
    case ...3: self = .rising
    default: self = .risingRapidly
    }
  }

  /// The angle of the arrow above the horizontal in degrees: 0 for steady, 45 for slow and 90 for
  /// faster change; negative for falling.
  public var angle: Double {
    switch self {
    case .fallingRapidly, .falling: -90
    case .fallingSlowly: -45
    case .steady: 0
    case .risingSlowly: 45
    case .rising, .risingRapidly: 90
    }
  }

  /// The number of arrows: 2 for rapid change, else 1.
  public var arrowCount: Int {
    switch self {
    case .fallingRapidly, .risingRapidly: 2
    case .falling, .fallingSlowly, .steady, .risingSlowly, .rising: 1
    }
  }
}
