// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A model in a back-test under a name of its own, which learns during the test or does not.
struct ModelInTest: Predictor {
  let name: String
  private var model: Forecaster
  private let isLearning: Bool

  init(_ model: Forecaster, called name: String, isLearning: Bool) {
    self.name = name
    self.model = model
    self.isLearning = isLearning
  }

  func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    model.outlooks(after: history, at: leads)
  }

  func alarmOutlooks(
    after history: GlucoseSeries, for crossings: [ThresholdCrossing], at leads: [Duration]
  ) -> [AlarmOutlook]? {
    model.alarmOutlooks(after: history, for: crossings, at: leads)
  }

  mutating func adapt(to history: GlucoseSeries) { model.adapt(to: history) }

  mutating func update(from history: GlucoseSeries) {
    if isLearning { model.update(from: history) }
  }
}
