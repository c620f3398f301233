public import DaySummary
public import GlucoseMath

/// A picture of an error grid: pairs of a reference and a measurement or forecast as points over
/// zones of clinical risk.
///
///     let pairs = [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))]
///     let svg = ErrorGridPicture(pairs, on: .parkesType1, unit: .mmolL).svg
///
/// The Clarke grid extends to 400 mg/dL, the Parkes grids to 550, and that of the Diabetes Technology
/// Society to 600. A point beyond the grid is drawn on its edge and counts in its actual zone. Points
/// that are too close to distinguish are drawn once, darker the more there are, so that a picture of a million
/// pairs is small.
public struct ErrorGridPicture: ChartPicture, SVGPicture {
  let pairs: [GlucosePair]
  let grid: ErrorGrid
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `pairs`, in any order, of at least 320 by 320 points. The grid is square; the
  /// remaining space is empty. The zones do not depend on the unit. By default, the title is the name
  /// of the grid.
  public init(
    _ pairs: [GlucosePair], on grid: ErrorGrid = .clarke, unit: GlucoseUnit,
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
