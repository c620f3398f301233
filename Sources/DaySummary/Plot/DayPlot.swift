public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// The elements of a plot of one day, as values without pixels or colors.
///
///     let plot = try history.plot(of: day, options: DayPlotOptions(unit: .mmolL))
///     for segment in plot.segments { … }      // the line, broken at gaps
///     for mark in plot.layout(in: size).marks { … }     // meals, doses, exercise
///
/// Positions are fractions of the plot's width and height, so a plot can be drawn at any size. Only
/// where the dots of events do not cover each other depends on the size: see
/// ``layout(in:dotRadius:spacing:)``. Two plots with the same elements are equal, so a view can
/// compare them to decide whether to redraw.
public struct DayPlot: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The labels of the time axis.
  public internal(set) var timeTicks: [TimeTick]
  /// The glucose axis.
  public let axis: GlucoseAxis
  /// The bands, from the lowest to the highest, clipped to the axis.
  public let bands: [PlotBand]
  /// The points of the glucose line in chronological order, one segment for each part without a gap; a segment
  /// has one point if a reading has no adjacent reading.
  public internal(set) var segments: [[PlotLinePoint]]
  /// The meals, doses, and exercise at their true positions, in order of the times at which they are placed,
  /// then of identifiers.
  public internal(set) var marks: [EventMark]
  /// The method of placing ``marks``.
  public let style: EventLayout.Style
  /// Illness, stress, and other conditions, in chronological order.
  public internal(set) var conditions: [ConditionSpan]
  /// Finger-sticks and ketones, in chronological order.
  public internal(set) var measurements: [MeasurementMark]
  /// The basal insulin as steps; empty if none was given.
  public internal(set) var basal: [BasalSpan]
  /// The part of the forecast on the day.
  public internal(set) var forecast: PlotForecast?
  /// The last reading, if the day contains the current time.
  public let current: CurrentGlucose?

  /// Creates the plot of `day`.
  ///
  /// Of the events, in any order, of the forecast, and of the basal insulin, the part on `day` is
  /// drawn. With readings before and after the day, the line extends to the edges of the plot. The
  /// current time is for ``current`` and the end of ongoing conditions.
  ///
  /// - Precondition: In `options`, the maximum gap is `nil` or positive.
  public init(
    _ day: LocalDay, series: GlucoseSeries, events: [DiaryEvent] = [],
    forecast: GlucoseForecast? = nil,
    basal: [BasalSegment] = [], now: Date? = nil, options: DayPlotOptions
  ) {
    let readings = series[day.interval]
    // Measurements stay at their instants, beside the readings.
    let measured = events.filter { day.contains($0.time) }.chronological
    let concentrations = measured.map(\.fingerstick) + [readings.values.max().map(Glucose.mgdL)]
    let axis = GlucoseAxis(
      options.unit,
      including: options.extendsAxis ? concentrations.compactMap(\.self).max() : nil)
    let maximumGap = options.maximumGap ?? readings.longestGapOfLine
    precondition(maximumGap > .zero, "`options.maximumGap` must be positive")
    let nearby = series[
      day.start.addingTimeInterval(
        -maximumGap.inSeconds)..<day.end.addingTimeInterval(maximumGap.inSeconds + 1)]
    self.day = day
    self.axis = axis
    timeTicks = day.ticks()
    bands = options.bands.cut(to: axis)
    segments = nearby.line(on: day, axis: axis, maximumGap: maximumGap)
    let placed = options.eventClock.placed(events, on: day)
    marks = placed.compactMap {
      EventMark($0.event, of: $0.logged, on: day, by: options.eventClock)
    }
    style = options.style
    conditions = placed.compactMap {
      ConditionSpan(
        $0.event, on: day, now: options.endOfOngoing ?? now, start: $0.logged.time)
    }
    measurements = measured.compactMap { MeasurementMark($0, on: day, axis: axis) }
    self.basal = basal.spans(on: day)
    self.forecast = forecast.flatMap { PlotForecast($0, on: day, axis: axis) }
    current = now.flatMap { now in
      day.contains(now)
        ? CurrentGlucose(series, at: now, maximumAge: options.maximumAge) : nil
    }
  }

  /// Returns the positions of ``marks`` in a plot of `size`.
  ///
  /// In the separated style, the centers of all dots are in the plot. Dots do not cross the left
  /// and right edges, and dots of insulin and exercise do not cross the top and bottom edges; a
  /// meal of nearly 0 or 200 g crosses one by at most its radius. If the dots do not all fit within
  /// the width of an hour of their time, all are made smaller until they do. Dots with a radius
  /// below 3 points may be farther away. ``EventLayout/dotRadius`` is the resulting radius.
  ///
  /// - Parameters:
  ///   - size: The size of the plot in points, without labels.
  ///   - dotRadius: The radius of dots in points, clamped to 0.1...1000; NaN becomes the least.
  ///   - spacing: The minimum space between two dots in points, clamped to 0...1000; NaN
  ///     becomes 0. It shrinks with the dots.
  /// - Complexity: O(*t* *n*² log *n*), where *n* is the number of events of the day and *t* is the
  ///   number of radii tried, each 10 % smaller than the previous one. For a dose or activity that
  ///   does not fit in its band at its own time, multiplied by the number of rows in the band.
  public func layout(in size: PlotSize, dotRadius: Double = 6, spacing: Double = 1) -> EventLayout {
    EventLayout(marks, in: size, dotRadius: dotRadius, spacing: spacing, style: style)
  }

  /// Returns the positions of ``marks``, with the meals in a row at `mealHeight` points from the
  /// bottom of the plot, which may be above it.
  package func layout(in size: PlotSize, dotRadius: Double, mealHeight: Double?) -> EventLayout {
    EventLayout(
      marks, in: size, dotRadius: dotRadius, spacing: 1, style: style, mealHeight: mealHeight)
  }

  /// Returns the time before and after a day whose readings its plot uses, in seconds.
  static func margin(_ options: DayPlotOptions) -> Double {
    max(options.maximumGap ?? .zero, options.maximumAge ?? .zero, .slowestSensor * 3).inSeconds + 1
  }
}

