// SPDX-License-Identifier: Apache-2.0

public import DaySummary
internal import GlucoseMath

/// A calendar of days, a small glucose line to each: the weeks below each other, Monday first.
///
///     let plots = try history.plots(of: month)
///     let svg = CalendarPicture(plots, width: 640).svg
///
/// Each day shows its date, the target, and its line, of which no low and no high is left out however
/// small the picture. A day that is not among the plots leaves its place free.
public struct CalendarPicture: Hashable, Sendable {
  /// The days, in order.
  public let plots: [DayPlot]
  /// The size of the picture in points; the height follows from the width and the number of weeks.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words.
  public var strings: ChartStrings
  /// What stands at the upper left.
  public var title: String

  /// A calendar of `plots`, in any order.
  ///
  /// - Parameters:
  ///   - plots: The days. They share an axis; see `DayPlotOptions.extendsAxis`.
  ///   - width: The width in points, at least 320. The height follows.
  ///   - palette: The colors.
  ///   - words: The words.
  ///   - title: What stands at the upper left; the first and the last date unless given.
  /// - Precondition: `width` is finite and at least 320 points.
  public init(
    _ plots: [DayPlot], width: Double = 640, palette: ChartPalette = .arises,
    words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(width.isFinite && width >= 320, "A calendar is at least 320 points wide")
    self.plots = plots.sorted { $0.day < $1.day }
    size = CalendarFrame(width: width, plots: self.plots).size
    self.palette = palette
    self.strings = words
    let ends = [self.plots.first, self.plots.last].compactMap { $0?.day.description }
    self.title = title ?? ends.joined(separator: " – ")
  }

  /// The picture as an SVG document that stands alone, with a title on each day.
  public var svg: String { root.document }

  var root: Markup { CalendarDrawing(self).root }
}
