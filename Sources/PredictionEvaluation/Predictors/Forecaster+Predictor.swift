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
  func output(
    _ expectation: Expectation, outcomes: [Int], _ crossings: CrossingModel.Questions
  ) -> PredictorOutput? {
    guard let last = outcomes.last else { return nil }
    let predictions = predictions(expectation, outcomes)
    guard !crossings.crossings.isEmpty else {
      return PredictorOutput(predictions: predictions, alarms: [])
    }
    guard let path = predictions.path,
      let alarms = alarmOutlooks(expectation, for: crossings, byStep: last + 1, path: path)
    else { return nil }
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
