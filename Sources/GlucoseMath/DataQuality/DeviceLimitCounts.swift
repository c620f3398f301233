// SPDX-License-Identifier: Apache-2.0

/// How many readings lay beyond the device's limits and are stored at the limit.
///
/// A device that shows "Low" or "High" knows only that the value is beyond. Such readings count, for
/// leaving them out would hide the worst hours; but then some numbers are bounds.
public struct DeviceLimitCounts: Hashable, Codable, Sendable {
  /// The number of all readings.
  public let count: Int
  /// Readings at the lower limit: the true value is lower.
  public let belowCount: Int
  /// Readings at the upper limit: the true value is higher.
  public let aboveCount: Int

  /// The percentage of readings at either limit, or `nil` if there are no readings.
  public var percent: Double? {
    count > 0 ? 100 * Double(belowCount + aboveCount) / Double(count) : nil
  }

  /// What a number computed from such readings says about the true one.
  public enum Bound: String, Hashable, Codable, Sendable {
    /// No reading is at a limit.
    case exact
    /// The true number is at most this.
    case atMost
    /// The true number is at least this.
    case atLeast
    /// Readings are at both limits.
    case unknown
  }

  /// What the mean, and with it the glucose management indicator, says: with "High" readings the true
  /// one is at least that, with "Low" readings at most.
  public var meanBound: Bound {
    switch (belowCount > 0, aboveCount > 0) {
    case (false, false): .exact
    case (true, false): .atMost
    case (false, true): .atLeast
    case (true, true): .unknown
    }
  }

  /// What the areas beyond thresholds and the indices of low and high risk say: the true ones are at
  /// least that. Shares of range bands are exact as long as the device's limits lie outside the edges.
  public var riskBound: Bound { belowCount + aboveCount > 0 ? .atLeast : .exact }
}

extension GlucoseSeries {
  /// How many readings lay beyond the device's limits.
  ///
  /// - Complexity: O(*n*)
  public var deviceLimitCounts: DeviceLimitCounts {
    var below = 0
    var above = 0
    for flags in flags where flags.rawValue != 0 {
      if flags.contains(.belowDeviceLimit) { below += 1 }
      if flags.contains(.aboveDeviceLimit) { above += 1 }
    }
    return DeviceLimitCounts(count: count, belowCount: below, aboveCount: above)
  }
}

extension DeviceLimitCounts {
  /// Decodes counts of which those at limits are at most that of all.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    belowCount = try container.decode(Int.self, forKey: .belowCount)
    aboveCount = try container.decode(Int.self, forKey: .aboveCount)
    try decoder.require(
      count >= 0 && belowCount >= 0 && aboveCount >= 0 && belowCount <= count
        && aboveCount <= count - belowCount, "Readings at limits must not be more than all readings"
    )
  }
}
