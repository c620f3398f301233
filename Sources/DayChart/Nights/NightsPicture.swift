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
  let nights: [NightSummary]
  let unit: GlucoseUnit
  package var style: ChartStyle

  /// Creates a picture of `nights` with equal hours and bands, in chronological order, of at least 320
  /// by 240 points. The default title is the dates of the first and last night.
  public init(
    _ nights: [NightSummary], unit: GlucoseUnit, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.nights = nights
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      title ?? strings.dates(nights.first?.day, nights.last?.day))
  }

  package var root: Markup { NightsDrawing(self).root }
}
