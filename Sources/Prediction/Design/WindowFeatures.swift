// SPDX-License-Identifier: Apache-2.0

/// Mean and standard deviation of the last 2, 6 and 24 hours, and products with those of 24.
enum WindowFeatures {
  /// The length of each window in seconds, ascending.
  static let lengths = [2.0 * 3600, 6.0 * 3600, 24.0 * 3600]

  /// The number of features.
  static let count = 2 * 3 + 4

  /// The position of the mean of a window, less the level now, in units of 50 mg/dL.
  static func mean(ofWindow window: Int) -> Int { 2 * window }

  /// The position of the standard deviation of a window, in units of 30 mg/dL.
  static func deviation(ofWindow window: Int) -> Int { 2 * window + 1 }

  /// Writes the block.
  ///
  /// - Parameters:
  ///   - support: The levels beyond which the nearest counts, or `nil` for any.
  ///   - firsts: For each window, its first reading.
  static func write(
    _ series: PreparedSeries, _ origin: FeatureOrigin, within support: ClosedRange<Double>?,
    from firsts: SIMD4<Int>, to row: inout MutableSpan<Double>, at start: Int
  ) {
    var mean = 0.0
    var deviation = 0.0
    for window in 0..<3 {
      let moments = series.meanAndDeviation(from: firsts[window], through: origin.index)
      mean = ((support?.nearest(to: moments.mean) ?? moments.mean) - origin.level) / 50
      deviation = moments.deviation / 30
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
