// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A report of some days as one HTML page: the numbers, the pictures, and the events of each day.
///
///     let page = try history.reportPage(of: month, title: "March")
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page stands alone: no style sheet, font, picture or script is fetched from anywhere, and its own
/// policy forbids it. A tap or Enter on a dot shows what the dot stands for; Escape or a tap elsewhere
/// hides it. Without scripts the same stands in a list under each picture. The same report gives the same
/// bytes everywhere.
public struct ReportPage: Hashable, Sendable {
  /// What stands at the top and in the browser's tab.
  public var title: String
  /// The numbers, and what each day was like.
  public var report: PeriodReport
  /// The ambulatory profile of all days, or `nil` for none.
  public var profile: AmbulatoryGlucoseProfile?
  /// The readings of each hour of each weekday, for the heat map; empty for none.
  public var hours: [SlotReadings]
  /// The days of the calendar, with one axis.
  public var calendar: [DayPlot]
  /// The last day and those around it, or `nil` for none.
  public var focus: BifocalDay?
  /// The days that have a picture and a list of their events, in order.
  public var days: [DayPlot]
  /// An error grid of forecasts, or `nil` for none.
  public var errorGrid: ErrorGridPicture?
  /// The unit in which numbers are written.
  public var unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The words of the pictures.
  public var strings: ChartStrings
  /// The words of the page.
  public var reportStrings: ReportStrings

  /// A page of what was worked out already; `GlucoseHistory.reportPage(of:title:options:)` does all of it.
  public init(
    title: String, report: PeriodReport, profile: AmbulatoryGlucoseProfile? = nil,
    hours: [SlotReadings] = [], calendar: [DayPlot] = [], focus: BifocalDay? = nil,
    days: [DayPlot] = [], errorGrid: ErrorGridPicture? = nil, unit: GlucoseUnit,
    palette: ChartPalette = .arises, words: ChartStrings = ChartStrings(),
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
    self.strings = words
    self.reportStrings = reportStrings
  }

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
