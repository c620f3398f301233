import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct SparklinePictureTests {
  @Test func containsTheTargetTheLineAndItsExtremes() throws {
    let plot = try ExampleDay.plot()
    let svg = SparklinePicture(plot).svg
    let root = try #require(ParsedElement.parse(svg))
    #expect(root.children.map(\.name) == ["title", "desc", "rect", "path"])
    #expect(root.children[0].text == "Glucose Wed 2025-03-12")
    #expect(root.children[1].text == "3.5 to 12.1 mmol/L.")
    // The gap of the night breaks the line.
    let path = try #require(root.children[3].attributes["d"])
    #expect(path.count { $0 == "M" } == plot.segments.count)
    let heights = path.split { "ML".contains($0) }
      .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
    let drawn = plot.segments.joined().map { 1 + 34 * (1 - $0.position.y) }
    #expect(abs(try #require(heights.min()) - (try #require(drawn.min()))) < 0.01)
    #expect(abs(try #require(heights.max()) - (try #require(drawn.max()))) < 0.01)
  }

  @Test func aDayWithoutReadingsSaysSo() throws {
    let plot = DayPlot(
      ExampleDay.day, series: GlucoseSeries(), options: DayPlotOptions(unit: .mmolL))
    let root = try #require(ParsedElement.parse(SparklinePicture(plot).svg))
    #expect(root.children[1].text == "No readings.")
    #expect(!root.children.contains { $0.name == "path" })
    let tiny = SparklinePicture(plot, size: PlotSize(width: 1, height: 1))
    #expect(tiny.size == PlotSize(width: 24, height: 12))
    #expect(tiny.svg(focusableMarks: false, colorVariables: true).contains("var(--glucose-"))
  }
}

struct MealResponsesPictureTests {
  private func responses() throws -> [MealResponse] {
    let (history, days) = try ExampleDay.weeks()
    return history.mealResponses(in: days.lowerBound.start..<days.upperBound.end)
      .filter { !$0.trace.isEmpty }
  }

  private func lines(_ picture: MealResponsesPicture) throws -> [ParsedElement] {
    let root = try #require(ParsedElement.parse(picture.svg), "The document must be well formed")
    return root.children.first { $0.attributes["data-layer"] == "traces" }?.children ?? []
  }

