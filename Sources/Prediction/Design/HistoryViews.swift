// SPDX-License-Identifier: Apache-2.0

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
    // The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    var hash = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
    guard hash % 100 < percentage else { return .infinity }
    return Self.lengths[Int(hash / 100 % UInt64(Self.lengths.count))]
  }
}
