/// The number of readings beyond the device's limits, which are stored at the limit.
///
/// For a device that shows "Low" or "High", only a bound of the value is known. Such readings
/// count, because removing them would hide the lowest and highest values; some metrics are then
/// bounds.
public struct DeviceLimitCounts: Equatable, Sendable {
  /// The number of all readings.
  public let count: Int
  /// The number of readings at the lower limit: the true values are lower.
  public let belowCount: Int
  /// The number of readings at the upper limit: the true values are higher.
  public let aboveCount: Int

  package init(count: Int, belowCount: Int, aboveCount: Int) {
    self.count = count
    self.belowCount = belowCount
    self.aboveCount = aboveCount
  }

  /// The percentage of readings at either limit, or `nil` if there are no readings.
  public var percentage: Percentage? { Percentage(belowCount + aboveCount, of: count) }

  /// The relation of a computed metric to the true one.
  public enum Bound: String, Hashable, Sendable {
    /// No reading is at a limit.
    case exact
    /// The true value is at most this value.
    case atMost
    /// The true value is at least this value.
    case atLeast
    /// Readings are at both limits, and the direction is unknown.
    case unknown
  }

  /// The bound of the mean and the glucose management indicator: with "High" readings the true
  /// values are at least these, with "Low" readings at most.
  public var meanBound: Bound {
    switch (belowCount > 0, aboveCount > 0) {
    case (false, false): .exact
    case (true, false): .atMost
    case (false, true): .atLeast
    case (true, true): .unknown
    }
  }

  /// The bound of the areas beyond thresholds and the low and high risk indices: the true values
  /// are at least these. The percentages of range bands are exact as long as the device's limits are
  /// outside the edges.
  public var riskBound: Bound { belowCount + aboveCount > 0 ? .atLeast : .exact }
}

extension GlucoseSeries {
  /// The number of readings beyond the device's limits.
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
