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
    func gap(_ index: Int) -> Double { times[first + index + 1] - times[first + index] }
    let ranks = [(gaps - 1) / 2, gaps / 2]

    // A bin of one second usually says which minute it is; look closer only where it does not.
    let counts = RankBins(perUnit: 1).counts(count: gaps, value: gap)
    let middle = ranks.map { RankBins.bin(ofRank: $0, counts).bin }
    let seconds = Double(middle[0] + middle[1]) / 2
    let low = Self.minutes(seconds - 0.5)
    if middle[1] < RankBins.count - 1, low == Self.minutes(seconds + 0.5) { return low }
    let exact = selectRanks(ranks, count: gaps, binsPerUnit: 1, value: gap)
    return Self.minutes((exact[0] + exact[1]) / 2)
  }

  private static func minutes(_ seconds: Double) -> Int {
    Swift.max(1, Int(Swift.min(seconds / 60, 1e6).rounded(.toNearestOrEven)))
  }

  /// The interval of a day grid in whole minutes: the median gap where it divides a day, else the
  /// nearest multiple of five minutes, at most 20.
  ///
  /// A single reading has no gap; its interval is 5 minutes.
  func gridInterval(_ medianGap: Int?) -> Int {
    let minutes = medianGap ?? 5
    if minutes <= 1440, 1440 % minutes == 0 { return minutes }
    return minutes > 20 ? 20 : (minutes + 2) / 5 * 5
  }
}
