import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import GlucoseTestSupport
import Testing

@testable import DayChart

struct ReportPageTests {
  private func page(unit: GlucoseUnit = .mmolL) throws -> ReportPage {
    let (history, days) = try ExampleDay.weeks()
    var options = ReportPageOptions(unit: unit)
    options.picturedDays = 3
    return history.reportPage(of: days, title: "Four weeks & <more>", options: options)
  }

  private func section(_ id: String, of main: ParsedElement) throws -> ParsedElement {
    try #require(main.children.first { $0.attributes["id"] == id })
  }

  @Test(arguments: GlucoseUnit.allCases)
  func pageContainsTheNumbersOfTheReport(unit: GlucoseUnit) throws {
    let page = try page(unit: unit)
    let main = try mainElement(of: page)
    let rows = try section("numbers", of: main).all.filter { $0.name == "tr" }
      .map { $0.children.map(\.text) }
    let statistics = try #require(page.report.period.statistics)
    #expect(rows.contains(["Days with readings", "30 / 31", ""]))
    let mean = page.strings.number(statistics.mean, in: unit) + " " + unit.rawValue
    #expect(rows.contains(["Mean", mean, unit == .mmolL ? "<8.6 mmol/L" : "<154 mg/dL"]))
    let target = unit == .mmolL ? "3.9–10.0" : "70–180"
    let inRange = page.strings.percent(statistics.timeInRanges.inRange)
    #expect(rows.contains(["In target, \(target)", inRange, ">70\u{A0}%"]))
    #expect(
      rows.contains { $0.first?.hasPrefix("Below range, <") ?? false && $0.last == "<4\u{A0}%" })
    #expect(!main.all.contains { $0.text.hasPrefix("* These values") })
    let days = try section("table", of: main).all.filter { $0.name == "tr" }
    #expect(days.count == page.report.days.count + 1)
    #expect(days.dropFirst().first?.children.first?.text == "Wed 2025-03-12")
    #expect(main.children.first?.text == "Four weeks & <more>")
  }

  /// 7 of 1,000 readings are 0.7 %, which is below 1 %, and 697 are below 70 %.
  @Test func aPercentageBesideAGoalIsOnItsSide() throws {
    let start = ExampleDay.day.start
    let values = Array(repeating: 50.0, count: 7) + Array(repeating: 300, count: 296)
    let series = try GlucoseSeries(
      (0..<1000).map {
        Reading(
          time: start.addingTimeInterval(Double($0) * 300),
          glucose: .mgdL($0 < values.count ? values[$0] : 100))
      })
    let days = series.days(in: ExampleDay.zone).map(\.day)
    var options = ReportPageOptions(unit: .mgdL)
    options.now = series.last?.time
    let page = Recording(series: series).reportPage(of: days, title: "", options: options)
    let rows = try section("numbers", of: mainElement(of: page)).all.filter { $0.name == "tr" }
      .map { $0.children.prefix(2).map(\.text) }
    #expect(rows.contains(["Very low, <54", "0.7 % *"]), "\(rows)")
    #expect(rows.contains(["Below range, <70", "1 % *"]))
    #expect(rows.contains(["In target, 70–180", "69.7 % *"]))
    #expect(rows.contains(["Very high, >250", "30 % *"]))
  }

  /// The mean is 153.7 mg/dL, the glucose management indicator 6.9865 %, and the coefficient of
  /// variation 36.02 %.
  @Test func theMeanAndTheVariationBesideAGoalAreOnItsSide() throws {
    let start = ExampleDay.day.start
    let series = try GlucoseSeries(
      (0..<1000).map {
        Reading(
          time: start.addingTimeInterval(Double($0) * 300),
          glucose: .mgdL($0.isMultiple(of: 2) ? 98.36 : 209.04))
      })
    var options = ReportPageOptions(unit: .mgdL)
    options.strings = .german
    options.now = series.last?.time
    let page = Recording(series: series)
      .reportPage(of: series.days(in: ExampleDay.zone).map(\.day), title: "", options: options)
    let rows = try section("numbers", of: mainElement(of: page)).all.filter { $0.name == "tr" }
      .map { $0.children.dropFirst().map(\.text) }
    #expect(rows.contains(["153,7 mg/dL *", "<154 mg/dL"]), "\(rows)")
    #expect(rows.contains(["6,99 % *", "<7\u{A0}%"]))
    #expect(rows.contains(["36,02 % *", "≤36\u{A0}%"]))
  }

  /// The device showed "Low" and "High" on the first day, and measured the same values on the second.
  @Test func extremesAtALimitOfTheDeviceHaveASign() throws {
    let first = ExampleDay.day
    let days = [first, first.advanced(by: 1)]
    let readings = days.enumerated().flatMap { index, day in
      (0..<288).map { slot in
        let value = slot == 10 ? 40.0 : slot == 20 ? 400 : 120
        let flags: ReadingFlags = slot == 10 ? .belowDeviceLimit : .aboveDeviceLimit
        return Reading(
          time: day.start.addingTimeInterval(Double(slot) * 300), glucose: .mgdL(value),
          flags: index == 0 && value != 120 ? flags : [])
      }
    }
    let history = Recording(series: try GlucoseSeries(readings))
    let page = history.reportPage(of: days, title: "", options: ReportPageOptions(unit: .mgdL))
    let table = try section("table", of: mainElement(of: page)).all.filter { $0.name == "tr" }
    let cells = table.dropFirst().map { $0.children.map(\.text) }
    #expect(cells.map { $0[3] } == ["<40", "40"] && cells.map { $0[5] } == [">400", "400"])
    let window = history.surroundingDays(around: days[1])
    let titles = window.bars.map { ChartStrings().title(of: $0, in: .mgdL) }
    #expect(titles[0].contains(": <40 to >400, mean "))
    #expect(titles[1].contains(": 40 to 400, mean "))
  }

  @Test func valuesWithoutSufficientDataAreMarkedAndExplained() throws {
    let (history, days) = try ExampleDay.weeks()
    let page = history.reportPage(
      of: Array(days.prefix(12)), title: "Twelve days", options: ReportPageOptions(unit: .mmolL))
    let numbers = try section("numbers", of: try mainElement(of: page))
    let rows = numbers.all.filter { $0.name == "tr" }.map { $0.children.map(\.text) }
    let marked = rows.filter { $0.count > 1 && $0[1].hasSuffix(" *") }.compactMap(\.first)
    #expect(marked.count == 12 && !marked.contains("Coverage"))
    let note = try #require(numbers.children.last)
    #expect(
      note.text.hasPrefix("* These values need at least 14 days with 70\u{A0}% of the readings."))
  }

  /// Readings from 20:00 to 23:00 of the last day, in a night that begins at 22:00.
  @Test func theNightThatIsGoingOnIsOnThePage() throws {
    let day = ExampleDay.day
    let readings = stride(from: 20.0, to: 23, by: 1 / 12).map {
      Reading(time: day.start.addingTimeInterval($0 * 3600), glucose: .mgdL(120))
    }
    let history = Recording(series: try GlucoseSeries(readings))
    var options = ReportPageOptions(unit: .mgdL)
    options.night = ClockWindow(fromHour: 22, toHour: 7)
    options.now = history.series.last?.time
    func days(_ asked: ClosedRange<LocalDay>) -> [LocalDay] {
      history.reportPage(of: asked, title: "", options: options).nights.map(\.day)
    }
    #expect(days(day...day) == [day.advanced(by: 1)])
    #expect(days(day.advanced(by: -2)...day) == [day.advanced(by: 1)])
    options.night = .overnight
    #expect(days(day...day) == [])
    // In the past, it is a night of the next days.
    options.night = ClockWindow(fromHour: 22, toHour: 7)
    options.now = day.advanced(by: 3).start
    #expect(days(day...day) == [] && days(day...day.advanced(by: 1)).count == 1)
  }

  /// Twenty-seven days are enough, and the variation would be more precise with another.
  @Test func whatMoreDaysWouldDetermineIsNamedWithoutAMark() throws {
    let (history, days) = try ExampleDay.weeks()
    let page = history.reportPage(
      of: Array(days.prefix(28)), title: "", options: ReportPageOptions(unit: .mmolL))
    let numbers = try section("numbers", of: try mainElement(of: page))
    #expect(!numbers.all.contains { $0.text.hasSuffix(" *") })
    let note = try #require(numbers.children.last)
    #expect(
      note.text
        == "More precise from this number of days: Coefficient of variation: 28; "
        + "Very low, <3.0: 30.")
  }

  @Test func theProfileAndTheGoalsComeBeforeTheNumbersAndTheDays() throws {
    let ids = try mainElement(of: try page()).children.compactMap { $0.attributes["id"] }
    #expect(
      ids == [
        "profile", "numbers", "daily", "focus", "nights", "hours", "calendar", "table", "days",
        "signal",
      ])
    let profile = try section("profile", of: try mainElement(of: try page()))
    #expect(profile.all.contains { $0.text == "goal >70 %" })
    #expect(profile.all.contains { $0.text.hasSuffix("smoothed over 60 min") })
    let daily = try section("daily", of: try mainElement(of: try page()))
    // The last fourteen days, in a narrow and in a wide picture.
    #expect(daily.all.count { $0.attributes["data-day"] != nil } == 28)
  }

  /// The earliest is 13 days before the last; those 14 days and a year before it are left out.
  @Test func theDailyLinesAreOfTheLastTwoWeeks() throws {
    let day = ExampleDay.day
    let days = [-400, -399, -14, -13, -9, -3, 0].map { day.advanced(by: $0) }
    let history = Recording(
      series: try GlucoseSeries(
        days.flatMap { day in
          (0..<12).map {
            Reading(time: day.start.addingTimeInterval(Double($0) * 300), glucose: .mgdL(120))
          }
        }))
    let page = history.reportPage(of: days, title: "", options: ReportPageOptions(unit: .mgdL))
    let drawn = try section("daily", of: mainElement(of: page)).all
      .compactMap { $0.attributes["data-day"] }
    #expect(Set(drawn) == Set(days.suffix(4).map(\.description)))
  }

  @Test func bandsOfNoPopulationHaveNoGoals() throws {
    let (history, days) = try ExampleDay.weeks()
    let page = history.reportPage(
      of: days, title: "", options: ReportPageOptions(unit: .mmolL, bands: .tight(in: .mmolL)))
    #expect(page.targets.isEmpty && page.options.population == nil)
    #expect(!(try mainElement(of: page).all.contains { $0.text.hasPrefix("goal") }))
  }

  @Test func aPageHasColorsForDarkScreensAndForPaper() throws {
    var page = try page()
    let html = page.html
    let rules = [
      (":root { ", ChartPalette.arises),
      ("@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; ", .dark),
      ("@media print { :root { ", .agp),
    ]
    for (rule, palette) in rules { #expect(html.contains(rule + palette.cssVariables)) }
    // No color of a picture is fixed.
    let fixed = try mainElement(of: page).all.filter { element in
      ["fill", "stroke"].contains { element.attributes[$0]?.hasPrefix("#") ?? false }
    }
    #expect(fixed.isEmpty)
    page.options.darkPalette = nil
    page.options.printPalette = nil
    #expect(!page.html.contains("prefers-color-scheme"))
    #expect(page.html.contains("@media print { :root { " + ChartPalette.arises.cssVariables))
    #expect(!page.html.contains("@page { size"))
    page.options.paper = .letter
    #expect(page.html.contains("@page { size: letter; margin"))
  }

  @Test func everyPictureIsDrawnForPhonesAndForDesktops() throws {
    let main = try mainElement(of: try page())
    for (id, count) in [
      ("profile", 1), ("daily", 1), ("focus", 1), ("nights", 1), ("hours", 1), ("calendar", 1),
      ("days", 2),
    ] {
      let section = try section(id, of: main)
      for name in ["narrow", "wide"] {
        let pictures = section.all.filter { $0.attributes["class"] == name }
        #expect(pictures.count == count)
        #expect(pictures.allSatisfy { $0.children.map(\.name) == ["svg"] })
      }
    }
  }

  @Test func everyMarkIsAButtonWithFieldsInTheList() throws {
    let main = try mainElement(of: try page())
    let figures = main.all.filter { $0.name == "figure" }
    #expect(figures.count == 3)
    for figure in figures {
      let listed = figure.all.filter { $0.name == "li" }
      let marks = figure.all.filter { $0.name != "li" && $0.attributes["data-event"] != nil }
      #expect(marks.count == 2 * listed.count && !marks.isEmpty)
      for mark in marks {
        #expect(mark.attributes["tabindex"] == "0" && mark.attributes["role"] == "button")
        #expect(mark.attributes["aria-label"] == mark.children.first?.text)
        #expect(mark.children.first?.name == "title")
        let item = listed.filter {
          $0.attributes["data-event"] == mark.attributes["data-event"]
        }
        #expect(item.count == 1)
      }
      #expect(
        figure.all.filter { $0.name == "svg" }.allSatisfy { $0.attributes["role"] == "group" })
    }
  }

  @Test(arguments: [
    "<&\"]]>'</title><script>alert(1)</script>", "</style>\u{0}\u{8}\u{1B}", "\u{FFFE}", "",
  ])
  func hostileNamesAreEscaped(name: String) throws {
    let events = [
      ExampleDay.event(name + "1", 8, 0, .meal(Meal(name: name, carbs: 20))),
      ExampleDay.event(name + "2", 8, 0, .exercise(Exercise(name: name, duration: .seconds(60)))),
      ExampleDay.event(name + "3", 9, 0, .condition(DiaryCondition(.init(rawValue: name)))),
    ]
    let record = Recording(series: try ExampleDay.recording().series, events: events)
    let page = record.reportPage(
      of: [ExampleDay.day], title: name, options: ReportPageOptions(unit: .mmolL))
    let main = try mainElement(of: page)
    #expect(!main.all.contains { $0.name == "script" || $0.name == "style" })
    #expect(page.html.split(separator: "<script").count == 2)
    #expect(page.html.split(separator: "</style").count == 2)
    #expect(main.all.filter { $0.name == "li" }.count == 3)
  }

  @Test func fieldsDescribeAnEvent() throws {
    let plot = try ExampleDay.plot()
    let strings = ChartStrings()
    func fields(_ id: String) throws -> [String] {
      let mark = try #require(plot.marks.first { $0.id.rawValue == id })
      return strings.fields(of: mark).map { "\($0.name): \($0.value)" }
    }
    #expect(
      try fields("breakfast") == [
        "Time: 07:25", "Meal: Porridge", "carbs: 55 g", "protein: 14 g", "fat: 9 g",
      ])
    #expect(try fields("coffee") == ["Time: 10:05", "Meal: Coffee with milk", "carbs: –"])
    #expect(try fields("long") == ["Time: 07:22", "Insulin: 18 units", "Action: long"])
    #expect(
      try fields("run") == [
        "Time: 15:50", "Exercise: Run", "Duration: 45 min", "Intensity: medium",
      ])
    let stress = try #require(plot.conditions.first)
    #expect(strings.fields(of: stress, on: plot.day).map(\.value) == ["09:00 – 11:40", "Stress"])
  }

  /// Entries that no picture draws are listed under the picture of their day.
  @Test func notesAndOtherEntriesAreListed() throws {
    var note = ExampleDay.event("note", 8, 10, .entry(DiaryEntry(.note)))
    note.note = "felt dizzy"
    let medicine = DiaryEntry(.medication, name: "Metformin", amount: 500, unit: .milligrams)
    let record = Recording(
      series: try ExampleDay.recording().series,
      events: [note, ExampleDay.event("medicine", 9, 0, .entry(medicine))])
    let page = record.reportPage(
      of: [ExampleDay.day], title: "Entries", options: ReportPageOptions(unit: .mmolL))
    let items = try mainElement(of: page).all.filter { $0.name == "li" }
    #expect(
      items.map { $0.all.filter { ["dt", "dd"].contains($0.name) }.map(\.text) } == [
        ["Time", "08:10", "Note", "felt dizzy"],
        ["Time", "09:00", "Medicine", "Metformin, 500 mg"],
      ])
  }

  /// At 18:27, a dose of 80 units is planned for 22:00.
  @Test func plansDoNotCountAndAreMarked() throws {
    let plan = ExampleDay.event("plan", 22, 0, .insulin(InsulinDose(units: 80)))
    let record = try ExampleDay.recording()
    let history = Recording(series: record.series, events: record.events + [plan])
    var options = ReportPageOptions(unit: .mmolL)
    options.now = ExampleDay.now
    let page = history.reportPage(of: [ExampleDay.day], title: "Plans", options: options)
    let main = try mainElement(of: page)
    let insulin = { (main: ParsedElement) in
      main.all.filter { $0.name == "td" }.map(\.text).first { $0.hasSuffix(" units") }
    }
    #expect(insulin(main) == "37.0 units")
    #expect(main.all.contains { $0.name == "dd" && $0.text == "22:00, planned" })
    #expect(
      main.all.contains { $0.name == "title" && $0.text == "22:00 Insulin: 80 units, planned" })
    #expect(!main.all.contains { $0.text == "18:20, planned" })

    options.until = .distantFuture
    let all = history.reportPage(of: [ExampleDay.day], title: "Plans", options: options)
    #expect(insulin(try mainElement(of: all)) == "117.0 units")
    #expect(!(try mainElement(of: all)).all.contains { $0.text.hasSuffix("planned") })
  }

  /// The last reading is at 18:27 and the present 21:00; one condition starts between them.
  @Test func ongoingConditionsEndAtThePresentAndNotAtTheLastReading() throws {
    let record = try ExampleDay.recording()
    let ongoing = [17, 19].map {
      ExampleDay.event("\($0)", $0, 0, .condition(DiaryCondition(.illness)))
    }
    let history = Recording(series: record.series, events: ongoing)
    var options = ReportPageOptions(unit: .mmolL)
    options.now = record.series.last?.time
    options.until = ExampleDay.day.time(hour: 21)
    options.expectedRange = record.series.expectedRange
    let page = history.reportPage(of: [ExampleDay.day], title: "", options: options)
    let plot = try #require(page.focus?.plot)
    #expect(plot.conditions.map(\.id.rawValue) == ["17", "19"])
    #expect(plot.conditions.allSatisfy { abs($0.span.upperBound - 21.0 / 24) < 1e-9 })
    #expect(plot.current != nil)
  }

  @Test func theSignalHasTheCoverageOfTheDay() throws {
    let record = try ExampleDay.recording()
    var generator = SeededGenerator(seed: 4)
    let kept = record.series.filter { _ in Int.random(in: 0..<10, using: &generator) < 6 }
    var options = ReportPageOptions(unit: .mmolL)
    options.now = ExampleDay.now
    let page = Recording(series: try GlucoseSeries(kept))
      .reportPage(of: [ExampleDay.day], title: "Gaps", options: options)
    let day = try #require(page.report.days.first)
    #expect(day.coverage < Percentage(70))
    #expect(page.quality?.days.map(\.coverage) == [day.coverage])
  }

  @Test func emptyHistoryProducesAnEmptyReport() throws {
    let none = Recording(series: GlucoseSeries())
    for page in [
      none.reportPage(
        of: [ExampleDay.day], title: "None", options: ReportPageOptions(unit: .mmolL)),
      none.reportPage(of: [], title: "None", options: ReportPageOptions(unit: .mmolL)),
    ] {
      let main = try mainElement(of: page)
      #expect(main.children.filter { $0.name == "section" }.count == 1)
      #expect(main.all.contains { $0.text == "0 / \(page.report.period.dayCount)" })
    }
  }

  @Test func daysWithOnlyEventsOrOneReadingHavePictures() throws {
    let meal = ExampleDay.event("m", 12, 0, .meal(Meal(name: "Soup", carbs: 30)))
    let next = ExampleDay.day.advanced(by: 1)
    let series = try GlucoseSeries([Reading(time: next.time(hour: 3), glucose: .mmolL(30))])
    let page = Recording(series: series, events: [meal])
      .reportPage(
        of: ExampleDay.day...next, title: "Two days", options: ReportPageOptions(unit: .mmolL))
    #expect(page.report.days.count == 2 && page.days.count == 1 && page.focus?.plot.day == next)
    #expect(try section("days", of: mainElement(of: page)).all.contains { $0.text == "Soup" })
  }

  @Test(arguments: ["2025-03-30", "2025-10-26"])
  func daysOnWhichClocksChangeHaveAllTheirReadings(date: String) throws {
    let day = try #require(LocalDay(date, in: ExampleDay.zone))
    let readings = stride(from: 0, to: day.hours * 3600, by: 300).map {
      Reading(time: day.start.addingTimeInterval($0), glucose: .mmolL(7))
    }
    let meal = DiaryEvent(
      at: day.time(hour: 12), in: day.zone, .meal(Meal(name: "Soup", carbs: 30)))
    let page = Recording(series: try GlucoseSeries(readings), events: [meal])
      .reportPage(of: [day], title: date, options: ReportPageOptions(unit: .mmolL))
    #expect(page.report.days.first?.coverage == Percentage(100))
    #expect(page.focus?.plot.timeTicks.map(\.hour) == [0, 6, 12, 18, 24])
    let main = try mainElement(of: page)
    #expect(main.all.contains { $0.name == "td" && $0.text == "\(Int(day.hours) * 12)" })
    #expect(main.all.contains { $0.attributes["aria-label"] == "12:00 Soup: 30 g carbs" })
  }

  @Test func equalReportsProduceIdenticalPages() throws {
    #expect(try page().html == page().html)
  }
}
