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
  /// The plot, whose events are placed for the size of the picture.
  public let plot: DayPlot
  /// The range bars of the days around it, or `nil` for the day alone.
  public let surroundingDays: SurroundingDays?
  /// The size of the picture in points, at least ``minimumSize`` or ``minimumBifocalSize``.
  public let size: PlotSize
  /// The colors and the text.
  public var style: ChartStyle<ChartStrings>
  /// The title at the upper left, or `nil` for the weekday and the date.
  public var title: String?
  /// The present: events later than it (`>`) are plans, which are drawn pale with a dashed outline.
  /// `nil`, the default, draws all events alike.
  ///
  ///     picture.now = display.snapshot.date
  public var now: Date?
  /// A Boolean value that indicates whether the meals are in a row above the plot, where none can be
  /// taken for a concentration, as on a phone. Otherwise, and in the ARISES style, each is at the
  /// height of its carbohydrate.
  public var hasMealRow = false

  /// The size of the smallest picture: 240 by 180 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 240, height: 180)
  /// The size of the smallest picture with the days around the day: 320 by 200 points.
  public static let minimumBifocalSize = PlotSize(width: 320, height: 200)

  /// Creates a picture of `plot`, alone or between the days around it.
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
    self.size = size.enlarged(
      to: surroundingDays == nil ? Self.minimumSize : Self.minimumBifocalSize)
    style = ChartStyle(palette, strings)
    self.title = title
  }

  package var root: Markup { drawing.root }

  var drawing: DayDrawing {
    DayDrawing(
      plot, window: surroundingDays, size: size, style: style, title: title, now: now,
      hasMealRow: hasMealRow)
  }
}
