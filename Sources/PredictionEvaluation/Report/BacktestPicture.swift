public import DayChart
public import DaySummary
public import GlucoseMath
internal import Prediction

/// A picture of a back-test: the errors by lead, the calibration of intervals or of probabilities,
/// or the errors by level and slope.
///
/// The size is at least 320 by 300 points, or 320 by 240 for errors by level and slope. Changed strings
/// do not change the names of lines, which are those of the initializer.
///
///     BacktestPicture(errorsOf: test, unit: .mmolL).svg
public struct BacktestPicture: ChartPicture, SVGPicture {
  /// A line, with the points of calibrations from 0 to 1.
  struct Curve: Equatable {
    let name: String
    let points: [SIMD2<Double>]
  }
  private enum Content: Equatable {
    case errors(at: [Duration], GlucoseUnit)
    case intervals, crossings
    case cells(ErrorLandscape, GlucoseUnit, minimumCount: Int)
  }

  package var style: ChartStyle
  let curves: [Curve]
  private let content: Content

  private init(
    _ content: Content, _ curves: [Curve], _ title: BacktestText, _ size: PlotSize,
    _ palette: ChartPalette, _ strings: ChartStrings
  ) {
    let isOfCells = if case .cells = content { true } else { false }
    self.content = content
    self.curves = curves
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: isOfCells ? 240 : 300), palette, strings,
      strings.text(title))
  }

  /// Creates a picture of the root mean square error of each predictor by lead. The line of
  /// `emphasized`, or of the first predictor if it is `nil`, is the thickest, above the others.
  public init(
    errorsOf backtest: Backtest, emphasizing emphasized: String? = nil, unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 640, height: 400), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    let style = ConcentrationStyle(unit: unit)
    let all = backtest.predictors
    let curves = (all.filter { $0 == emphasized } + all.filter { $0 != emphasized }).map { id in
      Curve(
        name: strings.name(of: id, in: backtest),
        points: backtest.leads.compactMap { lead in
          backtest.score(of: id, lead: lead)?.rootMeanSquare.map {
            SIMD2(lead.inMinutes, style.value($0))
          }
        })
    }
    self.init(
      .errors(at: backtest.leads, unit), curves, .errorByLead, size, palette, strings)
  }

  /// Creates a picture of the coverage of prediction intervals, from 5 to 95 %. Calibrated intervals
  /// are on the diagonal. Predictors without intervals have no line.
  public init(
    intervalsOf backtest: Backtest, predictors: [String], lead: Duration,
    size: PlotSize = PlotSize(width: 460, height: 420), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    let curves = predictors.compactMap { predictor -> Curve? in
      guard let errors = backtest.score(of: predictor, lead: lead) else { return nil }
      let points = (1...19).compactMap { step in
        errors.coverage(of: Double(step) / 20).map { SIMD2(Double(step) / 20, $0) }
      }
      return points.isEmpty
        ? nil : Curve(name: strings.name(of: predictor, in: backtest), points: points)
    }
    self.init(.intervals, curves, .coverage, size, palette, strings)
  }

  /// Creates a picture of the observed frequency of threshold crossings by their predicted
  /// probability. Calibrated probabilities are on the diagonal. A point has at least (`≥`)
  /// `minimumCount` predictions.
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
          return SIMD2(predicted, observed)
        })
    }.filter { !$0.points.isEmpty }
    self.init(.crossings, curves, .crossings, size, palette, strings)
  }

  /// Creates a picture of the root mean square error by the level and the slope of glucose at the
  /// origin. A cell has at least (`≥`) `minimumCount` outcomes.
  public init(
    _ landscape: ErrorLandscape, unit: GlucoseUnit, minimumCount: Int = 20,
    size: PlotSize = PlotSize(width: 460, height: 360), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    self.init(
      .cells(landscape, unit, minimumCount: minimumCount), [], .errorLandscape, size,
      palette, strings)
  }

  package var root: Markup {
    switch content {
    case .errors(let leads, let unit):
      errors(leads, ConcentrationStyle(unit: unit, strings: strings))
    case .intervals: calibration(.nominalCoverage, .observedCoverage)
    case .crossings: calibration(.predictedProbability, .observedFrequency)
    case .cells(let landscape, let unit, let count):
      cells(landscape, count, ConcentrationStyle(unit: unit, strings: strings))
    }
  }

  // MARK: - Lines

  private typealias Line = (curve: Curve, stroke: ChartFrame.Stroke)

  private var lines: [Line] {
    zip(curves, curves.indices.map { ChartFrame.Stroke.series($0, of: palette) })
      .filter { !$0.0.points.isEmpty }.map { ($0, $1) }
  }

  private func marks(
    _ line: Line, _ frame: ChartFrame, scale: SIMD2<Double> = SIMD2(1, 1), radius: Double = 2.5,
    title: (SIMD2<Double>) -> String
  ) -> [Markup] {
    let points = line.curve.points.map { $0 * scale }
    return [frame.line(points.map { ($0.x, $0.y) }, line.stroke, name: line.curve.name)]
      + points.map {
        frame.dot(($0.x, $0.y), line.stroke.color, radius: radius, title: title($0))
      }
  }

  private func errors(_ leads: [Duration], _ format: ConcentrationStyle) -> Markup {
    let lines = lines
    let errors = lines.flatMap(\.curve.points).map(\.y).filter { $0.isFinite && $0 > 0 }
    let frame = ChartFrame(
      style, across: Self.axis(of: leads, strings),
      up: ChartAxis(
        0...(errors.max() ?? format.value(30)) * 1.06, atMost: 7,
        title: format.text(.rootMeanSquareError), strings),
      legend: lines.map { ($0.curve.name, $0.stroke) })
    // The first predictor is drawn last, above the others.
    let drawn = lines.reversed().flatMap { line in
      marks(line, frame, radius: 2) {
        "\(line.curve.name), \(strings.minutes(.seconds(60 * $0.x))): " + format.error($0.y)
      }
    }
    let ends = lines.compactMap { line in
      line.curve.points.last.map { line.curve.name + " " + format.error($0.y) }
    }.joined(separator: ", ")
    let description = leads.last.flatMap { lead in
      ends.isEmpty
        ? nil
        : strings.text(.errorsAhead, ["lead": strings.minutes(lead), "errors": ends])
    }
    return frame.root(
      description: description ?? strings.text(.noForecasts), marks: [("errors", drawn)])
  }

  /// Returns the axis of leads, with labels at the multiples of the first one or of 5 to 15
  /// minutes. A single lead is at its right end.
  static func axis(of leads: [Duration], _ strings: ChartStrings) -> ChartAxis {
    let last = leads.last?.inMinutes ?? 30
    let first = leads.first?.inMinutes ?? 0
    return ChartAxis(
      max(min(first, last - 1), 0)...last,
      every: max(first, last > 60 ? 15 : last > 30 ? 10 : 5),
      title: strings.text(.timeAhead), strings)
  }

  private func calibration(_ across: BacktestText, _ up: BacktestText) -> Markup {
    func percent(_ value: Double) -> String {
      strings.percent(strings.decimal(value, places: 1))
    }
    func axis(_ title: BacktestText) -> ChartAxis {
      ChartAxis(0...100, every: 20, title: strings.text(title), strings)
    }
    let frame = ChartFrame(
      style, across: axis(across), up: axis(up),
      legend: lines.map { ($0.curve.name, $0.stroke) })
    let diagonal = frame.line(
      [(0, 0), (100, 100)], ChartFrame.Stroke(palette.edge, width: 1, dashes: "4 3"),
      name: "diagonal")
    let drawn = lines.flatMap { line in
      marks(line, frame, scale: SIMD2(100, 100)) {
        strings.text(
          .point,
          ["name": line.curve.name, "predicted": percent($0.x), "observed": percent($0.y)])
      }
    }
    let distances = curves.map { curve in
      let distance = curve.points.map { abs($0.x - $0.y) }.max() ?? 0
      return strings.text(
        .distance, ["name": curve.name, "points": strings.decimal(100 * distance, places: 1)])
    }
    return frame.root(
      description: curves.isEmpty
        ? strings.text(.noForecasts) : distances.joined(separator: " "),
      marks: [("curves", [diagonal] + drawn)])
  }

  // MARK: - Cells

  private func cells(
    _ landscape: ErrorLandscape, _ minimumCount: Int, _ format: ConcentrationStyle
  ) -> Markup {
    let (levels, slopes) = (ErrorLandscape.levels, ErrorLandscape.slopes)
    func axis(
      _ edges: [Double], _ title: BacktestText, _ number: (Double) -> String
    ) -> ChartAxis {
      ChartAxis(
        0...Double(edges.count + 1),
        ticks: edges.enumerated().map { (Double($0 + 1), number($1)) }, title: format.text(title))
    }
    let frame = ChartFrame(
      style, across: axis(levels, .level) { strings.number(.mgdL($0), in: format.unit) },
      up: axis(slopes, .slope) {
        strings.decimal(format.value($0), places: format.unit == .mgdL ? 0 : 2)
      })
    typealias Cell = (level: Int, slope: Int, count: Int, error: Double)
    let cells = (0...levels.count).flatMap { level in
      (0...slopes.count).compactMap { slope -> Cell? in
        let count = landscape.count(levelBand: level, slopeBand: slope)
        guard count >= minimumCount,
          let error = landscape.rootMeanSquare(levelBand: level, slopeBand: slope)
        else { return nil }
        return (level, slope, count, format.value(error))
      }
    }
    let errors = cells.map(\.error)
    let greatest = max(errors.max() ?? 1, 1e-9)
    let marks = cells.flatMap { cell -> [Markup] in
      let (left, right) = (frame.x(Double(cell.level)), frame.x(Double(cell.level + 1)))
      let (top, bottom) = (frame.y(Double(cell.slope + 1)), frame.y(Double(cell.slope)))
      let share = 0.55 * cell.error / greatest
      let title = strings.text(
        .cell, ["error": format.error(cell.error), "count": String(cell.count)])
      return [
        .rect(
          x: left, y: top, width: right - left - 1, height: bottom - top - 1,
          ["fill": SVGValue(palette.glucose.blended(over: palette.background, opacity: share))],
          title: title),
        .line(
          format.error(cell.error, withUnit: false), x: (left + right) / 2,
          y: (top + bottom) / 2 + frame.small * 0.35, fill: palette.text, size: frame.small,
          anchor: "middle"),
      ]
    }
    var description = strings.text(.noCells, ["count": String(minimumCount)])
    if let least = errors.min(), let greatest = errors.max() {
      description = strings.text(
        .cells,
        [
          "count": String(cells.count), "least": format.error(least, withUnit: false),
          "greatest": format.error(greatest),
        ])
    }
    return frame.root(description: description, marks: [("cells", marks)])
  }
}
