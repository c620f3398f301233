public import DaySummary
public import GlucoseMath

/// A picture of the differences of paired concentrations against their means, after Bland and
/// Altman (*The Lancet* 327:307, 1986).
///
///     if let comparison = SensorComparison(of: arm, with: belly) {
///       let svg = DifferencePicture(comparison.pairs.map(\.glucose), unit: .mmolL).svg
///     }
///
/// The lines are the mean difference and the limits between which 95 % of normally distributed
/// differences are: the mean ± 1.96 standard deviations. A point beyond the axes is drawn on their
/// edge and counts in the mean. Points that are too close to distinguish are drawn once, darker the
/// more there are.
public struct DifferencePicture: ChartPicture, SVGPicture {
  let pairs: [GlucosePair]
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `pairs`, in any order, of at least 320 by 240 points. A difference is the
  /// measurement minus the reference. The default title is "Difference against mean".
  public init(
    _ pairs: [GlucosePair], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.pairs = pairs
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      title ?? strings[.differences])
  }

  package var root: Markup { DifferenceDrawing(self).root }
}
