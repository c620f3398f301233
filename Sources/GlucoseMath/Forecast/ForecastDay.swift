// SPDX-License-Identifier: Apache-2.0

public import GlucoseFoundation

/// The readings of a day and the forecasts from some of them.
public struct ForecastDay: Equatable, Sendable {
  /// The readings of the day, and those before it since the origin of the first forecast.
  public let readings: GlucoseSeries
  /// The forecasts, in chronological order.
  public let forecasts: [GlucoseForecast]
  /// The time zone of the local clock.
  public let zone: TimeZone

  /// Creates a day.
  ///
  /// - Precondition: There must be a forecast.
  public init(readings: GlucoseSeries, forecasts: [GlucoseForecast], zone: TimeZone) {
    precondition(!forecasts.isEmpty, "There must be a forecast")
    self.readings = readings
    self.forecasts = forecasts
    self.zone = zone
  }
}
