public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A picture of the root mean square error of each predictor of a back-test by lead.
public struct ErrorByLeadPicture: ChartPicture, SVGPicture {
  private let backtest: Backtest
  private let emphasized: String?
  private let unit: GlucoseUnit
  /// The size, the title, the colors, and the text.
  public var style: ChartStyle

  /// Creates a picture of the errors of a back-test of at least 320 by 300 points. The predictor
  /// `emphasized`, or the first, has the thickest line, above the others.
  public init(
    _ backtest: Backtest, emphasizing emphasized: String? = nil, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 640, height: 400), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    self.backtest = backtest
    self.emphasized = emphasized
    self.unit = unit
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 300), palette, strings,
      strings.text(.errorByLead))
  }

  package var root: Markup {
    let format = ConcentrationStyle(unit: unit, strings: strings)
    let curves = predictors.enumerated().map { index, predictor in
      (
        name: strings.name(of: predictor, in: backtest),
        stroke: ChartFrame.Stroke.series(index, of: palette),
        points: backtest.leads.compactMap { lead in
          backtest.score(of: predictor, lead: lead)?.rootMeanSquare.map {
            (x: lead.inMinutes, y: format.value($0))
          }
        }
      )
    }.filter { !$0.points.isEmpty }
    let errors = curves.flatMap(\.points).map(\.y).filter { $0.isFinite && $0 > 0 }
    let greatest = errors.max() ?? format.value(30)
    let frame = ChartFrame(
      style, across: Self.axis(of: backtest.leads, strings),
      up: ChartAxis(
        0...greatest * 1.06, atMost: 7, title: format.text(.rootMeanSquareError), strings),
      legend: curves.map { ($0.name, $0.stroke) })
    // The first predictor is drawn last, above the others.
    let marks = curves.reversed().flatMap { curve in
      [frame.line(curve.points, curve.stroke, name: curve.name)]
        + curve.points.map { point in
          frame.dot(
            point, curve.stroke.color, radius: 2,
            title: "\(curve.name), \(strings.minutes(.seconds(60 * point.x))): "
              + format.error(point.y))
        }
    }
    return frame.root(
      description: description(curves.map { ($0.name, $0.points.last) }, format),
      marks: [("errors", marks)])
  }

  /// Returns the axis of leads, with labels at the multiples of the first one or of 5 to 15
  /// minutes. A single lead is at its right end.
  static func axis(of leads: [Duration], _ strings: ChartStrings) -> ChartAxis {
    let last = leads.last?.inMinutes ?? 30
    let first = leads.first?.inMinutes ?? 0
    return ChartAxis(
      max(min(first, last - 1), 0)...last,
      every: max(first, last > 60 ? 15 : last > 30 ? 10 : 5), title: strings.text(.timeAhead),
      strings)
  }

  private var predictors: [String] {
    let all = backtest.predictors
    guard let emphasized, all.contains(emphasized) else { return all }
    return [emphasized] + all.filter { $0 != emphasized }
  }

  private func description(
    _ ends: [(name: String, end: (x: Double, y: Double)?)], _ format: ConcentrationStyle
  ) -> String {
    let errors = ends.compactMap { name, end in end.map { name + " " + format.error($0.y) } }
    guard let lead = backtest.leads.last, !errors.isEmpty else { return strings.text(.noForecasts) }
    return strings.text(
      .errorsAhead,
      ["lead": strings.minutes(lead), "errors": errors.joined(separator: ", ")])
  }
}
