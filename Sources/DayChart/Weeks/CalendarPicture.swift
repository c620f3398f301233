public import DaySummary
public import GlucoseMath

/// A calendar with a small glucose line for each day. Each week is a row.
///
///     let plots = try history.plots(of: month, options: DayPlotOptions(unit: .mmolL))
///     let svg = CalendarPicture(plots, width: 640).svg
///
/// Each cell contains the date, the target range, and the line of the day. The line includes all
/// extremes at any size. The cells of other days are empty.
public struct CalendarPicture: ChartPicture, SVGPicture {
  let plots: [DayPlot]
  let firstWeekday: Int
  package var style: ChartStyle

  /// Creates a calendar of `plots`, in any order, which share an axis; see `DayPlotOptions.extendsAxis`.
  ///
  /// The width is clamped to 320...10,000 points; NaN becomes 320. The height depends on the width and
  /// the number of weeks. The first column is that of `firstWeekday`, from 1 for Monday to 7 for Sunday;
  /// any other number counts on from these, and the default is ``ChartStrings/firstWeekday``. The
  /// default title is the first and last dates.
  public init(
    _ plots: [DayPlot], width: Double = 640, firstWeekday: Int? = nil,
    palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.plots = plots.ordered { $0.day < $1.day }
    let weekday = ((firstWeekday ?? strings.firstWeekday) % 7 + 6) % 7 + 1
    self.firstWeekday = weekday
    let size = CalendarFrame(
      width: width.limited(to: 320...10_000), plots: self.plots, firstWeekday: weekday
    ).size
    style = ChartStyle(
      size, atLeast: size, palette, strings,
      title ?? strings.dates(self.plots.first?.day, self.plots.last?.day))
  }

  package var root: Markup { CalendarDrawing(self).root }

  /// Returns the day at the position of a pointer, in the coordinates of the picture, or `nil` if no
  /// day of the calendar is there.
  ///
  ///     let day = calendar.day(at: PicturePoint(x: 212, y: 140))
  public func day(at point: PicturePoint) -> LocalDay? {
    let frame = CalendarFrame(width: size.width, plots: plots, firstWeekday: firstWeekday)
    return plots.first { frame.contains(point, in: $0.day) }?.day
  }
}
