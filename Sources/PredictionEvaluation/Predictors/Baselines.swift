public import GlucoseDiary
internal import GlucoseMath
internal import Prediction

/// A simple method with which models are compared.
///
///     let predictors: [any Predictor] = [model, Baseline.lastValue]
public struct Baseline: Predictor {
  /// The identifier, such as "last-value".
  public let id: String
  /// The name in a table.
  public let name: String
  private let path: @Sendable (GlucoseSeries, [Duration]) -> [PredictedGlucose]?

  /// Returns the path at the leads, or `nil` if the last readings are too few.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    path(history.series, leads)
  }

  /// The persistence forecast, "last-value": glucose stays at its last value.
  public static let lastValue = Baseline(id: "last-value", name: "last value") { history, leads in
    guard let last = history.values.last else { return nil }
    return leads.map { _ in PredictedGlucose(clipping: last) }
  }

  /// Returns a linear extrapolation of the readings of the last 15 minutes, "linear-extrapolation",
  /// or of another window, whose minutes are appended to the identifier.
  ///
  /// The path is the last reading plus the slope of the least-squares line times the lead. There is
  /// none with fewer than two readings in the window and a tolerance of two and a half minutes
  /// before it.
  ///
  /// - Precondition: `window` must be at least five minutes.
  public static func linearExtrapolation(over window: Duration = .seconds(900)) -> Baseline {
    precondition(window >= .seconds(300), "`window` must be at least five minutes")
    let minutes = Int(window.inMinutes.rounded())
    return Baseline(
      id: "linear-extrapolation" + (minutes == 15 ? "" : "-\(minutes)"),
      name: "linear extrapolation" + (minutes == 15 ? "" : " of \(minutes) minutes")
    ) { history, leads in
      guard let recent = history.recentLine(over: window.inSeconds) else { return nil }
      return leads.map { PredictedGlucose(clipping: recent.level + recent.slope * $0.inMinutes) }
    }
  }

  /// The momentum effect of Loop, a do-it-yourself system, without its insulin and carbohydrate
  /// effects, "momentum".
  ///
  /// The slope of the last 15 minutes, at most 4 mg/dL per minute, decreases over the next 15: it
  /// has full weight for the first five minutes, two thirds for the next five and one third for the
  /// last five, ten minutes of the slope in total. There is no path with fewer than two readings in
  /// the last 15 minutes.
  public static let momentum = Baseline(id: "momentum", name: "momentum") { history, leads in
    guard let recent = history.recentLine(over: 900) else { return nil }
    let slope = min(recent.slope, 4)
    return leads.map { lead in
      let minutes = lead.inMinutes
      let share = min(minutes, 5) + min(max(minutes - 5, 0), 5) * 2 / 3
      return PredictedGlucose(
        clipping: recent.level + slope * (share + min(max(minutes - 10, 0), 5) / 3))
    }
  }

  /// The second-order autoregression of Nightscout, a do-it-yourself remote monitor,
  /// "second-order-autoregression".
  ///
  /// If *x* = ln(glucose / 140), the next *x* is 1.716 *x* minus 0.723 times the *x* five minutes
  /// before; this is repeated every five minutes and clipped to 36 to 400 mg/dL. Leads are rounded
  /// down to five minutes. There is no path without a reading 2.5 to 7.5 minutes before the last.
  public static let secondOrderAutoregression = Baseline(
    id: "second-order-autoregression", name: "second-order autoregression"
  ) { history, leads in
    guard let now = history.times.last, let last = history.values.last,
      let before = history.times.dropLast().lastIndex(where: { $0 <= now - 150 }),
      history.times[before] >= now - 450
    else { return nil }
    var previous = MathFunctions.logarithm(history.values[before] / 140)
    var current = MathFunctions.logarithm(last / 140)
    var path: [Double] = [last]
    let steps = leads.map { Int($0 / .seconds(300)) }
    for _ in 0..<(steps.max() ?? 0) {
      (previous, current) = (current, 1.716 * current - 0.723 * previous)
      path.append(140 * MathFunctions.exponential(current))
    }
    return steps.map { PredictedGlucose(clipping: path[max($0, 0)], to: 36...400) }
  }
}

extension GlucoseSeries {
  /// Returns the last reading in mg/dL, and the slope in mg/dL per minute of the least-squares line
  /// through the readings of the last `window` seconds and a tolerance, or `nil` below two.
  fileprivate func recentLine(over window: Double) -> (level: Double, slope: Double)? {
    guard let now = times.last, let last = values.last else { return nil }
    let begin = now - window - SensorCadence.tolerance
    var (count, sum, changes, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (time, value) in zip(times.reversed(), values.reversed()) {
      guard time >= begin else { break }
      let minutes = (time - now) / 60
      count += 1
      sum += minutes
      changes += value - last
      squares += minutes * minutes
      products += minutes * (value - last)
    }
    let spread = squares - sum * sum / count
    guard count >= 2, spread > 0 else { return nil }
    return (last, (products - sum * changes / count) / spread)
  }
}
