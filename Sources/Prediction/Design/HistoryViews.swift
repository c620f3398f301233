// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Which rows see less than their whole record.
///
/// A model that was fitted to long records alone goes astray on a new user's first hours. So some of the rows it is
/// fitted and calibrated on see 1, 3, 6, 12 or 24 hours, as if the record began there. Which do depends on the time of
/// the row alone, by a hash, so that every hour of the day has its share and neither order nor company of records
/// matters.
struct HistoryViews: Hashable, Sendable {
  /// The share of rows, in percent, that see less than everything.
  let percentage: UInt64

  /// All rows see everything.
  static let whole = Self(percentage: 0)
  /// One row in eight sees less: enough to learn the first hours from, at hardly any cost to the days after.
  static let training = Self(percentage: 12)
  /// Half of the rows see less, so that ranges hold with whatever is in view.
  static let calibration = Self(percentage: 50)

  /// The lengths in seconds, of which each is taken as often.
  private static let lengths = [1.0, 3, 6, 12, 24].map { $0 * 3600 }

  /// How far back in seconds the row at `time` sees.
  func length(at time: Double, step: Double) -> Double {
    guard percentage > 0 else { return .infinity }
    let number = Int64(min(max((time / step).rounded(.down), -1e15), 1e15))
    // The output of SplitMix64 at this place of its sequence.
    var generator = SplitMix64(seed: UInt64(bitPattern: number &- 1) &* 0x9E37_79B9_7F4A_7C15)
    let hash = generator.next()
    guard hash % 100 < percentage else { return .infinity }
    return Self.lengths[Int(hash / 100 % UInt64(Self.lengths.count))]
  }
}
