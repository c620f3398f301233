public import DayChart
public import DaySummary
public import GlucoseDiary
public import GlucoseMath
internal import Prediction
public import GlucoseFoundation

extension Recording {
  /// Returns the forecasts of the last 30 % of the time by the best model for the preceding 70 %,
  /// each with the reading nearest to its end, at most 150 seconds from it; empty if there is too
  /// little data for a model.
  public func forecastPairs(in zone: TimeZone) -> [GlucosePair] {
    guard let range = series.timeRange else { return [] }
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    let split = range.lowerBound.addingTimeInterval(0.7 * length)
    let past = Recording(series: series.prefix(before: split), events: events)
    guard let model = try? Forecaster.best(for: past, in: zone) else { return [] }
    return series[split..<range.upperBound].compactMap { last in
      guard let point = try? model.forecast(after: self, at: last.time).points.last,
        point.glucose.mgdL > 0, let measured = series.reading(nearest: point.time)
      else { return nil }
      return GlucosePair(reference: measured.glucose, measured: point.glucose)
    }
  }
}

extension ErrorGridPicture {
  /// Creates a picture of forecasts and readings on the Parkes error grid for type 1 diabetes, or
  /// `nil` if there are no pairs.
  ///
  /// The readings are the references.
  public init?(
    forecasts pairs: [GlucosePair], lead: Duration = .seconds(1800), unit: GlucoseUnit,
    size: PlotSize = PlotSize(width: 480, height: 520), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) {
    guard !pairs.isEmpty else { return nil }
    var texts = strings
    texts[.measured] = strings.text(.forecastAhead, ["lead": strings.minutes(lead)])
    texts[.reference] = strings.text(.reading)
    texts[.pairs] = strings.text(.pairs)
    self.init(pairs, on: .parkesType1, unit: unit, size: size, palette: palette, strings: texts)
  }
}

extension Forecaster {
  /// Returns forecasts at every `stride`th reading, with readings at most 150 seconds from them.
  func forecastPairs(
    on recording: Recording, _ test: BacktestOptions, every stride: Int, lead: Duration
  ) -> [GlucosePair] {
    let series = recording.series
    return Swift.stride(from: test.cut(series), to: series.count, by: stride).compactMap { index in
      let now = series[index].time
      let first = test.context.map { series.index(atOrAfter: now - $0.inSeconds) } ?? 0
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
    let nearby = self[time.addingTimeInterval(-150)..<time.addingTimeInterval(151)]
    return nearby.min { first, second in
      abs(first.time.timeIntervalSince(time)) < abs(second.time.timeIntervalSince(time))
    }
  }
}
