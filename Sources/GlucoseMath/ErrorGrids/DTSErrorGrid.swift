// SPDX-License-Identifier: Apache-2.0

/// The error grid of the Diabetes Technology Society (Klonoff et al., *Journal of Diabetes Science and
/// Technology* 18, 2024), in mg/dL.
///
/// Every line runs along the axis to a corner and then along a ray from the origin. A point on a line
/// belongs to the milder zone. The coefficients are those of a public plotting tool, which is known
/// to place one of the society's points otherwise.
public struct DTSErrorGrid: ErrorGrid, Hashable {
  /// Where a zone ends: below, references above `corner` with measurements under `slope` × reference;
  /// above, measurements above `corner` and over `slope` × reference.
  private struct Line: Hashable {
    var corner: Double
    var slope: Double
  }

  private static let lower = [
    Line(corner: 62.5, slope: 0.8), Line(corner: 97.5, slope: 514.0 / 1005),
    Line(corner: 153, slope: 49.0 / 149), Line(corner: 238, slope: 38.0 / 181),
  ]

  private static let upper = [
    Line(corner: 60, slope: 1.2), Line(corner: 86.5, slope: 1027.0 / 594),
    Line(corner: 124, slope: 476.0 / 191), Line(corner: 179, slope: 421.0 / 117),
  ]

  /// The grid.
  public init() {}

  /// The zone of a pair.
  ///
  /// - Complexity: O(1)
  public func zone(of pair: GlucosePair) -> ErrorZone {
    let reference = pair.reference.mgdL
    let measured = pair.measured.mgdL
    let crossedLower =
      Self.lower.lastIndex { reference > $0.corner && measured < $0.slope * reference } ?? -1
    let crossedUpper =
      Self.upper.lastIndex { measured > $0.corner && measured > $0.slope * reference } ?? -1
    return ErrorZone.allCases[Swift.max(crossedLower, crossedUpper) + 1]
  }
}
