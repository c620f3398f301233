public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// The range bar of one of the days around a day in focus.
public struct DayRangeBar: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The number of days after the day in focus; negative before it.
  public let offset: Int
  /// The extremes and the mean of the readings, among others, in the consensus bands in mg/dL.
  public let statistics: GlucoseStatistics
  /// The part of the day that is covered by readings.
  public let coverage: Percentage
}

/// A day in focus and the range bars of the days around it.
///
///     let around = try history.surroundingDays(around: day)      // three days before and after
///     for bar in around.bars where bar.offset < 0 { print(bar.statistics.mean) }
public struct SurroundingDays: Equatable, Sendable {
  /// The day in focus.
  public let day: LocalDay
  /// All of these days, with and without readings.
  public let days: ClosedRange<LocalDay>
  /// The bars in chronological order, including the bar of the day in focus. A day without readings
  /// has no bar.
  public let bars: [DayRangeBar]

  /// Creates the bars around `day` from the readings of `series`, which may contain other days.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Complexity: O(*k* log *k* + log *n*), where *k* is the number of readings on these days and
  ///   *n* is the number of all readings.
  public init(around day: LocalDay, before: Int = 3, after: Int = 3, in series: GlucoseSeries) {
    precondition(before >= 0 && after >= 0, "`before` and `after` must not be negative")
    self.day = day
    days = day.advanced(by: -before)...day.advanced(by: after)
    bars = (-before...after).compactMap { offset in
      let other = day.advanced(by: offset)
      return series[other.interval].statistics(bands: .consensus(in: .mgdL)).map { statistics in
        DayRangeBar(
          day: other, offset: offset, statistics: statistics, coverage: series.coverage(of: other))
      }
    }
  }
}

/// The bifocal display of a day: its plot and the range bars of the surrounding days.
///
///     let display = try history.bifocalDay(of: day, options: DayPlotOptions(unit: .mmolL))
///     display.plot.segments; display.surroundingDays.bars
public struct BifocalDay: Equatable, Sendable {
  /// The plot of the day in focus.
  public let plot: DayPlot
  /// The range bars of the surrounding days and of the day itself.
  public let surroundingDays: SurroundingDays
}

extension GlucoseHistory {
  /// Returns the range bars of `day` and the days around it, from one read of the history;
  /// `bifocalDay(of:before:after:…)` reads once for the plot of the day as well.
  ///
  /// - Precondition: `before` and `after` are not negative.
  public func surroundingDays(
    around day: LocalDay, before: Int = 3, after: Int = 3
  ) throws(Failure) -> SurroundingDays {
    precondition(before >= 0 && after >= 0, "`before` and `after` must not be negative")
    // Earlier readings cover time of the first day.
    let reach = Duration.slowestSensor.inSeconds
    let start = day.advanced(by: -before).start.addingTimeInterval(-reach)
    return SurroundingDays(
      around: day, before: before, after: after,
      in: try series(in: start..<day.advanced(by: after).end))
  }

  /// Returns the plot of `day` and the range bars of the numbers of days before and after it, from one
  /// read of the readings and one of the events; see
  /// ``DayPlot/init(_:series:events:forecast:basal:now:options:)``.
  ///
  /// - Precondition: `before` and `after` are not negative.
  public func bifocalDay(
    of day: LocalDay, before: Int = 3, after: Int = 3, forecast: GlucoseForecast? = nil,
    basal: [BasalSegment] = [], now: Date? = nil, options: DayPlotOptions
  ) throws(Failure) -> BifocalDay {
    precondition(before >= 0 && after >= 0, "`before` and `after` must not be negative")
    let margin = DayPlot.margin(options)
    let first = day.advanced(by: -before).start.addingTimeInterval(-margin)
    let last = day.advanced(by: after).end.addingTimeInterval(margin)
    let series = try series(in: first..<last)
    return BifocalDay(
      plot: DayPlot(
        day, series: series, events: try events(in: options.eventClock.reach(of: day.interval)),
        forecast: forecast, basal: basal, now: now, options: options),
      surroundingDays: SurroundingDays(around: day, before: before, after: after, in: series))
  }
}
