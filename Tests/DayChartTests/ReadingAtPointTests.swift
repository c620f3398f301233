import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct ReadingAtPointTests {
  private static let day = ExampleDay.day

  private static func plot() throws -> DayPlot {
    let times = [(12, 0, 6.0), (12, 5, 6.4), (15, 0, 27.8)]
    let series = try GlucoseSeries(
      times.map { hour, minute, value in
        Reading(
          time: day.time(hour: hour, minute: minute), glucose: .mmolL(value),
          flags: hour == 15 ? .aboveDeviceLimit : [])
      })
    return DayPlot(day, series: series, options: DayPlotOptions(unit: .mmolL))
  }

  /// The first point of the line, which has two, and the lone reading, which is a dot.
  private func drawn(_ svg: String) throws -> [PicturePoint] {
    let all = try #require(ParsedElement.parse(svg)).all
    let line = try #require(
      all.first { $0.name == "path" && $0.attributes["stroke-linejoin"] == "round" })
    let glucose = try #require(line.attributes["stroke"])
    let numbers = try #require(line.attributes["d"]).split { "ML ".contains($0) }
      .compactMap { Double($0) }
    let dot = try #require(all.first { $0.name == "circle" && $0.attributes["fill"] == glucose })
    return [
      PicturePoint(x: numbers[0], y: numbers[1]),
      PicturePoint(x: try #require(dot.number("cx")), y: try #require(dot.number("cy"))),
    ]
  }

  @Test(arguments: [320.0, 640, 1200])
  func readingsAreFoundWhereTheyAreDrawn(width: Double) throws {
    let plot = try Self.plot()
    let size = PlotSize(width: width, height: 400)
    let day = DayPicture(plot, size: size)
    let window = SurroundingDays(
      around: Self.day, before: 3, after: 3, in: try ExampleDay.recording().series)
    let bifocal = DayPicture(plot, window, size: size)
    for (svg, places) in [(day.svg, day.places), (bifocal.svg, bifocal.places)] {
      let drawn = try drawn(svg)
      for (point, hour) in zip(drawn, [12, 15]) {
        let found = try #require(places.reading(at: point, within: 0.01))
        #expect(found.time == Self.day.time(hour: hour))
        #expect(places.place(of: found).distance(to: point) < 0.02)
        let above = PicturePoint(x: point.x, y: (point.y + drawn[0].y) / 2)
        #expect(places.reading(at: above, within: 0.01) == found)
      }
    }
  }

  @Test func theNearestReadingWithinTheDistanceIsFound() throws {
    let picture = DayPicture(try Self.plot(), size: PlotSize(width: 1200, height: 400))
    let pointers = picture.places
    let places = try [12.0, 12 + 1.0 / 12, 15].map { hour in
      let time = Self.day.start.addingTimeInterval(hour * 3600)
      let points = picture.plot.segments.joined()
      return pointers.place(of: try #require(points.first { $0.time == time }))
    }
    func minutes(_ x: Double, within distance: Double) -> Int? {
      pointers.reading(at: PicturePoint(x: x, y: places[0].y), within: distance)
        .map { Int($0.time.timeIntervalSince(Self.day.start) / 60) }
    }
    let between = places[1].x - places[0].x
    #expect(minutes(places[0].x + between * 0.49, within: 10) == 720)
    #expect(minutes(places[0].x + between * 0.51, within: 10) == 725)
    #expect(minutes(places[2].x - 9.9, within: 10) == 900)
    #expect(minutes(places[2].x - 10.1, within: 10) == nil)
    #expect(minutes(places[2].x, within: -1) == nil)
    #expect(minutes(places[2].x, within: .nan) == nil)
    #expect(minutes(.nan, within: 10) == nil)
    for y in [-1.0, 0, 400, .nan] {
      #expect(pointers.reading(at: PicturePoint(x: places[2].x, y: y), within: 10) == nil)
    }
  }

  @Test func captionsHaveTheFormatsOfTheStrings() throws {
    var strings = ChartStrings.german
    strings.timePattern = "h:mm a"
    let picture = DayPicture(try Self.plot(), strings: strings)
    let captions = picture.plot.segments.joined().map { picture.places.caption(of: $0) }
    #expect(captions == ["12:00 PM 6,0 mmol/L", "12:05 PM 6,4 mmol/L", "3:00 PM >27,8 mmol/L"])
  }

  /// A point at midnight, between readings on both sides, is no reading.
  @Test func pointsOfTheEdgesOfADayAreNoReadings() throws {
    let series = try GlucoseSeries(
      [-120.0, 120].map {
        Reading(time: Self.day.start.addingTimeInterval($0), glucose: .mmolL(6))
      })
    let picture = DayPicture(
      DayPlot(Self.day, series: series, options: DayPlotOptions(unit: .mmolL)))
    let edge = try #require(picture.plot.segments.first?.first)
    #expect(!edge.isReading)
    let places = picture.places
    #expect(places.reading(at: places.place(of: edge), within: 0) == nil)
    #expect(places.reading(at: places.place(of: edge), within: 5)?.isReading == true)
  }
}
