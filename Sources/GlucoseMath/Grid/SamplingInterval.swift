// SPDX-License-Identifier: Apache-2.0

/// The intervals of a record in whole minutes.
struct SamplingIntervals: Sendable {
  /// The median gap, or `nil` below two readings and in conventions that do not use it.
  var gap: Int?
  /// The interval of the day grid.
  var grid: Int
}

extension GlucoseSeries {
  /// Returns the interval of the day grid: that of the sensor, or in a convention with a grid on the
  /// wall clock that of the median gap.
  ///
  /// - Complexity: O(*n*)
  func samplingIntervals(_ convention: MetricConvention) -> SamplingIntervals {
    guard convention.gridFollowsWallClock else {
      return SamplingIntervals(gap: nil, grid: SensorIntervals(self).gridMinutes)
    }
    let gap = medianGapInMinutes
    return SamplingIntervals(gap: gap, grid: gridInterval(gap))
  }

  /// The median time between neighboring readings in whole minutes, rounded half to even and at
  /// least 1, or `nil` below two readings.
  ///
  /// - Complexity: O(*n*)
  var medianGapInMinutes: Int? {
    guard count >= 2 else { return nil }
    let times = columns.times
    let first = rows.lowerBound
    let gaps = count - 1
    func gap(_ index: Int) -> Double { times[first + index + 1] - times[first + index] }

    // Any one gap is usually in the same minute as the middle ones; otherwise ranks are selected.
    let guess = Self.minutes(gap(gaps / 2))
    let low = guess > 1 ? (Double(guess) - 0.5) * 60 : -.infinity
    var below = 0
    var above = 0
    forEachGap(notBetween: low, and: (Double(guess) + 0.5) * 60) { gap in
      if gap <= low { below += 1 } else { above += 1 }
    }
    if below <= (gaps - 1) / 2, above < gaps - gaps / 2 { return guess }
    let exact = selectRanks(
      [(gaps - 1) / 2, gaps / 2], count: gaps, binsPerUnit: 1, value: gap)
    return Self.minutes((exact[0] + exact[1]) / 2)
  }

  private static func minutes(_ seconds: Double) -> Int {
    Swift.max(1, Int(Swift.min(seconds / 60, 1e6).rounded(.toNearestOrEven)))
  }

  /// Returns the interval of a day grid on the wall clock in whole minutes: the median gap where it
  /// divides a day, otherwise the nearest multiple of five minutes, at most 20.
  ///
  /// A single reading has no gap; its interval is 5 minutes.
  private func gridInterval(_ medianGap: Int?) -> Int {
    let minutes = medianGap ?? 5
    if minutes <= 1440, 1440 % minutes == 0 { return minutes }
    return minutes > 20 ? 20 : (minutes + 2) / 5 * 5
  }
}
