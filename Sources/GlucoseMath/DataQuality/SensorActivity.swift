package import GlucoseFoundation

/// The part of a time range that a sensor recorded, as the values of a table; see
/// ``SensorCoverage``.
public struct SensorActivity: Equatable, Sendable {
  package let activePercent: Double
  /// The days from the first instant to the last, not rounded.
  public let days: Double

  package init(activePercent: Double, days: Double) {
    self.activePercent = activePercent
    self.days = days
  }

  /// The percentage of expected readings that were received.
  public var activePercentage: Percentage { Percentage(activePercent) }
}

extension GlucoseSeries {
  /// Returns the percentage of expected readings that were received from the first reading to the
  /// last, or `nil` below two readings.
  ///
  /// The percentage is ``SensorCoverage/activePercentage``, with the interval of the sensor as it
  /// changes along the record.
  public func sensorActivity() -> SensorActivity? {
    guard count >= 2, let first = times.first, let last = times.last else { return nil }
    return SensorActivity(
      activePercent: coverage(lead: 0, trail: nil, nil).activePercent,
      days: (last - first) / 86_400)
  }

  /// Returns the percentage of expected readings that were received in a time range, edges
  /// included, or `nil` for an empty range.
  package func sensorActivity(in range: Range<Date>) -> SensorActivity? {
    sensorCoverage(in: range).map {
      SensorActivity(
        activePercent: $0.activePercent,
        days: range.upperBound.timeIntervalSince(range.lowerBound) / 86_400)
    }
  }

  /// Returns the percentage of expected readings that were received in the last `days` × 24 hours
  /// up to the last reading, both ends included, or `nil` below two readings.
  ///
  /// - Parameter days: The number of days that are expected to be recorded.
  /// - Precondition: `days` is positive.
  public func sensorActivity(inLast days: Int) -> SensorActivity? {
    precondition(days > 0, "`days` must be positive")
    guard count >= 2, let last = timeRange?.upperBound else { return nil }
    let end = last.timeIntervalSinceReferenceDate
    let length = Double(days) * 86_400
    let start = Date(timeIntervalSinceReferenceDate: end - length)
    let held = self[positions: index(atOrAfter: start)..<count]
    let lead = held.columns.times[held.rows.lowerBound] - (end - length)
    let ends = held.count > 1 ? nil : SensorIntervals(self).ends
    return SensorActivity(
      activePercent: held.coverage(lead: lead, trail: 0, nil, ends: ends).activePercent,
      days: Double(days))
  }

  /// Returns the percentage of expected readings that were received in a part of the days, or `nil`
  /// below two readings.
  ///
  /// - Parameters:
  ///   - range: The time that is expected to be recorded, or `nil` for the time from the first
  ///     reading to one interval after the last.
  ///   - window: The part of the day.
  ///   - zone: The zone of the clock.
  /// - Complexity: O(*n* + *d*), where *d* is the number of days.
  package func sensorActivity(
    in range: Range<Date>?, during window: ClockWindow, in zone: TimeZone
  ) -> SensorActivity? {
    guard let range = range ?? expectedRange else { return nil }
    let start = range.lowerBound.timeIntervalSinceReferenceDate
    let end = range.upperBound.timeIntervalSinceReferenceDate
    let table = ZoneTable(zone, covering: start...end)
    var whole: SensorCoverage?
    // Clock and time advance together within a piece, so that both passes of a repeated hour count.
    table.forEachOffset(from: start, to: end) { piece, offset in
      var midnight = ((piece.lowerBound + offset) / 86_400).rounded(.down) * 86_400
      while midnight - offset < piece.upperBound {
        for (from, to) in window.secondRanges {
          let shown = (midnight + from - offset)..<(midnight + to - offset)
          let part = shown.clamped(to: piece)
          let first = Date(timeIntervalSinceReferenceDate: part.lowerBound)
          let last = Date(timeIntervalSinceReferenceDate: part.upperBound)
          if let coverage = sensorCoverage(in: first..<last) {
            whole = whole.map { $0 + coverage } ?? coverage
          }
        }
        midnight += 86_400
      }
    }
    return whole.map {
      SensorActivity(
        activePercent: $0.activePercent,
        days: range.upperBound.timeIntervalSince(range.lowerBound) / 86_400)
    }
  }
}
