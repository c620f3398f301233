// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The whole bifocal display of a day: its plot and the range bars of the days around it.
///
///     let display = try history.bifocalDay(day)
///     display.plot.segments; display.surroundingDays.bars
public struct BifocalDay: Hashable, Codable, Sendable {
  /// The day in focus.
  public let plot: DayPlot
  /// The days around it, and the bar of the day itself.
  public let surroundingDays: SurroundingDays

  /// The day.
  public var day: LocalDay { plot.day }

  private enum CodingKeys: String, CodingKey {
    case plot
    case surroundingDays = "window"
  }
}

extension GlucoseHistory {
  /// The plot of `day` and the window around it, from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - day: The day in focus.
  ///   - before: How many days before it have a bar.
  ///   - after: How many days after it have a bar.
  ///   - forecast: A forecast; what lies on other days is cut off.
  ///   - basal: Background insulin, if it is to be drawn.
  ///   - now: The present, if the current value is wanted. Conditions that still go on end here.
  ///   - options: The unit, the bands, and how to draw.
  /// - Precondition: `before` and `after` are not negative.
  /// - Throws: What the history throws when it cannot be read.
  public func bifocalDay(
    _ day: LocalDay, before: Int = 3, after: Int = 3, forecast: GlucoseForecast? = nil,
    basal: [BasalSegment] = [], now: Date? = nil, options: DayPlotOptions = DayPlotOptions()
  ) throws -> BifocalDay {
    precondition(before >= 0 && after >= 0, "A window has no fewer than zero days on each side")
    let margin = DayPlot.margin(options)
    let first = day.advanced(by: -before).start.addingTimeInterval(-margin)
    let last = day.advanced(by: after).end.addingTimeInterval(margin)
    let series = try series(in: first..<last)
    return BifocalDay(
      plot: DayPlot(
        day, series: series, events: try events(in: day.interval), forecast: forecast, basal: basal,
        now: now, options: options),
      surroundingDays: SurroundingDays(around: day, before: before, after: after, in: series))
  }
}
