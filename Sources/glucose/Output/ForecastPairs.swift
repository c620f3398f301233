// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  extension Recording {
    /// What the model that serves the person best said of the last 30 % of the time, which it did not see, and what was
    /// measured then; empty if there is too little for a model.
    ///
    /// A forecast is paired with the reading nearest to its last point, at most 150 seconds away.
    func forecastPairs(in zone: TimeZone) -> [GlucosePair] {
      guard let range = series.timeRange else { return [] }
      let length = range.upperBound.timeIntervalSince(range.lowerBound)
      let split = range.lowerBound.addingTimeInterval(0.7 * length)
      let past = Recording(series: series.prefix(before: split), events: events)
      guard let model = try? Forecaster.best(for: past, in: zone) else { return [] }
      return series[split..<range.upperBound].compactMap { last in
        let past = series.prefix(through: last.time)
        guard let point = try? model.forecast(after: past, at: last.time).points.last,
          point.glucose.mgdL > 0, let measured = series.reading(nearest: point.time)
        else { return nil }
        return GlucosePair(reference: measured.glucose, measured: point.glucose)
      }
    }
  }

  extension ErrorGridPicture {
    /// The Parkes grid of such pairs, or `nil` if there are none.
    ///
    /// - Parameters:
    ///   - pairs: Forecasts and what came.
    ///   - minutes: How far ahead they were.
    ///   - unit: The unit in which numbers are written.
    ///   - palette: The colours.
    init?(
      forecasts pairs: [GlucosePair], minutes: String = "30", unit: GlucoseUnit, palette: Palette
    ) {
      guard !pairs.isEmpty else { return nil }
      var words = ChartWords()
      words.measured = "Forecast, \(minutes) minutes ahead"
      words.reference = "Reading"
      words.pairs = "Forecasts"
      self.init(pairs, on: .parkesType1, unit: unit, palette: palette, words: words)
    }
  }
#endif
