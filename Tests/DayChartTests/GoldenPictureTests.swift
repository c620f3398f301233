// SPDX-License-Identifier: Apache-2.0

import DayChart
import DaySummary
import Foundation
import Testing

struct GoldenPictureTests {
  static let sizes = [
    "320": PlotSize(width: 320, height: 260), "640": PlotSize(width: 640, height: 400),
    "1200": PlotSize(width: 1200, height: 620),
  ]

  @Test(arguments: ["320", "640", "1200"])
  func dayEqualsItsFixture(name: String) throws {
    let size = try #require(Self.sizes[name])
    try expectGolden(DayPicture(try ExampleDay.plot(), size: size).svg, "day-\(name).svg")
  }

  @Test(arguments: ["320", "640", "1200"])
  func bifocalDisplayEqualsItsFixture(name: String) throws {
    let size = try #require(Self.sizes[name])
    let picture = BifocalPicture(try ExampleDay.plot(), try ExampleDay.window(), size: size)
    try expectGolden(picture.svg, "bifocal-\(name).svg")
  }

  @Test func calendarAndHeatMapEqualTheirFixtures() throws {
    let (history, days) = try ExampleDay.weeks()
    let plots = history.plots(of: days, options: DayPlotOptions(unit: .mmolL))
    try expectGolden(CalendarPicture(plots, width: 320).svg, "calendar-320.svg")
    try expectGolden(
      HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL).svg, "heat-map-640.svg")
  }

  @Test(arguments: ["320", "640", "1200"])
  func errorGridsEqualTheirFixtures(name: String) throws {
    let width = try #require(Double(name))
    let size = PlotSize(width: width, height: width == 320 ? 400 : width * 0.9)
    let pairs = ErrorGridPictureTests.pairs
    try expectGolden(
      ErrorGridPicture(pairs, on: .clarke, unit: .mgdL, size: size).svg, "clarke-\(name).svg")
    try expectGolden(
      ErrorGridPicture(pairs, on: .parkesType1, unit: .mmolL, size: size, palette: .dark).svg,
      "parkes-\(name).svg")
  }

  @Test(arguments: ["320", "640", "1200"])
  func profileEqualsItsFixture(name: String) throws {
    let width = try #require(Double(name))
    let size = PlotSize(width: width, height: width == 320 ? 420 : width * 0.55)
    let palette: ChartPalette =
      switch name {
      case "320": .arises
      case "640": .dark
      default: .colorBlindSafe
      }
    let picture = ProfilePicture(
      try ProfilePictureTests.profile(),
      timeInRanges: ProfilePictureTests.shares([1, 3, 71, 20, 5]),
      unit: .mmolL, size: size, palette: palette)
    try expectGolden(picture.svg, "profile-\(name).svg")
  }

  /// If the environment contains UPDATE_GOLDEN=1, the fixture is rewritten instead.
  private func expectGolden(_ document: String, _ name: String) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      let source = URL(filePath: #filePath).deletingLastPathComponent()
      try document.write(
        to: source.appending(path: "Fixtures/" + name), atomically: true, encoding: .utf8)
      return
    }
    let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
    #expect(try document == String(contentsOf: url, encoding: .utf8))
  }
}
