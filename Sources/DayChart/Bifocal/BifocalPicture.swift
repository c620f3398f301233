// SPDX-License-Identifier: Apache-2.0

public import DaySummary
internal import GlucoseMath

/// A picture of a day in full with the days before and after it at its sides: the bifocal display.
///
///     let display = try history.bifocalDay(day)      // one read for the day and those around it
///     let svg = BifocalPicture(display.plot, display.surroundingDays).svg
///
/// The day in focus lies flat in the middle. The days around it stand on walls that recede from it,
/// each as a bar from its lowest to its highest reading with a disc at the mean, so that one sees the
/// day and how it compares. A day without readings is absent and leaves its place free.
///
/// As with ``DayPicture``, the picture is made for its size, and the same values give the same bytes.
public struct BifocalPicture: Hashable, Sendable {
  /// The day in focus.
  public let plot: DayPlot
  /// The days around it.
  public let surroundingDays: SurroundingDays
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words.
  public var strings: ChartStrings
  /// What stands at the upper left; the weekday and the date unless given.
  public var title: String?

  /// A picture of `plot` between the days of `window`.
  ///
  /// - Parameters:
  ///   - plot: The day in focus. Its events are placed anew for the size of the picture.
  ///   - window: The days around it; three to a side have room for their dates at any size, more
  ///     lose them when it gets narrow.
  ///   - size: The size in points, at least 320 by 200.
  ///   - palette: The colors.
  ///   - words: The words.
  ///   - title: What stands at the upper left; `nil` for the weekday and the date.
  /// - Precondition: `window` is around the day of `plot`, and `size` at least 320 by 200 points.
  public init(
    _ plot: DayPlot, _ window: SurroundingDays, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(plot.day == window.day, "The plot and the window of a picture have the same day")
    precondition(
      size.width >= 320 && size.height >= 200, "A bifocal picture is at least 320 by 200 points")
    self.plot = plot
    self.surroundingDays = window
    self.size = size
    self.palette = palette
    self.strings = words
    self.title = title
  }

  /// The picture as an SVG document.
  ///
  /// It stands alone: no script, no style sheet, no reference to anything outside. Screen readers find
  /// a title and a description, pointers a title on each dot and each day.
  public var svg: String { root.document }

  var root: Markup {
    DayDrawing(
      plot, window: surroundingDays, size: size, palette: palette, words: strings, title: title
    ).root
  }
}
