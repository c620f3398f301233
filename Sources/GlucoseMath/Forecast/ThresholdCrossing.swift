// SPDX-License-Identifier: Apache-2.0

/// A threshold and the side of it that one watches for.
///
///     ThresholdCrossing.below(.mgdL(70))
public enum ThresholdCrossing: Hashable, Codable, Sendable {
  /// Concentrations less (`<`) than the threshold.
  case below(Glucose)
  /// Concentrations greater (`>`) than the threshold.
  case above(Glucose)

  /// The threshold.
  public var threshold: Glucose {
    switch self {
    case .below(let threshold), .above(let threshold): threshold
    }
  }

  /// Whether a concentration lies beyond the threshold.
  public func isBeyond(_ glucose: Glucose) -> Bool {
    switch self {
    case .below(let threshold): glucose < threshold
    case .above(let threshold): glucose > threshold
    }
  }
}
