internal import GlucoseMath

/// Mean and standard deviation of the last 2, 6 and 24 hours, and products with those of 24. Both
/// are shrunk towards those of the next shorter window by a pseudo-count of readings, and those of
/// the shortest towards the level at the origin and a usual deviation.
enum WindowFeatures {
  /// The length of each window in seconds, ascending.
  static let lengths = [2.0 * 3600, 6.0 * 3600, 24.0 * 3600]

  static let count = 2 * 3 + 4

  /// Returns the position of the mean of a window, minus the level at the origin, in units of 50
  /// mg/dL.
  static func mean(ofWindow window: Int) -> Int { 2 * window }

  /// Returns the position of the standard deviation of a window, in units of 30 mg/dL.
  static func deviation(ofWindow window: Int) -> Int { 2 * window + 1 }

  /// The pseudo-counts, in readings, of the shorter window's mean and variance.
  private static let pseudoCount = (mean: 1.5, variance: 3.0)
  /// The standard deviation in mg/dL towards which the shortest window is shrunk, and the usual
  /// ratio of a window's variance to that of the next shorter one.
  private static let usualDeviation = 15.0
  private static let varianceGrowth = [1, 1.5, 1.5]

  /// Writes the block, with means clipped to `support`; `step` is in seconds.
  static func write(
    _ series: PreparedSeries, _ origin: FeatureMap.Origin, within support: ClosedRange<Double>?,
    from firsts: SIMD4<Int>, step: Double, to row: inout MutableSpan<Double>, at start: Int
  ) {
    let pseudoHours = (
      mean: pseudoCount.mean * step / 3600, variance: pseudoCount.variance * step / 3600
    )
    var mean = 0.0
    var deviation = 0.0
    var (shorter, variance) = (origin.level, usualDeviation * usualDeviation)
    for window in 0..<3 {
      let first = firsts[window]
      var own = series.meanAndDeviation(from: first, through: origin.index)
      if let support { own.mean = own.mean.clamped(to: support) }
      let span = series.times[origin.index] - series.times[first] + step
      let hours = min(span, Double(origin.index + 1 - first) * step) / 3600
      let before = shorter
      shorter = (hours * own.mean + pseudoHours.mean * before) / (hours + pseudoHours.mean)
      let (bias, pull) = (own.mean - shorter, before - shorter)
      variance =
        (hours * (own.deviation * own.deviation + bias * bias) + pseudoHours.mean * pull * pull
          + pseudoHours.variance * varianceGrowth[window] * variance)
        / (hours + pseudoHours.variance)
      mean = (shorter - origin.level) / 50
      deviation = variance.squareRoot() / 30
      row[start + Self.mean(ofWindow: window)] = mean
      row[start + Self.deviation(ofWindow: window)] = deviation
    }
    let trend = origin.trend
    row[start + 6] = trend.level * mean
    row[start + 7] = trend.level * deviation
    row[start + 8] = trend.middle * mean
    row[start + 9] = trend.middle * deviation
  }
}
