// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// A page with the tables and pictures of back-tests, in one file that loads nothing.
  struct BacktestPage {
    private let runs: [BacktestRun]

    init(_ runs: [BacktestRun]) { self.runs = runs }

    /// The page.
    var html: String {
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Back-test of glucose forecasts</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff;
             max-width: 960px; margin: 2em auto; padding: 0 1em; }
      h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; } h3 { font-size: 1em; }
      table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
      th, td { padding: 2px 9px; text-align: right; border-bottom: 1px solid #e4e4e4; }
      th.left, td.left { text-align: left; }
      figure { display: inline-block; margin: 0 0 1em; vertical-align: top; max-width: 100%; }
      figcaption { font-size: 13px; color: #444; max-width: 440px; }
      svg { max-width: 100%; height: auto; }
      .table { overflow-x: auto; }
      </style>
      </head>
      <body>
      <h1>Back-test of glucose forecasts</h1>
      <p>Forecasts were made from what was known at each moment, and compared with the reading that
      came. It informs and is not for dosing.</p>
      \(runs.map { section($0) }.joined(separator: "\n"))
      </body>
      </html>

      """
    }

    private func section(_ run: BacktestRun) -> String {
      let pictures = BacktestPictures(run)
      return """
        <h2>\(run.heading.escapedForHTML)</h2>
        \(table(run.accuracy(byPerson: false)))
        \(figure(pictures.errorByLead, "Errors by how far ahead."))
        \(figure(
          pictures.errorByLevelAndSlope,
          "Root mean square error of the personal model, \(run.minutes) minutes ahead, by what the "
            + "moment was like; cells with fewer than 20 outcomes are left out."))
        <h3>A day's forecasts against what came</h3>
        \(figure(pictures.day, ""))
        <h3>Zones of the error grids, lag and lows</h3>
        \(table(run.zones))
        \(figure(
          pictures.errorGrid,
          "Forecasts of the personal model at \(run.pairs.count) moments spread over the tests, on Parkes' "
            + "grid for type 1 diabetes."))
        <h3>Ranges of the personal model</h3>
        \(table(run.coverage))
        \(figure(pictures.rangeCalibration, "Ranges that keep their word lie on the line."))
        \(figure(
          pictures.crossingCalibration,
          "Probabilities of the personal model to cross a threshold within \(run.minutes) minutes; "
            + "points of 30 moments and more."))
        <h3>Alarms at the same rate of false ones</h3>
        \(table(run.alarms))
        <h3>Person by person</h3>
        \(table(run.accuracy(byPerson: true)))
        """
    }

    private func figure(_ svg: String, _ caption: String) -> String {
      guard !svg.isEmpty else { return "" }
      return "<figure>\n\(svg)\n<figcaption>\(caption.escapedForHTML)</figcaption>\n</figure>"
    }

    private func table(_ table: TextTable) -> String {
      func row(_ cells: [(text: String, isLeft: Bool)], _ tag: String) -> String {
        "<tr>"
          + cells.map {
            "<\(tag)\($0.isLeft ? " class=\"left\"" : "")>\($0.text.escapedForHTML)</\(tag)>"
          }.joined() + "</tr>"
      }
      let rows = table.cells
      guard let heads = rows.first else { return "" }
      return "<div class=\"table\"><table>\n" + row(heads, "th") + "\n"
        + rows.dropFirst().map { row($0, "td") }.joined(separator: "\n") + "\n</table></div>"
    }
  }
#endif
