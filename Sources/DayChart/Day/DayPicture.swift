public import DaySummary
internal import GlucoseMath
public import GlucoseFoundation

/// A picture of one day: the glucose line over the bands, meals, insulin, exercise, and the forecast;
/// alone, or in the bifocal display, between the days before and after it.
///
///     let plot = try history.plot(of: day, options: DayPlotOptions(unit: .mmolL))
///     try DayPicture(plot).svg.write(to: file, atomically: true, encoding: .utf8)
///     // One read for all days.
///     let display = try history.bifocalDay(of: day, options: DayPlotOptions(unit: .mmolL))
///     let svg = DayPicture(display.plot, display.surroundingDays).svg
///
/// In the bifocal display, the day in focus is flat in the middle. The days around it are on walls
/// that recede from it, each as a bar from its lowest to its highest reading with a disc at the mean,
/// for comparison with the day. The place of a day without readings is empty. Up to three days on each
/// side have their dates at any size; dates of more days are omitted if the picture is narrow.
///
/// The sizes of fonts and dots depend on the size of the picture: draw one picture at 320 points
/// for a phone and another at 1200 points for a desktop. Equal plots produce identical bytes on
/// every platform.
public struct DayPicture: ChartPicture, SVGPicture {
  let plot: DayPlot
  let surroundingDays: SurroundingDays?
  package var style: ChartStyle
  /// The present: events later than it (`>`) are plans, which are drawn pale with a dashed outline.
  /// `nil`, the default, draws all events alike.
  ///
  ///     picture.now = display.snapshot.date
  public var now: Date?
  /// A Boolean value that indicates whether the meals are in a row above the plot, where none can be
  /// taken for a concentration, as on a phone. Otherwise, and in the ARISES style, each is at the
  /// height of its carbohydrate.
  public var hasMealRow = false

  /// Creates a picture of `plot`, alone, of at least 240 by 180 points, or between the days around it,
  /// of at least 320 by 200 points. The default title is the weekday and the date.
  ///
  /// - Precondition: `surroundingDays` is around the day of `plot`.
  public init(
    _ plot: DayPlot, _ surroundingDays: SurroundingDays? = nil,
    size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      surroundingDays.map { $0.day == plot.day } ?? true,
      "`plot` and `surroundingDays` must have the same day in focus")
    self.plot = plot
    self.surroundingDays = surroundingDays
    let least =
      surroundingDays == nil
      ? PlotSize(width: 240, height: 180) : PlotSize(width: 320, height: 200)
    style = ChartStyle(
      size, atLeast: least, palette, strings, title ?? strings.weekdayDate(plot.day))
  }

  package var root: Markup { drawing.root }

  var drawing: DayDrawing { DayDrawing(self) }
}
