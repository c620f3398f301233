public import GlucoseMath
internal import Prediction

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

  /// Creates a distribution from quantiles at `ResidualModel.probabilities`; a quantile less than
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
    ResidualModel.probability(below: threshold.mgdL, quantiles.elementSpan, leastStep: 0.1)
  }
}
