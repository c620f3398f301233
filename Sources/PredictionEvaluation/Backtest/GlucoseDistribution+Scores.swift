public import GlucoseMath

extension GlucoseDistribution {
  /// Returns the continuous ranked probability score of an outcome, in mg/dL, where less is better.
  ///
  /// It is ∫ (*F*(*x*) − [*x* ≥ outcome])² d*x* over the distribution function *F*, including its
  /// tails, in closed form (Gneiting and Raftery, *Journal of the American Statistical Association*
  /// 102, 2007). For a distribution with a single value it is the absolute error.
  public func continuousRankedProbabilityScore(of outcome: Glucose) -> Double {
    let (value, quantiles, edge) = (outcome.mgdL, quantiles.elementSpan, 0.025)
    let last = quantiles.count - 1
    // A tail probability halves over the distance between the two outermost quantiles.
    let below = max(quantiles[1] - quantiles[0], 0.1) / 0.693_147
    let above = max(quantiles[last] - quantiles[last - 1], 0.1) / 0.693_147
    var score =
      Self.tailScore(quantiles[0] - value, below, edge)
      + Self.tailScore(value - quantiles[last], above, edge)
    // The parts entirely below the outcome, the part that contains it, and the parts above it.
    var part = 0
    var square = 0.0
    while part < last, quantiles[part &+ 1] <= value {
      square += Self.squares[part] * (quantiles[part &+ 1] - quantiles[part])
      part &+= 1
    }
    if part < last, quantiles[part] < value {
      let width = quantiles[part &+ 1] - quantiles[part]
      let (start, end) = (Double(part + 1) / 40, Double(part + 2) / 40)
      let inside = value - quantiles[part]
      let middle = start + (end - start) * inside / width
      score +=
        inside / 3 * (start * start + start * middle + middle * middle)
        + (width - inside) / 3
        * ((1 - middle) * (1 - middle) + (1 - middle) * (1 - end) + (1 - end) * (1 - end))
      part &+= 1
    }
    while part < last {
      square += Self.squares[37 &- part] * (quantiles[part &+ 1] - quantiles[part])
      part &+= 1
    }
    return score + square
  }

  /// The mean squared probability of a value below each part or, in reverse order, above it.
  private static let squares = (1...38).map { (rank: Int) in
    Double(3 * rank * rank + 3 * rank + 1) / (3 * 1600)
  }

  /// Returns the score beyond an outermost quantile, where the tail probability decreases from
  /// `edge` by a factor of e over `length`, for an outcome `distance` beyond it.
  private static func tailScore(_ distance: Double, _ length: Double, _ edge: Double) -> Double {
    guard distance > 0 else { return edge * edge * length / 2 }
    let beyond = edge * MathFunctions.exponential(-distance / length)
    return beyond * beyond * length / 2 + distance - 2 * length * (edge - beyond)
      + length * (edge * edge - beyond * beyond) / 2
  }

  /// Returns the interval score of an outcome at a coverage from 0.05 to 0.95, in mg/dL, where less
  /// is better.
  ///
  /// It is the width of `interval(coverage:)` plus 2 / (1 − `coverage`) times the distance of an
  /// outcome outside it (Winkler, *Journal of the American Statistical Association* 67, 1972;
  /// Gneiting and Raftery, 2007).
  public func intervalScore(of outcome: Glucose, coverage: Double) -> Double {
    let interval = interval(coverage: coverage)
    let (lower, upper) = (interval.lowerBound.mgdL, interval.upperBound.mgdL)
    return upper - lower + 2 / (1 - coverage) * max(lower - outcome.mgdL, outcome.mgdL - upper, 0)
  }
}
