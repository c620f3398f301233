// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension GlucoseSeries {
  /// The share of `day` that readings stand for, from 0 to 1.
  ///
  /// Each reading counts until the next, at most for the cadence, within the day; the last reading
  /// before the day counts for what it reaches into the day. Days of 23 and 25 hours have their own
  /// length. A day that is not over yet is measured against its whole length.
  ///
  /// - Parameter cadence: The usual time between readings; `nil` takes the median gap of the day's
  ///   readings, at most 15 minutes, so that a few finger-stick values do not stand for whole
  ///   mornings, and 5 minutes if the day has fewer than two readings.
  /// - Precondition: `cadence` is positive.
  /// - Complexity: O(*k* log *k*), where *k* is the number of readings of the day.
  public func coverage(of day: LocalDay, cadence: Duration? = nil) -> Double {
    precondition(cadence.map { $0 > .zero } ?? true, "A cadence is positive")
    let reach = (cadence ?? self[day.interval].sensorCadence) / .seconds(1)
    let times = self[day.start.addingTimeInterval(-reach)..<day.end].times
    let start = day.start.timeIntervalSinceReferenceDate
    let end = day.end.timeIntervalSinceReferenceDate
    var seconds = 0.0
    for (time, next) in zip(times, times.dropFirst() + [.infinity]) {
      seconds += Swift.max(0, Swift.min(time + reach, next, end) - Swift.max(time, start))
    }
    return Swift.min(1, seconds / (end - start))
  }

  /// The cadence as a sensor's: the median gap, at most 15 minutes; 5 minutes if it is unknown.
  var sensorCadence: Duration { Swift.min(cadence ?? .seconds(300), .slowestSensor) }
}

extension Duration {
  /// The longest cadence of a sensor in use: 15 minutes.
  static let slowestSensor = Duration.seconds(900)
}
