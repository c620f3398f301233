public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension ForecastDay {
  /// Creates the last 24 hours of a recording with a forecast for every half hour, or `nil` if
  /// there is no forecast.
  ///
  ///     let day = ForecastDay(of: recording, by: model, in: oslo)
  ///
  /// Each forecast uses only data available at its origin; the model must be fitted without the
  /// day. The intervals are recalibrated during the day.
  public init?(of recording: Recording, by model: Forecaster, in zone: TimeZone) {
    let series = recording.series
    guard let end = series.last?.time else { return nil }
    let start = end.addingTimeInterval(-86_400)
    var model = model
    var forecasts: [GlucoseForecast] = []
    for half in 0..<48 {
      let now = start.addingTimeInterval(Double(half) * 1800)
      // The model ignores events that are logged later.
      let past = Recording(series: series.prefix(through: now), events: recording.events)
      model.recalibrate(with: past)
      if let forecast = try? model.forecast(after: past, at: now) { forecasts.append(forecast) }
    }
    guard let first = forecasts.first else { return nil }
    // If the day begins between two readings, its first forecast has the earlier one as origin.
    let begin = series.index(atOrAfter: min(start, first.origin.time))
    self.init(
      readings: series[positions: begin..<series.count], forecasts: forecasts, zone: zone)
  }
}
