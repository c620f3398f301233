// SPDX-License-Identifier: Apache-2.0

internal import DayChart
internal import DaySummary
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

extension CohortHandle {
  /// The options of pictures.
  static let pictureOptions: Set<String> = ["person", "day", "width", "palette", "unit", "bands"]

  /// Returns a picture of one person as SVG.
  func picture(_ name: String, _ options: Options) throws -> String {
    let person = try person(named: options.text("person"))
    let recording = try recording(of: person)
    let zone = try zone(of: person)
    let shown = try options.unit() ?? unit
    let bands = try options.bands(in: unit)
    let palette = try palette(options) ?? .arises
    let width = try options.number("width") ?? 800
    guard (320...10_000).contains(width) else {
      throw BindingError.argument("`width` must be from 320 to 10000.")
    }
    let size = PlotSize(width: width, height: (width * 0.625).rounded())
    let plotOptions = DayPlotOptions(unit: shown, bands: bands, extendsAxis: name != "calendar")
    switch name {
    case "day", "bifocal":
      guard let last = recording.localDays(in: zone).last else {
        throw BindingError.data("\(self.name(of: person)) has no readings and no events to plot.")
      }
      var day = last
      if let text = try options.text("day") {
        guard text.utf8.count == 10, let chosen = LocalDay(text, in: zone) else {
          throw BindingError.argument("`day` must be a day such as 2026-03-02, not \"\(text)\".")
        }
        day = chosen
      }
      let display = recording.bifocalDay(of: day, forecast: nil, now: nil, options: plotOptions)
      return name == "bifocal"
        ? BifocalPicture(display.plot, display.surroundingDays, size: size, palette: palette).svg
        : DayPicture(display.plot, size: size, palette: palette).svg
    case "profile":
      guard let profile = recording.series.ambulatoryGlucoseProfile(in: zone) else {
        throw BindingError.data("\(self.name(of: person)) has no readings to plot.")
      }
      return ProfilePicture(
        profile, timeInRanges: recording.series.statistics(bands: bands)?.timeInRanges,
        unit: shown, bands: bands, size: PlotSize(width: width, height: max(size.height, 400)),
        palette: palette
      ).svg
    case "calendar":
      let days = recording.localDays(in: zone)
      guard !days.isEmpty else {
        throw BindingError.data("\(self.name(of: person)) has no readings to plot.")
      }
      return CalendarPicture(
        recording.plots(of: days, options: plotOptions), width: width, palette: palette
      ).svg
    case "hours":
      return HeatMapPicture(
        recording.series.grouped(by: .weekdayAndHour, in: zone), unit: shown, bands: bands,
        size: size, palette: palette
      ).svg
    default:
      throw BindingError.argument(
        "\"\(name)\" is not a picture; pictures are day, bifocal, profile, calendar and hours.")
    }
  }
}
