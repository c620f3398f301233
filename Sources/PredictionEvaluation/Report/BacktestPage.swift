public import DayChart
public import GlucoseMath

/// The tables and pictures of back-tests as a self-contained HTML page.
///
///     let page = BacktestPage([report], unit: .mmolL)
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page fetches nothing and runs no script, and its content security policy forbids both. Each
/// picture is drawn for a phone and for a desktop or paper. Equal reports produce identical bytes.
public struct BacktestPage: Sendable {
  private let reports: [BacktestReport]
  private let unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The heading.
  public var title: String

  /// Creates a page of `reports`, one for each section, with all concentrations in `unit`.
  public init(
    _ reports: [BacktestReport], unit: GlucoseUnit, palette: ChartPalette = .arises,
    title: String = "Back-test of glucose forecasts"
  ) {
    self.reports = reports
    self.unit = unit
    self.palette = palette
    self.title = title
  }

  /// The page as an HTML document.
  public var html: String {
    PlainPage.html(
      title,
      subtitle: "Each forecast uses only data available at its origin and is compared with the "
        + "reading at its target time. For information only; not for dosing.",
      reports.map { report in
        Markup(
          "section", [:],
          [Markup("h2", text: report.heading)] + (report.note.map { [Markup("p", text: $0)] } ?? [])
            + report.summary(in: unit).flatMap(\.markup) + pictures(report)
            + report.tables(in: unit, listsPeople: report.people.count > 1).flatMap(\.markup))
      }, palette)
  }

  /// The error grid has other pairs than the tables, so that their numbers differ.
  private func gridNote(_ report: BacktestReport) -> String {
    let origins =
      report.pairStride == 1 ? "every reading" : "one of every \(report.pairStride) readings"
    return "Error grid: forecasts at \(origins) of the test, each with the reading nearest to its "
      + "target time, at most 150 seconds from it. The tables have the forecasts that are scored."
  }

  private func pictures(_ report: BacktestReport) -> [Markup] {
    let (test, personal) = (report.result, report.personalModel)
    let day = report.day.map { day in
      PlainPage.figure(300) { ForecastDayPicture(day, unit: unit, size: $0, palette: palette) }
    }
    let crossings =
      test.reliabilities.contains { $0.predictor == personal }
      ? PlainPage.figure(360, width: 460) {
        BacktestPicture(
          crossingsOf: test, predictor: personal, unit: unit, size: $0, palette: palette)
      } : nil
    let landscape = test.landscape(of: personal, lead: report.horizon).map { landscape in
      PlainPage.figure(320) {
        BacktestPicture(landscape, unit: unit, size: $0, palette: palette)
      }
    }
    let grid = report.errorGrid(unit: unit, palette: palette).map {
      Markup("figure", [:], [$0.root, Markup("p", ["class": "note"], text: gridNote(report))])
    }
    return [
      PlainPage.figure(360) {
        BacktestPicture(
          errorsOf: test, emphasizing: personal, unit: unit, size: $0, palette: palette)
      }, day,
      PlainPage.figure(360, width: 460) {
        BacktestPicture(
          intervalsOf: test, predictors: [personal], lead: report.horizon, size: $0,
          palette: palette)
      }, crossings, landscape, grid,
    ].compactMap(\.self)
  }
}
