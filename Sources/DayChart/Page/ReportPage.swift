// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath
public import GlucoseSignals
public import GlucoseFoundation

/// A report of several days as an HTML page: the profile with the goals, the numbers, the pictures,
/// and the events of each day.
///
///     let options = ReportPageOptions(unit: .mmolL)
///     let page = try history.reportPage(of: month, title: "March", options: options)
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page is self-contained: it fetches no style sheet, font, picture, or script, and its content
/// security policy forbids it. A tap or the Enter key on a dot shows the fields of the dot; the
/// Escape key or a tap elsewhere hides them. Without scripts, the same fields are in a list below
/// each picture. Equal reports produce identical bytes on every platform.
///
/// On paper, the first page is that of an AGP report, version 5: the profile, the time in ranges with
/// the goals, the metrics with their targets, and a line for each of the last fourteen days. Tables
/// and pictures are not cut, and the lists of events are open.
public struct ReportPage: Equatable, Sendable {
  /// The heading of the page, also in the browser's tab.
  public var title: String
  /// A size of paper.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Paper: String, Hashable, Sendable, CaseIterable {
    /// 210 by 297 millimeters.
    case a4
    /// 8.5 by 11 inches.
    case letter
  }

  /// The numbers of all days together and of each day.
  public var report: PeriodReport
  /// The ambulatory glucose profile of all days, or `nil` for none.
  public var profile: AmbulatoryGlucoseProfile?
  /// The goals of the percentages with the values of the record; empty for none.
  public var targets: [GlycemicTargetResult]
  /// The population of the goals, which adds those for the mean and the glucose management indicator
  /// for adults, or `nil` for none.
  public var population: TargetPopulation?
  /// The readings of each hour of each weekday, for the heat map; empty for none.
  public var hours: [SlotReadings]
  /// The days of the calendar, which share an axis.
  public var calendar: [DayPlot]
  /// The last day and the days around it, or `nil` for none.
  public var focus: BifocalDay?
  /// The days with a picture and a list of their events, in order.
  public var days: [DayPlot]
  /// An error grid of forecasts, or `nil` for none.
  public var errorGrid: ErrorGridPicture?
  /// The results of a laboratory with the glucose management indicator of the days before them.
  public var laboratory: [HemoglobinA1cComparison]
  /// The probability of a low in the night after the present, or `nil` for none.
  public var nightAhead: NightForecast?
  /// The summaries of nights in chronological order; empty for none.
  public var nights: [NightSummary]
  /// The quality of the signal, or `nil` for none.
  public var quality: SignalQuality?
  /// The statistics of the readings outside of suspected compression lows, or `nil` if there is no
  /// such low.
  public var statisticsWithoutCompressionLows: GlucoseStatistics?
  /// The comparison with a second sensor, or `nil` for none.
  public var sensors: SensorComparison?
  /// The present: events later than it (`>`) are plans, which are marked as planned. `nil` marks
  /// none.
  public var now: Date?
  /// The unit of the numbers.
  public var unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The colors on a screen whose reader prefers a dark color scheme, or `nil` for ``palette``.
  public var darkPalette: ChartPalette?
  /// The colors on paper, or `nil` for ``palette``.
  public var printPalette: ChartPalette?
  /// The size of the paper, or `nil` for the choice of the browser.
  public var paper: Paper?
  /// The text of the pictures.
  public var strings: ChartStrings {
    get { sharedStrings.value }
    set { sharedStrings = Shared(newValue) }
  }
  private var sharedStrings: Shared<ChartStrings>
  /// The text of the page.
  public var reportStrings: ReportStrings {
    get { sharedReportStrings.value }
    set { sharedReportStrings = Shared(newValue) }
  }
  private var sharedReportStrings: Shared<ReportStrings>

  /// Creates a page from its contents. `GlucoseHistory.reportPage(of:title:options:)` creates the
  /// page and its contents.
  public init(
    title: String, report: PeriodReport, profile: AmbulatoryGlucoseProfile? = nil,
    targets: [GlycemicTargetResult] = [], population: TargetPopulation? = nil,
    hours: [SlotReadings] = [], calendar: [DayPlot] = [], focus: BifocalDay? = nil,
    days: [DayPlot] = [], errorGrid: ErrorGridPicture? = nil,
    laboratory: [HemoglobinA1cComparison] = [], nightAhead: NightForecast? = nil,
    nights: [NightSummary] = [],
    quality: SignalQuality? = nil, statisticsWithoutCompressionLows: GlucoseStatistics? = nil,
    sensors: SensorComparison? = nil, now: Date? = nil, unit: GlucoseUnit,
    palette: ChartPalette = .arises, darkPalette: ChartPalette? = nil,
    printPalette: ChartPalette? = .agp, paper: Paper? = nil,
    strings: ChartStrings = ChartStrings(), reportStrings: ReportStrings = ReportStrings()
  ) {
    self.title = title
    self.report = report
    self.profile = profile
    self.targets = targets
    self.population = population
    self.hours = hours
    self.calendar = calendar
    self.focus = focus
    self.days = days
    self.errorGrid = errorGrid
    self.laboratory = laboratory
    self.nightAhead = nightAhead
    self.nights = nights
    self.quality = quality
    self.statisticsWithoutCompressionLows = statisticsWithoutCompressionLows
    self.sensors = sensors
    self.now = now
    self.unit = unit
    self.palette = palette
    self.darkPalette = darkPalette
    self.printPalette = printPalette
    self.paper = paper
    sharedStrings = Shared(strings)
    sharedReportStrings = Shared(reportStrings)
  }

  /// The content security policy in ``html``, for a server to send as a header as well. It allows the
  /// page's style and its script by its digest, and nothing is fetched.
  public static var contentSecurityPolicy: String { PageScript.policy }

  /// The page as an HTML document.
  public var html: String {
    let title = Markup("title", text: title).document
    return """
      <!DOCTYPE html>
      <html lang="\(reportStrings.language.xmlEscaped)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(PageScript.policy)">
      \(title)<style>
      \(PageStyle.rules(palette, dark: darkPalette, print: printPalette, paper: paper))
      </style>
      </head>
      <body>
      \(main.document)<div id="popup" role="status" aria-live="polite" hidden></div>
      <script>\(PageScript.text)</script>
      </body>
      </html>

      """
  }
}
