public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A reliability diagram: the observed frequency of an outcome by its predicted probability.
///
/// Calibrated probabilities are on the diagonal.
public struct CalibrationPicture: ChartPicture, SVGPicture {
  /// A line of the diagram.
  public struct Curve: Equatable, Sendable {
    /// A point of a line.
    public struct Point: Equatable, Sendable {
      /// The predicted probability, from 0 to 1.
      public let predicted: Double
      /// The observed fraction, from 0 to 1.
      public let observed: Double
    }

    /// The name of the line in the legend.
    public let name: String
    /// The points, in ascending order of probability.
    public let points: [Point]
  }

  /// The lines.
  public let curves: [Curve]
  /// The size, the title, the colors, and the text. The names of ``curves`` are those of the
  /// initializer.
  public var style: ChartStyle
  private let showsIntervals: Bool

  /// Creates a picture of the coverage of the prediction intervals of a back-test, from 5 to 95 %,
  /// of at least 320 by 300 points. Predictors without intervals have no line.
  public init(
    intervalsOf backtest: Backtest, predictors: [String], lead: Duration,
    size: PlotSize = PlotSize(width: 460, height: 420), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    let curves = predictors.compactMap { predictor -> Curve? in
      guard let errors = backtest.score(of: predictor, lead: lead) else { return nil }
      let points = (1...19).compactMap { step in
        errors.coverage(of: Double(step) / 20).map {
          Curve.Point(predicted: Double(step) / 20, observed: $0)
        }
      }
      return points.isEmpty
        ? nil : Curve(name: strings.name(of: predictor, in: backtest), points: points)
    }
    self.init(
      curves, size: size, palette: palette, strings, title: strings.text(.coverage),
      showsIntervals: true)
  }

  /// Creates a picture of the probabilities of threshold crossings, of at least 320 by
  /// 300 points. A point has at least (`≥`) `minimumCount` predictions.
  public init(
    crossingsOf backtest: Backtest, predictor: String, unit: GlucoseUnit, minimumCount: Int = 30,
    size: PlotSize = PlotSize(width: 460, height: 420), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    let style = ConcentrationStyle(unit: unit, strings: strings)
    let curves = backtest.reliabilities.filter { $0.predictor == predictor }.map { reliability in
      Curve(
        name: style.crossing(reliability.crossing),
        points: reliability.counts.indices.compactMap { bin in
          guard reliability.counts[bin] >= minimumCount,
            let predicted = reliability.expected(bin: bin),
            let observed = reliability.observed(bin: bin)
          else { return nil }
          return Curve.Point(predicted: predicted, observed: observed)
        })
    }.filter { !$0.points.isEmpty }
    self.init(
      curves, size: size, palette: palette, strings, title: strings.text(.crossings),
      showsIntervals: false)
  }

  private init(
    _ curves: [Curve], size: PlotSize, palette: ChartPalette, _ strings: ChartStrings,
    title: String, showsIntervals: Bool
  ) {
    self.curves = curves
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 300), palette, strings, title)
    self.showsIntervals = showsIntervals
  }

  package var root: Markup {
    let strokes = curves.indices.map { ChartFrame.Stroke.series($0, of: palette) }
    func axis(_ title: BacktestText) -> ChartAxis {
      ChartAxis(0...100, every: 20, title: strings.text(title), strings)
    }
    let frame = ChartFrame(
      style, across: axis(showsIntervals ? .nominalCoverage : .predictedProbability),
      up: axis(showsIntervals ? .observedCoverage : .observedFrequency),
      legend: zip(curves, strokes).map { ($0.name, $1) })
    let diagonal = frame.line(
      [(0, 0), (100, 100)], ChartFrame.Stroke(palette.edge, width: 1, dashes: "4 3"),
      name: "diagonal")
    let marks = zip(curves, strokes).flatMap { curve, stroke in
      let points = curve.points.map { (x: 100 * $0.predicted, y: 100 * $0.observed) }
      return [frame.line(points, stroke, name: curve.name)]
        + points.map { point in
          frame.dot(
            point, stroke.color,
            title: strings.text(
              .point,
              [
                "name": curve.name, "predicted": percent(point.x), "observed": percent(point.y),
              ]))
        }
    }
    return frame.root(description: description, marks: [("curves", [diagonal] + marks)])
  }

  private func percent(_ value: Double) -> String {
    strings.percent(strings.decimal(value, places: 1))
  }

  private var description: String {
    guard !curves.isEmpty else { return strings.text(.noForecasts) }
    return curves.compactMap { curve in
      let distance = curve.points.map { abs($0.predicted - $0.observed) }.max() ?? 0
      return strings.text(
        .distance,
        ["name": curve.name, "points": strings.decimal(100 * distance, places: 1)])
    }.joined(separator: " ")
  }
}
