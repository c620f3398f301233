// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension DesignRows {
  /// The selection of rows with a shortened view.
  ///
  /// A model that is fitted to long records alone is inaccurate in a new user's first hours. Some
  /// of the rows that a model is fitted to and calibrated on therefore have a view of 1, 3, 6, 12
  /// or 24 hours, as if the record began there. They are selected by a hash of the row's time
  /// alone, so that every hour of the day has its fraction and neither the order of records nor
  /// other records have an effect.
  struct Views: Hashable, Sendable {
    /// The percentage of rows with a shortened view.
    let percentage: UInt64

    /// All rows have their whole view.
    static let whole = Self(percentage: 0)
    /// One row in eight has a shortened view: enough to fit the first hours, at hardly any cost in
    /// accuracy afterwards.
    static let training = Self(percentage: 12)
    /// Half of the rows have a shortened view, so that intervals have the correct coverage with any
    /// view.
    static let calibration = Self(percentage: 50)

    /// The lengths of shortened views in seconds, with equal frequency.
    private static let lengths = [1.0, 3, 6, 12, 24].map { $0 * 3600 }

    /// Returns the length in seconds of the view of the row at `time`.
    func length(at time: Double, step: Double) -> Double {
      guard percentage > 0 else { return .infinity }
      let number = Int64(min(max((time / step).rounded(.down), -1e15), 1e15))
      // The number at this position of the sequence of SplitMix64.
      var generator = SplitMix64(seed: UInt64(bitPattern: number &- 1) &* 0x9E37_79B9_7F4A_7C15)
      let hash = generator.next()
      guard hash % 100 < percentage else { return .infinity }
      return Self.lengths[Int(hash / 100 % UInt64(Self.lengths.count))]
    }
  }
}
