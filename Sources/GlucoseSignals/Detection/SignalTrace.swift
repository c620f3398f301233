internal import GlucoseMath
internal import GlucoseFoundation

/// A series with the diagnostics of the smoother that detectors use.
///
/// The diagnostics are the auxiliary residuals of Harvey and Koopman (*Journal of Business &
/// Economic Statistics* 10:377, 1992): for each reading, its difference from the value expected
/// given all others, and the step of the level before it that the readings support best.
struct SignalTrace {
  let series: GlucoseSeries
  /// The times of the readings in minutes since the reference date.
  let minutes: [Double]
  /// The values in mg/dL.
  let values: [Double]
  /// The readings at a limit of the device.
  let isLimit: [Bool]
  /// The difference of each reading from its expected value in mg/dL, or 0 at a limit.
  let residuals: [Double]
  /// The step of the level before each reading in mg/dL.
  let steps: [Double]
  /// The steps divided by their standard deviation.
  let scaledSteps: [Double]

  init(_ series: GlucoseSeries, _ model: SmoothingModel) {
    self.series = series
    minutes = series.times.map { $0 / 60 }
    values = Array(series.values)
    isLimit = series.flags.map { !$0.isDisjoint(with: .deviceLimits) }
    let zeros = [Double](repeating: 0, count: values.count)
    let limits = isLimit
    var (residuals, steps, scaledSteps) = (zeros, zeros, zeros)
    KalmanPass(series, model).forEachBackward { index, disturbance in
      guard !limits[index], disturbance.errorPrecision > 1e-9 else { return }
      residuals[index] = disturbance.error / disturbance.errorPrecision
      guard index > 0, disturbance.levelPrecision > 1e-9 else { return }
      steps[index] = disturbance.level / disturbance.levelPrecision
      scaledSteps[index] = disturbance.level / disturbance.levelPrecision.squareRoot()
    }
    (self.residuals, self.steps, self.scaledSteps) = (residuals, steps, scaledSteps)
  }

  var count: Int { values.count }

  /// The distance of each reading from the line between its neighbors in mg/dL, or 0 at the ends,
  /// at a gap of more than half an hour, and at a limit of the device.
  var neighborDistances: [Double] {
    var distances = [Double](repeating: 0, count: count)
    for index in 1..<Swift.max(1, count - 1) {
      let (before, after) = (
        minutes[index] - minutes[index - 1], minutes[index + 1] - minutes[index]
      )
      guard before < 31, after < 31, !isLimit[index] else { continue }
      let share = before / (before + after)
      distances[index] =
        values[index] - values[index - 1] - share * (values[index + 1] - values[index - 1])
    }
    return distances
  }

  func time(_ index: Int) -> Date { series[index].time }

  func fault(
    _ kind: SignalFault.Kind, _ readings: ClosedRange<Int>, score: Double,
    evidence: [SignalFault.Evidence] = [], size: Double?
  ) -> SignalFault {
    SignalFault(
      kind, from: time(readings.lowerBound), through: time(readings.upperBound),
      readingCount: readings.count, score: score.clamped(to: 0...1), evidence: evidence,
      size: size.map { .mgdL($0) })
  }
}

func logistic(_ x: Double) -> Double { 1 / (1 + MathFunctions.exponential(-x)) }

extension [Double] {
  /// The median, of an even number of values the mean of the two middle ones.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
