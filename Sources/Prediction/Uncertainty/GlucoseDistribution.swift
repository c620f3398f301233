// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// What concentration may come at one instant, and how likely each is.
///
///     let outlook = model.predictions(after: series, at: [.seconds(1800)])?.first
///     outlook?.distribution?.probability(below: .mgdL(70))
///
/// Ranges, quantiles and probabilities are those of one curve, so that they never contradict each other.
/// It goes through the quantiles from 2.5 to 97.5 percent in straight lines; beyond them the probability
/// falls by half over the distance from the last quantile but one.
public struct GlucoseDistribution: Hashable, Codable, Sendable {
  /// The quantiles at 2.5, 5 … 97.5 percent in mg/dL, ascending.
  let quantiles: [Double]

  /// A distribution through quantiles at ``ResidualModel/probabilities``; one that lies below its
  /// predecessor is raised to it.
  init(quantiles: [Double]) {
    precondition(
      quantiles.count == ResidualModel.probabilities.count, "There is a quantile to a probability")
    var raised = quantiles
    for index in 1..<raised.count where raised[index] < raised[index - 1] {
      raised[index] = raised[index - 1]
    }
    self.quantiles = raised
  }

  /// Decodes a distribution and checks its quantiles.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    quantiles = try container.decode([Double].self, forKey: .quantiles)
    guard quantiles.count == ResidualModel.probabilities.count,
      zip(quantiles, quantiles.dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .quantiles, in: container, debugDescription: "Quantiles are 39 and ascend")
    }
  }

  /// The concentration that the outcome stays below with a probability from 0.025 to 0.975, kept
  /// within 39 and 401 mg/dL.
  public func quantile(_ probability: Double) -> Glucose {
    precondition(
      (0.025...0.975).contains(probability), "A quantile's probability is 0.025 to 0.975")
    let position = probability * 40 - 1
    let below = min(max(Int(position), 0), 37)
    let share = position - Double(below)
    let value = quantiles[below] * (1 - share) + quantiles[below + 1] * share
    return .mgdL(
      min(max(value, Forecaster.limits.lowerBound), Forecaster.limits.upperBound))
  }

  /// The range that holds the share `coverage` of outcomes, from 0.05 to 0.95, with an equal share on
  /// either side of it.
  public func range(_ coverage: Double) -> ClosedRange<Glucose> {
    precondition((0.05...0.95).contains(coverage), "A range covers 5 to 95 percent of outcomes")
    let lower = quantile((1 - coverage) / 2)
    return lower...max(lower, quantile((1 + coverage) / 2))
  }

  /// The probability, from 0 to 1, that the outcome lies below `threshold` (`<`).
  public func probability(below threshold: Glucose) -> Double {
    Self.probability(below: threshold.mgdL, quantiles.elementSpan, leastStep: 0.1)
  }

  /// The probability that an outcome with these quantiles lies below `value`.
  ///
  /// - Parameter step: The least step over which a tail falls by half.
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

  /// The probability, from 0 to 1, that the outcome lies at or above `threshold` (`≥`).
  public func probability(atLeast threshold: Glucose) -> Double {
    1 - probability(below: threshold)
  }
}
