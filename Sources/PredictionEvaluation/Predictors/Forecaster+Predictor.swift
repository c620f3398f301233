public import GlucoseDiary
public import GlucoseMath
public import Prediction

extension Forecaster: Predictor {
  /// "model", or "personal-model" for a personalized model.
  public var id: String { isPersonal ? "personal-model" : "model" }

  /// "model", or "personal model" for a personalized model.
  public var name: String { isPersonal ? "personal model" : "model" }

  /// Returns the expected glucose after the last reading, with its distribution and its prediction
  /// interval at 90 percent, or `nil` if there is no forecast or a lead is not one of its steps.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    guard let outcomes = outcomes(at: leads), let expectation = expectation(after: history) else {
      return nil
    }
    return predictions(expectation, outcomes)
  }

  /// Returns the expected glucose with the probabilities of crossings by the last of `leads`, each
  /// scored by how soon the crossing is expected; `nil` also if there are no leads or the model
  /// has no crossing model.
  ///
  /// A threshold below which or above which the model has no probabilities (less than 50 or more
  /// than 100 mg/dL for crossings below, less than 140 or more than 300 for crossings above) has
  /// the default score of predictors, the distance by which the path exceeds it, and no
  /// probability.
  public func output(
    after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    guard let outcomes = outcomes(at: leads), let expectation = expectation(after: history) else {
      return nil
    }
    return output(expectation, outcomes: outcomes, CrossingModel.Questions(crossings))
  }

  /// Returns the output at some outcomes, of which the last is the horizon of alarms.
  ///
  /// The score of an alarm is the mean of the probabilities by each step, so that of two equally
  /// likely crossings the sooner has the higher score.
  func output(
    _ expectation: Expectation, outcomes: [Int], _ crossings: CrossingModel.Questions
  ) -> PredictorOutput? {
    guard let last = outcomes.last else { return nil }
    let predictions = predictions(expectation, outcomes)
    guard !crossings.crossings.isEmpty else {
      return PredictorOutput(predictions: predictions, alarms: [])
    }
    guard let path = predictions.path,
      let probabilities = self.crossings(
        expectation, count: last + 1, lows: crossings.lows, highs: crossings.highs)
    else { return nil }
    let alarms = crossings.crossings.map { crossing in
      let steps = (0...last).compactMap { probabilities.probability(of: crossing, byPoint: $0) }
      guard let whole = steps.last else { return PredictedCrossing(crossing, by: path) }
      return PredictedCrossing(
        score: steps.reduce(0, +) / Double(last + 1), probability: whole)
    }
    return PredictorOutput(predictions: predictions, alarms: alarms)
  }

  /// Returns the positions of `leads` among the outcomes, or `nil` if one is no step.
  func outcomes(at leads: [Duration]) -> [Int]? {
    var outcomes: [Int] = []
    for lead in leads {
      let step = lead / cadence.step
      guard step == step.rounded(), step >= 1, Int(step) <= steps else { return nil }
      outcomes.append(Int(step) - 1)
    }
    return outcomes
  }

  private func predictions(_ expectation: Expectation, _ outcomes: [Int]) -> [PredictedGlucose] {
    outcomes.map { outcome in
      let bounds = bounds(
        level: expectation.level, change: expectation.changes[outcome],
        size: expectation.sizes[outcome], outcome: outcome, coverage: 0.9)
      var prediction = PredictedGlucose(
        expected: .mgdL(bounds.expected), interval: .mgdL(bounds.lower)...(.mgdL(bounds.upper)),
        distribution: distribution(expectation, outcome: outcome))
      prediction.unclipped = expectation.level + expectation.changes[outcome]
      return prediction
    }
  }

  private func distribution(_ expectation: Expectation, outcome: Int) -> GlucoseDistribution {
    let middle = expectation.level + expectation.changes[outcome]
    let scale = expectation.sizes[outcome] * spread(outcome: outcome)
    return GlucoseDistribution(
      quantiles: quantiles(of: outcome).map { middle + scale * $0 })
  }

  private func expectation(after history: Recording) -> Expectation? {
    guard let now = history.series.last?.time else { return nil }
    return try? expectation(after: history.series, history.events, at: now)
  }
}

extension CrossingModel {
  /// Crossings, and the thresholds in mg/dL from which their probabilities are computed.
  struct Questions: Sendable {
    let crossings: [ThresholdCrossing]
    let lows, highs: [Double]

    init(_ crossings: [ThresholdCrossing]) {
      self.crossings = crossings
      lows = Self.needed(for: crossings, .below)
      highs = Self.needed(for: crossings, .above)
    }

    /// Returns the thresholds that are adjacent to those of a side, ascending, or one if none are.
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
