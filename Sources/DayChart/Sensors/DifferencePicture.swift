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
  /// The pairs.
  public let pairs: [GlucosePair]
  /// The unit of the numbers.
  public let unit: GlucoseUnit
  /// The size of the picture in points, at least ``minimumSize``.
  public let size: PlotSize
  /// The colors and the text.
  public var style: ChartStyle<ChartStrings>
  /// The title at the upper left.
  public var title: String

  /// The size of the smallest picture: 320 by 240 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 240)

  /// Creates a picture of `pairs`, in any order. A difference is the measurement minus the reference.
  /// The default title is ``ChartStrings/differences``.
  public init(
    _ pairs: [GlucosePair], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.pairs = pairs
    self.unit = unit
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    self.title = title ?? strings[.differences]
  }

  package var root: Markup { DifferenceDrawing(self).root }
}
