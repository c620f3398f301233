public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

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
