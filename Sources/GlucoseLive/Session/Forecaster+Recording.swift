// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import Foundation
internal import GlucoseMath
internal import Prediction

/// What a session asks of a model, with readings and events handed in together.
extension Forecaster {
  func forecast(
    after recording: Recording, at now: Date, _ options: LiveOptions
  ) throws(ForecastUnavailable) -> Forecast {
    var model = self
    if usesEvents { model.events = recording.events }
    return try model.forecast(
      after: recording.series, at: now, coverage: options.coverage, maximumAge: options.maximumAge)
  }

  mutating func recalibrate(with recording: Recording) {
    if usesEvents { events = recording.events }
    adapt(to: recording.series)
  }

  mutating func update(with recording: Recording) {
    if usesEvents { events = recording.events }
    learn(from: recording.series)
  }

  func personalized(to recording: Recording) -> Forecaster {
    var model = self
    if usesEvents { model.events = recording.events }
    return model.personalized(to: recording.series)
  }
}
