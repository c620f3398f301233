// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A picture of an error grid: every pair of a reference and a measurement or forecast as a point, over
/// the zones that say what an error of that size would mean.
///
///     let pairs = [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))]
///     let svg = ErrorGridPicture(pairs, on: .parkesType1, unit: .mmolL).svg
///
/// A point beyond the grid stands on its edge and counts in the zone in which it truly lies. Points so
/// near to each other that a picture cannot tell them apart are drawn once, the darker the more there
/// are, so that a picture of a million pairs stays small.
public struct ErrorGridPicture: Hashable, Sendable {
  /// A grid that can be drawn.
  public enum Grid: String, Hashable, Codable, Sendable, CaseIterable {
    /// Clarke's grid, up to 400 mg/dL; see `ClarkeErrorGrid`.
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
  /// The unit in which numbers are written.
  public let unit: GlucoseUnit
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words; `reference` and `measured` name the axes.
  public var strings: ChartStrings
  /// What stands at the upper left.
  public var title: String

  /// A picture of `pairs`.
  ///
  /// - Parameters:
  ///   - pairs: The pairs, in any order.
  ///   - grid: The grid.
  ///   - unit: The unit in which numbers are written. Zones are the same in both.
  ///   - size: The size in points, at least 320 by 320. The grid is square, so what is higher or wider
  ///     than it needs stays empty.
  ///   - palette: The colors.
  ///   - words: The words; `reference` and `measured` name the axes.
  ///   - title: What stands at the upper left; the name of the grid unless given.
  /// - Precondition: `size` is at least 320 by 320 points.
  public init(
    _ pairs: [GlucosePair], on grid: Grid = .clarke, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 480, height: 520), palette: ChartPalette = .arises,
    words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      size.width >= 320 && size.height >= 320,
      "A picture of an error grid is at least 320 by 320 points")
    self.pairs = pairs
    self.grid = grid
    self.unit = unit
    self.size = size
    self.palette = palette
    self.strings = words
    self.title = title ?? words.name(of: grid)
  }

  /// The picture as an SVG document that stands alone.
  ///
  /// - Complexity: O(*n* log *n*)
  public var svg: String { root.document }

  package var root: Markup { ErrorGridDrawing(self).root }
}
