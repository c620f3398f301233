internal import DayChart
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns the report of one person as HTML: the page of the command `report --html`.
  func report(_ options: Options) throws -> String {
    let person = try person(named: options.text("person"))
    let recording = try recording(of: person)
    let zone = try zone(of: person)
    let now = try options.number("now").map { Date(timeIntervalSince1970: $0) } ?? Date()
    var page = try ReportPageOptions(
      unit: options.unit("axis_unit") ?? unit, bands: options.bands(in: unit))
    if (try? options.text("bands")) == "older" { page.population = .olderOrHighRisk }
    if let palette = try palette(options) { page.setPalette(palette) }
    page.quality?.findsCompressionLows = try options.flag("compression_lows")
    let title = try options.text("title") ?? keys[person]?.description ?? "Glucose"
    guard !recording.series.isEmpty,
      let report = recording.reportPage(in: zone, title: title, now: now, options: page)
    else {
      throw BindingError.data("\(name(of: person)) has no readings to report.")
    }
    return report.html
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
