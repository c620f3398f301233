// SPDX-License-Identifier: Apache-2.0

public import DaySummary

/// A picture of one day: the glucose line on its bands, meals, insulin, exercise and the forecast.
///
///     let plot = try history.plot(of: day)
///     try DayPicture(plot).svg.write(to: file, atomically: true, encoding: .utf8)
///
/// The picture is made for its size: draw one for a phone at 320 points and one for a desk at 1200, and
/// each has the fonts and dots of its size. The same plot gives the same bytes everywhere.
public struct DayPicture: Hashable, Sendable {
  /// What is drawn.
  public let plot: DayPlot
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words.
  public var strings: ChartStrings
  /// What stands at the upper left; the weekday and the date unless given.
  public var title: String?

  /// A picture of `plot`.
  ///
  /// - Parameters:
  ///   - plot: What to draw. Its events are placed anew for the size of the picture.
  ///   - size: The size in points, at least 240 by 180.
  ///   - palette: The colors.
  ///   - words: The words.
  ///   - title: What stands at the upper left; `nil` for the weekday and the date.
  /// - Precondition: `size` is at least 240 by 180 points.
  public init(
    _ plot: DayPlot, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      size.width >= 240 && size.height >= 180, "A picture of a day is at least 240 by 180 points")
    self.plot = plot
    self.size = size
    self.palette = palette
    self.strings = words
    self.title = title
  }

  /// The picture as an SVG document.
  ///
  /// It stands alone: no script, no style sheet, no reference to anything outside. Screen readers find
  /// a title and a description, pointers a title on each dot.
  public var svg: String { root.document }

  var root: Markup {
    DayDrawing(plot, size: size, palette: palette, words: strings, title: title).root
  }
}
