import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct DayPictureTests {
  private func plot(_ events: [DiaryEvent]) throws -> DayPlot {
    DayPlot(
      ExampleDay.day, series: try ExampleDay.recording().series, events: events,
      options: DayPlotOptions(unit: .mmolL))
  }

  @Test func documentHasATitleAndADescription() throws {
    let root = try parsed(DayPicture(try ExampleDay.plot()))
    #expect(root.name == "svg")
    #expect(root.attributes["role"] == "img")
    #expect(root.attributes["viewBox"] == "0 0 640 400")
    #expect(root.children.prefix(2).map(\.name) == ["title", "desc"])
    #expect(root.children[0].text == "Glucose Wed 2025-03-12")
    let description = root.children[1].text
    #expect(description.contains("Glucose: 3.5 to 12.1 mmol/L"))
    #expect(description.contains("Meal: 6; Insulin: 4; Exercise: 1; Stress"))
    #expect(description.contains("Forecast: 18:57 8.7 (6.6 to 10.8) mmol/L"))
  }

  @Test func mealsInARowAreAboveThePlot() throws {
    for height in [180.0, 250] {
      var picture = DayPicture(try ExampleDay.plot(), size: PlotSize(width: 360, height: height))
      picture.hasMealRow = true
      let root = try parsed(picture)
      let top = try #require(try layer("bands", of: root).all.compactMap { $0.number("y") }.min())
      let meals = root.all.filter { $0.attributes["data-role"] == "meal" }
        .compactMap { meal -> (x: Double, y: Double, radius: Double)? in
          guard let x = meal.number("cx"), let y = meal.number("cy"), let radius = meal.number("r")
          else { return nil }
          return (x, y, radius)
        }
      #expect(meals.count == 6)
      #expect(meals.allSatisfy { $0.y == meals[0].y && $0.y + $0.radius <= top })
      for (one, next) in zip(meals, meals.dropFirst()) {
        #expect(next.x - one.x >= one.radius + next.radius)
      }
      // The amounts are in the row, and there is no axis of them.
      let amounts = try layer("labels", of: root).all.filter { $0.name == "text" }
      #expect(amounts.contains { $0.text == "55 g" })
      #expect(amounts.allSatisfy { $0.number("y").map { $0 < top } ?? false })
      #expect(try layer("axes", of: root).all.allSatisfy { !$0.text.hasSuffix(" g") })
    }
    let arises = DayPlotOptions(unit: .mmolL, style: .arises)
    var picture = DayPicture(try ExampleDay.plot(options: arises))
    let without = picture.svg
    picture.hasMealRow = true
    #expect(picture.svg == without)
  }

  /// A screen reader reads the title and the description of an image, and not the texts in it.
  @Test func theDescriptionBeginsWithTheLastReadingItsTrendAndItsAge() throws {
    let plot = try ExampleDay.plot()
    let current = try #require(plot.current)
    #expect(current.trend == .steady)
    let time = "\(ClockTime(current.reading.time, in: plot.day.zone))"
    func description(_ plot: DayPlot, _ strings: ChartStrings = ChartStrings()) throws -> String {
      try parsed(DayPicture(plot, strings: strings)).children[1].text
    }
    #expect(try description(plot).hasPrefix("6.4 mmol/L, steady, \(time); Glucose: 3.5 to"))
    #expect(
      try description(plot, .german).hasPrefix("6,4 mmol/L, gleichbleibend, \(time); Glukose: "))
    var unnamed = ChartStrings()
    unnamed.texts = unnamed.texts.filter { !$0.key.hasPrefix("trend.") }
    #expect(try description(plot, unnamed).hasPrefix("6.4 mmol/L, steady, \(time); "))
    let stale = try ExampleDay.recording().plot(
      of: ExampleDay.day, now: ExampleDay.now.addingTimeInterval(3600),
      options: DayPlotOptions(unit: .mmolL))
    #expect(try description(stale).hasPrefix("6.4 mmol/L, 60 min ago; "))
  }

  @Test func everyTrendHasANameInEachLanguage() {
    for texts in [ChartStrings().texts, ChartStrings.german.texts] {
      #expect(GlucoseTrend.allCases.allSatisfy { texts["trend.\($0.rawValue)"] != nil })
    }
  }

  @Test(arguments: [
    ("Asia/Kolkata", "18:30 UTC+5:30"), ("America/New_York", "09:00 UTC−4"), ("GMT", "13:00 UTC+0"),
  ])
  func titleOfAMarkOfAnotherClockHasItsOffset(zone: String, expected: String) throws {
    var soup = ExampleDay.event("soup", 14, 0, .meal(Meal(name: "Soup", carbs: 40)))
    soup.zone = try #require(TimeZone(identifier: zone))
    for (clock, start) in [(EventLayout.Clock.entry, expected), (.day, "14:00")] {
      let plot = DayPlot(
        ExampleDay.day, series: try ExampleDay.recording().series, events: [soup],
        options: DayPlotOptions(unit: .mmolL, eventClock: clock))
      let titles = try parsed(DayPicture(plot)).all.filter { $0.name == "title" }.map(\.text)
      #expect(titles.contains("\(start) Soup: 40 g carbs"))
    }
  }

  @Test(arguments: [("Asia/Kolkata", "18:30 – 19:30 UTC+5:30"), ("GMT", "13:00 – 14:00 UTC+0")])
  func aConditionOfAnotherClockHasItsOffset(zone: String, expected: String) throws {
    let start = ExampleDay.day.time(hour: 14)
    var stress = ExampleDay.event(
      "stress", 14, 0,
      .condition(DiaryCondition(.stress, until: start.addingTimeInterval(3600))))
    stress.zone = try #require(TimeZone(identifier: zone))
    var soup = ExampleDay.event("soup", 14, 0, .meal(Meal(name: "Soup", carbs: 40)))
    soup.zone = stress.zone
    for (clock, times) in [(EventLayout.Clock.entry, expected), (.day, "14:00 – 15:00")] {
      let plot = DayPlot(
        ExampleDay.day, series: try ExampleDay.recording().series, events: [stress, soup],
        options: DayPlotOptions(unit: .mmolL, eventClock: clock))
      let picture = try parsed(DayPicture(plot))
      #expect(picture.all.contains { $0.name == "title" && $0.text == "Stress \(times)" })
      let strings = ChartStrings()
      let condition = try #require(plot.conditions.first)
      #expect(strings.fields(of: condition, on: plot.day).first?.value == times)
      let mark = try #require(plot.marks.first)
      let offset = times.split(separator: " ").last.map { " " + $0 } ?? ""
      #expect(
        strings.fields(of: mark).first?.value
          == (clock == .day ? "14:00" : times.prefix(5) + offset))
    }
  }

  /// A run from 23:30 of the evening before until 01:00.
  @Test func exerciseOfTheEveningBeforeHasItsDate() throws {
    let start = ExampleDay.day.advanced(by: -1).time(hour: 23, minute: 30)
    let run = DiaryEvent(
      at: start, in: ExampleDay.zone, .exercise(Exercise(name: "Run", duration: .seconds(5400))))
    let plot = try plot([run])
    let root = try parsed(DayPicture(plot))
    #expect(root.all.contains { $0.text == "2025-03-11 23:30 Run: 90 min" })
    let mark = try #require(plot.marks.first)
    #expect(ChartStrings.german.fields(of: mark).first?.value == "11.03.2025 23:30")
  }

  /// Clocks of Oslo show the hour from 02:00 twice on 2026-10-25, first with UTC+2.
  @Test func timesInARepeatedHourHaveTheirOffset() throws {
    let day = try #require(LocalDay(year: 2026, month: 10, day: 25, in: ExampleDay.zone))
    func event(_ minute: Double, _ content: DiaryEvent.Content) -> DiaryEvent {
      DiaryEvent(at: day.start.addingTimeInterval(minute * 60), in: ExampleDay.zone, content)
    }
    let plot = DayPlot(
      day, series: GlucoseSeries(),
      events: [
        event(
          130,
          .condition(DiaryCondition(.stress, until: day.start.addingTimeInterval(220 * 60)))),
        event(190, .meal(Meal(name: "Juice", carbs: 15))),
        event(240, .meal(Meal(name: "Soup", carbs: 40))),
        event(200, .entry(DiaryEntry(.fingerstick, amount: 4, unit: .mmolL))),
      ], options: DayPlotOptions(unit: .mmolL))
    let titles = try parsed(DayPicture(plot)).all.filter { $0.name == "title" }.map(\.text)
    for title in [
      "Stress 02:10 UTC+2 – 02:40 UTC+1", "02:10 UTC+1 Juice: 15 g carbs", "03:00 Soup: 40 g carbs",
      "02:20 UTC+1 Finger-stick: 4.0 mmol/L",
    ] {
      #expect(titles.contains(title), "\(titles)")
    }
  }

  @Test func mealOf100GramsIsAtHalfHeightAtItsTime() throws {
    let noon = ExampleDay.event("noon", 12, 0, .meal(Meal(carbs: 100)))
    let root = try parsed(DayPicture(try plot([noon])))
    let bands = try layer("bands", of: root).children
    let left = try #require(bands.compactMap { $0.number("x") }.min())
    let width = try #require(bands.first?.number("width"))
    let top = try #require(bands.compactMap { $0.number("y") }.min())
    let height = bands.compactMap { $0.number("height") }.reduce(0, +)
    let dot = try #require(try layer("events", of: root).children.first)
    #expect(abs(try #require(dot.number("cx")) - (left + width / 2)) < 0.02)
    #expect(abs(try #require(dot.number("cy")) - (top + height / 2)) < 0.05)
    #expect(dot.attributes["fill"] == ChartPalette.arises.meal.hexadecimal)
    #expect(dot.children.first?.text == "12:00 Meal: 100 g carbs")
  }

  @Test func everyEventHasADotWithATitle() throws {
    let plot = try ExampleDay.plot()
    let root = try parsed(DayPicture(plot))
    let dots = try layer("events", of: root).all.filter { $0.attributes["data-event"] != nil }
    #expect(dots.map { $0.attributes["data-event"] } == plot.marks.map(\.id.rawValue))
    let titles = dots.compactMap { $0.children.first { $0.name == "title" }?.text }
    #expect(titles.count == dots.count)
    #expect(titles.contains("07:25 Porridge: 55 g carbs, 14 g protein, 9 g fat"))
    #expect(titles.contains("07:20 Insulin: 5.5 units, rapid"))
    #expect(titles.contains("15:50 Run: 45 min, medium"))
    #expect(titles.contains("10:05 Coffee with milk: carbs unknown"))
  }

  @Test func lineIsBrokenWhereReadingsAreMissing() throws {
    let root = try parsed(DayPicture(try ExampleDay.plot()))
    let line = try #require(
      try layer("glucose", of: root).children.first { $0.name == "path" }?.attributes["d"])
    #expect(line.count { $0 == "M" } == 2)
    #expect(line.hasPrefix("M"))
  }

  @Test(arguments: [
    "<&\">'</title><script>alert(1)</script>", "]]>", "👩‍🍳 Grød \u{0}\u{8}\u{1F}", "\u{FFFE}\u{FFFF}",
    "עוגה \u{202E}", "", String(repeating: "long ", count: 500),
  ])
  func hostileNamesAreEscaped(name: String) throws {
    let events = [
      ExampleDay.event(name + "id", 8, 0, .meal(Meal(name: name, carbs: 20))),
      ExampleDay.event("b" + name, 9, 0, .exercise(Exercise(name: name, duration: .seconds(60)))),
      ExampleDay.event("c" + name, 10, 0, .condition(DiaryCondition(.init(rawValue: name)))),
    ]
    let root = try parsed(DayPicture(try plot(events), title: name))
    #expect(!root.all.contains { $0.name == "script" })
    let titles = root.all.filter { $0.name == "title" }.map(\.text)
    let plain = name.unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0.value != 0xFFFE && $0.value != 0xFFFF
    }
    #expect(
      plain.isEmpty || titles.contains { $0.contains(String(String.UnicodeScalarView(plain))) })
  }

  @Test func nonfiniteNumbersDoNotCorruptThePicture() throws {
    let events = [
      ExampleDay.event("a", 8, 0, .meal(Meal(carbs: .nan, protein: .infinity))),
      ExampleDay.event("b", 9, 0, .insulin(InsulinDose(units: -.infinity))),
      ExampleDay.event("c", 10, 0, .exercise(Exercise(duration: .seconds(-5)))),
      ExampleDay.event("d", 10, 0, .exercise(Exercise(duration: .seconds(Int64.max)))),
    ]
    let svg = DayPicture(try plot(events)).svg
    #expect(ParsedElement.parse(svg) != nil)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test func eachRunOfClippedValuesHasAMarker() throws {
    let day = ExampleDay.day
    var readings: [Reading] = []
    for (index, value) in [19.0, 21, 22, 19, 23, 19].enumerated() {
      readings.append(
        Reading(time: day.start.addingTimeInterval(Double(index) * 300), glucose: .mmolL(value)))
    }
    readings.append(
      Reading(time: day.time(hour: 12), glucose: .mmolL(2.2), flags: .belowDeviceLimit))
    let plot = DayPlot(
      day, series: try GlucoseSeries(readings), options: DayPlotOptions(unit: .mmolL))
    let markers = try layer("markers", of: try parsed(DayPicture(plot))).children
    #expect(
      markers.map { $0.attributes["data-clipped"] } == [
        "aboveAxis", "aboveAxis", "belowDeviceLimit",
      ])
  }

  @Test func textAndColorsCanBeReplaced() throws {
    var strings = ChartStrings()
    strings[.meal] = "Måltid"
    strings[.noReadings] = "Ingen målinger"
    let empty = DayPlot(
      ExampleDay.day, series: GlucoseSeries(), options: DayPlotOptions(unit: .mmolL))
    let root = try parsed(DayPicture(empty, palette: .dark, strings: strings))
    #expect(root.all.contains { $0.text == "Ingen målinger" })
    #expect(root.all.contains { $0.attributes["fill"] == ChartPalette.dark.background.hexadecimal })
    strings.weekdays = []
    let plain = try parsed(DayPicture(try ExampleDay.plot(), strings: strings))
    #expect(plain.children[0].text == "Glucose 2025-03-12")
    #expect(plain.all.contains { $0.text == "Måltid" })
  }

  @Test func picturesOfEqualPlotsAreIdentical() throws {
    let events = try ExampleDay.recording().events
    #expect(DayPicture(try plot(events)).svg == DayPicture(try plot(events.reversed())).svg)
  }

  /// A forecast that ends just after midnight or starts just before it isn't visible.
  @Test(arguments: [(-29.9, false), (-15.0, true), (1439.9, false), (1434, false), (1420, true)])
  func legendIncludesTheForecastOnlyIfItIsVisible(minute: Double, isSeen: Bool) throws {
    let day = ExampleDay.day
    let origin = Reading(time: day.start.addingTimeInterval(minute * 60), glucose: .mmolL(6))
    let forecast = GlucoseForecast(
      origin: origin,
      points: (1...6).map { step in
        GlucoseForecast.Point(
          time: origin.time.addingTimeInterval(Double(step) * 300), glucose: .mmolL(6),
          lower: .mmolL(5), upper: .mmolL(7))
      }, nominalCoverage: 0.9)
    let plot = DayPlot(
      day, series: try ExampleDay.recording().series, forecast: forecast,
      options: DayPlotOptions(unit: .mmolL))
    let root = try parsed(DayPicture(plot))
    #expect(root.all.contains { $0.name == "text" && $0.text == "Forecast" } == isSeen)
    #expect(root.children.contains { $0.attributes["data-layer"] == "forecast" } == isSeen)
    #expect(root.children[1].text.contains("Forecast") == isSeen)
  }

  /// Readings every three seconds are limited to the points that the width requires.
  @Test func denseReadingsAreThinnedToTheirExtremes() throws {
    let day = ExampleDay.day
    let readings = (0..<28_800).map { index in
      Reading(
        time: day.start.addingTimeInterval(Double(index) * 3),
        glucose: .mmolL(index == 14_000 ? 19 : 7 + sin(Double(index) / 900)))
    }
    let plot = DayPlot(
      day, series: try GlucoseSeries(readings), options: DayPlotOptions(unit: .mmolL))
    let root = try parsed(DayPicture(plot))
    let line = try #require(try layer("glucose", of: root).children.first?.attributes["d"])
    #expect(line.utf8.count < 20_000)
    let bands = try layer("bands", of: root).children
    let top = try #require(bands.compactMap { $0.number("y") }.min())
    let height = bands.compactMap { $0.number("height") }.reduce(0, +)
    let heights = line.split { "ML".contains($0) }
      .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
    #expect(abs(try #require(heights.min()) - (top + height * (1 - 19.0 / 20))) < 0.02)
  }

  @Test func basalIsDrawnAsStepsFromTheTop() throws {
    let day = ExampleDay.day
    let noon = day.time(hour: 12)
    let plot = DayPlot(
      day, series: GlucoseSeries(),
      basal: [
        BasalSegment(from: day.start, to: noon, unitsPerHour: 0.8),
        BasalSegment(from: noon, to: day.end, unitsPerHour: 0.4),
      ], options: DayPlotOptions(unit: .mmolL))
    let root = try parsed(DayPicture(plot))
    let steps = try layer("basal", of: root).children
    let heights = steps.compactMap { $0.number("height") }
    #expect(heights.count == 2 && abs(heights[0] - 2 * heights[1]) < 0.02)
    #expect(steps.first?.children.first?.text == "Basal insulin: 0.8 units/h")
    #expect(root.all.contains { $0.name == "text" && $0.text == "Basal insulin" })
  }

  @Test func mealsHaveAnAxisOfCarbohydrate() throws {
    let noon = ExampleDay.event("noon", 12, 0, .meal(Meal(carbs: 140)))
    let root = try parsed(DayPicture(try plot([noon])))
    let texts = try layer("axes", of: root).children.filter { $0.name == "text" }
    let height = try #require(texts.first { $0.text == "150 g" }?.number("y"))
    let hundred = try #require(texts.first { $0.text == "100 g" }?.number("y"))
    let dot = try #require(try layer("events", of: root).children.first?.number("cy"))
    let drop = try #require(texts.first { $0.text == "100 g" }?.number("font-size")) * 0.35
    #expect(abs(dot + drop - (height + (hundred - height) * 0.2)) < 0.05)
    #expect(["50 g", "200 g"].allSatisfy { text in texts.contains { $0.text == text } })
    #expect(try layer("labels", of: root).children.map(\.text) == ["140 g"])
    // Without meals there is no axis, nor in the style of the ARISES display.
    #expect(!(try parsed(DayPicture(try plot([]))).all.contains { $0.text == "150 g" }))
    let arises = DayPlot(
      ExampleDay.day, series: GlucoseSeries(), events: [noon],
      options: DayPlotOptions(unit: .mmolL, style: .arises))
    #expect(!(try parsed(DayPicture(arises)).all.contains { $0.text == "150 g" }))
  }

  @Test(arguments: [240.0, 320, 640, 1200])
  func everyMealHasALabel(width: Double) throws {
    let size = PlotSize(width: width, height: width < 600 ? 260 : width / 2)
    let root = try parsed(DayPicture(try ExampleDay.plot(), size: size))
    let labels = try layer("labels", of: root).children.map(\.text)
    for grams in ["55 g", "72 g", "70 g", "15 g", "95 g"] { #expect(labels.contains(grams)) }
  }

  @Test func legendNamesTheRangeOfTheForecastAndItsCoverage() throws {
    let texts = try parsed(DayPicture(try ExampleDay.plot())).all.filter { $0.name == "text" }
      .map(\.text)
    #expect(texts.contains("90 % range"))
    let without = try parsed(DayPicture(try ExampleDay.plot(forecast: false))).all.map(\.text)
    #expect(!without.contains("90 % range"))
  }
}
