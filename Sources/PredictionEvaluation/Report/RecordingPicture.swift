public import DayChart
public import DaySummary
public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// What a picture of a whole recording shows, and how: that of the command `plot` and of the Python
/// package.
///
///     let picture = RecordingPicture(.profile)
///     picture.svg(of: recording, in: zone)
public struct RecordingPicture: Sendable {
  /// The content of a picture.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable, CaseIterable {
    /// A day, with the forecast if it is the last one.
    case day
    /// A day between the three days before and after.
    case bifocal
    /// The ambulatory glucose profile, with the time in ranges and the goals.
    case profile
    /// A small line for each day.
    case calendar
    /// The mean of each hour of each weekday.
    case hours

    /// A Boolean value that indicates whether the picture is that of one day.
    public var showsOneDay: Bool { self == .day || self == .bifocal }
  }

  /// The content.
  public var kind: Kind
  /// The day of a picture of one day; if it is `nil`, that of the last reading.
  public var day: LocalDay?
  /// The width in points; the height follows from it.
  public var width = 800.0
  /// The unit of the axis.
  public var unit: GlucoseUnit
  /// The range bands.
  public var bands: RangeBands
  /// The population whose goals a profile has, or `nil` for none.
  public var population: TargetPopulation?
  /// The width of the window over which the curves of a profile are smoothed.
  public var smoothingWindow = Duration.seconds(3600)
  /// The layout of events.
  public var layout = EventLayout.Style.separated
  /// The colors.
  public var palette = ChartPalette.arises
  /// The texts.
  public var strings = ChartStrings()
  /// The present, after which events are plans.
  public var now = Date()

  /// Creates a picture in a unit, with its bands and the goals of the population with these bands.
  public init(_ kind: Kind, unit: GlucoseUnit = .mgdL, bands: RangeBands? = nil) {
    self.kind = kind
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    population = TargetPopulation(bands: self.bands)
  }

  /// Returns the picture as SVG, or `nil` if the recording has nothing to show.
  ///
  /// - Complexity: That of the pictures of `DayChart` and, for the last day, of
  ///   `Forecaster.best(for:in:type:horizon:among:)`.
  public func svg(of recording: Recording, in zone: TimeZone) -> String? {
    if kind.showsOneDay { return dayPicture(of: recording, in: zone) }
    let series = recording.series
    guard let profile = series.dayGrid(in: zone)?.ambulatoryGlucoseProfile() else { return nil }
    switch kind {
    case .calendar:
      return CalendarPicture(
        recording.plots(of: recording.localDays(in: zone), options: plotOptions), width: width,
        palette: palette, strings: strings
      ).svg
    case .hours:
      return HeatMapPicture(
        series.grouped(by: .weekdayAndHour, in: zone), unit: unit, bands: bands, size: size,
        palette: palette, strings: strings
      ).svg
    case .day, .bifocal, .profile:
      return ProfilePicture(
        profile.smoothed(over: smoothingWindow),
        timeInRanges: series.statistics(bands: bands)?.timeInRanges,
        targets: population?.targets ?? [], unit: unit, bands: bands,
        size: PlotSize(width: width, height: max(size.height, 400)), palette: palette,
        strings: strings
      ).svg
    }
  }

  private func dayPicture(of recording: Recording, in zone: TimeZone) -> String? {
    let lastReading = recording.series.last?.time
    let lastDay = lastReading.map { LocalDay(containing: $0, in: zone) }
    guard let day = day ?? lastDay ?? recording.localDays(in: zone).last else { return nil }
    let isLast = day == lastDay
    let display = recording.bifocalDay(
      of: day, forecast: isLast ? recording.forecastAtEnd(in: zone) : nil,
      now: isLast ? lastReading : nil, options: plotOptions)
    let plot = display.plot
    guard
      !plot.segments.isEmpty || !plot.marks.isEmpty || !plot.conditions.isEmpty
        || !plot.measurements.isEmpty || kind == .bifocal && !display.surroundingDays.bars.isEmpty
    else { return nil }
    var drawn = DayPicture(
      plot, kind == .bifocal ? display.surroundingDays : nil, size: size, palette: palette,
      strings: strings)
    drawn.now = now
    return drawn.svg
  }

  private var size: PlotSize { PlotSize(width: width, height: (width * 0.625).rounded()) }

  private var plotOptions: DayPlotOptions {
    DayPlotOptions(unit: unit, bands: bands, style: layout, extendsAxis: kind != .calendar)
  }
}
