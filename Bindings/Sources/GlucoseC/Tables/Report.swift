// SPDX-License-Identifier: Apache-2.0

internal import DayChart
internal import DaySummary
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals
internal import Prediction
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns the report of one person as HTML: the page of the command `report --html`.
  func report(_ options: Options) throws -> String {
    let person = try person(named: options.text("person"))
    let recording = try recording(of: person)
    let zone = try zone(of: person)
    guard let last = recording.series.last else {
      throw BindingError.data("\(name(of: person)) has no readings to report.")
    }
    let now = try options.number("now").map { Date(timeIntervalSince1970: $0) } ?? Date()
    // Later events are plans, which add no days.
    let past = Recording(
      series: recording.series, events: recording.events.filter { $0.time <= now })
    let recorded = past.localDays(in: zone)
    guard let first = recorded.first, let end = recorded.last else { return "" }
    var page = try ReportPageOptions(unit: options.unit() ?? unit, bands: options.bands(in: unit))
    if (try? options.text("bands")) == "older" { page.population = .olderOrHighRisk }
    if let palette = try palette(options) {
      // A chosen palette is for the screen and for paper, which is never dark.
      page.palette = palette
      page.darkPalette = nil
      if palette != .dark { page.printPalette = palette }
    }
    page.quality?.findsCompressionLows = try options.flag("compression_lows")
    page.now = last.time
    page.until = now
    page.expectedRange = recording.series.expectedRange
    if end.contains(last.time) {
      page.forecast = try? Forecaster.best(for: recording, in: zone)
        .forecast(after: recording, at: last.time)
    }
    page.errorGrid = ErrorGridPicture(
      forecasts: recording.forecastPairs(in: zone), unit: page.unit, palette: page.palette)
    let title = try options.text("title") ?? keys[person]?.description ?? "Glucose"
    return recording.reportPage(of: Array(first...end), title: title, options: page).html
  }

  /// Returns the palette of the options, or `nil` if none is chosen.
  func palette(_ options: Options) throws -> ChartPalette? {
    try options.choice(
      "palette",
      [
        ("", nil), ("arises", .arises), ("color-blind-safe", .colorBlindSafe), ("dark", .dark),
        ("agp", .agp),
      ])
  }
}
