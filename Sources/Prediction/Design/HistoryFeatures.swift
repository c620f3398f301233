/// The missing fractions of the last hours, through which the response to level and slopes has a
/// second part with less than a day in view, and the bridged fractions of the last hour.
enum HistoryFeatures {
  /// The positions of the ``WindowFeatures`` windows with missing fractions: 6 and 24 hours.
  private static let windows = [1, 2]
  private static let countPerWindow = 7

  static let count = 2 * countPerWindow + 2

  /// The positions of the missing fractions of the last 6 and 24 hours, of the products with the
  /// level, and of the fractions of the last hour and quarter that are in gaps.
  static let missingShares = (sixHours: 0, day: countPerWindow)

  static let levelProducts = [1, countPerWindow + 1]

  static let bridgedShares = (hour: 2 * countPerWindow, quarter: 2 * countPerWindow + 1)

  static func write(
    _ series: PreparedSeries, _ origin: FeatureMap.Origin, from firsts: SIMD4<Int>, step: Double,
    to row: inout MutableSpan<Double>, at start: Int
  ) {
    let now = series.times[origin.index]
    let trend = origin.trend
    var next = start
    for window in Self.windows {
      let seen = (now - series.times[firsts[window]] + step) / WindowFeatures.lengths[window]
      let missing = max(1 - seen, 0)
      row[next] = missing
      row[next + 1] = missing * trend.level
      row[next + 2] = missing * trend.short
      row[next + 3] = missing * trend.middle
      row[next + 4] = missing * trend.long
      row[next + 5] = missing * trend.longest
      row[next + 6] = missing * trend.acceleration
      next += countPerWindow
    }
    row[next] = bridgedShare(of: 3600, series, origin, step: step)
    row[next + 1] = bridgedShare(of: 900, series, origin, step: step)
  }

  /// Returns the fraction of the last `seconds` in gaps above 1½ steps, less a step for each gap.
  private static func bridgedShare(
    of seconds: Double, _ series: PreparedSeries, _ origin: FeatureMap.Origin, step: Double
  ) -> Double {
    let begin = series.times[origin.index] - seconds
    var bridged = 0.0
    var index = origin.index
    while index > origin.first, series.times[index] > begin {
      let gap = series.times[index] - series.times[index - 1]
      if gap > 1.5 * step {
        bridged += min(gap - step, series.times[index] - begin)
      }
      index -= 1
    }
    return min(bridged / seconds, 1)
  }
}
