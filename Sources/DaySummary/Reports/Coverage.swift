// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GlucoseSeries {
  /// Returns the part of `day` for which readings stand, from 0 to 1: the fraction of `SensorCoverage`
  /// over the day.
  ///
  /// Days of 23 and 25 hours have their own length.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - cadence: The interval at which readings are expected; `nil` for that of the sensor, at most 15
  ///     minutes, so that a few finger-stick values do not stand for whole mornings.
  ///   - now: The present, after which nothing is expected to be recorded; `nil` for a day that is
  ///     over, which is measured against its whole length.
  /// - Precondition: `cadence` is positive.
  /// - Complexity: O(*k*), where *k* is the number of readings of the day.
  public func coverage(
    of day: LocalDay, cadence: Duration? = nil, now: Date? = nil
  ) -> Double {
    precondition(cadence.map { $0 > .zero } ?? true, "`cadence` must be positive")
    let range = day.interval.ending(by: now)
    return range.flatMap { sensorCoverage(in: $0, expectedInterval: cadence) }?.fraction ?? 0
  }

  /// The coverage of `days`, in order, together, or `nil` if none of them has begun.
  func sensorCoverage(of days: [LocalDay], now: Date?) -> SensorCoverage? {
    var total: SensorCoverage?
    var start = 0
    while start < days.count {
      // Days without one between them are one stretch of time.
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
  /// The part up to `now`, a reading at `now` included, or `nil` if all of it lies later.
  fileprivate func ending(by now: Date?) -> Range<Date>? {
    guard let now else { return self }
    let end = now.addingTimeInterval(0.001)
    return end < upperBound ? (now >= lowerBound ? lowerBound..<end : nil) : self
  }
}

extension Duration {
  /// The longest interval of a sensor in use: 15 minutes.
  static let slowestSensor = Duration.seconds(900)
}