  @Test func eachResponseIsALineFromItsMeal() throws {
    let responses = Array(try responses().prefix(6))
    let picture = MealResponsesPicture(responses.reversed(), in: ExampleDay.zone, unit: .mmolL)
    let lines = try lines(picture)
    #expect(lines.map { $0.attributes["data-event"] } == responses.map(\.id.rawValue))
    for (line, response) in zip(lines, responses) {
      let title = try #require(line.children.first?.text)
      let day = LocalDay(containing: response.time, in: ExampleDay.zone)
      #expect(title.contains(day.description))
      #expect(title.contains(ClockTime(response.time, in: ExampleDay.zone).description))
      let path = try #require(line.attributes["d"])
      #expect(path.hasPrefix("M"))
    }
    // The latest one is the strongest.
    #expect(
      lines.map { $0.attributes["stroke-opacity"] == "1" } == [Bool](repeating: false, count: 5) + [
        true
      ])
  }

  @Test(arguments: [(240, "+2.0"), (210, "+2.0"), (205, "≥ +2.0")])
  func theRiseOfAnIncompleteFollowUpIsALowerBound(minutes: Int, rise: String) throws {
    let start = ExampleDay.day.time(hour: 12)
    let readings = stride(from: -10, through: minutes, by: 5).map {
      Reading(time: start.addingTimeInterval(Double($0) * 60), glucose: .mmolL($0 > 0 ? 8 : 6))
    }
    let meal = ExampleDay.event("soup", 12, 0, .meal(Meal(name: "Soup", carbs: 40)))
    let history = Recording(series: try GlucoseSeries(readings), events: [meal])
    let response = try #require(history.response(to: meal))
    let picture = MealResponsesPicture([response], in: ExampleDay.zone, unit: .mmolL)
    #expect(
      try lines(picture).first?.children.first?.text
        == "Wed 2025-03-12 12:00: 40 g carbs, \(rise) mmol/L")
  }

  @Test func aLineIsBrokenWhereReadingsAreFarApart() throws {
    let start = ExampleDay.day.time(hour: 12)
    let readings = [0.0, 5, 10, 40, 70.1, 75].map {
      Reading(time: start.addingTimeInterval($0 * 60), glucose: .mmolL(7 + $0 / 25))
    }
    let meal = ExampleDay.event("soup", 12, 0, .meal(Meal(name: "Soup", carbs: 40)))
    let history = Recording(series: try GlucoseSeries(readings), events: [meal])
    let response = try #require(history.response(to: meal))
    let picture = MealResponsesPicture([response], in: ExampleDay.zone, unit: .mmolL)
    let line = try #require(try lines(picture).first)
    #expect(try #require(line.attributes["d"]).count { $0 == "M" } == 2)
    #expect(line.children.first?.text == "Wed 2025-03-12 12:00: 40 g carbs, ≥ +3.0 mmol/L")
    // The meal is a sixteenth and the last reading 90.1 of 255 minutes from the left.
    let points = try #require(line.attributes["d"]).split { "ML".contains($0) }
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    let width = (points[5] - points[0]) / 75 * 255
    #expect(abs(width - (640 - 43 - 17)) < 1)
  }

  @Test(arguments: [320.0, 640, 1200])
  func textIsNeitherOverlappedNorCut(width: Double) throws {
    let size = PlotSize(width: width, height: width / 2)
    for unit in GlucoseUnit.allCases {
      let picture = MealResponsesPicture(
        try responses(), in: ExampleDay.zone, unit: unit, size: size, strings: .german)
      try expectLegible(picture.svg, size: picture.size)
    }
  }

  @Test func withoutResponsesThePictureHasAxesAlone() throws {
    let picture = MealResponsesPicture([], in: .gmt, unit: .mgdL, title: "<Soup>")
    let root = try #require(ParsedElement.parse(picture.svg))
    #expect(root.children[0].text == "Responses to meals: <Soup>")
    #expect(root.children[1].text == "No readings.")
    #expect(try lines(picture).isEmpty)
  }

  /// A screen reader does not read the titles of the lines in an image.
  @Test func theDescriptionHasTheResponseToEachMeal() throws {
    let responses = Array(try responses().prefix(3))
    let picture = MealResponsesPicture(responses, in: ExampleDay.zone, unit: .mmolL)
    let root = try #require(ParsedElement.parse(picture.svg))
    let titles = try lines(picture).compactMap(\.children.first?.text)
    #expect(titles.count == 3)
    #expect(root.children[0].text == "Responses to meals")
    #expect(root.children[1].text == (["Meal: 3"] + titles).joined(separator: "; ") + ".")
  }
}

struct PlanTests {
  private func elements(_ svg: String, _ layer: String) throws -> [ParsedElement] {
    let root = try #require(ParsedElement.parse(svg))
    return root.children.first { $0.attributes["data-layer"] == layer }?.all ?? []
  }

  private func plans(_ svg: String, _ layer: String) throws -> [String] {
    try elements(svg, layer).filter { $0.attributes["stroke-dasharray"] == "2 1.5" }
      .compactMap { $0.attributes["data-event"] }
  }

