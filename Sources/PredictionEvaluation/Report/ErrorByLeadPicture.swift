public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A picture of the root mean square error of each predictor of a back-test by lead.
public struct ErrorByLeadPicture: ChartPicture, SVGPicture {
  /// The back-test.
  public let backtest: Backtest
  /// The identifier of the predictor with the thickest line, above the others, or `nil` for the
  /// first.
  public let emphasized: String?
  /// The unit of the errors.
  public let unit: GlucoseUnit
  /// The size of the picture in points, at least ``minimumSize``.
  public let size: PlotSize
  /// The colors and the text.
  public var style: ChartStyle<BacktestStrings>
  /// The title at the upper left.
  public var title: String

  /// The size of the smallest picture: 320 by 300 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 300)

  /// Creates a picture of the errors of a back-test, enlarged to at least ``minimumSize``.
  public init(
    _ backtest: Backtest, emphasizing emphasized: String? = nil, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 640, height: 400), palette: ChartPalette = .arises,
    strings: BacktestStrings = BacktestStrings()
  ) {
    self.backtest = backtest
    self.emphasized = emphasized
    self.unit = unit
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    title = strings.errorByLead
  }

  package var root: Markup {
    let style = ConcentrationStyle(unit: unit, strings: strings)
    let curves = predictors.enumerated().map { index, predictor in
      (
        name: strings.name(of: predictor, in: backtest),
        stroke: ChartFrame.Stroke.series(index, of: palette),
        points: backtest.leads.compactMap { lead in
          backtest.score(of: predictor, lead: lead)?.rootMeanSquare.map {
            (x: lead.inMinutes, y: style.value($0))
          }
        }
      )
    }.filter { !$0.points.isEmpty }
    let errors = curves.flatMap(\.points).map(\.y).filter { $0.isFinite && $0 > 0 }
    let greatest = errors.max() ?? style.value(30)
    let frame = ChartFrame(
      size: size, title: title,
      across: Self.axis(of: backtest.leads, strings),
      up: ChartAxis(
        0...greatest * 1.06, atMost: 7, title: style.text(strings.rootMeanSquareError),
        strings.formats),
      legend: curves.map { ($0.name, $0.stroke) }, palette: palette)
    // The first predictor is drawn last, above the others.
    let marks = curves.reversed().flatMap { curve in
      [frame.line(curve.points, curve.stroke, name: curve.name)]
        + curve.points.map { point in
          frame.dot(
            point, curve.stroke.color, radius: 2,
            title: "\(curve.name), \(strings.minutes(.seconds(60 * point.x))): "
              + style.error(point.y))
        }
    }
    return frame.root(
      description: description(curves.map { ($0.name, $0.points.last) }, style),
      marks: [("errors", marks)])
  }

  /// Returns the axis of leads, with labels at the multiples of the first one or of 5 to 15
  /// minutes. A single lead is at its right end.
  static func axis(of leads: [Duration], _ strings: BacktestStrings) -> ChartAxis {
    let last = leads.last?.inMinutes ?? 30
    let first = leads.first?.inMinutes ?? 0
    return ChartAxis(
      max(min(first, last - 1), 0)...last,
      every: max(first, last > 60 ? 15 : last > 30 ? 10 : 5), title: strings.timeAhead,
      strings.formats)
  }

  private var predictors: [String] {
    let all = backtest.predictors
    guard let emphasized, all.contains(emphasized) else { return all }
    return [emphasized] + all.filter { $0 != emphasized }
  }

  private func description(
    _ ends: [(name: String, end: (x: Double, y: Double)?)], _ style: ConcentrationStyle
  ) -> String {
    let errors = ends.compactMap { name, end in end.map { name + " " + style.error($0.y) } }
    guard let lead = backtest.leads.last, !errors.isEmpty else { return strings.noForecasts }
    return strings.text(
      strings.errorsAhead,
      ["lead": strings.minutes(lead), "errors": errors.joined(separator: ", ")])
  }
}
