// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Forecaster {
  /// How likely glucose is to cross thresholds by each step, or `nil` if the model was not fitted to how
  /// the steps of a path go together.
  ///
  /// Probabilities are made of the changes and the sizes of error of which the path and its range are
  /// made, and of everyone's quantiles: a person's own, which follow each outcome, would make them
  /// restless far from the middle, where lows are. Where an interval lies wholly beyond a threshold, the
  /// probability is at least that of the interval's own distribution.
  ///
  /// - Parameter thresholds: In mg/dL, ascending.
  func crossings(
    _ expectation: Expectation, count: Int,
    _ thresholds: (CrossingModel.Side) -> [Double] = { $0.thresholds }
  ) -> CrossingProbabilities? {
    guard let model = range.crossings else { return nil }
    let scales = (0..<count).map { expectation.sizes[$0] * spread(outcome: $0) }
    func rows(_ side: CrossingModel.Side) -> [[Double]] {
      let thresholds = thresholds(side)
      let weights = side == .below ? model.below : model.above
      var rows = scales.map { _ in [Double](repeating: 0, count: thresholds.count) }
      var paths = thresholds.map {
        CrossingModel.PathOdds(side, $0, from: expectation.level, expectation.recentChange)
      }
      for step in 0..<count {
        let (quantiles, weights) = (range.quantiles[step], weights[step])
        let personal = Array(self.quantiles(of: step))
        let (change, scale) = (expectation.changes[step], scales[step])
        for (column, threshold) in thresholds.enumerated() {
          let away = (threshold - expectation.level - change) / scale
          paths[column].follow(
            CrossingModel.StepOdds(side, away, quantiles.elementSpan), size: scale)
          let below = GlucoseDistribution.probability(below: away, personal.elementSpan)
          rows[step][column] = max(
            CrossingModel.probability(weights.elementSpan, paths[column]),
            Self.leastCrossing(side == .below ? below : 1 - below))
        }
      }
      return rows
    }
    return CrossingProbabilities(
      lows: thresholds(.below).map { .mgdL($0) }, below: rows(.below),
      highs: thresholds(.above).map { .mgdL($0) }, above: rows(.above))
  }

  /// The least probability of a crossing by a step beyond which the path's own distribution lies with
  /// `probability`.
  ///
  /// It is that probability from 0.75 on, the least probability of a whole interval beyond a threshold, so that
  /// crossings agree with intervals. Below one half, where a person's own quantiles are restless, it is
  /// zero, and between these it is a straight line.
  private static func leastCrossing(_ probability: Double) -> Double {
    min(probability, max(3 * (probability - 0.5), 0))
  }

  /// The expectation of each crossing by a step, or `nil` if there is none of one.
  ///
  /// The score is the mean of the probabilities by each step until then, so that the sooner of two
  /// crossings that are as likely counts for more.
  func alarmOutlooks(
    _ expectation: Expectation, for crossings: [ThresholdCrossing], byStep step: Int
  ) -> [PredictedCrossing]? {
    func knownThresholds(_ side: CrossingModel.Side) -> [Double] {
      let asked = crossings.compactMap { crossing in
        switch (crossing, side) {
        case (.below(let threshold), .below), (.above(let threshold), .above): threshold.mgdL
        default: nil
        }
      }
      // Between thresholds that are known, those on either side tell.
      return side.thresholds.enumerated().filter { index, threshold in
        asked.contains { value in
          value == threshold
            || (index + 1 < side.thresholds.count && threshold < value
              && value < side.thresholds[index + 1])
            || (index > 0 && side.thresholds[index - 1] < value && value < threshold)
        }
      }.map(\.element)
    }
    let lows = knownThresholds(.below)
    let highs = knownThresholds(.above)
    let known = self.crossings(expectation, count: step) { side in
      let thresholds = side == .below ? lows : highs
      return thresholds.isEmpty ? [side.thresholds[0]] : thresholds
    }
    let predictions = crossings.compactMap { crossing -> PredictedCrossing? in
      let steps = (0..<step).compactMap { known?.probability(of: crossing, byPoint: $0) }
      guard steps.count == step else { return nil }
      return PredictedCrossing(score: steps.reduce(0, +) / Double(step), probability: steps.last)
    }
    return predictions.count == crossings.count ? predictions : nil
  }
}