  @Test func eventsLaterThanThePresentAreDrawnAsPlans() throws {
    let plot = try ExampleDay.plot()
    var picture = DayPicture(plot)
    #expect(try plans(picture.svg, "events").isEmpty)
    let plain = picture.svg
    picture.now = ExampleDay.day.time(hour: 17, minute: 15)
    // The juice is at the present.
    #expect(try Set(plans(picture.svg, "events")) == ["dinner", "dinner dose"])
    let titles = try elements(picture.svg, "events").filter { $0.name == "title" }.map(\.text)
    #expect(titles.filter { $0.hasSuffix(", planned") }.count == 2)
    let legend = try elements(picture.svg, "legend").map(\.text)
    #expect(legend.contains("planned"))
    #expect(picture.svg.contains("planned: 2"))
    // A present after all events changes nothing.
    picture.now = ExampleDay.day.end
    #expect(picture.svg == plain)
    var bifocal = DayPicture(plot, try ExampleDay.window())
    bifocal.now = ExampleDay.day.time(hour: 12, minute: 20)
    #expect(try plans(bifocal.svg, "events").contains("run"))
  }

  @Test func outlinesOfPlansHaveTheColorOfText() throws {
    for palette in [ChartPalette.arises, .dark, .agp] {
      var picture = DayPicture(try ExampleDay.plot(), palette: palette)
      picture.now = ExampleDay.day.time(hour: 8)
      let plans = try ["events", "spans", "conditions"].flatMap {
        try elements(picture.svg, $0).filter { $0.attributes["stroke-dasharray"] != nil }
      }
      #expect(!plans.isEmpty)
      #expect(plans.allSatisfy { $0.attributes["stroke"] == palette.text.hexadecimal })
    }
  }

  @Test func plannedConditionsAndExerciseHaveDashedBars() throws {
    var picture = DayPicture(try ExampleDay.plot())
    picture.now = ExampleDay.day.time(hour: 8)
    #expect(try plans(picture.svg, "conditions") == ["stress"])
    let bar = try #require(
      try elements(picture.svg, "spans").first { $0.attributes["stroke-dasharray"] != nil })
    #expect(bar.attributes["fill-opacity"] == "0.15")
    picture.now = ExampleDay.day.time(hour: 9)
    #expect(try plans(picture.svg, "conditions").isEmpty)
    // A plan of the evening before that lasts until the day is one.
    let evening = ExampleDay.day.advanced(by: -1).time(hour: 23)
    let illness = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "illness"), at: evening, in: ExampleDay.day.zone,
      .condition(DiaryCondition(.illness, until: ExampleDay.day.time(hour: 9))))
    var later = DayPicture(
      DayPlot(
        ExampleDay.day, series: GlucoseSeries(), events: [illness],
        options: DayPlotOptions(unit: .mmolL)))
    later.now = evening.addingTimeInterval(-3600)
    #expect(try plans(later.svg, "conditions") == ["illness"])
    later.now = evening.addingTimeInterval(3600)
    #expect(try plans(later.svg, "conditions").isEmpty)
    picture.now = ExampleDay.day.advanced(by: -1).start
    #expect(try plans(picture.svg, "conditions") == ["stress"])
    picture.now = ExampleDay.day.advanced(by: 1).start
    #expect(try plans(picture.svg, "conditions").isEmpty)
  }
}

struct GermanStringsTests {
  /// Text that is the same in both languages.
  static let same: Set<String> = [
    "insulin", "grams", "minutes", "median", "hours", "mard", "unit.mg/dL", "unit.mmol/L",
    "category.hemoglobinA1c", "condition.stress",
  ]

  @Test func everyTextIsTranslated() {
    let (english, german) = (ChartStrings().texts, ChartStrings.german.texts)
    #expect(Set(english.keys) == Set(german.keys))
    #expect(Set(english.filter { german[$0.key] == $0.value }.keys) == Self.same)
  }

  @Test func aPictureIsInGerman() throws {
    let svg = DayPicture(try ExampleDay.plot(), strings: .german).svg
    for text in ["Glukose Mi, 12.03.2025", "5,5 Einheiten", "Kohlenhydrate unbekannt", "Bewegung"] {
      #expect(svg.contains(text), "\(text)")
    }
    for text in ["Meal", "units", "carbs", "Forecast", "Exercise"] {
      #expect(!svg.contains(text), "\(text)")
    }
  }
}
