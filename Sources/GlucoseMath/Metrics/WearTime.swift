// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How much of a stretch of time a sensor recorded.
public struct WearTime: Hashable, Codable, Sendable {
  /// The percentage of expected readings that are there, from 0 to 100.
  public let percent: Double
  /// The days from the first instant to the last, not rounded.
  public let days: Double
}

extension GlucoseSeries {
  /// The percentage of expected readings from the first reading to the last that are there, or `nil`
  /// below two readings.
  ///
  /// With *d* the median gap in whole minutes, a gap stands for round(gap / *d*) readings of which
  /// one is there. In ``MetricConvention/iglu`` gaps and span are first rounded to whole minutes and
  /// missing readings are counted over the sum of the gaps longer (`>`) than *d*.
  ///
  /// - Parameters:
  ///   - convention: How gaps are rounded.
  ///   - expectedIntervalInMinutes: The interval at which the sensor writes, or `nil` for the median
  ///     gap. iglu uses the first person's for all that follow in one table; give it here to
  ///     reproduce that.
  /// - Complexity: O(*n*)
  public func wearTime(
    convention: MetricConvention = .clinical, expectedIntervalInMinutes: Int? = nil
  ) -> WearTime? {
    guard count >= 2, let interval = expectedIntervalInMinutes ?? medianGapInMinutes else {
      return nil
    }
    let expected = Double(interval)
    let times = columns.times
    let span = (times[rows.upperBound - 1] - times[rows.lowerBound]) / 60
    let days = span / 1440
    if convention.wearRoundsToMinutes {
      var excess = 0.0
      // Below half a minute more than expected nothing is missing.
      forEachGap(notBetween: -.infinity, and: (expected + 0.5) * 60) { gap in
        excess += (gap / 60).rounded(.toNearestOrEven) - expected
      }
      let all = (span.rounded(.toNearestOrEven) / expected).rounded(.toNearestOrEven) + 1
      let missing = (excess / expected).rounded(.toNearestOrEven)
      return WearTime(percent: 100 * (all - missing) / all, days: days)
    }
    var all = Double(count)
    var present = Double(count)
    forEachGap(notBetween: 30 * expected, and: 90 * expected) { gap in
      let slots = (gap / 60 / expected).rounded(.toNearestOrEven)
      all += slots - 1
      if slots < 1 { present -= 1 }
    }
    return WearTime(percent: 100 * present / all, days: days)
  }

  /// The percentage of expected readings in the last `days` × 24 hours up to the last reading, both
  /// ends included, or `nil` below two readings.
  ///
  /// - Parameters:
  ///   - days: How many days are expected to be covered.
  ///   - zone: In ``MetricConvention/iglu`` the stretch begins at the same clock time, which a change
  ///     of clocks moves by an hour.
  ///   - convention: Where the stretch begins.
  /// - Precondition: `days` is positive.
  /// - Complexity: O(*n*)
  public func wearTime(
    inLast days: Int, in zone: TimeZone, convention: MetricConvention = .clinical
  ) -> WearTime? {
    precondition(days > 0, "A stretch of days has at least one day")
    guard let last = timeRange?.upperBound, let interval = medianGapInMinutes else { return nil }
    let end = last.timeIntervalSinceReferenceDate
    let length = Double(days) * 86_400
    var start = end - length
    if convention.gridFollowsWallClock {
      let table = ZoneTable(zone, covering: start...end)
      start += table.offset(at: end) - table.offset(at: start)
    }
    let first = position(ofFirstAtOrAfter: Date(timeIntervalSinceReferenceDate: start))
    let expected = length / 60 / Double(interval)
    let percent = 100 * Double(count - first) / expected
    return WearTime(
      percent: convention.wearRoundsToMinutes ? percent : Swift.min(percent, 100),
      days: Double(days))
  }
}
