public import GlucoseMath
public import GlucoseFoundation

/// A division of a record into periods of local days for a table.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ReportingPeriod: String, Hashable, Sendable, CaseIterable {
  /// Each local day.
  case day
  /// Each week of local days from Monday to Sunday (ISO 8601).
  case week
  /// The whole record.
  case entireRecord = "record"
}

/// A run of local days and its readings.
public struct PeriodSeries: Sendable {
  /// The first and the last day of the period: a week's Monday and Sunday, or the record's first
  /// and last day with readings.
  public let days: ClosedRange<LocalDay>
  /// The number of days with readings.
  public let dayCount: Int
  /// The readings of the period in any order, repeated instants included.
  package let record: RawRecord
  /// The time in which readings are expected: of a day or a week of a record the part in
  /// `GlucoseSeries/expectedRange`, and `nil` for all of that range of these readings.
  package let expectedRange: Range<Date>?
  /// The readings of the period, one per instant.
  public var series: GlucoseSeries { record.series }
}

/// A record from which tables of metrics are computed: a series, or a record with repeated instants and
/// parallel feeds.
public protocol MetricSource {
  /// The rows of the record.
  var rawRecord: RawRecord { get }
}

extension GlucoseSeries: MetricSource {
  /// The record of these readings.
  public var rawRecord: RawRecord { RawRecord(self) }
}

extension RawRecord: MetricSource {
  /// The record itself.
  public var rawRecord: RawRecord { self }
}

extension MetricSource {
  /// Returns the days or weeks with readings, or the one period, in chronological order, without
  /// copying. A day or week without readings is absent.
  public func periods(by period: ReportingPeriod, in zone: TimeZone) -> [PeriodSeries] {
    let record = rawRecord
    // The whole record finds its range itself.
    let recorded = period == .entireRecord ? nil : record.series.expectedRange
    var periods: [PeriodSeries] = []
    var days = record.series.days(in: zone)[...]
    while let first = days.first?.day, let last = days.last?.day {
      let bounds =
        switch period {
        case .day: first...first
        case .week: first.advanced(by: 1 - first.weekday)...first.advanced(by: 7 - first.weekday)
        case .entireRecord: first...last
        }
      let held = days.prefix { $0.day <= bounds.upperBound }
      days = days.dropFirst(held.count)
      let range = bounds.lowerBound.start..<bounds.upperBound.end
      periods.append(
        PeriodSeries(
          days: bounds, dayCount: held.count, record: record[range],
          expectedRange: period == .entireRecord
            ? nil : recorded.map { range.clamped(to: $0) } ?? range))
    }
    return periods
  }

  /// Returns the requested days as one period, including days without readings, or `nil` if none
  /// has readings. Copies no reading.
  ///
  /// The time from the first reading in them to one interval after the last is expected to be recorded,
  /// as of a record that has no other days.
  public func period(of days: ClosedRange<LocalDay>) -> PeriodSeries? {
    let range = days.lowerBound.start..<days.upperBound.end
    let record = rawRecord[range]
    var dayCount = 0
    record.series.forEachDay(in: days.lowerBound.zone) { _, _, _ in dayCount += 1 }
    guard dayCount > 0 else { return nil }
    return PeriodSeries(days: days, dayCount: dayCount, record: record, expectedRange: nil)
  }
}
