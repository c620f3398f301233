import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct HeatMapPictureTests {
  static let scale = HeatScale(bands: .consensus(in: .mmolL), palette: .arises)

  static let strengths: [(Double, Double)] = [
    (6.95, 0), (9.9, 0), (10, 0), (10.000001, 1.0 / 3), (13.9, 2.0 / 3), (17.8, 1), (30, 1),
    (3.9, 0),
    (3.899999, -1.0 / 3), (3, -2.0 / 3), (1, -1),
  ]

  @Test(arguments: strengths)
  func strengthIncreasesWithDistanceFromTheTarget(mmolL: Double, strength: Double) {
    #expect(abs(Self.scale.strength(of: .mmolL(mmolL)) - strength) < 1e-6)
  }

  @Test func bandsWithoutWidthHaveColors() {
    let bands = RangeBands(
      veryLow: .mgdL(100), low: .mgdL(100), high: .mgdL(100), veryHigh: .mgdL(100),
      unit: .mgdL)
    let scale = HeatScale(bands: bands, palette: .arises)
    #expect(scale.strength(of: .mgdL(100)) == 0)
    #expect(scale.strength(of: .mgdL(1000)) == 1 && scale.strength(of: .mgdL(1)) == -1)
  }

  @Test func everyHourWithReadingsHasACellAtItsPosition() throws {
    let hours = try ExampleDay.hoursOfTheWeek().filter { $0.slot.startHour != 5 }
    let svg = HeatMapPicture(hours, unit: .mmolL).svg
    let root = try #require(ParsedElement.parse(svg))
    let cells = root.all.filter { $0.attributes["data-hour"] != nil }
    #expect(cells.count == 161)
    let origin = try #require(
      cells.first { $0.number("data-hour") == 0 && $0.number("data-weekday") == 1 })
    let width = try #require(origin.number("width")) + 1
    let height = try #require(origin.number("height")) + 1
    for (cell, hour) in zip(cells, hours) {
      let weekday = Double(try #require(hour.slot.weekday))
      let x = try #require(origin.number("x")) + width * Double(hour.slot.startHour)
      let y = try #require(origin.number("y")) + height * (weekday - 1)
      #expect(abs(try #require(cell.number("x")) - x) < 0.3)
      #expect(abs(try #require(cell.number("y")) - y) < 0.1)
      let mean = try #require(hour.series.statistics(bands: .consensus(in: .mgdL))?.mean)
      let fill = Self.scale.fill(of: mean)
      #expect(cell.attributes["fill"] == fill.color.hexadecimal)
      #expect(abs(try #require(cell.number("fill-opacity")) - fill.opacity) < 0.006)
      let isNeutral = mean >= .mmolL(3.9) && mean <= .mmolL(10)
      #expect((fill.color == ChartPalette.arises.target) == isNeutral)
      let title = try #require(cell.children.first?.text)
      #expect(title.hasSuffix(" mmol/L, \(hour.dayCount) \(hour.dayCount == 1 ? "day" : "days")"))
    }
  }

  @Test(arguments: [320.0, 640, 1200])
  func textIsNeitherOverlappedNorCut(width: Double) throws {
    let size = PlotSize(width: width, height: width < 400 ? 240 : width * 0.45)
    for unit in GlucoseUnit.allCases {
      let picture = HeatMapPicture(
        try ExampleDay.hoursOfTheWeek(), unit: unit, bands: .tight(in: unit), size: size,
        title: String(repeating: "Long title ", count: 20))
      try expectLegible(picture.svg, size: size)
    }
  }

  /// Beside a title that leaves no room, the unit is alone.
  @Test(arguments: [
    (nil, "Mittelwert, mmol/L"), (String(repeating: "Titel ", count: 20), "mmol/L"),
  ])
  func theUnitIsNeverCut(title: String?, unit: String) throws {
    let size = PlotSize(width: 320, height: 240)
    let picture = HeatMapPicture(
      try ExampleDay.hoursOfTheWeek(), unit: .mmolL, size: size, strings: .german, title: title)
    let header = try layer("header", of: parsed(picture)).all.map(\.text)
    #expect(header.last == unit, "\(header)")
    try expectLegible(picture.svg, size: size)
  }

  @Test func endsOfTheScaleIncludeWhatIsBeyond() throws {
    let svg = HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL).svg
    let texts = try #require(ParsedElement.parse(svg)).all.filter { $0.name == "text" }.map(\.text)
    #expect(Set(["≤2.1", "3.9", "10.0", "≥17.8"]).isSubset(of: texts))
  }

  @Test func noReadingsProduceAnEmptyWeek() throws {
    let root = try #require(ParsedElement.parse(HeatMapPicture([], unit: .mgdL).svg))
    #expect(!root.all.contains { $0.attributes["data-hour"] != nil })
    #expect(root.children[1].text == "No readings.")
  }

  @Test func aPointIsOnTheHourWhoseCellContainsIt() throws {
    var strings = ChartStrings()
    strings.firstWeekday = 7
    let hours = try ExampleDay.hoursOfTheWeek().filter { $0.slot.startHour != 5 }
    let picture = HeatMapPicture(hours, unit: .mmolL, strings: strings)
    let root = try #require(ParsedElement.parse(picture.svg))
    let cells = root.all.filter { $0.attributes["data-hour"] != nil }
    #expect(cells.count == 161)
    for cell in cells {
      let (x, y) = (try #require(cell.number("x")), try #require(cell.number("y")))
      let (w, h) = (try #require(cell.number("width")), try #require(cell.number("height")))
      let slot = picture.hour(at: PicturePoint(x: x + w / 2, y: y + h / 2))?.slot
      #expect(slot?.weekday.map(String.init) == cell.attributes["data-weekday"])
      #expect((slot?.startHour).map(String.init) == cell.attributes["data-hour"])
      // The hour without readings follows that of 4:00.
      if slot?.startHour == 4 {
        #expect(picture.hour(at: PicturePoint(x: x + 1.5 * w, y: y + h / 2)) == nil)
      }
    }
    #expect(picture.hour(at: PicturePoint(x: .nan, y: 100)) == nil)
    #expect(picture.hour(at: PicturePoint(x: 5, y: 100)) == nil)
    #expect(picture.hour(at: PicturePoint(x: 300, y: picture.size.height - 3)) == nil)
  }
}
