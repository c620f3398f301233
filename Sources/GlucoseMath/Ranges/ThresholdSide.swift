// SPDX-License-Identifier: Apache-2.0

/// A side of a threshold.
public enum ThresholdSide: String, Hashable, Codable, Sendable {
  /// Concentrations below the threshold (`<`).
  case below
  /// Concentrations above the threshold (`>`).
  case above
}
