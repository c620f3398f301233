// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension Forecaster: Predictor {
  /// "model", or "personal model" once it has learned from one person.
  public var name: String { isPersonal ? "personal model" : "model" }

  /// What a forecast made at the last reading says at `leads`, with its range of 90 percent, or `nil`
  /// if there is no forecast or a lead is none of its steps.
  public func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
    guard let now = history.last?.time, let forecast = try? forecast(after: history, at: now)
    else { return nil }
    var outlooks: [Outlook] = []
    for lead in leads {
      let step = lead / cadence.step
      guard step == step.rounded(), step >= 1, Int(step) <= forecast.points.count else {
        return nil
      }
      let point = forecast.points[Int(step) - 1]
      outlooks.append(Outlook(expected: point.glucose, range: point.lower...point.upper))
    }
    return outlooks
  }
}
