public import GlucoseMath
package import GlucoseFoundation

extension RawRecord {
  /// Returns the readings, one per instant: in iglu those of all feeds.
  public func series(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? distinct : series
  }

  func rows(_ convention: MetricConvention) -> RawRecord { convention == .iglu ? ofAllFeeds : self }

  /// Returns the readings for statistics of values: in iglu every row, repeated instants included.
  package func values(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? every : series
  }

  /// Returns the readings for activity, risk index and deviations: in iglu means of an instant.
  package func averages(_ convention: MetricConvention) -> GlucoseSeries {
    convention == .iglu ? averaged : series
  }

  /// Returns iglu's percentage of expected readings in the last days up to the last reading, both
  /// ends included, or `nil` below two readings. Above 100 % for gaps less than the median.
  ///
  /// The range begins at the same clock time, which a change of clocks moves by an hour, and
  /// readings are expected at the median gap in whole minutes.
  ///
  /// - Precondition: `days` is positive.
  package func igluSensorActivity(inLast days: Int, in zone: TimeZone) -> SensorActivity? {
    precondition(days > 0, "`days` must be positive")
    guard let end = averaged.times.last, let interval = averaged.medianGapInMinutes else {
      return nil
    }
    let length = Double(days) * 86_400
    let table = ZoneTable(zone, covering: (end - length)...end)
    let start = end - length + table.offset(at: end) - table.offset(at: end - length)
    let first = averaged.index(atOrAfter: Date(timeIntervalSinceReferenceDate: start))
    let expected = length / 60 / Double(interval)
    return SensorActivity(
      activePercent: 100 * Double(averaged.count - first) / expected, days: Double(days))
  }
}
