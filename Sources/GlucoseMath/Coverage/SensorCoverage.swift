public import GlucoseFoundation

/// The coverage of a time range by a sensor: the part of expected readings that were received.
///
///     let coverage = series.sensorCoverage(in: month)
///     coverage?.activePercentage.percent      // 93
///
/// A reading is expected at the interval of the sensor, at most 15 minutes, and represents that
/// interval. The interval is found from the readings and follows the sensor along the record, so
/// that seven days at 5 minutes and seven at 15 are complete, and a day counts the same for every
/// sensor. A gap of less than 1.5 intervals lacks no reading. In a longer gap, as many readings are
/// expected as intervals fit into it, rounded, of which one is present. A finger-stick represents
/// 15 minutes.
public struct SensorCoverage: Equatable, Sendable {
  /// The time in which readings are expected.
  package let expectedMinutes: Double
  let recordedMinutes: Double

  /// The part of the expected time that readings represent, at most all of it.
  package var recordedDuration: Duration { Duration(limitedSeconds: 60 * recordedMinutes) }

  /// The recorded part of the expected time, at most 100 %: the percentage of active time.
  public var activePercentage: Percentage {
    Swift.min(Percentage(100), Percentage(recordedMinutes, of: expectedMinutes) ?? .zero)
  }

  /// Returns the coverage of two time ranges together.
  package static func + (lhs: Self, rhs: Self) -> Self {
    Self(
      expectedMinutes: lhs.expectedMinutes + rhs.expectedMinutes,
      recordedMinutes: lhs.recordedMinutes + rhs.recordedMinutes)
  }
}

extension GlucoseSeries {
  /// Returns the coverage of a time range, or `nil` for an empty range, and without a range below
  /// two readings.
  ///
  /// The edges of `range` count: the time before the first reading in it and after the last is
  /// expected to be recorded.
  ///
  /// - Parameter range: The time range, or `nil` for the time from the first reading to one interval
  ///   after the last.
  public func sensorCoverage(in range: Range<Date>? = nil) -> SensorCoverage? {
    guard let range else { return count >= 2 ? coverage(lead: 0, trail: nil) : nil }
    let start = range.lowerBound.timeIntervalSinceReferenceDate
    let end = range.upperBound.timeIntervalSinceReferenceDate
    guard end > start else { return nil }
    let first = index(atOrAfter: range.lowerBound)
    let held = self[positions: first..<index(atOrAfter: range.upperBound)]
    guard let from = held.times.first, let to = held.times.last else {
      return SensorCoverage(expectedMinutes: (end - start) / 60, recordedMinutes: 0)
    }
    // The interval of a single reading in the range is found from those around it.
    let around =
      held.count > 1
      ? held : self[positions: Swift.max(0, first - 24)..<Swift.min(count, first + 25)]
    return held.coverage(lead: from - start, trail: end - to, ends: SensorIntervals(around).ends)
  }

  /// The time in which readings of the record are expected: from the first reading to one interval of
  /// the sensor after the last, or `nil` below two readings.
  public var expectedRange: Range<Date>? {
    guard count >= 2, let held = timeRange else { return nil }
    return held.lowerBound..<held.upperBound + SensorIntervals(self).ends.last
  }

  /// The time in which readings of the record are expected; of a single reading the five minutes that
  /// it represents.
  package var recordRange: Range<Date>? {
    expectedRange ?? last.map { $0.time..<$0.time + SensorIntervals.unknown }
  }

  /// Returns the part of `day` that is covered by readings.
  ///
  /// Days of 23 and 25 hours are measured against their own length.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - now: The current time, after which no readings are expected, or `nil` to measure against
  ///     the whole day.
  public func coverage(of day: LocalDay, now: Date? = nil) -> Percentage {
    let range = day.interval.ending(by: now)
    return range.flatMap { sensorCoverage(in: $0) }?.activePercentage ?? .zero
  }

  /// The seconds after each reading until the next, or the sensor's interval if one is missing.
  package var representedSeconds: [Double] {
    let intervals = SensorIntervals(self)
    var seconds: [Double] = []
    seconds.reserveCapacity(count)
    intervals.forEachBlock { block, blockInterval, _ in
      for row in block {
        let (gap, interval) = intervals.gap(row, inBlock: blockInterval)
        let isComplete = blockInterval == nil ? gap <= interval : gap < 1.5 * interval
        seconds.append(isComplete ? gap : interval)
      }
    }
    if !isEmpty { seconds.append(intervals.ends.last) }
    return seconds
  }

  /// The longest interval of the sensor: 15 minutes for finger-sticks, 5 below two readings.
  package var longestSensorInterval: Duration {
    guard count >= 2 else { return .seconds(SensorIntervals.unknown) }
    var longest = 0.0
    SensorIntervals(self).forEachBlock { _, interval, _ in
      longest = Swift.max(longest, interval ?? SensorIntervals.longest)
    }
    return .seconds(longest)
  }

  /// Returns the coverage from `lead` seconds before the first reading, which must exist, to
  /// `trail` seconds after the last, or to one interval after it.
  func coverage(
    lead: Double, trail: Double?, ends: (first: Double, last: Double)? = nil
  ) -> SensorCoverage {
    let intervals = SensorIntervals(self)
    let times = columns.times
    var expected = 0.0
    var recorded = 0.0
    intervals.forEachBlock { block, blockInterval, isEven in
      if isEven {
        let length = times[block.upperBound] - times[block.lowerBound]
        expected += length
        recorded += length
        return
      }
      for row in block {
        let (gap, interval) = intervals.gap(row, inBlock: blockInterval)
        if blockInterval == nil, gap > interval {
          expected += gap
          recorded += interval
        } else if gap < 1.5 * interval {
          expected += gap
          recorded += gap
        } else {
          expected += (gap / interval).rounded() * interval
          recorded += interval
        }
      }
    }
    // In the time before the first and after the last reading together, one reading is present. Others are
    // whole intervals before the first, or less than `trail` after the last; a twentieth is jitter.
    let (first, last) = ends ?? intervals.ends
    let (before, after) = (lead / first, (trail ?? last) / last)
    let missing = before + after
    let most = (before + 0.05).rounded(.down) + (after - 0.05).rounded(.up)
    let slots = Swift.min(missing.rounded(), most)
    recorded += last
    expected += last
    if slots > 1 { expected += (slots - 1) * (lead + (trail ?? last)) / missing }
    return SensorCoverage(expectedMinutes: expected / 60, recordedMinutes: recorded / 60)
  }
}

extension Range<Date> {
  /// Returns the part up to `now` (`≤`), or `nil` if the range is entirely after `now`.
  package func ending(by now: Date?) -> Range<Date>? {
    guard let now else { return self }
    let end = now.addingTimeInterval(0.001)
    return end < upperBound ? (now >= lowerBound ? lowerBound..<end : nil) : self
  }
}
