internal import DayChart
internal import DaySummary
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns a picture of one person as SVG: that of the command `plot`.
  func picture(_ call: Call) throws -> String {
    let name = try call.text("kind") ?? "day"
    let kind = try require(
      RecordingPicture.Kind(rawValue: name),
      "\"\(name)\" is not a picture; pictures are day, bifocal, profile, calendar and hours.")
    let person = try person(named: call.text("person"))
    let zone = try zone(of: person)
    var picture = try RecordingPicture(
      kind, unit: call.unit("axis_unit") ?? unit, bands: call.bands(in: unit))
    if (try? call.text("bands")) == "older" { picture.population = .olderOrHighRisk }
    picture.palette = try palette(call) ?? .arises
    picture.width = try call.number("width") ?? 800
    try require((320...10_000).contains(picture.width), "`width` must be from 320 to 10000.")
    let minutes = try call.integer("smoothing") ?? 60
    try require((0...240).contains(minutes), "`smoothing` must be from 0 to 240 minutes.")
    picture.smoothingWindow = .seconds(60 * minutes)
    picture.layout = try call.choice(
      "layout", [("separated", .separated), ("arises", .arises)])
    if let text = try call.text("day") {
      guard text.utf8.count == 10, let day = LocalDay(text, in: zone) else {
        throw BindingError.argument("`day` must be a day such as 2026-03-02, not \"\(text)\".")
      }
      picture.day = day
    }
    let recording = try recording(of: person)
    guard let svg = picture.svg(of: recording, in: zone) else {
      let days = recording.localDays(in: zone)
      let reason =
        kind.showsOneDay && picture.day != nil && !days.isEmpty
        ? "on that day; the last day with data is \(days[days.count - 1])." : "to plot."
      throw BindingError.data(
        "\(self.name(of: person)) has no readings \(kind.showsOneDay ? "and no events " : "")\(reason)"
      )
    }
    return svg
  }

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
