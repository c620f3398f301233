internal import GlucoseMath

/// The values of a series at the times of another.
struct SensorPairing {
  /// The longest time in seconds between two readings that are interpolated: 20 minutes.
  private static let longestGap = 1200.0

  private let times: [Double]
  private let values: [Double]
  /// The readings at a limit of the device, which are not used.
  private let isLimit: [Bool]
  /// The last reading at or before the time that was requested last.
  private var row = 0

  init(_ series: GlucoseSeries) {
    times = Array(series.times)
    values = Array(series.values)
    isLimit = series.flags.map { !$0.isDisjoint(with: .deviceLimits) }
  }

  /// Returns the value at a time not before that of the call before, or `nil` outside of the
  /// readings, at a limit of the device, and between readings more than 20 minutes apart.
  mutating func value(at time: Double) -> Double? {
    while row + 1 < times.count, times[row + 1] <= time { row += 1 }
    guard row < times.count, times[row] <= time, !isLimit[row] else { return nil }
    if times[row] == time { return values[row] }
    guard row + 1 < times.count, !isLimit[row + 1] else { return nil }
    let gap = times[row + 1] - times[row]
    guard gap <= Self.longestGap else { return nil }
    return values[row] + (time - times[row]) / gap * (values[row + 1] - values[row])
  }

  /// Returns the readings within the limits of the device and the values of another series at their
  /// times, or a constant time before.
  static func pairs(
    of series: GlucoseSeries, with second: GlucoseSeries, delay: Double = 0, every step: Int = 1
  ) -> [(time: Double, value: Double, other: Double)] {
    var other = SensorPairing(second)
    // Slices of the same rows have equal indices.
    let (times, values, flags) = (series.times, series.values, series.flags)
    return Swift.stride(from: times.startIndex, to: times.endIndex, by: step).compactMap { row in
      guard flags[row].isDisjoint(with: .deviceLimits),
        let found = other.value(at: times[row] - delay)
      else { return nil }
      return (times[row], values[row], found)
    }
  }
}
