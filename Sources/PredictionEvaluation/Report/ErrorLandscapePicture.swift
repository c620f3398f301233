public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A picture of the root mean square error by the level and the slope of glucose at the forecast
/// origin.
public struct ErrorLandscapePicture: ChartPicture, SVGPicture {
  /// The errors.
  public let landscape: ErrorLandscape
  /// The unit of the numbers.
  public let unit: GlucoseUnit
  /// The minimum number of outcomes of a drawn cell (`≥`).
  public let minimumCount: Int
  /// The size of the picture in points, at least ``minimumSize``.
  public let size: PlotSize
  /// The colors and the text.
  public var style: ChartStyle<BacktestStrings>
  /// The title at the upper left.
  public var title: String

  /// The size of the smallest picture: 320 by 240 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 240)

  /// Creates a picture of `landscape`, enlarged to at least ``minimumSize``.
  public init(
    _ landscape: ErrorLandscape, unit: GlucoseUnit, minimumCount: Int = 20,
    size: PlotSize = PlotSize(width: 460, height: 360), palette: ChartPalette = .arises,
    strings: BacktestStrings = BacktestStrings()
  ) {
    self.landscape = landscape
    self.unit = unit
    self.minimumCount = minimumCount
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    title = strings.errorLandscape
  }

  package var root: Markup {
    let style = ConcentrationStyle(unit: unit, strings: strings)
    let (levels, slopes) = (ErrorLandscape.levels, ErrorLandscape.slopes)
    let frame = ChartFrame(
      size: size, title: title,
      across: ChartAxis(
        0...Double(levels.count + 1),
        ticks: levels.enumerated().map { (Double($0 + 1), style.level(.mgdL($1))) },
        title: style.text(strings.level)),
      up: ChartAxis(
        0...Double(slopes.count + 1),
        ticks: slopes.enumerated().map {
          let text = strings.formats.decimal(style.value($1), places: unit == .mgdL ? 0 : 2)
          return (Double($0 + 1), text)
        },
        title: style.text(strings.slope)),
      palette: palette)
    let cells = (0...levels.count).flatMap { level in
      (0...slopes.count).compactMap { slope -> Cell? in
        let count = landscape.count(levelBand: level, slopeBand: slope)
        guard count >= minimumCount,
          let error = landscape.rootMeanSquare(levelBand: level, slopeBand: slope)
        else { return nil }
        return (level, slope, count, style.value(error))
      }
    }
    let greatest = cells.map(\.error).max() ?? 1
    return frame.root(
      description: description(cells, style),
      marks: [("cells", cells.flatMap { elements($0, frame, greatest, style) })])
  }

  /// The bands of a cell, its number of forecasts, and its error in the unit of the picture.
  private typealias Cell = (level: Int, slope: Int, count: Int, error: Double)

  private func elements(
    _ cell: Cell, _ frame: ChartFrame, _ greatest: Double, _ style: ConcentrationStyle
  ) -> [Markup] {
    let (left, right) = (frame.x(Double(cell.level)), frame.x(Double(cell.level + 1)))
    let (top, bottom) = (frame.y(Double(cell.slope + 1)), frame.y(Double(cell.slope)))
    let share = 0.55 * cell.error / max(greatest, 1e-9)
    let title = strings.text(
      strings.cell, ["error": style.error(cell.error), "count": String(cell.count)])
    return [
      Markup(
        "rect",
        [
          "x": SVGValue(left), "y": SVGValue(top), "width": SVGValue(right - left - 1),
          "height": SVGValue(bottom - top - 1),
          "fill": SVGValue(palette.glucose.blended(over: palette.background, opacity: share)),
        ],
        [Markup("title", text: title)]),
      .line(
        style.error(cell.error, withUnit: false), x: (left + right) / 2,
        y: (top + bottom) / 2 + frame.small * 0.35, fill: palette.text, size: frame.small,
        anchor: "middle"),
    ]
  }

  private func description(_ cells: [Cell], _ style: ConcentrationStyle) -> String {
    guard let least = cells.map(\.error).min(), let greatest = cells.map(\.error).max() else {
      return strings.text(strings.noCells, ["count": String(minimumCount)])
    }
    return strings.text(
      strings.cells,
      [
        "count": String(cells.count), "least": style.error(least, withUnit: false),
        "greatest": style.error(greatest),
      ])
  }
}
