public import DaySummary
internal import GlucoseMath
public import GlucoseFoundation

/// A picture of one day: the glucose line over the bands, meals, insulin, exercise, and the
/// forecast.
///
///     let plot = try history.plot(of: day, options: DayPlotOptions(unit: .mmolL))
///     try DayPicture(plot).svg.write(to: file, atomically: true, encoding: .utf8)
///
/// The sizes of fonts and dots depend on the size of the picture: draw one picture at 320 points
/// for a phone and another at 1200 points for a desktop. Equal plots produce identical bytes on
/// every platform.
public struct DayPicture: ChartPicture, SVGPicture {
  /// The plot.
  public let plot: DayPlot
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
  /// A Boolean value that indicates whether the meals are in a row above the plot, where none can be
  /// taken for a concentration, as on a phone. Otherwise, and in the ARISES style, each is at the
  /// height of its carbohydrate.
  public var hasMealRow = false

  /// The size of the smallest picture: 240 by 180 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 240, height: 180)

  /// Creates a picture of `plot`.
  ///
  /// - Parameters:
  ///   - plot: The plot. Its events are placed for the size of the picture.
  ///   - size: The size in points, enlarged to at least ``minimumSize``.
  ///   - palette: The colors.
  ///   - strings: The text of the picture.
  ///   - title: The title at the upper left, or `nil` for the weekday and the date.
  public init(
    _ plot: DayPlot, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.plot = plot
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    self.title = title
  }

  package var root: Markup { drawing.root }

  var drawing: DayDrawing {
    DayDrawing(
      plot, size: size, style: style, title: title, now: now,
      hasMealRow: hasMealRow)
  }
}
