package import GlucoseMath

extension Forecaster {
  /// Returns the probabilities of crossing thresholds in mg/dL by each step, or `nil` if the model
  /// has no crossing model.
  ///
  /// They are computed from the scales without the widening after most doubtful readings, and from
  /// the population's quantiles: a person's own, which each outcome moves, would make them unsteady
  /// in the tails, where lows are. If an interval is entirely beyond a threshold, the probability
  /// is at least that of the interval's own distribution.
  package func crossings(
    _ expectation: Expectation, count: Int, lows: [Double] = ThresholdSide.below.thresholds,
    highs: [Double] = ThresholdSide.above.thresholds
  ) -> CrossingProbabilities? {
    guard let model = range.crossings else { return nil }
    return CrossingProbabilities(
      lows: lows.map { .mgdL($0) },
      below: crossingRows(.below, model, lows, expectation, count: count),
      highs: highs.map { .mgdL($0) },
      above: crossingRows(.above, model, highs, expectation, count: count))
  }

  private func crossingRows(
    _ side: ThresholdSide, _ model: CrossingModel, _ thresholds: [Double],
    _ expectation: Expectation, count: Int
  ) -> [[Double]] {
    let weights = side == .below ? model.below : model.above
    let sizes = expectation.crossingSizes
    let scales = side == .below ? sizes.below : sizes.above
    var paths = thresholds.map {
      CrossingModel.PathOdds(side, $0, from: expectation.level, expectation.recentChange)
    }
    return (0..<count).map { step in
      let (quantiles, weights) = (range.quantiles[step], weights[step])
      let personal = self.quantiles(of: step)
      let scale = scales[step] * spread(outcome: step)
      return thresholds.indices.map { column in
        let away = (thresholds[column] - expectation.level - expectation.changes[step]) / scale
        paths[column].follow(CrossingModel.odds(side, away, quantiles.elementSpan), size: scale)
        return max(
          CrossingModel.probability(weights.elementSpan, paths[column]),
          Self.leastCrossing(side, away, personal.span))
      }
    }
  }

  /// Returns the least probability of a crossing by a step with these quantiles, whose threshold is
  /// `away` scales above the expected value: that of an outcome beyond it from 0.75, the least for
  /// which a whole interval is beyond it, zero below one half, where a person's own quantiles are
  /// unsteady, and linear between these.
  static func leastCrossing(
    _ side: ThresholdSide, _ away: Double, _ quantiles: Span<Double>
  ) -> Double {
    // Beyond the median, the probability is below one half.
    let median = quantiles[quantiles.count / 2]
    if side == .below ? away < median : away >= median { return 0 }
    let below = ResidualModel.probability(below: away, quantiles)
    let probability = side == .below ? below : 1 - below
    return min(probability, max(3 * (probability - 0.5), 0))
  }
}
