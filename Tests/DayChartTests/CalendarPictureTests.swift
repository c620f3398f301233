import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct CalendarPictureTests {
  private func days(_ picture: CalendarPicture) throws -> [ParsedElement] {
    let root = try #require(ParsedElement.parse(picture.svg), "The document must be well formed")
    return try #require(root.children.first { $0.attributes["data-layer"] == "days" }).children
  }

  @Test func daysAreInTheColumnOfTheirWeekday() throws {
    let (history, range) = try ExampleDay.weeks()
    let plots = history.plots(of: range, options: DayPlotOptions(unit: .mmolL))
    let picture = CalendarPicture(plots.reversed(), width: 640)
    let cells = try days(picture)
    #expect(cells.map { $0.attributes["data-day"] } == plots.map(\.day.description))
    let places = try cells.map { cell in
      let label = try #require(cell.children.first { $0.name == "text" })
      return (x: try #require(label.number("x")), y: try #require(label.number("y")))
    }
    let monday = range.lowerBound.advanced(by: 5)
    for (plot, place) in zip(plots, places) {
      let sinceMonday = monday.distance(to: plot.day) + 7
      let column = places[5 + plot.day.weekday - 1].x
      #expect(abs(place.x - column) < 0.02)
      #expect((place.y > places[5].y - 1) == (sinceMonday >= 7))
    }
    #expect(cells[13].children.first?.text == "Tue 2025-03-25: No readings")
    #expect(!cells[13].children.contains { $0.name == "path" })
    // A screen reader does not read the titles of the days in an image.
    let root = try #require(ParsedElement.parse(picture.svg))
    let titles = cells.compactMap(\.children.first?.text)
    #expect(root.children[1].text == (["31 days"] + titles).joined(separator: "; ") + ".")
  }

  /// The line includes the highest and the lowest reading of a day at any size.
  @Test(arguments: [320.0, 1200])
  func extremesAreInTheLine(width: Double) throws {
    let (history, range) = try ExampleDay.weeks()
    let plots = history.plots(of: range, options: DayPlotOptions(unit: .mmolL))
    for (plot, cell) in zip(plots, try days(CalendarPicture(plots, width: width)))
    where !plot.segments.isEmpty {
      let bands = cell.children.filter { $0.attributes["data-band"] != nil }
      let top = try #require(bands.compactMap { $0.number("y") }.min())
      let height = bands.compactMap { $0.number("height") }.reduce(0, +)
      let data = try #require(cell.children.first { $0.name == "path" }?.attributes["d"])
      let heights = data.split { "ML".contains($0) }
        .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
      let drawn = plot.segments.joined().map { top + height * (1 - $0.position.y) }
      #expect(abs(try #require(heights.min()) - (try #require(drawn.min()))) < 0.05)
      #expect(abs(try #require(heights.max()) - (try #require(drawn.max()))) < 0.05)
      #expect(heights.count <= 2 * Int(width / 7) + 4)
    }
  }

  @Test(arguments: [320.0, 640, 1200])
  func textIsNeitherOverlappedNorCut(width: Double) throws {
    let (history, range) = try ExampleDay.weeks()
    let picture = CalendarPicture(
      history.plots(of: range, options: DayPlotOptions(unit: .mmolL)), width: width,
      title: String(repeating: "Long ", count: 90))
    try expectLegible(picture.svg, size: picture.size)
  }

  @Test func singleReadingIsADot() {
    let point = PicturePoint(x: 1, y: 2)
    #expect([point].thinned.count == 2)
    #expect([PicturePoint]().thinned.isEmpty)
  }

  @Test func noDaysProduceAnEmptyCalendar() throws {
    #expect(try days(CalendarPicture([])).isEmpty)
  }

  @Test(arguments: [(1, "Mon", 2), (7, "Sun", 3), (3, "Wed", 0), (-4, "Wed", 0), (10, "Wed", 0)])
  func weeksStartOnTheChosenWeekday(weekday: Int, name: String, column: Int) throws {
    // The first day is a Wednesday.
    let (history, days) = try ExampleDay.weeks()
    let plots = history.plots(of: Array(days.prefix(14)), options: DayPlotOptions(unit: .mmolL))
    let picture = CalendarPicture(plots, firstWeekday: weekday)
    let root = try #require(ParsedElement.parse(picture.svg))
    let heads = root.all.filter { $0.name == "text" }.map(\.text)
    #expect(heads.dropFirst().first == name)
    let first = try #require(root.all.first { $0.attributes["data-day"] != nil })
    let x = try #require(first.children.first { $0.name == "rect" }?.number("x"))
    let cell = (picture.size.width - 2 * 12.6) / 7
    #expect(Int(x / cell) == column)
  }

  @Test(arguments: [320.0, 1200])
  func aPointIsOnTheDayWhoseCellContainsIt(width: Double) throws {
    let (history, days) = try ExampleDay.weeks()
    let plots = history.plots(of: Array(days.prefix(14)), options: DayPlotOptions(unit: .mmolL))
    let picture = CalendarPicture(plots, width: width)
    for (plot, cell) in zip(plots, try self.days(picture)) {
      let frame = try #require(cell.children.first { $0.attributes["fill"] == "none" })
      let (x, y) = (try #require(frame.number("x")), try #require(frame.number("y")))
      let (w, h) = (try #require(frame.number("width")), try #require(frame.number("height")))
      for point in [
        PicturePoint(x: x, y: y), PicturePoint(x: x + w, y: y + h),
        PicturePoint(x: x + w / 2, y: y + h / 2),
      ] {
        #expect(picture.day(at: point) == plot.day)
      }
    }
    // The title, the cell before the first day, and beside the picture.
    #expect(picture.day(at: PicturePoint(x: width / 2, y: 2)) == nil)
    #expect(picture.day(at: PicturePoint(x: 20, y: picture.size.height / 2 - 60)) == nil)
    #expect(picture.day(at: PicturePoint(x: -.infinity, y: .nan)) == nil)
    #expect(CalendarPicture([]).day(at: PicturePoint(x: 100, y: 100)) == nil)
  }
}
