public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A summary of several days, individually and together.
///
///     let report = try history.periodReport(of: day.advanced(by: -13)...day, bands: bands)
///     for day in report.days { row(day.day, day.statistics?.mean) }
///     report.period.statistics?.timeInRange
///     report.period.sufficiency.isSufficient
public struct PeriodReport: Equatable, Sendable {
  /// The reports of the days that are not empty, in order; see ``DayReport/isEmpty``.
  public let days: [DayReport]
  /// The summary of all days, including those without readings.
  public let period: PeriodSummary
  /// The edges of the concentration bands.
  public let bands: RangeBands
  /// The median of all readings, or `nil` if there are none.
  public let median: Glucose?
}

extension GlucoseHistory {
  /// Returns a report of `days`, individually and together, from one read of the history.
  ///
  /// The days are a range or an array, in any order and all in one time zone. `expected` is the
  /// time in which readings are expected, such as `GlucoseSeries/expectedRange` of a whole record,
  /// or `nil` for all of `days` up to `now`. If it is stated, ongoing conditions end at `cutoff`
  /// instead of `now`, unless it is `nil` or `.distantFuture`. ``report(of:bands:now:until:)``
  /// describes the other parameters.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings and events, if few events
  ///   last for days.
  public func periodReport(
    of days: some Collection<LocalDay>, bands: RangeBands, now: Date? = nil,
    until cutoff: Date? = nil, expecting expected: Range<Date>? = nil
  ) throws(Failure) -> PeriodReport {
    let days = Set(days).ordered(by: <)
    guard let first = days.first, let last = days.last else {
      return PeriodReport(
        days: [], period: PeriodSummary([], of: GlucoseSeries(), bands: bands, expecting: nil),
        bands: bands,
        median: nil)
    }
    let ongoing = Self.endOfOngoing(now, until: cutoff, expecting: expected)
    let expected = expected ?? (first.start..<last.end).ending(by: now)
    let series = try series(around: first.start..<last.end)
    let events = DayEvents(try events(in: first.start..<last.end), until: cutoff ?? now)
    let own = series.readings(of: days)
    return PeriodReport(
      days: days.map { DayReport($0, series, events, bands, ongoing, expected) }.filter {
        !$0.isEmpty
      },
      period: PeriodSummary(days, of: own, bands: bands, expecting: expected), bands: bands,
      median: own.median)
  }

  package static func endOfOngoing(
    _ now: Date?, until cutoff: Date?, expecting expected: Range<Date>?
  ) -> Date? {
    expected != nil && cutoff != .distantFuture ? cutoff ?? now : now
  }
}

extension GlucoseSeries {
  /// Returns the readings of `days`, which must be in ascending order.
  package func readings(of days: [LocalDay]) -> GlucoseSeries {
    selecting(days.map { index(atOrAfter: $0.start)..<index(atOrAfter: $0.end) })
  }
}

extension Recording {
  /// Returns the days in `zone` with readings or with the start of an event, in ascending order.
  /// Events that are not within 30,000 years of 2001 are on no day.
  ///
  /// - Complexity: O(*n* + *d* log *d*), where *n* is the number of readings and events and *d* is
  ///   the number of days.
  public func localDays(in zone: TimeZone) -> [LocalDay] {
    let begun = events.filter(\.time.isInCalendar).map {
      LocalDay(containing: $0.time, in: zone)
    }
    return Set(series.days(in: zone).map(\.day) + begun).ordered(by: <)
  }

  /// Returns the days from the first to the last with readings or with events up to `now`, those
  /// without data included, since they reduce the coverage of a period.
  package func allDays(in zone: TimeZone, until now: Date) -> [LocalDay] {
    let past = Recording(series: series, events: events.filter { $0.time <= now })
    let recorded = past.localDays(in: zone)
    return recorded.first.map { Array($0...(recorded.last ?? $0)) } ?? []
  }
}
