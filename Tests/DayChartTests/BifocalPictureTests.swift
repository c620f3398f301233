import DayChart
import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

struct BifocalPictureTests {
  @Test func onlyDaysWithReadingsHaveABar() throws {
    let root = try parsed(DayPicture(try ExampleDay.plot(), try ExampleDay.window()))
    let days = try layer("days", of: root).children
    #expect(
      days.map { $0.attributes["data-day"] }
        == ["2025-03-09", "2025-03-11", "2025-03-13", "2025-03-14", "2025-03-15"])
    #expect(days[1].children.first?.text == "Tue 2025-03-11: 3.2 to 10.0, mean 5.5 mmol/L")
    #expect(days[1].all.filter { $0.name == "text" }.map(\.text) == ["Tue", "11"])
    #expect(root.children[1].text.contains("Tue 2025-03-11: 3.2 to 10.0, mean 5.5 mmol/L"))
  }

  /// The expected position is computed from a point in space: at 45°, seen from 500 points.
  @Test func meansAreAtTheirPerspectiveProjection() throws {
    let window = try ExampleDay.window()
    let root = try parsed(DayPicture(try ExampleDay.plot(), window))
    let rows = try layer("bands", of: root).children
    let top = try #require(rows.compactMap { $0.number("y") }.min())
    let height = rows.compactMap { $0.number("height") }.reduce(0, +)
    let cosine = cos(Double.pi / 4)
    let length = 109 / (cosine - 109 * cosine / 500)
    let bars = window.bars.filter { $0.offset != 0 }
    for (bar, group) in zip(bars, try layer("days", of: root).children) {
      let disc = try #require(group.all.first { $0.name == "ellipse" })
      let along = (abs(Double(bar.offset)) - 0.5) / 3 * length
      let nearness = 500 / (500 + along * cosine)
      let across = along * cosine * nearness
      let x = bar.offset < 0 ? 109 - across : 640 - 109 + across
      let above = height * (bar.statistics.mean.mmolL / 20 - 0.5)
      #expect(abs(try #require(disc.number("cx")) - x) < 0.02)
      #expect(abs(try #require(disc.number("cy")) - (top + height / 2 - above * nearness)) < 0.05)
      // At 45°, a disc of radius 7 is narrower than high, and smaller at a greater distance.
      let (across7, up7) = (try #require(disc.number("rx")), try #require(disc.number("ry")))
      #expect(abs(up7 - 7 * nearness) < 0.01)
      #expect(across7 < up7 && across7 > up7 / 2)
    }
  }

  @Test func allElementsAreInsideThePicture() throws {
    let root = try parsed(DayPicture(try ExampleDay.plot(), try ExampleDay.window()))
    let paths = try layer("wall", of: root).children + layer("days", of: root).all
    let numbers = paths.compactMap { $0.attributes["d"] }.flatMap { data in
      data.split { "MLZ".contains($0) }.map { $0.split(separator: " ").compactMap { Double($0) } }
    }
    #expect(numbers.count > 50)
    for point in numbers {
      try #require(point.count == 2)
      #expect(point[0] >= 0 && point[0] <= 640 && point[1] >= 0 && point[1] <= 400)
    }
    let across = numbers.map { $0[0] }
    #expect(across.min() == 0 && across.max() == 640)
  }

  @Test(arguments: LegibilityTests.sizes.dropFirst().indices, 0..<4)
  func textIsNeitherOverlappedNorCut(sizeIndex: Int, plotIndex: Int) throws {
    let size = LegibilityTests.sizes[sizeIndex]
    let plot = try LegibilityTests.plots()[plotIndex]
    try expectLegible(DayPicture(plot, try ExampleDay.window(), size: size).svg, size: size)
  }

  @Test func datesThatDoNotFitAreOmitted() throws {
    let readings = (-15...15).flatMap { offset in
      [5.0, 9].enumerated().map { index, value in
        Reading(
          time: ExampleDay.day.advanced(by: offset).start.addingTimeInterval(Double(index) * 300),
          glucose: .mmolL(value))
      }
    }
    let window = Recording(series: try GlucoseSeries(readings))
      .surroundingDays(around: ExampleDay.day, before: 15, after: 15)
    let picture = DayPicture(try ExampleDay.plot(), window)
    let days = try layer("days", of: try parsed(picture)).children
    #expect(days.count == 30)
    #expect(!days.flatMap(\.all).contains { $0.name == "text" })
    try expectLegible(picture.svg, size: picture.size)
  }

  @Test func dayWithoutSurroundingDaysIsBetweenWalls() throws {
    let window = Recording(series: GlucoseSeries()).surroundingDays(around: ExampleDay.day)
    let root = try parsed(DayPicture(try ExampleDay.plot(), window))
    #expect(try !layer("wall", of: root).children.isEmpty)
    #expect(!root.children.contains { $0.attributes["data-layer"] == "days" })
    #expect(!root.all.contains { $0.text == "Range and mean of a day" })
  }
}
