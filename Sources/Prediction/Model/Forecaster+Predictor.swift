// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

extension Forecaster: Predictor {
  /// "model", or "personal-model" for a personalized model.
  public var id: String { isPersonal ? "personal-model" : "model" }

  /// "model", or "personal model" for a personalized model.
  public var name: String { isPersonal ? "personal model" : "model" }

  /// Returns the expected glucose after the last reading, with its distribution and its prediction
  /// interval at 90 percent, or `nil` if there is no forecast or a lead isn't one of its steps.
  public func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
    expectation(after: history).flatMap { predictions($0, at: leads) }
  }

  /// Returns the expected glucose with the probabilities of crossings by the last of `leads`, each
  /// scored by how soon the crossing is expected; `nil` also if there are no leads or the model has
  /// no probability of a crossing.
  public func output(
    after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    expectation(after: history).flatMap {
      output($0, leads, CrossingModel.Questions(crossings))
    }
  }

  func output(
    _ expectation: Expectation, _ leads: [Duration], _ crossings: CrossingModel.Questions
  ) -> PredictorOutput? {
    guard let lead = leads.last, let predictions = predictions(expectation, at: leads) else {
      return nil
    }
    guard !crossings.areNone else { return PredictorOutput(predictions: predictions, alarms: []) }
    return alarmOutlooks(expectation, for: crossings, byStep: Int(lead / cadence.step))
      .map { PredictorOutput(predictions: predictions, alarms: $0) }
  }

  private func predictions(_ expectation: Expectation, at leads: [Duration]) -> [PredictedGlucose]?
  {
    var predictions: [PredictedGlucose] = []
    predictions.reserveCapacity(leads.count)
    for lead in leads {
      let step = lead / cadence.step
      guard step == step.rounded(), step >= 1, Int(step) <= steps else { return nil }
      let outcome = Int(step) - 1
      let bounds = bounds(
        level: expectation.level, change: expectation.changes[outcome],
        size: expectation.sizes[outcome], outcome: outcome, coverage: 0.9)
      predictions.append(
        PredictedGlucose(
          expected: .mgdL(bounds.expected), range: .mgdL(bounds.lower)...(.mgdL(bounds.upper)),
          distribution: distribution(expectation, outcome: outcome)))
    }
    return predictions
  }

  private func expectation(after history: Recording) -> Expectation? {
    guard let now = history.series.last?.time else { return nil }
    return try? expectation(after: history.series, history.events, at: now)
  }
}
