public import GlucoseDiary
public import GlucoseMath
internal import GlucoseFoundation

/// The range bar of one of the days around a day in focus.
public struct DayRangeBar: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The number of days after the day in focus; negative before it.
  public fileprivate(set) var offset: Int
  /// The lowest concentration, or the limit of a device that showed "Low"; see ``minimumFlags``.
  public let minimum: Glucose
  /// The arithmetic mean of the readings.
  public let mean: Glucose
  /// The highest concentration, or the limit of a device that showed "High"; see
  /// ``maximumFlags``.
  public let maximum: Glucose
  /// The flag of the device's limit at which ``minimum`` is, or no flag; see
  /// `GlucoseStatistics.minimumFlags`.
  public let minimumFlags: ReadingFlags
  /// The flag of the device's limit at which ``maximum`` is, or no flag; see
  /// `GlucoseStatistics.maximumFlags`.
  public let maximumFlags: ReadingFlags
  /// The part of the day that is covered by readings.
  public let coverage: Percentage
}

/// A day in focus and the range bars of the days around it.
///
///     var around = try history.surroundingDays(around: day)      // three days before and after
///     for bar in around.bars where bar.offset < 0 { print(bar.mean) }
///     around = try history.moving(around, to: day.advanced(by: -1))      // reads one day
public struct SurroundingDays: Equatable, Sendable {
  /// The day in focus.
  public let day: LocalDay
  /// The number of days before the day in focus.
  public let before: Int
  /// The number of days after the day in focus.
  public let after: Int
  /// The bars in chronological order, including the bar of the day in focus. A day without readings
  /// has no bar.
  public let bars: [DayRangeBar]

  /// All of these days, with and without readings.
  public var days: ClosedRange<LocalDay> { day.advanced(by: -before)...day.advanced(by: after) }

  /// Creates the bars around `day` from the readings of `series`, which may contain other days.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Complexity: O(*k* log *k* + log *n*), where *k* is the number of readings on these days and
  ///   *n* is the number of all readings.
  public init(around day: LocalDay, before: Int = 3, after: Int = 3, in series: GlucoseSeries) {
    self.init(around: day, before: before, after: after, known: nil) { _ in series }
  }

  /// Creates the bars around `day` from the bars of `known` and, for the other days, from `read`.
  fileprivate init<Failure>(
    around day: LocalDay, before: Int, after: Int, known: SurroundingDays?,
    reading read: (ClosedRange<LocalDay>) throws(Failure) -> GlucoseSeries
  ) throws(Failure) {
    precondition(before >= 0 && after >= 0, "`before` and `after` must not be negative")
    self.day = day
    self.before = before
    self.after = after
    let days = (-before...after).map { day.advanced(by: $0) }
    let unknown = days.filter { !(known?.days.contains($0) ?? false) }
    var bars = known?.bars.filter { days.contains($0.day) } ?? []
    if let first = unknown.first, let last = unknown.last {
      let series = try read(first...last)
      bars += unknown.compactMap { DayRangeBar($0, in: series) }
    }
    for index in bars.indices { bars[index].offset = day.distance(to: bars[index].day) }
    self.bars = bars.ordered { $0.offset < $1.offset }
  }
}

extension DayRangeBar {
  fileprivate init?(_ day: LocalDay, in series: GlucoseSeries) {
    let measured = series[day.interval].statistics(bands: .consensus(in: .mgdL))
    guard let statistics = measured else { return nil }
    self.day = day
    offset = 0
    minimum = statistics.minimum
    mean = statistics.mean
    maximum = statistics.maximum
    minimumFlags = statistics.minimumFlags
    maximumFlags = statistics.maximumFlags
    coverage = series.coverage(of: day)
  }
}

extension GlucoseHistory {
  /// Returns the range bars of `day` and the days around it, from one read of the history.
  ///
  /// For the plot of the day as well, use `bifocalDay(of:before:after:…)`, which reads once for
  /// both.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Throws: Any error from reading the history.
  public func surroundingDays(
    around day: LocalDay, before: Int = 3, after: Int = 3
  ) throws(Failure) -> SurroundingDays {
    try SurroundingDays(around: day, before: before, after: after, known: nil) {
      days throws(Failure) in
      try readings(of: days)
    }
  }

  /// Returns as many days around `day`, from the bars of `surroundingDays` and one read of the
  /// history for the other days.
  ///
  /// A move to an adjacent day reads one day. Changes to the history since `surroundingDays` was
  /// created are not included; call ``surroundingDays(around:before:after:)`` for them.
  ///
  /// - Precondition: `day` is in the time zone of `surroundingDays`.
  /// - Throws: Any error from reading the history.
  public func moving(
    _ surroundingDays: SurroundingDays, to day: LocalDay
  ) throws(Failure) -> SurroundingDays {
    precondition(
      day.zone == surroundingDays.day.zone, "`day` must be in the time zone of `surroundingDays`")
    return try SurroundingDays(
      around: day, before: surroundingDays.before, after: surroundingDays.after,
      known: surroundingDays
    ) { days throws(Failure) in try readings(of: days) }
  }

  /// Returns the readings of `days` and the earlier readings that cover time of the first day.
  private func readings(of days: ClosedRange<LocalDay>) throws(Failure) -> GlucoseSeries {
    let reach = Duration.slowestSensor.inSeconds
    return try series(in: days.lowerBound.start.addingTimeInterval(-reach)..<days.upperBound.end)
  }
}
