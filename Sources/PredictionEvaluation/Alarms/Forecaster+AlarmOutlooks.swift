internal import GlucoseMath
internal import Prediction

extension Forecaster {
  /// Returns the expectation of each crossing by a step, or `nil` if the model has no crossing
  /// model.
  ///
  /// The score is the mean of the probabilities by each step up to `step`, so that of two equally
  /// likely crossings the sooner has the higher score. A crossing of a threshold without
  /// probabilities has the default score of predictors, the distance in mg/dL by which the expected
  /// path, with this range, exceeds the threshold.
  func alarmOutlooks(
    _ expectation: Expectation, for crossings: CrossingModel.Questions, byStep step: Int,
    path: ClosedRange<Double>
  ) -> [PredictedCrossing]? {
    guard step > 0,
      let probabilities = self.crossings(
        expectation, count: step, lows: crossings.lows, highs: crossings.highs)
    else { return nil }
    return crossings.crossings.map { crossing in
      let steps = (0..<step).compactMap { probabilities.probability(of: crossing, byPoint: $0) }
      guard let last = steps.last else { return PredictedCrossing(crossing, by: path) }
      return PredictedCrossing(score: steps.reduce(0, +) / Double(step), probability: last)
    }
  }
}

extension CrossingModel {
  /// A set of crossings, with the thresholds in mg/dL, ascending, from which their probabilities are
  /// computed.
  struct Questions: Sendable {
    let crossings: [ThresholdCrossing]
    let lows, highs: [Double]

    init(_ crossings: [ThresholdCrossing]) {
      self.crossings = crossings
      lows = Self.needed(for: crossings, .below)
      highs = Self.needed(for: crossings, .above)
    }

    /// Returns the thresholds of a side that equal a requested one or are adjacent to it, or one if
    /// there are none.
    private static func needed(
      for crossings: [ThresholdCrossing], _ side: ThresholdSide
    ) -> [Double] {
      var needed = Set<Double>()
      for threshold in crossings.filter({ $0.side == side }).map(\.threshold.mgdL) {
        guard let below = side.thresholds.last(where: { $0 <= threshold }),
          let above = side.thresholds.first(where: { $0 >= threshold })
        else { continue }
        needed.formUnion([below, above])
      }
      return needed.isEmpty ? Array(side.thresholds.prefix(1)) : needed.sorted()
    }
  }
}
