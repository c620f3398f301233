// SPDX-License-Identifier: Apache-2.0

/// One of the five bands into which a ``RangeBands`` divides concentrations.
public enum RangeBand: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
  /// Below the very-low edge: level 2 hypoglycaemia in the consensus bands.
  case veryLow
  /// From the very-low edge up to, not including, the low edge: level 1 hypoglycaemia.
  case low
  /// From the low edge to the high edge, both included.
  case target
  /// Above the high edge, up to and including the very-high edge: level 1 hyperglycaemia.
  case high
  /// Above the very-high edge: level 2 hyperglycaemia.
  case veryHigh

  /// The band's place among the bands, 0 for the lowest.
  var index: Int {
    switch self {
    case .veryLow: 0
    case .low: 1
    case .target: 2
    case .high: 3
    case .veryHigh: 4
    }
  }

  /// Whether `lhs` is the lower band.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.index < rhs.index }
}
