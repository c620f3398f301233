// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// One person's last day, and what was forecast every half hour of it.
  struct ForecastDay {
    /// The person.
    let name: String
    /// The readings of the day.
    let readings: GlucoseSeries
    /// The forecasts, in order of time.
    let forecasts: [Forecast]
    /// The zone whose clock is shown.
    let zone: TimeZone

    /// The last 24 hours of a record, whose ranges follow what came, or `nil` if no moment of it has a
    /// forecast.
    init?(of series: GlucoseSeries, called name: String, by model: Forecaster, in zone: TimeZone) {
      guard let end = series.last?.time else { return nil }
      let start = end.addingTimeInterval(-86_400)
      var model = model
      var forecasts: [Forecast] = []
      for half in 0..<48 {
        let now = start.addingTimeInterval(Double(half) * 1800)
        let past = series.prefix(through: now)
        model.recalibrate(with: past)
        if let forecast = try? model.forecast(after: past, at: now) { forecasts.append(forecast) }
      }
      guard !forecasts.isEmpty else { return nil }
      self.name = name
      self.zone = zone
      self.forecasts = forecasts
      readings = series[positions: series.position(ofFirstAtOrAfter: start)..<series.count]
    }
  }
#endif
