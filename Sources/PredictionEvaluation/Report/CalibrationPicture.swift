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
  /// The size of the picture in points, at least ``minimumSize``.
  public let size: PlotSize
  /// The colors and the text. ``title`` and the names of ``curves`` are those of the initializer.
  public var style: ChartStyle<BacktestStrings>
  /// The title at the upper left.
  public var title: String
  private let showsIntervals: Bool

  /// The size of the smallest picture: 320 by 300 points. Display a smaller one by scaling it.
  public static let minimumSize = PlotSize(width: 320, height: 300)

  /// Creates a picture of the coverage of the prediction intervals of a back-test, from 5 to 95 %,
  /// enlarged to at least ``minimumSize``. Predictors without intervals have no line.
  public init(
    intervalsOf backtest: Backtest, predictors: [String], lead: Duration,
    size: PlotSize = PlotSize(width: 460, height: 420), palette: ChartPalette = .arises,
    strings: BacktestStrings = BacktestStrings()
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
      curves, size: size, palette: palette, strings, title: strings.coverage,
      showsIntervals: true)
  }

  /// Creates a picture of the probabilities of threshold crossings, enlarged to at least
  /// ``minimumSize``. A point has at least (`≥`) `minimumCount` predictions.
  public init(
    crossingsOf backtest: Backtest, predictor: String, unit: GlucoseUnit, minimumCount: Int = 30,
    size: PlotSize = PlotSize(width: 460, height: 420), palette: ChartPalette = .arises,
    strings: BacktestStrings = BacktestStrings()
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
      curves, size: size, palette: palette, strings, title: strings.crossings,
      showsIntervals: false)
  }

  private init(
    _ curves: [Curve], size: PlotSize, palette: ChartPalette, _ strings: BacktestStrings,
    title: String, showsIntervals: Bool
  ) {
    self.curves = curves
    self.size = size.enlarged(to: Self.minimumSize)
    style = ChartStyle(palette, strings)
    self.title = title
    self.showsIntervals = showsIntervals
  }

  package var root: Markup {
    let strokes = curves.indices.map { ChartFrame.Stroke.series($0, of: palette) }
    let (across, up) =
      showsIntervals
      ? (strings.nominalCoverage, strings.observedCoverage)
      : (strings.predictedProbability, strings.observedFrequency)
    let frame = ChartFrame(
      size: size, title: title,
      across: ChartAxis(0...100, every: 20, title: across, strings.formats),
      up: ChartAxis(0...100, every: 20, title: up, strings.formats),
      legend: zip(curves, strokes).map { ($0.name, $1) },
      palette: palette)
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
              strings.point,
              [
                "name": curve.name, "predicted": percent(point.x), "observed": percent(point.y),
              ]))
        }
    }
    return frame.root(description: description, marks: [("curves", [diagonal] + marks)])
  }

  private func percent(_ value: Double) -> String {
    strings.formats.percent(strings.formats.decimal(value, places: 1))
  }

  private var description: String {
    guard !curves.isEmpty else { return strings.noForecasts }
    return curves.compactMap { curve in
      let distance = curve.points.map { abs($0.predicted - $0.observed) }.max() ?? 0
      return strings.text(
        strings.distance,
        ["name": curve.name, "points": strings.formats.decimal(100 * distance, places: 1)])
    }.joined(separator: " ")
  }
}
