internal import GlucoseDiary
public import DaySummary
package import GlucoseMath
package import GlucoseSignals
internal import GlucoseFoundation

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

  /// The heading of the page, also in the browser's tab.
  public var title: String
  /// The numbers of all days together and of each day.
  public var report: PeriodReport
  package var profile: AmbulatoryGlucoseProfile?
  package var targets: [GlycemicTargetResult] = []
  /// The readings of each hour of each weekday.
  package var hours: [SlotReadings] = []
  /// The days of the calendar, which share an axis.
  package var calendar: [DayPlot] = []
  /// The last day and the days around it.
  package var focus: BifocalDay?
  /// The days with a picture and a list of their events, in order.
  package var days: [DayPlot] = []
  /// The logged entries, such as notes and medication, of which ``days`` draw only measurements.
  var entries: [DiaryEvent] = []
  /// The statistics of the finger-sticks up to the present, or `nil` if there are readings of a sensor.
  package var fingersticks: GlucoseStatistics?
  /// The results of a laboratory with the glucose management indicator of the days before them.
  package var laboratory: [HemoglobinA1cComparison] = []
  package var nights: [NightSummary] = []
  package var quality: SignalQuality?
  /// The statistics of the readings outside of suspected compression lows, or `nil` if there is no
  /// such low.
  package var statisticsWithoutCompressionLows: GlucoseStatistics?
  package var sensors: SensorComparison?
  /// The options, of which the unit, the present, the error grid, the night ahead, the colors, the
  /// paper, and the text apply when the page is written. Those on what the page contains, such as the
  /// number of days, have no effect on a page that exists.
  public var options: ReportPageOptions

  var unit: GlucoseUnit { options.unit }
  var strings: ChartStrings { options.strings }
  /// The present: events later than it (`>`) are plans, which are marked as planned.
  var now: Date? { options.until ?? options.now }

  /// The content security policy in ``html``, for a server to send as a header as well. It allows the
  /// page's style and its script by its digest, and nothing is fetched.
  public static var contentSecurityPolicy: String { PageScript.policy }

  /// The page as an HTML document.
  public var html: String {
    let style = PageStyle.rules(
      options.palette, dark: options.darkPalette, print: options.printPalette, paper: options.paper)
    let body = """
      \(main.document)<div id="popup" role="status" aria-live="polite" hidden></div>
      <script>\(PageScript.text)</script>

      """
    return PlainPage.document(
      title, language: strings.language, policy: PageScript.policy, style, body)
  }
}
