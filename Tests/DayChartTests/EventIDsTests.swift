import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct EventIDsTests {
  private static let sizes = [
    PlotSize(width: 320, height: 260), PlotSize(width: 640, height: 400),
    PlotSize(width: 1200, height: 620),
  ]

  private struct Dot {
    let id: String
    let center: PicturePoint

    /// The center of a disc, of a square, or of the corners of a triangle.
    init(_ mark: ParsedElement) throws {
      id = try #require(mark.attributes["data-event"])
      if let x = mark.number("cx"), let y = mark.number("cy") {
        center = PicturePoint(x: x, y: y)
      } else if let x = mark.number("x"), let y = mark.number("y") {
        center = PicturePoint(
          x: x + (try #require(mark.number("width"))) / 2,
          y: y + (try #require(mark.number("height"))) / 2)
      } else {
        let corners = try #require(mark.attributes["d"]).split { "MLZ".contains($0) }
          .map { $0.split(separator: " ").compactMap { Double($0) } }
        try #require(corners.count == 3)
        center = PicturePoint(
          x: corners.reduce(0) { $0 + $1[0] } / 3, y: corners.reduce(0) { $0 + $1[1] } / 3)
      }
    }
  }

  private func dots(_ svg: String) throws -> [Dot] {
    try #require(ParsedElement.parse(svg)).all
      .filter { $0.attributes["data-role"] != nil && $0.attributes["data-event"] != nil }.map(
        Dot.init)
  }

  private func expectHits(_ svg: String, _ places: PicturePlaces) throws {
    let eventIDs = places.eventIDs
    let dots = try dots(svg)
    #expect(dots.count == 11)
    for dot in dots {
      #expect(eventIDs(dot.center, 0.02).map(\.rawValue) == [dot.id])
      let near = PicturePoint(x: dot.center.x + 1.5, y: dot.center.y - 2)
      #expect(eventIDs(near, 2.53).first?.rawValue == dot.id)
      #expect(!eventIDs(near, 2.47).contains { $0.rawValue == dot.id })
      let place = try #require(places.place(of: DiaryEvent.ID(rawValue: dot.id)))
      #expect(abs(place.x - dot.center.x) < 0.02 && abs(place.y - dot.center.y) < 0.02)
    }
  }

  @Test(arguments: sizes)
  func everyDotIsFoundAtItsPlaceInTheDocument(size: PlotSize) throws {
    for hasMealRow in [false, true] {
      var day = DayPicture(try ExampleDay.plot(), size: size)
      day.hasMealRow = hasMealRow
      try expectHits(day.svg, day.places)
    }
    let bifocal = DayPicture(try ExampleDay.plot(), try ExampleDay.window(), size: size)
    try expectHits(bifocal.svg, bifocal.places)
  }

  @Test func aConditionIsFoundAnywhereInItsBar() throws {
    let picture = DayPicture(try ExampleDay.plot())
    let root = try #require(ParsedElement.parse(picture.svg))
    let bar = try #require(root.all.first { $0.attributes["data-event"] == "stress" })
    let (left, top) = (try #require(bar.number("x")), try #require(bar.number("y")))
    let middle = try #require(picture.places.place(of: DiaryEvent.ID(rawValue: "stress")))
    #expect(picture.places.eventIDs(at: middle, within: 0) == [DiaryEvent.ID(rawValue: "stress")])
    #expect(picture.places.place(of: DiaryEvent.ID(rawValue: "absent")) == nil)
    let right = left + (try #require(bar.number("width")))
    let bottom = top + (try #require(bar.number("height")))
    for point in [
      PicturePoint(x: (left + right) / 2, y: (top + bottom) / 2),
      PicturePoint(x: left + 0.1, y: top + 0.1), PicturePoint(x: right - 0.1, y: bottom - 0.1),
    ] {
      #expect(picture.places.eventIDs(at: point, within: 0) == [DiaryEvent.ID(rawValue: "stress")])
    }
    let above = PicturePoint(x: left + 5, y: top - 2)
    #expect(picture.places.eventIDs(at: above, within: 1.9).isEmpty)
    #expect(picture.places.eventIDs(at: above, within: 2.1).first?.rawValue == "stress")
  }

  @Test func nearerEventsAreFirst() throws {
    let picture = DayPicture(try ExampleDay.plot())
    let point = PicturePoint(x: 250, y: 120)
    let ids = picture.places.eventIDs(at: point, within: .infinity).map(\.rawValue)
    #expect(ids.count == 12)
    let distances = Dictionary(
      uniqueKeysWithValues: try dots(picture.svg).map { ($0.id, $0.center.distance(to: point)) })
    let sorted = distances.sorted { $0.value < $1.value }.map(\.key)
    #expect(ids.filter { $0 != "stress" } == sorted)
  }

  @Test func aPointerOutsideOrWithoutAPositionHitsNothing() throws {
    let picture = DayPicture(try ExampleDay.plot())
    for point in [
      PicturePoint(x: -100, y: -100), PicturePoint(x: .nan, y: 50), PicturePoint(x: 50, y: .nan),
      PicturePoint(x: .infinity, y: 0),
    ] {
      #expect(picture.places.eventIDs(at: point, within: 22).isEmpty)
    }
    #expect(picture.places.eventIDs(at: PicturePoint(x: 250, y: 120), within: .nan).isEmpty)
    #expect(picture.places.eventIDs(at: PicturePoint(x: 250, y: 120), within: -1).isEmpty)
  }
}
