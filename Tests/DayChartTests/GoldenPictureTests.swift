import DayChart
import DaySummary
import Foundation
import Testing

struct GoldenPictureTests {
  @Test func dayEqualsItsFixture() throws {
    let size = PlotSize(width: 640, height: 400)
    try expectGolden(DayPicture(try ExampleDay.plot(), size: size).svg, "day-640.svg")
  }

  @Test func bifocalDisplayEqualsItsFixture() throws {
    let size = PlotSize(width: 320, height: 260)
    let picture = DayPicture(try ExampleDay.plot(), try ExampleDay.window(), size: size)
    try expectGolden(picture.svg, "bifocal-320.svg")
  }

  @Test func heatMapEqualsItsFixture() throws {
    try expectGolden(
      HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL).svg, "heat-map-640.svg")
  }

  @Test func errorGridEqualsItsFixture() throws {
    let picture = ErrorGridPicture(
      ErrorGridPictureTests.pairs, on: .parkesType1, unit: .mmolL,
      size: PlotSize(width: 640, height: 576), palette: .dark)
    try expectGolden(picture.svg, "parkes-640.svg")
  }

  @Test func profileEqualsItsFixture() throws {
    let picture = ProfilePicture(
      try ProfilePictureTests.profile(),
      timeInRanges: ProfilePictureTests.shares([1, 3, 71, 20, 5]),
      unit: .mmolL, size: PlotSize(width: 1200, height: 660), palette: .colorBlindSafe)
    try expectGolden(picture.svg, "profile-1200.svg")
  }

  /// If the environment contains UPDATE_GOLDEN=1, the fixture is rewritten, and the test fails.
  private func expectGolden(_ document: String, _ name: String) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      let source = URL(filePath: #filePath).deletingLastPathComponent()
      try document.write(
        to: source.appending(path: "Fixtures/" + name), atomically: true, encoding: .utf8)
      Issue.record("\(name) was written, and not compared.")
      return
    }
    let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
    #expect(try document == String(contentsOf: url, encoding: .utf8))
  }
}
