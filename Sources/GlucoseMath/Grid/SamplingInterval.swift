/// The intervals of a record in whole minutes.
package struct SamplingIntervals: Sendable {
  /// The median gap, or `nil` below two readings and by rules that do not use it.
  package var gap: Int?
  package var grid: Int
}

extension GlucoseSeries {
  /// Returns the interval of the day grid: the sensor's or, on the wall clock, the median gap's.
  package func samplingIntervals(_ rules: GridRules) -> SamplingIntervals {
    guard rules.followsWallClock else {
      return SamplingIntervals(gap: nil, grid: SensorIntervals(self).gridMinutes)
    }
    let gap = medianGapInMinutes
    return SamplingIntervals(gap: gap, grid: gridInterval(gap))
  }

  /// The median gap in whole minutes, half to even and at least 1, or `nil` below two readings.
  package var medianGapInMinutes: Int? {
    guard count >= 2 else { return nil }
    let times = times
    let first = times.startIndex
    let median = GlucoseMath.quantiles([0.5], count: count - 1) {
      times[first + $0 + 1] - times[first + $0]
    }
    return Swift.max(1, Int(Swift.min(median[0] / 60, 1e6).rounded(.toNearestOrEven)))
  }

  /// Returns the interval of a grid on the wall clock in whole minutes: the median gap (5 without
  /// one) where it divides a day, otherwise the nearest multiple of five minutes, at most 20.
  private func gridInterval(_ medianGap: Int?) -> Int {
    let minutes = medianGap ?? 5
    if minutes <= 1440, 1440 % minutes == 0 { return minutes }
    return minutes > 20 ? 20 : (minutes + 2) / 5 * 5
  }
}
