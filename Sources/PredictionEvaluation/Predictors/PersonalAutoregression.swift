public import GlucoseDiary
public import GlucoseMath
internal import GlucoseFoundation
internal import Prediction

/// An autoregression of one person's changes, fitted by least squares: ARIMA(6, 1, 0).
///
/// If *d* is the change from one step to the next, the next *d* is a weighted sum of the last six.
/// The path repeats this step by step. The weights are those of least squares over the person's
/// past (conditional likelihood: Hamilton, *Time Series Analysis*, 1994, chapter 5).
public struct PersonalAutoregression: Predictor {
  /// "autoregression".
  public let id = "autoregression"
  /// The weights of the last changes, starting with the latest.
  let weights: [Double]
  let cadence: SensorCadence

  /// Creates the autoregression by a fit to a record.
  ///
  /// With fewer than a hundred readings that have a target and enough history without a long gap,
  /// the weights are zero, and the forecast is the last value.
  ///
  /// - Precondition: `order`, the number of changes, must be from 1 to 24.
  /// - Complexity: O(*n k*²), where *n* is the number of readings and *k* the order.
  public init(fittedTo series: GlucoseSeries, order: Int = 6) {
    precondition((1...24).contains(order), "`order` must be from 1 to 24")
    let cadence = SensorCadence(of: series) ?? .fiveMinutes
    let trace = PreparedSeries(series)
    var pace = SensorCadence.Sampler()
    var history = [Double](repeating: 0, count: order + 1)
    var gram = [Double](repeating: 0, count: order * order)
    var products = [Double](repeating: 0, count: order)
    var count = 0
    for index in trace.times.indices {
      var hint = index
      guard trace.hasHistory(of: Double(order) * cadence.seconds, at: index),
        pace.takes(trace.times[index], step: cadence.seconds),
        let next = trace.outcome(after: index, cadence.seconds, hint: &hint)
      else { continue }
      var room = history.mutableElementSpan
      trace.writeHistory(before: index, step: cadence.seconds, to: &room)
      let changes = (0..<order).map { history[$0] - history[$0 + 1] }
      for row in 0..<order {
        products[row] += changes[row] * (next - history[0])
        for column in 0..<order { gram[row * order + column] += changes[row] * changes[column] }
      }
      count += 1
    }
    // Without the ridge, the matrix of a constant record would be singular.
    for row in 0..<order { gram[row * order + row] += 1e-6 * Double(count) }
    let solution = count >= 100 ? LinearAlgebra.solve(gram, size: order, products) : nil
    weights = solution ?? Array(repeating: 0, count: order)
    self.cadence = cadence
  }

  /// Returns the path at the leads rounded down to whole steps, or `nil` without enough steps
  /// before the last reading.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    let reach = Double(weights.count + 2) * cadence.seconds + SensorCadence.longestGap
    let history = history.series
    guard let end = history.last?.time else { return nil }
    let begin = history.index(atOrAfter: end.addingTimeInterval(-reach))
    let trace = PreparedSeries(history[positions: begin..<history.count], summing: false)
    let last = trace.times.count - 1
    guard trace.hasHistory(of: Double(weights.count) * cadence.seconds, at: last) else {
      return nil
    }
    var levels = [Double](repeating: 0, count: weights.count + 1)
    var room = levels.mutableElementSpan
    trace.writeHistory(before: last, step: cadence.seconds, to: &room)
    var changes = (0..<weights.count).map { levels[$0] - levels[$0 + 1] }
    var path = [levels[0]]
    let steps = leads.map { max(Int($0 / cadence.step), 0) }
    for _ in 0..<(steps.max() ?? 0) {
      let next = zip(weights, changes).reduce(0) { $0 + $1.0 * $1.1 }
      path.append(path[path.count - 1] + next)
      changes.insert(next, at: 0)
    }
    return steps.map { PredictedGlucose(clipping: path[$0]) }
  }
}
