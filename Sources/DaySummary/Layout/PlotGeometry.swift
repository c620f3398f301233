internal import GlucoseMath

/// The size of a plot in points: a width and a height from 1 to 1,000,000.
public struct PlotSize: Equatable, Sendable {
  /// The width in points.
  public let width: Double
  /// The height in points.
  public let height: Double

  /// Creates a size of `width` by `height` points, each clamped to 1...1,000,000.
  ///
  /// A view without a layout, whose size is 0, infinite, or NaN, thus has a size too: NaN becomes
  /// 1, and infinity becomes 1,000,000.
  public init(width: Double, height: Double) {
    self.width = width.limited(to: Self.lengths)
    self.height = height.limited(to: Self.lengths)
  }

  private static let lengths = 1.0...1_000_000

  package func enlarged(to minimum: PlotSize) -> PlotSize {
    PlotSize(width: max(width, minimum.width), height: max(height, minimum.height))
  }
}

/// A position in a plot, as fractions of its width and height.
///
/// The position of a tap at (x, y) points from the upper-left corner is `PlotPoint(x: x /
/// size.width, y: 1 - y / size.height)`.
public struct PlotPoint: Equatable, Sendable {
  /// The fraction of the width, from 0 at the left to 1 at the right.
  public let x: Double
  /// The fraction of the height, from 0 at the bottom to 1 at the top.
  public let y: Double

  /// Creates a position at the given fractions of the width and height.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the distance to `other` in points in a plot of `size`.
  package func distance(to other: PlotPoint, in size: PlotSize) -> Double {
    let across = (x - other.x) * size.width
    let up = (y - other.y) * size.height
    return (across * across + up * up).squareRoot()
  }
}
