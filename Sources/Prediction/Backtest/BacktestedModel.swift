// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A model in a back-test under a name of its own, which learns during the test or does not.
struct BacktestedModel: Predictor {
  let name: String
  private var model: Forecaster
  private let isLearning: Bool

  init(_ model: Forecaster, called name: String, isLearning: Bool) {
    self.name = name
    self.model = model
    self.isLearning = isLearning
  }

  func predictions(after history: GlucoseSeries, at leads: [Duration]) -> [PredictedGlucose]? {
    model.predictions(after: history, at: leads)
  }

  func answer(
    after history: GlucoseSeries, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
  ) -> PredictorOutput? {
    model.answer(after: history, at: leads, alarmsOf: crossings)
  }

  mutating func adapt(to history: GlucoseSeries) { model.adapt(to: history) }

  mutating func update(from history: GlucoseSeries) {
    if isLearning { model.update(from: history) }
  }
}
