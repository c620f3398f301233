import DaySummary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct PictureSizeTests {
  static let lengths: [Double] = [0, 1, -3, 1e-300, .nan, -.infinity]

  /// The documents of all pictures of a size, each with the size that it has.
  static func pictures(_ size: PlotSize, width: Double) throws -> [(svg: String, size: PlotSize)] {
    let plot = try ExampleDay.plot()
    let (history, days) = try ExampleDay.weeks()
    let series = history.series(in: days.lowerBound.start..<days.upperBound.end)
    let profile = try #require(series.dayGrid(in: ExampleDay.zone)?.ambulatoryGlucoseProfile())
    let times = series.statistics(bands: .consensus(in: .mgdL))?.timeInRanges
    let day = DayPicture(plot, size: size)
    let bifocal = DayPicture(plot, try ExampleDay.window(), size: size)
    let grid = ErrorGridPicture(
      [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))], unit: .mgdL, size: size)
    let overview = ProfilePicture(profile, timeInRanges: times, unit: .mmolL, size: size)
    let hours = HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL, size: size)
    let calendar = CalendarPicture(
      history.plots(of: days, options: DayPlotOptions(unit: .mmolL)), width: width)
    return [
      (day.svg, day.size), (bifocal.svg, bifocal.size), (grid.svg, grid.size),
      (overview.svg, overview.size), (hours.svg, hours.size), (calendar.svg, calendar.size),
    ]
  }

  @Test(arguments: lengths)
  func picturesOfNoSizeAreTheSmallest(length: Double) throws {
    let pictures = try Self.pictures(PlotSize(width: length, height: length), width: length)
    #expect(
      pictures.dropLast().map(\.size) == [
        PlotSize(width: 240, height: 180), PlotSize(width: 320, height: 200),
        PlotSize(width: 320, height: 320), PlotSize(width: 320, height: 300),
        PlotSize(width: 320, height: 200),
      ])
    #expect(pictures.last?.size.width == 320)
    for (svg, size) in pictures {
      let root = try #require(ParsedElement.parse(svg))
      #expect(root.attributes["viewBox"] == "0 0 \(size.width.svgNumber) \(size.height.svgNumber)")
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
    for (svg, size) in pictures.prefix(2) { try expectLegible(svg, size: size) }
  }

  @Test func picturesOfInfiniteSizeAreTheGreatest() throws {
    let pictures = try Self.pictures(
      PlotSize(width: .infinity, height: .infinity), width: .infinity)
    for (svg, size) in pictures {
      #expect(size.width <= 1e6 && size.height <= 1e6)
      #expect(ParsedElement.parse(svg) != nil)
    }
  }

  /// At 740 by 180 points, fonts are as large as on a desktop and the plot is as low as on a phone.
  @Test(arguments: [180.0, 200, 240], [240.0, 500, 740])
  func aLongLegendLeavesSpaceForThePlot(height: Double, width: Double) throws {
    var strings = ChartStrings()
    strings[.glucose] = String(repeating: "Glucose ", count: 9)
    strings[.forecast] = String(repeating: "Forecast ", count: 9)
    strings[.meal] = String(repeating: "Meal ", count: 9)
    strings[.insulin] = String(repeating: "Insulin ", count: 9)
    for plot in try LegibilityTests.plots() {
      let size = PlotSize(width: width, height: height)
      let root = try #require(
        ParsedElement.parse(DayPicture(plot, size: size, strings: strings).svg))
      let bands = root.all.filter { $0.attributes["data-band"] != nil }
      let heights = bands.compactMap { $0.number("height") }
      #expect(heights.allSatisfy { $0 >= 0 })
      #expect(heights.reduce(0, +) >= PictureFrame.leastPlotHeight - 0.05)
    }
  }
}
