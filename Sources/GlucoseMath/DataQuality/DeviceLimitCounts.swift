/// The number of readings beyond the device's limits, which are stored at the limit.
///
/// For a device that shows "Low" or "High", only a bound of the value is known. Such readings
/// count, because removing them would hide the lowest and highest values; some metrics are then
/// bounds. With "High" readings the true mean and glucose management indicator are at least the
/// computed ones, with "Low" readings at most; the true areas beyond thresholds and risk indices are
/// at least the computed ones with either. Percentages of range bands are exact as long as the
/// limits are outside the edges.
package struct DeviceLimitCounts: Equatable, Sendable {
  /// The number of all readings.
  package let count: Int
  /// The number of readings at the lower limit: the true values are lower.
  package let belowCount: Int
  /// The number of readings at the upper limit: the true values are higher.
  package let aboveCount: Int

  package init(count: Int, belowCount: Int, aboveCount: Int) {
    (self.count, self.belowCount, self.aboveCount) = (count, belowCount, aboveCount)
  }

  /// The percentage of readings at either limit, or `nil` if there are no readings.
  package var percentage: Percentage? { Percentage(belowCount + aboveCount, of: count) }
}

extension GlucoseSeries {
  /// The number of readings beyond the device's limits.
  package var deviceLimitCounts: DeviceLimitCounts {
    var below = 0
    var above = 0
    for flags in flags where flags.rawValue != 0 {
      if flags.contains(.belowDeviceLimit) { below += 1 }
      if flags.contains(.aboveDeviceLimit) { above += 1 }
    }
    return DeviceLimitCounts(count: count, belowCount: below, aboveCount: above)
  }
}
