// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A picture of an error grid: pairs of a reference and a measurement or forecast as points over
/// zones of clinical risk.
///
///     let pairs = [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))]
///     let svg = ErrorGridPicture(pairs, on: .parkesType1, unit: .mmolL).svg
///
/// A point beyond the grid is drawn on its edge and counts in its actual zone. Points that are too
/// close to distinguish are drawn once, darker the more there are, so that a picture of a million
/// pairs is small.
public struct ErrorGridPicture: Hashable, Sendable {
  /// A kind of error grid.
  public enum Grid: String, Hashable, Codable, Sendable, CaseIterable {
    /// The Clarke grid, up to 400 mg/dL; see `ClarkeErrorGrid`.
    case clarke
    /// The consensus grid for type 1 diabetes, up to 550 mg/dL; see `ParkesErrorGrid`.
    case parkesType1
    /// The consensus grid for type 2 diabetes, up to 550 mg/dL; see `ParkesErrorGrid`.
    case parkesType2
  }

  /// The pairs.
  public let pairs: [GlucosePair]
  /// The grid.
  public let grid: Grid
  /// The unit of the numbers.
  public let unit: GlucoseUnit
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The text of the picture; `reference` and `measured` are the titles of the axes.
  public var strings: ChartStrings
  /// The title at the upper left.
  public var title: String

  /// Creates a picture of `pairs`.
  ///
  /// - Parameters:
  ///   - pairs: The pairs, in any order.
  ///   - grid: The grid.
  ///   - unit: The unit of the numbers. The zones don't depend on it.
  ///   - size: The size in points, at least 320 by 320. The grid is square; the remaining space is
  ///     empty.
  ///   - palette: The colors.
  ///   - strings: The text of the picture; `reference` and `measured` are the titles of the axes.
  ///   - title: The title at the upper left, or `nil` for the name of the grid.
  /// - Precondition: `size` is at least 320 by 320 points.
  public init(
    _ pairs: [GlucosePair], on grid: Grid = .clarke, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 480, height: 520), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      size.width >= 320 && size.height >= 320,
      "`size` must be at least 320 by 320 points")
    self.pairs = pairs
    self.grid = grid
    self.unit = unit
    self.size = size
    self.palette = palette
    self.strings = strings
    self.title = title ?? strings.name(of: grid)
  }

  /// The picture as a self-contained SVG document.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of pairs.
  public var svg: String { root.document }

  package var root: Markup { ErrorGridDrawing(self).root }
}
