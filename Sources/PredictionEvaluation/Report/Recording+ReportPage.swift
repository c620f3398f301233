public import DayChart
internal import DaySummary
public import GlucoseDiary
public import GlucoseFoundation
package import GlucoseMath
internal import Prediction

extension Recording {
  /// Returns the report page of the whole recording, with the forecast from its last reading and an
  /// error grid, or `nil` if there are no readings, and no events up to `now`.
  ///
  /// The error grid has the forecasts of the last 30 % of the time by the best model for the
  /// preceding 70 %, each with the reading nearest to its end, at most 150 seconds from it. Events
  /// after (`>`) `now` are plans, which do not count. The present, expected time, forecast, night
  /// ahead, and error grid of the options are those of the recording.
  public func reportPage(
    in zone: TimeZone, title: String, now: Date, options: ReportPageOptions
  ) -> ReportPage? {
    let days = allDays(in: zone, until: now)
    guard let last = days.last else { return nil }
    var options = options
    options.now = series.last?.time
    options.until = now
    options.expectedRange = series.recordRange
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

  /// Returns the pairs of the error grid, none if there is too little data for a model.
  private func forecastPairs(in zone: TimeZone) -> [GlucosePair] {
    guard let range = series.timeRange else { return [] }
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    let split = range.lowerBound.addingTimeInterval(0.7 * length)
    let past = Recording(series: series.prefix(before: split), events: events)
    let model = try? Forecaster.best(for: past, in: zone)
    return model?.forecastPairs(on: self, from: past.series.count) ?? []
  }
}

extension ErrorGridPicture {
  /// Creates a picture of forecasts and readings, which are the references, on the Parkes error grid
  /// for type 1 diabetes, or `nil` if there are no pairs.
  init?(
    forecasts pairs: [GlucosePair], lead: Duration = .seconds(1800), unit: GlucoseUnit,
    palette: ChartPalette, strings: ChartStrings
  ) {
    guard !pairs.isEmpty else { return nil }
    var texts = strings
    texts[.measured] = strings.text(.forecastAhead, ["lead": strings.minutes(lead)])
    texts[.reference] = strings.text(.reading)
    texts[.pairs] = strings.text(.pairs)
    self.init(pairs, on: .parkesType1, unit: unit, palette: palette, strings: texts)
  }
}

extension Forecaster {
  /// Returns forecasts at every `stride`th reading from a position, from a history of the length
  /// `context`, with readings at most 150 seconds from them.
  func forecastPairs(
    on recording: Recording, from cut: Int, every stride: Int = 1, context: Duration? = nil,
    lead: Duration = .seconds(1800)
  ) -> [GlucosePair] {
    let series = recording.series
    return Swift.stride(from: cut, to: series.count, by: stride).compactMap { index in
      let now = series[index].time
      let first = context.map { series.index(atOrAfter: now - $0.inSeconds) } ?? 0
      // The model uses no event after the last reading.
      let past = Recording(series: series[positions: first..<index + 1], inOrder: recording.events)
      guard let outcome = series.reading(nearest: now + lead.inSeconds),
        let expected = predictions(after: past, at: [lead])?.first?.expected
      else { return nil }
      return GlucosePair(reference: outcome.glucose, measured: expected)
    }
  }
}

extension GlucoseSeries {
  /// Returns the reading nearest to `time`, at most 150 seconds away, or `nil` if there is none.
  fileprivate func reading(nearest time: Date) -> Reading? {
    self[time.addingTimeInterval(-150)..<time.addingTimeInterval(151)].min {
      abs($0.time.timeIntervalSince(time)) < abs($1.time.timeIntervalSince(time))
    }
  }
}
