// SPDX-License-Identifier: Apache-2.0

/// A position in a picture, in points from its upper-left corner: the coordinates of its SVG
/// document.
///
/// If a page displays the document in another size, divide the distances of the pointer from the
/// corner by the scale: the displayed width over the picture's `size.width`.
public struct PicturePoint: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// Creates a position `x` points from the left edge and `y` points from the top edge.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the distance to `other` in points.
  func distance(to other: PicturePoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
