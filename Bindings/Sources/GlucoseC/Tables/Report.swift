internal import DayChart
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns the report of one person as HTML: the page of the command `report --html`.
  func report(_ call: Call) throws -> String {
    let person = try person(named: call.text("person"))
    let recording = try recording(of: person)
    let zone = try zone(of: person)
    let now = try call.number("now").map { Date(timeIntervalSince1970: $0) } ?? Date()
    var page = try ReportPageOptions(
      unit: call.unit("axis_unit") ?? unit, bands: call.bands(in: unit))
    if (try? call.text("bands")) == "older" { page.population = .olderOrHighRisk }
    if let palette = try palette(call) { page.setPalette(palette) }
    page.quality?.findsCompressionLows = try call.flag("compression_lows")
    let title = try call.text("title") ?? keys[person]?.description ?? "Glucose"
    guard !recording.series.isEmpty,
      let report = recording.reportPage(in: zone, title: title, now: now, options: page)
    else {
      throw BindingError.data("\(name(of: person)) has no readings to report.")
    }
    return report.html
  }

  /// Returns the palette of the options, or `nil` if none is chosen.
  func palette(_ call: Call) throws -> ChartPalette? {
    try call.choice(
      "palette",
      [
        ("", nil), ("arises", .arises), ("color-blind-safe", .colorBlindSafe), ("dark", .dark),
        ("agp", .agp),
      ])
  }
}
