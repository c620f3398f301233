// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// The median time between neighbouring readings in whole minutes, rounded half to even and at
  /// least 1, or `nil` below two readings.
  ///
  /// - Complexity: O(*n*)
  var medianGapInMinutes: Int? {
    guard count >= 2 else { return nil }
    let times = columns.times
    let first = rows.lowerBound
    let gaps = count - 1
    let ranks = [(gaps - 1) / 2, gaps / 2]
    let middle = selectRanks(ranks, count: gaps, binsPerUnit: 1) {
      times[first + $0 + 1] - times[first + $0]
    }
    let minutes = (middle[0] + middle[1]) / 2 / 60
    return Swift.max(1, Int(Swift.min(minutes, 1e6).rounded(.toNearestOrEven)))
  }

  /// The interval of a day grid in whole minutes: the median gap where it divides a day, else the
  /// nearest multiple of five minutes, at most 20.
  ///
  /// A single reading has no gap; its interval is 5 minutes.
  func gridInterval() -> Int {
    let minutes = medianGapInMinutes ?? 5
    if minutes <= 1440, 1440 % minutes == 0 { return minutes }
    return minutes > 20 ? 20 : (minutes + 2) / 5 * 5
  }
}
