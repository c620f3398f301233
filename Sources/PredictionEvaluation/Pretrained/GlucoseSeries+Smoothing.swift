internal import GlucoseMath
internal import Prediction

extension GlucoseSeries {
  /// The standard deviations of the smoothing in use, in seconds.
  ///
  /// In health, the spectrum of smoothed recordings (Colás 2019) relative to that of unsmoothed ones
  /// (Hall 2018) is that of a Gaussian of 8 to 9 minutes, down to periods of 25 minutes, where
  /// rounding to whole mg/dL begins. After a Gaussian of less than 6 minutes, most
  /// recordings are still ``SensorKind/unsmoothed``.
  static let smoothings = [360.0, 540]

  /// Returns the series smoothed with one of the standard deviations, which its content selects.
  func smoothedAfterwards() -> GlucoseSeries {
    smoothed(over: Self.smoothings[foldPhase(of: Self.smoothings.count)])
  }

  /// Returns means of the readings within three standard deviations before and after each, with the
  /// weights of a Gaussian, in whole mg/dL.
  func smoothed(over deviation: Double) -> GlucoseSeries {
    let (times, values) = (Array(times), Array(values))
    var (start, end) = (0, 0)
    let smoothed = times.map { time in
      while times[start] < time - 3 * deviation { start += 1 }
      while end < times.count, times[end] <= time + 3 * deviation { end += 1 }
      let weights = times[start..<end].map {
        let distance = ($0 - time) / deviation
        return MathFunctions.exponential(-distance * distance / 2)
      }
      let sum = zip(weights, values[start..<end]).reduce(0) { $0 + $1.0 * $1.1 }
      return Swift.max((sum / weights.reduce(0, +)).rounded(), 1)
    }
    // Means of valid concentrations are valid.
    return (try? ValidatedReadings(times: times, values: smoothed, flags: Array(flags)).series)
      ?? self
  }
}
