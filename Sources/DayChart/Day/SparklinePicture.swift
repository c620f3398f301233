public import DaySummary
internal import GlucoseMath

/// A small glucose line of one day over its target range, for a row of a list.
///
///     let plots = try history.plots(of: month, options: DayPlotOptions(unit: .mmolL))
///     let svg = SparklinePicture(plots[0]).svg
///
/// It has no text and a transparent background. The line is broken at gaps and includes all extremes
/// at any size. Plots that share an axis, as those of one call of `plots(of:options:)` without
/// `extendsAxis`, are comparable by eye.
public struct SparklinePicture: ChartPicture, SVGPicture {
  let plot: DayPlot
  package var style: ChartStyle

  /// Creates a picture of `plot` of at least 24 by 12 points. Its title, the date, is for screen readers.
  public init(
    _ plot: DayPlot, size: PlotSize = PlotSize(width: 120, height: 36),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings()
  ) {
    self.plot = plot
    style = ChartStyle(
      size, atLeast: PlotSize(width: 24, height: 12), palette, strings,
      strings.weekdayDate(plot.day))
  }

  package var root: Markup {
    let target = plot.bands.first { $0.band == .target }?.heights ?? 0...0
    var root = document(title: "\(strings[.glucose]) \(title)", summary)
    root.append(
      Markup(
        "rect",
        [
          "data-band": "target", "y": SVGValue(y(target.upperBound)),
          "width": SVGValue(size.width),
          "height": SVGValue(y(target.lowerBound) - y(target.upperBound)),
          "fill": SVGValue(palette.guide), "fill-opacity": 0.5,
        ]))
    var line = SVGPath()
    for segment in plot.segments {
      line.append(
        line: segment.map { point in
          PicturePoint(x: point.position.x * size.width, y: y(point.position.y))
        }.thinned)
    }
    guard !line.isEmpty else { return root }
    root.append(.stroke(line, palette.glucose, width: 1.5, isRound: true))
    return root
  }

  /// Returns the vertical position of a height, with room for the width of the line at both ends.
  private func y(_ height: Double) -> Double {
    1 + (size.height - 2) * (1 - height.limited(to: 0...1))
  }

  private var summary: String {
    (strings.range(of: plot.readings, in: plot.axis.unit) ?? strings[.noReadings]) + "."
  }
}
