internal import GlucoseMath

struct Estimate {
  /// A scale on which an interval is symmetric, which keeps its ends in the metric's domain.
  enum Scale {
    case linear(minimum: Double)
    /// The square root of a value that is never negative.
    case squareRoot
    /// A percentage of as many independent trials, with Wilson's interval.
    case percentage(trials: Double)
  }

  var value: Double
  var error: Double
  var degreesOfFreedom: Double
  var scale: Scale

  func interval(at quantile: Double) -> ClosedRange<Double> {
    switch scale {
    case .linear(let minimum):
      let low = Swift.max(minimum, value - error * quantile)
      return low...Swift.max(low, value + error * quantile)
    case .squareRoot:
      guard error > 0, value > 0 else { return value...value }
      let root = value.squareRoot()
      let width = error * quantile / (2 * root)
      let low = Swift.max(0, root - width)
      return low * low...(root + width) * (root + width)
    case .percentage(let trials):
      // Wilson, Journal of the American Statistical Association 22, 1927.
      let share = value / 100
      let square = quantile * quantile / trials
      let middle = (share + square / 2) / (1 + square)
      let width = (square * (share * (1 - share) + square / 4)).squareRoot() / (1 + square)
      let low = Swift.min(value, Swift.max(0, 100 * (middle - width)))
      return low...Swift.max(value, Swift.min(100, 100 * (middle + width)))
    }
  }

  func confidenceInterval(_ confidence: Double) -> ConfidenceInterval {
    let ends = interval(
      at: StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: degreesOfFreedom))
    return ConfidenceInterval(
      estimate: value, lower: ends.lowerBound, upper: ends.upperBound, confidence: confidence)
  }

  /// Returns the confidence interval of the difference from an independent estimate.
  ///
  /// The degrees of freedom are Welch's (*Biometrika* 34, 1947). The distances from both estimates
  /// to the ends of their intervals are added in squares, each on the side where it makes the
  /// difference larger or smaller (Newcombe, *Statistics in Medicine* 17, 1998; Zou & Donner, the
  /// same 27, 2008). On a linear scale this is Welch's interval.
  func difference(from other: Self, _ confidence: Double) -> ConfidenceInterval {
    let left = error * error
    let right = other.error * other.error
    let spread = left * left / degreesOfFreedom + right * right / other.degreesOfFreedom
    let freedom =
      spread > 0
      ? (left + right) * (left + right) / spread
      : Swift.min(degreesOfFreedom, other.degreesOfFreedom)
    let quantile = StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: freedom)
    let ends = interval(at: quantile)
    let otherEnds = other.interval(at: quantile)
    let difference = value - other.value
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    return ConfidenceInterval(
      estimate: difference,
      lower: difference
        - length(value - ends.lowerBound, otherEnds.upperBound - other.value),
      upper: difference
        + length(ends.upperBound - value, other.value - otherEnds.lowerBound),
      confidence: confidence)
  }
}

struct Estimates {
  let mean: Estimate
  let timeInRange: Estimate
  let glucoseManagementIndicator: Estimate
  let coefficientOfVariation: Estimate
  let dayCount: Int
}

extension MetricConfidenceIntervals {
  init(dayCount: Int, _ interval: (KeyPath<Estimates, Estimate>) -> ConfidenceInterval) {
    mean = interval(\.mean)
    timeInRange = interval(\.timeInRange)
    glucoseManagementIndicator = interval(\.glucoseManagementIndicator)
    coefficientOfVariation = interval(\.coefficientOfVariation)
    self.dayCount = dayCount
  }
}
