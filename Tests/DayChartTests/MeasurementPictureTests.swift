import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct MeasurementPictureTests {
  private static let measured = [
    ("stick", 9, DiaryEntry(.fingerstick, amount: 8.4, unit: .mmolL)),
    ("above", 21, DiaryEntry(.fingerstick, amount: 27.1, unit: .mmolL)),
    ("ketones", 10, DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)),
    ("late ketones", 23, DiaryEntry(.ketones, amount: 1.2, unit: .mmolL)),
  ].map { ExampleDay.event($0.0, $0.1, 0, .entry($0.2)) }

  private func picture(
    _ strings: ChartStrings = ChartStrings(), width: Double = 640, now: Date? = nil,
    events: [DiaryEvent] = measured
  ) throws -> DayPicture {
    let recording = try ExampleDay.recording()
    let plot = Recording(series: recording.series, events: recording.events + events)
      .plot(of: ExampleDay.day, options: DayPlotOptions(unit: .mmolL, bands: .arises(in: .mmolL)))
    var picture = DayPicture(
      plot, size: PlotSize(width: width, height: width * 0.7), strings: strings)
    picture.now = now
    return picture
  }

  private func marks(_ picture: DayPicture) throws -> [String: ParsedElement] {
    let all = try #require(
      ParsedElement.parse(picture.svg(focusableMarks: true, colorVariables: false))
    ).all
    return Dictionary(
      all.filter { $0.attributes["data-role"] != nil }
        .compactMap { mark in mark.attributes["data-event"].map { ($0, mark) } },
      uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: [320.0, 640, 1200])
  func eachIsFoundAtItsPlace(width: Double) throws {
    let picture = try picture(width: width)
    let marks = try marks(picture)
    for (mark, place) in picture.drawing.measurementPlaces {
      let path = try #require(marks[mark.id.rawValue]?.attributes["d"])
      let corners = path.split { "MLZ".contains($0) }
        .map { $0.split(separator: " ").compactMap { Double($0) } }
      #expect(corners.count == (mark.role == .fingerstick ? 4 : 6))
      let x = corners.reduce(0) { $0 + $1[0] } / Double(corners.count)
      let y = corners.reduce(0) { $0 + $1[1] } / Double(corners.count)
      #expect(abs(x - place.x) < 0.02 && abs(y - place.y) < 0.02)
      #expect(picture.places.eventIDs(at: place, within: 0.1).first == mark.id)
      let frame = picture.drawing.frame
      switch mark.id.rawValue {
      case "stick": #expect(abs(place.y - frame.y(8.4 / 20)) < 1e-9)
      case "above": #expect(abs(place.y - frame.top) < 1e-9)
      // The row of ketones is above the plot and below the row of stress.
      default: #expect(place.y < frame.top && place.y > frame.laneTop + frame.laneHeight)
      }
    }
    #expect(picture.drawing.measurementPlaces.count == 4)
  }

  @Test func eachHasATitleInTheLanguageOfThePicture() throws {
    let english = try marks(picture())
    #expect(english["stick"]?.attributes["aria-label"] == "09:00 Finger-stick: 8.4 mmol/L")
    #expect(english["ketones"]?.attributes["aria-label"] == "10:00 Ketones: 0.6 mmol/L")
    let german = try marks(picture(.german))
    #expect(german["stick"]?.attributes["aria-label"] == "09:00 Blutzucker: 8,4 mmol/L")
    let svg = try picture().svg
    for text in ["Finger-stick: 2; Ketones: 2", ">Finger-stick<", ">Ketones, mmol/L<", ">0.6<"] {
      #expect(svg.contains(text), "\(text)")
    }
    let plain = try DayPicture(ExampleDay.plot()).svg
    #expect(!plain.contains("Finger-stick") && !plain.contains("Ketones"))
  }

  @Test func laterOnesArePlans() throws {
    let marks = try marks(picture(now: ExampleDay.day.time(hour: 12)))
    #expect(marks["above"]?.attributes["aria-label"]?.hasSuffix(", planned") == true)
    #expect(marks["above"]?.attributes["stroke-dasharray"] != nil)
    #expect(marks["stick"]?.attributes["stroke-dasharray"] == nil)
  }

  /// The sign is inside the mark, which has the color of the background.
  @Test func theSignAboveTheAxisIsSeenOnTheMark() throws {
    var picture = try picture()
    picture.palette = .dark
    let signs = try #require(ParsedElement.parse(picture.svg)).all
      .filter { $0.attributes["pointer-events"] == "none" }
    #expect(signs.contains { $0.attributes["stroke"] == ChartPalette.dark.glucose.hexadecimal })
  }

  private func amounts(_ ketones: [(minute: Int, amount: Double)]) throws -> [String: Double] {
    let events = ketones.map { minute, amount in
      ExampleDay.event(
        "k\(minute)", minute / 60, minute % 60,
        .entry(DiaryEntry(.ketones, amount: amount, unit: .mmolL)))
    }
    let texts = try layer("measurements", of: parsed(picture(width: 360, events: events))).all
      .filter { $0.name == "text" }
    return Dictionary(
      try texts.map { ($0.text, try #require($0.number("x"))) }, uniquingKeysWith: { $1 })
  }

  /// The first of two amounts is to the left of its mark, because the second mark is to the right.
  @Test func anAmountIsNotBesideTheNextMark() throws {
    let events = [360, 385].map { minute in
      ExampleDay.event(
        "k\(minute)", minute / 60, minute % 60,
        .entry(DiaryEntry(.ketones, amount: 1, unit: .mmolL)))
    }
    let places = try picture(width: 360, events: events).drawing.measurementPlaces.map(\.place.x)
    let amounts = try amounts([(360, 0.4), (385, 3.2)])
    #expect(try #require(amounts["0.4"]) < places[0])
    #expect(try #require(amounts["3.2"]) > places[1])
  }

  /// The middle one of three has no room.
  @Test func anAmountIsOmittedBetweenTwoMarks() throws {
    let amounts = try amounts([(600, 0.4), (610, 0.6), (620, 0.8)])
    #expect(Set(amounts.keys) == ["0.4", "0.8"])
  }

  /// A meal of 100 g is at half of the height, as 10 mmol/L.
  @Test func aMealIsVisibleUnderAFingerstick() throws {
    let stick = DiaryEntry(.fingerstick, amount: 10, unit: .mmolL)
    let marks = try marks(
      picture(events: [
        ExampleDay.event("meal", 20, 0, .meal(Meal(carbs: 100))),
        ExampleDay.event("stick", 20, 0, .entry(stick)),
      ]))
    #expect(marks["meal"] != nil && marks["stick"]?.attributes["fill-opacity"] == "0")
  }

  @Test func aPageListsThem() throws {
    let mark = try #require(try picture().plot.measurements.first)
    let fields = ChartStrings.german.fields(of: mark, in: .mmolL)
    #expect(fields.map(\.name) == ["Uhrzeit", "Blutzucker"])
    #expect(fields.map(\.value) == ["09:00", "8,4 mmol/L"])
  }

  @Test func oneInTheOtherUnitIsInThatOfThePictureWithItsName() throws {
    let event = ExampleDay.event(
      "stick", 9, 0,
      .entry(DiaryEntry(.fingerstick, name: "before bed", amount: 110, unit: .mgdL)))
    let picture = try picture(events: [event])
    let mark = try #require(picture.plot.measurements.first)
    #expect(
      try marks(picture)["stick"]?.attributes["aria-label"]
        == "09:00 Finger-stick: 6.1 mmol/L, before bed")
    #expect(
      ChartStrings().fields(of: mark, in: .mmolL).map(\.value)
        == ["09:00", "6.1 mmol/L", "before bed"])
  }

  /// Also one at midnight, and not over the one before it at the right edge.
  @Test(arguments: [([0], 1), ([0, 23 * 60 + 50], 2), ([23 * 60 + 30, 23 * 60 + 50], 1)])
  func amountsAreDrawnWhereThereIsRoom(minutes: [Int], count: Int) throws {
    let ketones = minutes.map { minute in
      ExampleDay.event(
        "k\(minute)", minute / 60, minute % 60,
        .entry(DiaryEntry(.ketones, amount: 0.3, unit: .mmolL)))
    }
    let svg = try picture(events: ketones).svg
    #expect(svg.components(separatedBy: ">0.3<").count == 1 + count)
  }
}
