public import DaySummary
public import GlucoseMath

/// A picture of nights: a line for each, the last one bold, with the readings of suspected
/// compression lows marked.
///
///     let nights = try history.nights(of: week, bands: bands)
///     let svg = NightsPicture(nights, unit: .mmolL).svg
///
/// The time axis is the local time of the night; on a night on which clocks change, times are
/// fractions of the night. The line of a suspected compression low is dotted, never left out. An
/// ongoing night ends at its last reading, and the legend names it as such.
public struct NightsPicture: ChartPicture, SVGPicture {
  /// The nights, the last of which is bold.
  public let nights: [NightSummary]
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

  /// Creates a picture of `nights` with equal hours and bands, in chronological order. The default
  /// title is the dates of the first and last night.
  public init(
    _ nights: [NightSummary], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.nights = nights
    self.unit = unit
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    self.title = title ?? strings.dates(nights.first?.day, nights.last?.day)
  }

  package var root: Markup { NightsDrawing(self).root }
}
