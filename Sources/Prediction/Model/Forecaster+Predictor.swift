// SPDX-License-Identifier: Apache-2.0

internal import Diary
public import GlucoseMath

extension Forecaster: Predictor {
  /// "model", or "personal model" once it has learned from one person.
  public var name: String { isPersonal ? "personal model" : "model" }

  /// What is expected after the last reading, with its distribution and its range of 90 percent, or
  /// `nil` if there is no forecast or a lead is none of its steps.
  public func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]?
  {
    predictions(after: history, [], at: leads)
  }

  /// The same for somebody who logged `events`.
  func predictions(
    after history: GlucoseSeries, _ events: [Event], at leads: [Duration]
  ) -> [PredictedGlucose]? {
    guard let now = history.last?.time,
      let expectation = try? expectation(after: history, events, at: now)
    else { return nil }
    return predictions(expectation, at: leads)
  }

  /// What is expected, as ``predictions(after:at:)`` says, with the probabilities of crossing by the last of
  /// `leads`, scored by how soon; `nil` also if there are no leads or the model does not know a probability.
  public func answer(
    after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    answer(after: history, [], at: leads, alarmsOf: crossings)
  }

  /// The same for somebody who logged `events`.
  func answer(
    after history: GlucoseSeries, _ events: [Event], at leads: [Duration],
    alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    guard let now = history.last?.time, let lead = leads.last,
      let expectation = try? expectation(after: history, events, at: now),
      let predictions = predictions(expectation, at: leads)
    else { return nil }
    guard !crossings.isEmpty else { return PredictorOutput(predictions: predictions, alarms: []) }
    return alarmOutlooks(expectation, for: crossings, byStep: Int(lead / cadence.step))
      .map { PredictorOutput(predictions: predictions, alarms: $0) }
  }

  private func predictions(_ expectation: Expectation, at leads: [Duration]) -> [PredictedGlucose]?
  {
    var predictions: [PredictedGlucose] = []
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

  /// Learns from the new readings, if this is a person's own model.
  public mutating func update(from history: GlucoseSeries) {
    if isPersonal { update(with: history) }
  }

  /// Recalibrates intervals on the new readings, if this is a person's own model.
  public mutating func adapt(to history: GlucoseSeries) { recalibrate(with: history) }
}
