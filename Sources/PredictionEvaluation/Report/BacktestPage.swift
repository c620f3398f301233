// SPDX-License-Identifier: Apache-2.0

public import DayChart
internal import DaySummary
public import GlucoseMath
internal import Prediction

/// The tables and pictures of back-tests as a self-contained HTML page.
///
///     let page = BacktestPage([report], unit: .mmolL)
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page fetches nothing and runs no script, and its content security policy forbids both. Each
/// picture is drawn for a phone and for a desktop or paper. Equal reports produce identical bytes.
public struct BacktestPage: Sendable {
  /// The back-tests, one for each section.
  public let reports: [BacktestReport]
  /// The unit of all concentrations.
  public let unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The heading.
  public var title: String

  /// Creates a page of `reports`.
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
    let main = Markup(
      "main", [:],
      [
        Markup("h1", text: title),
        Markup(
          "p", ["class": "subtitle"],
          text: "Each forecast uses only data available at its origin and is compared with the "
            + "reading at its target time. For information only; not for dosing."),
      ] + reports.map(section))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      \(Markup("title", text: title).document)<style>
      \(PageStyle.rules(palette))
      h3 { font-size: 1em; margin: 24px 0 4px; }
      td:first-child { text-align: left; }
      td:last-child { color: inherit; text-align: right; }
      td.words, th.words { text-align: left; }
      </style>
      </head>
      <body>
      \(main.document)</body>
      </html>

      """
  }

  private func section(_ report: BacktestReport) -> Markup {
    Markup(
      "section", [:],
      [Markup("h2", text: report.heading)] + (report.note.map { [Markup("p", text: $0)] } ?? [])
        + report.summary(in: unit).flatMap(elements) + pictures(report)
        + report.tables(in: unit, listsPeople: report.people.count > 1).flatMap(elements))
  }

  private func elements(_ table: BacktestTable) -> [Markup] {
    let used = table.usedColumns
    func row(_ cells: [String?], _ name: String) -> Markup {
      Markup(
        "tr", [:],
        used.map { column in
          let attributes: KeyValuePairs<String, SVGValue> =
            table.columns[column].isText ? ["class": "words"] : [:]
          return Markup(
            name, attributes, text: (cells[column] ?? "·").withUnbrokenPercentages)
        })
    }
    let head = Markup("thead", [:], [row(table.columns.map(\.head), "th")])
    let body = Markup("tbody", [:], table.rows.map { row($0, "td") })
    return [
      Markup("h3", text: table.title.withUnbrokenPercentages),
      Markup("div", ["class": "scroll"], [Markup("table", [:], [head, body])]),
    ]
  }

  /// Returns the pictures, each for a phone and for a desktop.
  private func pictures(_ report: BacktestReport) -> [Markup] {
    var pictures = [
      figure(360) {
        ErrorByLeadPicture(
          report.result, emphasizing: report.personalModel, unit: unit, size: $0, palette: palette
        ).root
      }
    ]
    if let day = report.day {
      pictures.append(
        figure(300) { ForecastDayPicture(day, unit: unit, size: $0, palette: palette).root })
    }
    pictures.append(
      figure(360, width: 460) {
        CalibrationPicture(
          intervalsOf: report.result, predictors: [report.personalModel], lead: report.horizon,
          size: $0, palette: palette
        ).root
      })
    if report.result.reliabilities.contains(where: { $0.predictor == report.personalModel }) {
      pictures.append(
        figure(360, width: 460) {
          CalibrationPicture(
            crossingsOf: report.result, predictor: report.personalModel, unit: unit, size: $0,
            palette: palette
          ).root
        })
    }
    if let landscape = report.result.landscape(of: report.personalModel, lead: report.horizon) {
      pictures.append(
        figure(320) {
          ErrorLandscapePicture(landscape, unit: unit, size: $0, palette: palette).root
        })
    }
    if let grid = report.errorGrid(unit: unit, palette: palette) {
      pictures.append(Markup("figure", [:], [grid.root]))
    }
    return pictures
  }

  /// Returns a picture of this height for a phone and, 20 % higher, for a desktop or paper.
  private func figure(
    _ height: Double, width: Double = 680, _ root: (PlotSize) -> Markup
  ) -> Markup {
    Markup(
      "figure", [:],
      [
        Markup("div", ["class": "narrow"], [root(PlotSize(width: 328, height: height))]),
        Markup("div", ["class": "wide"], [root(PlotSize(width: width, height: height * 1.2))]),
      ])
  }
}
