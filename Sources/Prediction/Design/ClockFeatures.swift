internal import GlucoseMath

/// Three harmonics of the time of day, and products of the first with level and slopes.
enum ClockFeatures {
  static let count = 2 * 3 + 6

  /// Writes the block, which is zero if the time of day is unknown.
  static func write(_ origin: FeatureMap.Origin, to row: inout MutableSpan<Double>, at start: Int) {
    guard let timeOfDay = origin.timeOfDay else {
      for column in start..<start + count { row[column] = 0 }
      return
    }
    let (sine, cosine) = MathFunctions.circle(timeOfDay)
    var harmonic = (sine: sine, cosine: cosine)
    var next = start
    for _ in 0..<3 {
      row[next] = harmonic.sine
      row[next + 1] = harmonic.cosine
      next += 2
      harmonic = (
        harmonic.sine * cosine + harmonic.cosine * sine,
        harmonic.cosine * cosine - harmonic.sine * sine
      )
    }
    let trend = origin.trend
    row[next] = trend.level * sine
    row[next + 1] = trend.level * cosine
    row[next + 2] = trend.middle * sine
    row[next + 3] = trend.middle * cosine
    row[next + 4] = trend.long * sine
    row[next + 5] = trend.long * cosine
  }
}
