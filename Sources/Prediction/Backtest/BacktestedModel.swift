// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// A model in a back-test under a name of its own, which learns during the test or does not.
struct BacktestedModel: Predictor {
  let name: String
  private var model: Forecaster
  private let isLearning: Bool

  /// What the person logged, in order of time.
  private let events: [Event]

  init(_ model: Forecaster, called name: String, isLearning: Bool, events: [Event] = []) {
    self.events = events
    self.name = name
    self.model = model
    self.isLearning = isLearning
  }

  func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]? {
    model.predictions(after: history, events, at: leads)
  }

  func answer(
    after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    model.answer(after: history, events, at: leads, alarmsOf: crossings)
  }

  mutating func adapt(to history: GlucoseSeries) { model.recalibrate(with: history, events) }

  mutating func update(from history: GlucoseSeries) {
    if isLearning, model.isPersonal {
      model.update(with: Recording(series: history, events: events))
    }
  }
}
