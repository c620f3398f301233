// SPDX-License-Identifier: Apache-2.0

/// The consensus error grid of Parkes et al., *Diabetes Care* 23, 2000, with the vertices that
/// Pfützner et al. published (*Journal of Diabetes Science and Technology* 7, 2013), in mg/dL.
///
/// The last segment of a line continues beyond 550 mg/dL. A point on a line belongs to the milder
/// zone. The grid for type 1 is the one that ISO 15197 asks for.
public struct ParkesErrorGrid: ErrorGrid, Hashable {
  /// The lines above the diagonal, between A and B first.
  private let upper: [[Vertex]]
  /// The lines below the diagonal, between A and B first.
  private let lower: [[Vertex]]

  /// The lines between the zones, first those above the diagonal, each from its start on an axis.
  package var lines: [[Vertex]] { upper + lower }

  /// A corner of a line, in mg/dL.
  package struct Vertex: Hashable, Sendable {
    package let reference: Double
    package let measured: Double

    fileprivate init(_ reference: Double, _ measured: Double) {
      self.reference = reference
      self.measured = measured
    }
  }

  /// The grid for type 1 diabetes.
  public static let type1 = ParkesErrorGrid(
    upper: [
      [.init(0, 50), .init(30, 50), .init(140, 170), .init(280, 380), .init(430, 550)],
      [.init(0, 60), .init(30, 60), .init(50, 80), .init(70, 110), .init(260, 550)],
      [.init(0, 100), .init(25, 100), .init(50, 125), .init(80, 215), .init(125, 550)],
      [.init(0, 150), .init(35, 155), .init(50, 550)],
    ],
    lower: [
      [.init(50, 0), .init(50, 30), .init(170, 145), .init(385, 300), .init(550, 450)],
      [.init(120, 0), .init(120, 30), .init(260, 130), .init(550, 250)],
      [.init(250, 0), .init(250, 40), .init(550, 150)],
    ])

  /// The grid for type 2 diabetes.
  public static let type2 = ParkesErrorGrid(
    upper: [
      [.init(0, 50), .init(30, 50), .init(230, 330), .init(440, 550)],
      [.init(0, 60), .init(30, 60), .init(280, 550)],
      [.init(0, 80), .init(25, 80), .init(35, 90), .init(125, 550)],
      [.init(0, 200), .init(35, 200), .init(50, 550)],
    ],
    lower: [
      [.init(50, 0), .init(50, 30), .init(90, 80), .init(330, 230), .init(550, 450)],
      [.init(90, 0), .init(260, 130), .init(550, 250)],
      [.init(250, 0), .init(250, 40), .init(410, 110), .init(550, 160)],
    ])

  /// The zone of a pair.
  ///
  /// - Complexity: O(1)
  public func zone(of pair: GlucosePair) -> ErrorZone {
    let crossedUpper = upper.lastIndex { Self.side(of: pair, $0) > 0 } ?? -1
    let crossedLower = lower.lastIndex { Self.side(of: pair, $0) < 0 } ?? -1
    return ErrorZone.allCases[Swift.max(crossedUpper, crossedLower) + 1]
  }

  /// Positive if the pair lies above a line, negative if below or to its right, zero on it.
  private static func side(of pair: GlucosePair, _ line: [Vertex]) -> Double {
    let reference = pair.reference.mgdL
    // A line that rises from the axis begins with a vertical segment, which bounds only to its left.
    guard reference > line[0].reference else { return 0 }
    var end = 1
    while end + 1 < line.count, reference > line[end].reference { end += 1 }
    let from = line[end - 1]
    let to = line[end]
    return (pair.measured.mgdL - from.measured) * (to.reference - from.reference)
      - (to.measured - from.measured) * (reference - from.reference)
  }
}
