// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A report of several days as an HTML page: the numbers, the pictures, and the events of each day.
///
///     let page = try history.reportPage(of: month, title: "March")
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page is self-contained: it fetches no style sheet, font, picture, or script, and its content
/// security policy forbids it. A tap or the Enter key on a dot shows the fields of the dot; the
/// Escape key or a tap elsewhere hides them. Without scripts, the same fields are in a list below
/// each picture. Equal reports produce identical bytes on every platform.
public struct ReportPage: Hashable, Sendable {
  /// The heading of the page, also in the browser's tab.
  public var title: String
  /// The numbers of all days together and of each day.
  public var report: PeriodReport
  /// The ambulatory glucose profile of all days, or `nil` for none.
  public var profile: AmbulatoryGlucoseProfile?
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
  /// The unit of the numbers.
  public var unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The text of the pictures.
  public var strings: ChartStrings
  /// The text of the page.
  public var reportStrings: ReportStrings

  /// Creates a page from its contents. `GlucoseHistory.reportPage(of:title:options:)` creates the
  /// page and its contents.
  public init(
    title: String, report: PeriodReport, profile: AmbulatoryGlucoseProfile? = nil,
    hours: [SlotReadings] = [], calendar: [DayPlot] = [], focus: BifocalDay? = nil,
    days: [DayPlot] = [], errorGrid: ErrorGridPicture? = nil, unit: GlucoseUnit,
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(),
    reportStrings: ReportStrings = ReportStrings()
  ) {
    self.title = title
    self.report = report
    self.profile = profile
    self.hours = hours
    self.calendar = calendar
    self.focus = focus
    self.days = days
    self.errorGrid = errorGrid
    self.unit = unit
    self.palette = palette
    self.strings = strings
    self.reportStrings = reportStrings
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
      \(PageStyle.rules(palette))
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
