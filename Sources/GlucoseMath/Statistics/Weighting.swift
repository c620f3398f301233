// SPDX-License-Identifier: Apache-2.0

/// How much each reading counts in a statistic.
public enum Weighting: Hashable, Sendable {
  /// Every reading counts the same, as in the clinical percentages and the reference values.
  case perReading

  /// Each reading counts for the time until the next, at most `maximumGap`, so that a stretch
  /// recorded every minute does not outweigh one recorded every fifteen.
  ///
  /// The last reading counts for the ``GlucoseSeries/cadence``, at most `maximumGap`.
  case time(maximumGap: Duration)
}

extension GlucoseSeries {
  /// The seconds each reading stands for, in order of time.
  ///
  /// - Precondition: `maximumGap` is positive.
  /// - Complexity: O(*n*)
  func secondsPerReading(maximumGap: Duration) -> [Double] {
    precondition(maximumGap > .zero, "A maximum gap is positive")
    let maximum = maximumGap.inSeconds
    let usual = cadence.map { $0.inSeconds } ?? maximum
    let gaps = zip(times.dropFirst(), times).map { Swift.min($0 - $1, maximum) }
    return isEmpty ? [] : gaps + [Swift.min(usual, maximum)]
  }
}
