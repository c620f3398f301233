public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A summary of several days taken together.
public struct PeriodSummary: Equatable, Sendable {
  /// The number of days in the period.
  public let dayCount: Int
  /// The number of days with readings.
  public let recordedDayCount: Int
  /// The part of the period that is covered by readings; see `SensorCoverage`. Days without readings
  /// count; the time after the current time does not, if it is known, and of a whole record neither
  /// does the time before its first reading and after its last.
  public let coverage: Percentage
  /// The statistics of all readings with equal weight, or `nil` if there are none.
  public let statistics: GlucoseStatistics?

  /// Whether the period has enough days and readings.
  public var sufficiency: DataSufficiency {
    DataSufficiency(dayCount: recordedDayCount, activePercentage: coverage)
  }
}

/// A comparison of two periods.
///
///     let change = try history.comparison(of: thisMonth, with: lastMonth, bands: bands)
///     change.difference(\.timeInRange)             // 4 %: 4 percentage points more time in range
///     change.difference(\.mean)                    // a concentration, negative if the mean is lower
///     change.isSufficient                          // whether both periods have enough data
public struct PeriodComparison: Equatable, Sendable {
  /// The current period.
  public let current: PeriodSummary
  /// The reference period.
  public let reference: PeriodSummary

  /// A Boolean value that indicates whether both periods have enough days and readings for a
  /// meaningful difference; see `DataSufficiency`.
  public var isSufficient: Bool {
    current.sufficiency.isSufficient && reference.sufficiency.isSufficient
  }

  /// Returns the value in the period minus the value in the reference, or `nil` if either is
  /// undefined.
  public func difference<Value: AdditiveArithmetic>(
    _ value: (GlucoseStatistics) -> Value?
  ) -> Value? {
    guard let now = current.statistics.flatMap(value),
      let before = reference.statistics.flatMap(value)
    else { return nil }
    return now - before
  }

  /// Returns the concentration in the period minus that in the reference, or `nil` if either is
  /// undefined.
  public func difference(_ value: (GlucoseStatistics) -> Glucose?) -> Glucose? {
    difference { value($0)?.mgdL }.map { .mgdL($0) }
  }
}

extension GlucoseHistory {
  /// Returns a summary of `days`, with and without readings, taken together, from one read of the
  /// history. After `now` no readings are expected; `nil` if all days are over. `bands` are in the
  /// readings' unit.
  public func period(
    of days: ClosedRange<LocalDay>, bands: RangeBands, now: Date? = nil
  ) throws(Failure) -> PeriodSummary {
    let range = days.lowerBound.start..<days.upperBound.end
    return PeriodSummary(
      Array(days), of: try series(in: range), bands: bands, expecting: range.ending(by: now))
  }

  /// Returns a comparison of `days` with `reference`; see ``period(of:bands:now:)``. The two may overlap
  /// and differ in length.
  public func comparison(
    of days: ClosedRange<LocalDay>, with reference: ClosedRange<LocalDay>,
    bands: RangeBands, now: Date? = nil
  ) throws(Failure) -> PeriodComparison {
    PeriodComparison(
      current: try period(of: days, bands: bands, now: now),
      reference: try period(of: reference, bands: bands, now: now))
  }
}

extension GlucoseSeries {
  /// Returns the coverage of the part of `days` in `expected`, or `nil` if there is none.
  func sensorCoverage(of days: [LocalDay], expecting expected: Range<Date>?) -> SensorCoverage? {
    guard let expected else { return nil }
    var total: SensorCoverage?
    var start = 0
    while start < days.count {
      // Adjacent days form one interval.
      var end = start + 1
      while end < days.count, days[end].start == days[end - 1].end { end += 1 }
      let range = (days[start].start..<days[end - 1].end).clamped(to: expected)
      if let part = sensorCoverage(in: range) {
        total = total.map { $0 + part } ?? part
      }
      start = end
    }
    return total
  }
}

extension PeriodSummary {
  /// Creates a summary of `days`, in ascending order, from readings of these days only.
  init(
    _ days: [LocalDay], of series: GlucoseSeries, bands: RangeBands,
    expecting expected: Range<Date>?
  ) {
    dayCount = days.count
    recordedDayCount = days.count { !series[$0.interval].isEmpty }
    coverage = series.sensorCoverage(of: days, expecting: expected)?.activePercentage ?? .zero
    statistics = series.statistics(bands: bands)
  }
}
