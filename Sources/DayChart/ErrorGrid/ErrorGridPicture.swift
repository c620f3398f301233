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
public struct ErrorGridPicture: ChartPicture, SVGPicture {
  /// A kind of error grid.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Grid: String, Hashable, Sendable, CaseIterable {
    /// The Clarke grid, up to 400 mg/dL; see `ErrorGrid/clarke`.
    case clarke
    /// The consensus grid for type 1 diabetes, up to 550 mg/dL; see `ErrorGrid/parkesType1`.
    case parkesType1
    /// The consensus grid for type 2 diabetes, up to 550 mg/dL; see `ErrorGrid/parkesType2`.
    case parkesType2
  }

  let pairs: [GlucosePair]
  let grid: Grid
  let unit: GlucoseUnit
  /// The size, the title, the colors, and the text, of which "reference" and "measured" are the titles
  /// of the axes.
  public var style: ChartStyle

  /// Creates a picture of `pairs`, in any order, of at least 320 by 320 points. The grid is square; the
  /// remaining space is empty. The zones do not depend on the unit. By default, the title is the name
  /// of the grid.
  public init(
    _ pairs: [GlucosePair], on grid: Grid = .clarke, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 480, height: 520), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.pairs = pairs
    self.grid = grid
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 320), palette, strings,
      title ?? strings.name(of: grid))
  }

  package var root: Markup { ErrorGridDrawing(self).root }
}