extension GlucoseSeries {
  /// The longest time between two readings that a line connects: three intervals of the sensor, and
  /// at least 15 minutes.
  package var longestGapOfLine: Duration { Swift.max(.seconds(900), longestSensorInterval * 3) }
}

extension GlucoseHistory {
  /// Returns the plot of `day`, from one read of the readings and one of the events; see
  /// ``DayPlot/init(_:series:events:forecast:basal:now:options:)``.
  public func plot(
    of day: LocalDay, forecast: GlucoseForecast? = nil, basal: [BasalSegment] = [],
    now: Date? = nil,
    options: DayPlotOptions
  ) throws(Failure) -> DayPlot {
    let margin = DayPlot.margin(options)
    let range = day.start.addingTimeInterval(-margin)..<day.end.addingTimeInterval(margin)
    return DayPlot(
      day, series: try series(in: range),
      events: try events(in: options.eventClock.reach(of: day.interval)), forecast: forecast,
      basal: basal, now: now, options: options)
  }

  /// Returns the plots of `days`, a range or an array, in their order, from one read of the readings
  /// and one of the events.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings and events, if few events
  ///   last for days. With ``EventLayout/Clock/entry``, plus O(*d* *e*), where *d* is the number of
  ///   days and *e* the number of events.
  public func plots(
    of days: some Collection<LocalDay>, options: DayPlotOptions
  ) throws(Failure) -> [DayPlot] {
    guard let start = days.map(\.start).min(), let end = days.map(\.end).max() else { return [] }
    let margin = DayPlot.margin(options)
    let series = try series(in: start.addingTimeInterval(-margin)..<end.addingTimeInterval(margin))
    let all = try events(in: options.eventClock.reach(of: start..<end))
    let events = DayEvents(all)
    return days.map { day in
      DayPlot(
        day, series: series,
        events: options.eventClock == .entry ? all : events.on(day, now: nil), options: options)
    }
  }
}

extension Duration {
  /// The longest interval of a sensor in use: 15 minutes.
  static let slowestSensor = Duration.seconds(900)
}
