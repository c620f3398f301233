public import DayChart
internal import DaySummary
public import GlucoseDiary
package import GlucoseMath
internal import Prediction
public import GlucoseFoundation

extension Recording {
  /// Returns the report page of the whole recording, with the forecast from its last reading and
  /// the error grid of `forecastPairs(in:)`, or `nil` if there are no readings, and no events up
  /// to `now`.
  ///
  /// - Parameters:
  ///   - zone: The time zone of the days.
  ///   - title: The heading of the page.
  ///   - now: The present, after which (`>`) events are plans, which do not count.
  ///   - options: The options. Their present, expected time, forecast, night ahead, and error grid
  ///     are those of the recording.
  public func reportPage(
    in zone: TimeZone, title: String, now: Date, options: ReportPageOptions
  ) -> ReportPage? {
    let days = allDays(in: zone, until: now)
    guard let last = days.last else { return nil }
    var options = options
    options.now = series.last?.time
    options.until = now
    options.expectedRange = series.expectedRange
    if let end = options.now, last.contains(end) { options.forecast = forecastAtEnd(in: zone) }
    options.nightAhead = series.nightAhead(at: now, in: zone)
    options.errorGrid = ErrorGridPicture(
      forecasts: forecastPairs(in: zone), unit: options.unit, palette: options.palette,
      strings: options.strings)
    return reportPage(of: days, title: title, options: options)
  }

  /// Returns the forecast of the best model after the last reading, or `nil` if there is none.
  package func forecastAtEnd(in zone: TimeZone) -> GlucoseForecast? {
    guard let last = series.last else { return nil }
    return try? Forecaster.best(for: self, in: zone).forecast(after: self, at: last.time)
  }
}
