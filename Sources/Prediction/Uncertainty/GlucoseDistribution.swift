public import GlucoseMath

/// The predictive distribution of glucose at one instant.
///
///     let prediction = model.predictions(after: recording, at: [.seconds(1800)])?.first
///     prediction?.distribution?.probability(below: .mgdL(70))
///
/// Intervals, quantiles and probabilities are computed from one distribution function, so that they
/// agree. The function is piecewise linear through the quantiles from 2.5 to 97.5 percent; beyond
/// them the tail probability halves over the distance between the last two quantiles.
public struct GlucoseDistribution: Equatable, Sendable {
  /// The quantiles at 2.5, 5 … 97.5 percent in mg/dL, ascending.
  package let quantiles: [Double]

  /// Creates a distribution from quantiles at ``ResidualModel/probabilities``; a quantile less than
  /// the one before it is raised to it.
  init(quantiles: [Double]) {
    precondition(
      quantiles.count == ResidualModel.probabilities.count,
      "`quantiles` must have 39 elements")
    var raised = quantiles
    for index in 1..<raised.count where raised[index] < raised[index - 1] {
      raised[index] = raised[index - 1]
    }
    self.quantiles = raised
  }

  /// Returns the concentration below which the outcome is with a probability from 0.025 to 0.975,
  /// clipped to 39 to 401 mg/dL.
  ///
  /// - Precondition: `probability` must be from 0.025 to 0.975.
  public func quantile(_ probability: Double) -> Glucose {
    precondition(
      (0.025...0.975).contains(probability), "`probability` must be from 0.025 to 0.975")
    let value = ResidualModel.quantile(probability, of: quantiles[...])
    return .mgdL(value.clamped(to: Forecaster.limits))
  }

  /// Returns the central prediction interval with a nominal coverage from 0.05 to 0.95.
  ///
  /// - Precondition: `coverage` must be from 0.05 to 0.95.
  public func interval(coverage: Double) -> ClosedRange<Glucose> {
    precondition((0.05...0.95).contains(coverage), "`coverage` must be from 0.05 to 0.95")
    let lower = quantile((1 - coverage) / 2)
    return lower...max(lower, quantile((1 + coverage) / 2))
  }

  /// Returns the probability, from 0 to 1, of an outcome below `threshold` (`<`).
  public func probability(below threshold: Glucose) -> Double {
    Self.probability(below: threshold.mgdL, quantiles.elementSpan, leastStep: 0.1)
  }

  /// Returns the probability of an outcome below `value`, with tails that halve over at least
  /// `step`.
  static func probability(
    below value: Double, _ quantiles: Span<Double>, leastStep step: Double = 0.01
  ) -> Double {
    let (first, last) = (0, quantiles.count - 1)
    if value < quantiles[first] {
      let distance = max(quantiles[first + 1] - quantiles[first], step)
      return 0.025 * MathFunctions.exponential((value - quantiles[first]) / distance * 0.693_147)
    }
    if value >= quantiles[last] {
      let distance = max(quantiles[last] - quantiles[last - 1], step)
      return 1 - 0.025 * MathFunctions.exponential((quantiles[last] - value) / distance * 0.693_147)
    }
    var low = first
    var above = last
    while above - low > 1 {
      let middle = low + (above - low) / 2
      if quantiles[middle] > value { above = middle } else { low = middle }
    }
    let width = quantiles[above] - quantiles[above - 1]
    return (Double(above - first) + (value - quantiles[above - 1]) / width) / 40
  }
}
