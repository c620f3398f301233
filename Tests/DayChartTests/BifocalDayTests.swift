import DayChart
import DaySummary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

struct BifocalDayTests {
  private static let sizes = [
    PlotSize(width: 320, height: 200), PlotSize(width: 640, height: 400),
    PlotSize(width: 1200, height: 620),
  ]
  private static let day = ExampleDay.day

  private func bars(_ picture: DayPicture) throws -> [(day: String, place: PicturePoint)] {
    try #require(ParsedElement.parse(picture.svg)).all.compactMap { element in
      guard let day = element.attributes["data-day"],
        let disc = element.all.first(where: { $0.name == "ellipse" }),
        let x = disc.number("cx"), let y = disc.number("cy")
      else { return nil }
      return (day, PicturePoint(x: x, y: y))
    }
  }

  @Test(arguments: sizes)
  func everyBarIsFoundAtItsPlaceAndAtItsDate(size: PlotSize) throws {
    let picture = DayPicture(try ExampleDay.plot(), try ExampleDay.window(), size: size)
    let bars = try bars(picture)
    #expect(bars.count == 5)
    for bar in bars {
      #expect(picture.places.day(at: bar.place)?.description == bar.day)
      for x in [-3.0, 3] {
        let near = PicturePoint(x: bar.place.x + x, y: bar.place.y)
        #expect(picture.places.day(at: near)?.description == bar.day)
      }
    }
    let labels = try #require(ParsedElement.parse(picture.svg)).all.filter {
      $0.attributes["data-day"] != nil
    }
    for label in labels {
      for text in label.children where text.name == "text" {
        let place = PicturePoint(
          x: try #require(text.number("x")), y: try #require(text.number("y")))
        #expect(picture.places.day(at: place)?.description == label.attributes["data-day"])
      }
    }
  }

  /// The places on a wall of 109 points are a third of its length, at 45° from 500 points away:
  /// the second day before the day in focus, which has no readings, is from 42.5 to 78.4 points
  /// from the fold.
  @Test(arguments: [(1, -1), (42.0, -1), (43, -2), (78, -2), (79, -3), (109, -3)])
  func aDayWithoutReadingsHasAPlace(distance: Double, offset: Int) throws {
    let picture = DayPicture(try ExampleDay.plot(), try ExampleDay.window())
    for (x, offset) in [(109 - distance, offset), (531 + distance, -offset)] {
      #expect(picture.places.day(at: PicturePoint(x: x, y: 200)) == Self.day.advanced(by: offset))
    }
  }

  @Test func theDayInFocusIsBetweenTheWalls() throws {
    let picture = DayPicture(try ExampleDay.plot(), try ExampleDay.window())
    for x in [109.5, 130, 320, 530.5] {
      #expect(picture.places.day(at: PicturePoint(x: x, y: 200)) == Self.day)
    }
  }

  @Test func noDayIsOutside() throws {
    let series = try ExampleDay.recording().series
    let none = SurroundingDays(around: Self.day, before: 2, after: 0, in: series)
    let picture = DayPicture(try ExampleDay.plot(), none)
    #expect(picture.places.day(at: PicturePoint(x: 50, y: 200)) == Self.day.advanced(by: -2))
    for point in [
      PicturePoint(x: 5, y: 200), PicturePoint(x: 600, y: 200), PicturePoint(x: -1, y: 200),
      PicturePoint(x: 641, y: 200), PicturePoint(x: 320, y: 2), PicturePoint(x: 320, y: 399),
      PicturePoint(x: .nan, y: 200), PicturePoint(x: 320, y: .nan),
      PicturePoint(x: .infinity, y: 200),
    ] {
      #expect(picture.places.day(at: point) == nil)
    }
  }
}
