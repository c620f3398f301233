// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

/// The second-order autoregression of Nightscout, a do-it-yourself remote monitor.
///
/// With *x* = ln(glucose / 140), the next *x* is 1.716 *x* − 0.723 times the one five minutes before;
/// repeated every five minutes and kept within 36 and 400 mg/dL.
public struct SecondOrderAutoregression: Predictor {
  /// "second-order-autoregression".
  public let id = "second-order-autoregression"
  /// "second-order autoregression".
  public let name = "second-order autoregression"

  /// Creates the predictor.
  public init() {}

  /// Returns the path at the leads rounded down to five minutes, or `nil` if there is no reading 2.5 to
  /// 7.5 minutes before the last.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    let history = history.series
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
      path.append(min(max(140 * MathFunctions.exponential(current), 36), 400))
    }
    return steps.map { PredictedGlucose(clipping: path[max($0, 0)]) }
  }
}
