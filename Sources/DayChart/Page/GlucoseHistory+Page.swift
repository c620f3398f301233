// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a report page shows, and how.
public struct ReportPageOptions: Hashable, Sendable {
  /// The unit in which numbers are written.
  public var unit: GlucoseUnit
  /// The edges that divide concentrations. Use bands in the readings' unit.
  public var bands: RangeBands
  /// How many of the last days have a picture and a list of their events.
  public var picturedDays = 14
  /// How many of the last days the calendar shows.
  public var calendarDays = 91
  /// How events are placed.
  public var style = EventLayout.Style.separated
  /// A forecast, to be drawn on the last day.
  public var forecast: GlucoseForecast?
  /// The present, if the current value is to be shown. Conditions that still go on end here.
  public var now: Date?
  /// An error grid of forecasts.
  public var errorGrid: ErrorGridPicture?
  /// The colors.
  public var palette = ChartPalette.arises
  /// The words of the pictures.
  public var strings = ChartStrings()
  /// The words of the page.
  public var reportStrings = ReportStrings()

  /// Options; `bands` are the consensus bands in `unit` unless given.
  public init(unit: GlucoseUnit = .mmolL, bands: RangeBands? = nil) {
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
  }
}

extension GlucoseHistory {
  /// A page on `days`, from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - days: The days, of one zone: a range or an array.
  ///   - title: What stands at the top.
  ///   - options: What the page shows, and how.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of readings and events, if few events last for days.
  public func reportPage(
    of days: some Collection<LocalDay>, title: String,
    options: ReportPageOptions = ReportPageOptions()
  ) throws -> ReportPage {
    guard let first = days.min(), let last = days.max() else {
      return ReportPage(
        title: title, report: try periodReport([LocalDay](), bands: options.bands),
        unit: options.unit)
    }
    // A day more on both sides: episodes and lines reach over midnight.
    let around = first.advanced(by: -4).start..<last.advanced(by: 4).end
    let record = Recording(series: try series(in: around), events: try events(in: around))
    let report = try record.periodReport(days, bands: options.bands, now: options.now)
    let shown = report.days.map(\.day)
    let series = record.series.readings(of: shown)
    var plotOptions = DayPlotOptions(unit: options.unit, bands: options.bands)
    plotOptions.style = options.style
    let calendar = try record.plots(of: shown.suffix(options.calendarDays), options: plotOptions)
    plotOptions.extendsAxis = true
    let focus = try shown.last.map {
      try record.bifocalDay(
        $0, forecast: options.forecast, now: options.now, options: plotOptions)
    }
    return ReportPage(
      title: title, report: report, profile: series.ambulatoryGlucoseProfile(in: first.zone),
      hours: series.grouped(by: .weekdayAndHour, in: first.zone), calendar: calendar,
      focus: focus,
      days: try record.plots(
        of: shown.dropLast().suffix(max(options.picturedDays - 1, 0)), options: plotOptions),
      errorGrid: options.errorGrid, unit: options.unit, palette: options.palette,
      words: options.strings, reportStrings: options.reportStrings)
  }
}
