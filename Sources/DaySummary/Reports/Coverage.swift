// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GlucoseSeries {
  /// Returns the part of `day` that is covered by readings, as defined by `SensorCoverage`.
  ///
  /// Days of 23 and 25 hours are measured against their own length.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - cadence: The interval at which readings are expected, or `nil` for the sensor's interval,
  ///     at most 15 minutes, so that a few finger-stick values don't cover whole mornings.
  ///   - now: The current time, after which no readings are expected, or `nil` to measure against
  ///     the whole day.
  /// - Precondition: `cadence` is positive.
  /// - Complexity: O(*k*), where *k* is the number of readings of the day.
  public func coverage(
    of day: LocalDay, cadence: Duration? = nil, now: Date? = nil
  ) -> Percentage {
    precondition(cadence.map { $0 > .zero } ?? true, "`cadence` must be positive")
    let range = day.interval.ending(by: now)
    return range.flatMap { sensorCoverage(in: $0, expectedInterval: cadence) }?.activePercentage
      ?? .zero
  }

  /// Returns the coverage of all `days`, in ascending order, or `nil` if none of them has started.
  func sensorCoverage(of days: [LocalDay], now: Date?) -> SensorCoverage? {
    var total: SensorCoverage?
    var start = 0
    while start < days.count {
      // Adjacent days form one interval.
      var end = start + 1
      while end < days.count, days[end].start == days[end - 1].end { end += 1 }
      let range = (days[start].start..<days[end - 1].end).ending(by: now)
      if let part = range.flatMap({ sensorCoverage(in: $0) }) {
        total = total.map { $0 + part } ?? part
      }
      start = end
    }
    return total
  }
}

extension Range<Date> {
  /// Returns the part up to `now` (`≤`), or `nil` if the range is entirely after `now`.
  func ending(by now: Date?) -> Range<Date>? {
    guard let now else { return self }
    let end = now.addingTimeInterval(0.001)
    return end < upperBound ? (now >= lowerBound ? lowerBound..<end : nil) : self
  }
}

extension Duration {
  /// The longest interval of a sensor in use: 15 minutes.
  static let slowestSensor = Duration.seconds(900)
}
