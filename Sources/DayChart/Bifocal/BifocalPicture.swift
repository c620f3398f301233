public import DaySummary
internal import GlucoseMath
public import GlucoseFoundation

/// A picture of the bifocal display: a day in full with the days before and after it at its sides.
///
///     // One read for all days.
///     let display = try history.bifocalDay(of: day, options: DayPlotOptions(unit: .mmolL))
///     let svg = BifocalPicture(display.plot, display.surroundingDays).svg
///
/// The day in focus is flat in the middle. The days around it are on walls that recede from it,
/// each as a bar from its lowest to its highest reading with a disc at the mean, for comparison
/// with the day. The place of a day without readings is empty.
///
/// As with ``DayPicture``, the layout depends on the size, and equal values produce identical
/// bytes.
public struct BifocalPicture: ChartPicture, SVGPicture {
  /// The plot of the day in focus.
  public let plot: DayPlot
  /// The range bars of the days around it.
  public let surroundingDays: SurroundingDays
  /// The size of the picture in points, at least ``minimumSize``.
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

  /// The size of the smallest picture: 320 by 200 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 200)

  /// Creates a picture of `plot` between the days around it.
  ///
  /// - Parameters:
  ///   - plot: The plot of the day in focus. Its events are placed for the size of the picture.
  ///   - surroundingDays: The days around it. Up to three days on each side have their dates at any
  ///     size; dates of more days are omitted if the picture is narrow.
  ///   - size: The size in points, enlarged to at least ``minimumSize``.
  ///   - palette: The colors.
  ///   - strings: The text of the picture.
  ///   - title: The title at the upper left, or `nil` for the weekday and the date.
  /// - Precondition: `surroundingDays` is around the day of `plot`.
  public init(
    _ plot: DayPlot, _ surroundingDays: SurroundingDays,
    size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      plot.day == surroundingDays.day,
      "`plot` and `surroundingDays` must have the same day in focus")
    self.plot = plot
    self.surroundingDays = surroundingDays
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    self.title = title
  }

  package var root: Markup { drawing.root }

  var drawing: DayDrawing {
    DayDrawing(
      plot, window: surroundingDays, size: size, style: style,
      title: title, now: now)
  }
}
