// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything a front end needs to draw one day, as values without pixels or colors.
///
///     let plot = try history.plot(of: day)
///     for segment in plot.segments { … }      // the line, broken at gaps
///     for mark in plot.layout.marks { … }     // meals, doses, exercise
///
/// Places are shares of the plot's width and height, so a plot can be drawn at any size; only
/// ``layout`` depends on the size, and ``resized(to:dotRadius:)`` places it anew. Two plots that draw the
/// same are equal, so a view can tell whether it must draw again.
public struct DayPlot: Hashable, Codable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The labels of the time axis.
  public let timeTicks: [TimeTick]
  /// The glucose axis.
  public let axis: GlucoseAxis
  /// The bands, from the lowest to the highest, cut to the axis.
  public let bands: [PlotBand]
  /// The glucose line in order of time, one segment to a stretch without a gap.
  public let segments: [PlotLineSegment]
  /// Where meals, doses and exercise stand.
  public let layout: EventLayout
  /// Illness, stress and other conditions, in order of time.
  public let conditions: [ConditionSpan]
  /// Background insulin as steps, if any was given.
  public let basal: [BasalSpan]
  /// The part of the forecast that lies on the day.
  public let forecast: PlotForecast?
  /// The last reading, if the day is today.
  public let current: CurrentGlucose?

  /// The plot of `day`.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - series: The readings. With those from before and after the day the line reaches its edges.
  ///   - events: The events, in any order; those of other days are left out.
  ///   - forecast: A forecast; what lies on other days is cut off.
  ///   - basal: Background insulin, if it is to be drawn; what lies on other days is cut off.
  ///   - now: The present, if ``current`` is wanted. Conditions that still go on end here.
  ///   - options: The unit, the bands, and how to draw.
  /// - Precondition: a dot radius and, if given, a maximum gap in `options` are positive.
  public init(
    _ day: LocalDay, series: GlucoseSeries, events: [DiaryEvent] = [],
    forecast: GlucoseForecast? = nil,
    basal: [BasalSegment] = [], now: Date? = nil, options: DayPlotOptions = DayPlotOptions()
  ) {
    let readings = series[day.interval]
    let highest = options.extendsAxis ? readings.values.max().map(Glucose.mgdL) : nil
    let axis = GlucoseAxis(options.unit, including: highest)
    let maximumGap =
      options.maximumGap ?? max(.seconds(900), readings.longestSensorInterval * 3)
    precondition(maximumGap > .zero, "The gap at which a line breaks is positive")
    let nearby = series[
      day.start.addingTimeInterval(
        -maximumGap.inSeconds)..<day.end.addingTimeInterval(maximumGap.inSeconds + 1)]
    self.day = day
    self.axis = axis
    timeTicks = day.ticks()
    bands = options.bands.cut(to: axis)
    segments = nearby.line(on: day, axis: axis, maximumGap: maximumGap)
    layout = EventLayout(
      events, on: day, size: options.size, dotRadius: options.dotRadius, style: options.style,
      axisMaximum: axis.maximum)
    conditions = DayEvents(events).on(day, now: now).compactMap {
      ConditionSpan($0, on: day, now: now)
    }
    self.basal = basal.spans(on: day)
    self.forecast = forecast.flatMap { PlotForecast($0, on: day, axis: axis) }
    current = now.flatMap { now in
      day.contains(now)
        ? CurrentGlucose(series, at: now, maximumAge: options.maximumAge) : nil
    }
  }

  /// Returns the same plot with the events placed for another size.
  ///
  /// - Parameters:
  ///   - size: The size of the plot in points.
  ///   - dotRadius: The radius of a dot in points, or `nil` for the one that was asked for.
  public func resized(to size: PlotSize, dotRadius: Double? = nil) -> DayPlot {
    DayPlot(self, layout: layout.resized(to: size, dotRadius: dotRadius))
  }

  private init(_ plot: DayPlot, layout: EventLayout) {
    day = plot.day
    timeTicks = plot.timeTicks
    axis = plot.axis
    bands = plot.bands
    segments = plot.segments
    conditions = plot.conditions
    basal = plot.basal
    forecast = plot.forecast
    current = plot.current
    self.layout = layout
  }

  /// How far beyond a day a plot of it looks at readings, in seconds.
  static func margin(_ options: DayPlotOptions) -> Double {
    max(options.maximumGap ?? .zero, options.maximumAge, .slowestSensor * 3).inSeconds + 1
  }
}

extension GlucoseHistory {
  /// The plot of `day`, from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - forecast: A forecast; what lies on other days is cut off.
  ///   - basal: Background insulin, if it is to be drawn.
  ///   - now: The present, if the current value is wanted. Conditions that still go on end here.
  ///   - options: The unit, the bands, and how to draw.
  /// - Throws: What the history throws when it cannot be read.
  public func plot(
    of day: LocalDay, forecast: GlucoseForecast? = nil, basal: [BasalSegment] = [],
    now: Date? = nil,
    options: DayPlotOptions = DayPlotOptions()
  ) throws -> DayPlot {
    let margin = DayPlot.margin(options)
    let range = day.start.addingTimeInterval(-margin)..<day.end.addingTimeInterval(margin)
    return DayPlot(
      day, series: try series(in: range), events: try events(in: day.interval), forecast: forecast,
      basal: basal, now: now, options: options)
  }
}

extension GlucoseHistory {
  /// The plots of `days`, in their order, from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - days: The days: a range or an array.
  ///   - options: The unit, the bands, and how to draw.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of readings and events, if few events last for days.
  public func plots(
    of days: some Collection<LocalDay>, options: DayPlotOptions = DayPlotOptions()
  ) throws -> [DayPlot] {
    guard let start = days.map(\.start).min(), let end = days.map(\.end).max() else { return [] }
    let margin = DayPlot.margin(options)
    let series = try series(in: start.addingTimeInterval(-margin)..<end.addingTimeInterval(margin))
    let events = DayEvents(try events(in: start..<end))
    return days.map { day in
      DayPlot(day, series: series, events: events.on(day, now: nil), options: options)
    }
  }
}
