// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath
public import Prediction

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The last day of a recording, and the forecasts of every half hour of it.
///
///     let day = ForecastDay(of: recording, by: mine, in: oslo)
///     let svg = day.map { ForecastDayPicture($0, unit: .mmolL).svg }
public struct ForecastDay: Hashable, Sendable {
  /// The readings of the day.
  public let readings: GlucoseSeries
  /// The forecasts, in chronological order.
  public let forecasts: [GlucoseForecast]
  /// The zone whose clock is shown.
  public let zone: TimeZone

  /// Creates the last 24 hours of a recording, or returns `nil` if no instant of it has a forecast.
  ///
  /// Each forecast is made of what was known at its time. The intervals are recalibrated as the day goes on.
  ///
  /// - Parameters:
  ///   - recording: The readings and what the person logged.
  ///   - model: The model, which has seen nothing of the day.
  ///   - zone: The zone whose clock is shown.
  /// - Complexity: That of 48 forecasts, and of one recalibration with the recording.
  public init?(of recording: Recording, by model: Forecaster, in zone: TimeZone) {
    let series = recording.series
    guard let end = series.last?.time else { return nil }
    let start = end.addingTimeInterval(-86_400)
    var model = model
    var forecasts: [GlucoseForecast] = []
    for half in 0..<48 {
      let now = start.addingTimeInterval(Double(half) * 1800)
      // What a person logs later is not looked at.
      let past = Recording(series: series.prefix(through: now), events: recording.events)
      model.recalibrate(with: past)
      if let forecast = try? model.forecast(after: past, at: now) { forecasts.append(forecast) }
    }
    guard !forecasts.isEmpty else { return nil }
    self.zone = zone
    self.forecasts = forecasts
    readings = series[positions: series.index(atOrAfter: start)..<series.count]
  }
}
