public import DaySummary
public import GlucoseDiary
public import GlucoseMath
public import GlucoseSignals
public import GlucoseFoundation

/// Options for a report page.
public struct ReportPageOptions: Equatable, Sendable {
  /// The unit of the numbers.
  public var unit: GlucoseUnit
  /// The edges of the concentration bands, in the readings' unit.
  public var bands: RangeBands
  /// The number of days, up to the last, with a picture and a list of their events.
  public var picturedDays = 14
  /// The number of days, up to the last, in the calendar.
  public var calendarDays = 91
  /// The method of placing events.
  public var style = EventLayout.Style.separated
  /// A forecast to draw on the last day.
  public var forecast: GlucoseForecast?
  /// The probability of a low in the night after the last day, to draw after it.
  public var nightAhead: NightForecast?
  /// The current time, for the current value, as the end of ongoing conditions, and as the end of
  /// the time in which readings of the last day and night are expected. If ``expectedRange`` is stated,
  /// ongoing conditions and nights end at ``until`` instead, unless it is `nil` or `.distantFuture`.
  public var now: Date?
  /// The time after which (`>`) events are plans, which do not count and are marked as planned, or
  /// `nil` for ``now``; `.distantFuture` counts all events.
  public var until: Date?
  /// The time in which readings are expected, such as `GlucoseSeries/expectedRange` of a whole record,
  /// or `nil` for all of the days up to ``now``.
  public var expectedRange: Range<Date>?
  /// An error grid of forecasts.
  public var errorGrid: ErrorGridPicture?
  /// The hours of the nights that are summarized, for the days with a picture, or `nil` for none.
  public var night: ClockWindow? = .overnight
  /// The options of the quality of the signal, or `nil` for none. The insertions of sensors that
  /// were logged are added to theirs.
  public var quality: SignalQualityOptions? = SignalQualityOptions()
  /// The readings of a second sensor that was worn at the same time, or of a meter, to compare with
  /// those of the history, or `nil` for none.
  public var secondSensor: GlucoseSeries?
  /// The population whose goals are shown, or `nil` for none.
  public var population: TargetPopulation?
  /// The width of the window over which the profile is smoothed, or zero for none.
  public var smoothingWindow = Duration.seconds(3600)
  /// The colors.
  public var palette = ChartPalette.arises
  /// The colors on a screen whose reader prefers a dark color scheme, or `nil` for ``palette``.
  public var darkPalette: ChartPalette? = .dark
  /// The colors on paper, or `nil` for ``palette``.
  public var printPalette: ChartPalette? = .agp
  /// The size of the paper, or `nil` for the choice of the browser.
  public var paper: ReportPage.Paper?
  /// The text of the pictures and of the page.
  public var strings: ChartStrings {
    get { sharedStrings.value }
    set { sharedStrings = Shared(newValue) }
  }
  private var sharedStrings = Shared(ChartStrings())

  /// Creates options. The default bands are the consensus bands in `unit`; the population is that
  /// whose goals are for the bands.
  public init(unit: GlucoseUnit, bands: RangeBands? = nil) {
    self.unit = unit
    let bands = bands ?? .consensus(in: unit)
    self.bands = bands
    population = TargetPopulation(bands: bands)
  }

  /// Sets the colors on a screen in any color scheme, and on paper unless they are ``ChartPalette/dark``.
  public mutating func setPalette(_ palette: ChartPalette) {
    self.palette = palette
    darkPalette = nil
    if palette != .dark { printPalette = palette }
  }
}

extension GlucoseHistory {
  /// Returns a report page on `days`, all in one time zone, from one read of the readings and one of
  /// the events.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings and events, if few events
  ///   last for days.
  public func reportPage(
    of days: some Collection<LocalDay>, title: String,
    options: ReportPageOptions
  ) throws(Failure) -> ReportPage {
    guard let first = days.min(), let last = days.max() else {
      return ReportPage(
        title: title, report: try periodReport(of: [LocalDay](), bands: options.bands),
        options: options)
    }
    // Three surrounding days and another day on both sides, because episodes and lines cross
    // midnight.
    let around = first.advanced(by: -4).start..<last.advanced(by: 4).end
    let record = Recording(series: try series(in: around), events: try events(in: around))
    let report = record.periodReport(
      of: days, bands: options.bands, now: options.now, until: options.until,
      expecting: options.expectedRange)
    let shown = report.days.map(\.day)
    let series = record.series.readings(of: shown)
    var plotOptions = DayPlotOptions(unit: options.unit, bands: options.bands)
    plotOptions.style = options.style
    let calendar = record.plots(of: shown.suffix(options.calendarDays), options: plotOptions)
    plotOptions.extendsAxis = true
    var focusOptions = plotOptions
    let present = Self.endOfOngoing(
      options.now, until: options.until, expecting: options.expectedRange)
    focusOptions.endOfOngoing = present
    let focus = shown.last.map {
      record.bifocalDay(
        of: $0, forecast: options.forecast, now: options.now, options: focusOptions)
    }
    let quality = options.quality.map {
      record.signalQuality(of: first...last, now: options.now, options: $0)
    }
    let sticks = record.events.compactMap { event -> Reading? in
      guard (first.start..<last.end).contains(event.time),
        event.time <= options.until ?? options.now ?? .distantFuture
      else { return nil }
      return event.fingerstick.map { Reading(time: event.time, glucose: $0) }
    }
    let lows = quality?.faults(.compressionLow, score: 0.5) ?? []
    return ReportPage(
      title: title, report: report,
      profile: series.dayGrid(in: first.zone)?.ambulatoryGlucoseProfile()
        .smoothed(over: options.smoothingWindow),
      targets: options.population.map {
        series.targetResults(for: $0, in: options.bands.unit)
      } ?? [],
      hours: series.grouped(by: .weekdayAndHour, in: first.zone),
      calendar: calendar,
      focus: focus,
      days: record.plots(
        of: shown.dropLast().suffix(max(options.picturedDays - 1, 0)), options: plotOptions),
      entries: record.events.filter { if case .entry = $0.content { true } else { false } },
      fingersticks: series.isEmpty
        ? (try? GlucoseSeries(sticks))?.statistics(bands: options.bands) : nil,
      laboratory: try hemoglobinA1cComparisons(over: first.start..<last.end, in: first.zone),
      nights: options.night.map { night in
        // The night that is going on ends after the last day.
        let ongoing = last.advanced(by: 1)
        let nights = record.nightDays(during: night, in: first.zone).filter { day in
          days.contains(day)
            || day == ongoing
              && (options.now.map { night.range(endingOn: day).contains($0) } ?? false)
        }
        return record.nights(
          of: nights.suffix(max(options.picturedDays, 0)), during: night, bands: options.bands,
          now: present.map { max($0, options.now ?? $0) },
          options: options.quality ?? SignalQualityOptions())
      } ?? [], quality: quality,
      statisticsWithoutCompressionLows: lows.isEmpty
        ? nil : series.excluding(lows).statistics(bands: options.bands),
      sensors: options.secondSensor.flatMap { SensorComparison(of: series, with: $0) },
      options: options)
  }
}
