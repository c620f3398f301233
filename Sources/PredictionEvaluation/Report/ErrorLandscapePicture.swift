public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A picture of the root mean square error by the level and the slope of glucose at the forecast
/// origin.
public struct ErrorLandscapePicture: ChartPicture, SVGPicture {
  private let landscape: ErrorLandscape
  private let unit: GlucoseUnit
  private let minimumCount: Int
  /// The size, the title, the colors, and the text.
  public var style: ChartStyle

  /// Creates a picture of `landscape` of at least 320 by 240 points. A drawn cell has at least (`≥`)
  /// `minimumCount` outcomes.
  public init(
    _ landscape: ErrorLandscape, unit: GlucoseUnit, minimumCount: Int = 20,
    size: PlotSize = PlotSize(width: 460, height: 360), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    self.landscape = landscape
    self.unit = unit
    self.minimumCount = minimumCount
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 240), palette, strings,
      strings.text(.errorLandscape))
  }

  package var root: Markup {
    let format = ConcentrationStyle(unit: unit, strings: strings)
    let (levels, slopes) = (ErrorLandscape.levels, ErrorLandscape.slopes)
    let frame = ChartFrame(
      style,
      across: ChartAxis(
        0...Double(levels.count + 1),
        ticks: levels.enumerated().map { (Double($0 + 1), format.level(.mgdL($1))) },
        title: format.text(.level)),
      up: ChartAxis(
        0...Double(slopes.count + 1),
        ticks: slopes.enumerated().map {
          let text = strings.decimal(format.value($1), places: unit == .mgdL ? 0 : 2)
          return (Double($0 + 1), text)
        },
        title: format.text(.slope)))
    let cells = (0...levels.count).flatMap { level in
      (0...slopes.count).compactMap { slope -> Cell? in
        let count = landscape.count(levelBand: level, slopeBand: slope)
        guard count >= minimumCount,
          let error = landscape.rootMeanSquare(levelBand: level, slopeBand: slope)
        else { return nil }
        return (level, slope, count, format.value(error))
      }
    }
    let greatest = cells.map(\.error).max() ?? 1
    return frame.root(
      description: description(cells, format),
      marks: [("cells", cells.flatMap { elements($0, frame, greatest, format) })])
  }

  /// The bands of a cell, its number of forecasts, and its error in the unit of the picture.
  private typealias Cell = (level: Int, slope: Int, count: Int, error: Double)

  private func elements(
    _ cell: Cell, _ frame: ChartFrame, _ greatest: Double, _ format: ConcentrationStyle
  ) -> [Markup] {
    let (left, right) = (frame.x(Double(cell.level)), frame.x(Double(cell.level + 1)))
    let (top, bottom) = (frame.y(Double(cell.slope + 1)), frame.y(Double(cell.slope)))
    let share = 0.55 * cell.error / max(greatest, 1e-9)
    let title = strings.text(
      .cell, ["error": format.error(cell.error), "count": String(cell.count)])
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
        format.error(cell.error, withUnit: false), x: (left + right) / 2,
        y: (top + bottom) / 2 + frame.small * 0.35, fill: palette.text, size: frame.small,
        anchor: "middle"),
    ]
  }

  private func description(_ cells: [Cell], _ format: ConcentrationStyle) -> String {
    guard let least = cells.map(\.error).min(), let greatest = cells.map(\.error).max() else {
      return strings.text(.noCells, ["count": String(minimumCount)])
    }
    return strings.text(
      .cells,
      [
        "count": String(cells.count), "least": format.error(least, withUnit: false),
        "greatest": format.error(greatest),
      ])
  }
}
