import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct EventClockTests {
  private let size = PlotSize(width: 480, height: 240)
  private let winter: LocalDay

  init() throws { winter = try #require(LocalDay(year: 2025, month: 1, day: 15, in: Samples.oslo)) }

  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  private func meal(
    _ id: String, _ day: Int, _ clock: String, month: Int = 1, in name: String, which: Int = 0
  ) throws -> DiaryEvent {
    let zone = try zone(name)
    let date = try #require(LocalDay(year: 2025, month: month, day: day, in: zone))
    let instants = date.instants(of: try #require(ClockTime(clock)))
    return DiaryEvent(
      id: DiaryEvent.ID(rawValue: id), at: instants[which], in: zone, .meal(Meal(carbs: 40)))
  }

  private func marks(
    _ events: [DiaryEvent], on day: LocalDay, _ clock: EventLayout.Clock = .entry
  ) -> [EventMark] {
    EventLayout(events, on: day, size: size, style: .arises, clock: clock)
      .marks
  }

  @Test func aMealIsAtTheTimeOfItsOwnClock() throws {
    // 08:00 in Tokyo is 23:00 UTC of the day before, and midnight in Oslo.
    let tokyo = try meal("tokyo", 15, "8:00", in: "Asia/Tokyo")
    let home = try meal("home", 15, "12:00", in: "Europe/Oslo")
    let marks = marks([tokyo, home], on: winter)
    #expect(marks.map(\.id.rawValue) == ["tokyo", "home"])
    #expect(marks.map { $0.truePosition.x * 24 } == [8, 12])
    #expect(marks.map(\.clock.description) == ["08:00", "12:00"])
    #expect(marks.map(\.isPlacedByAnotherClock) == [true, false])
    #expect(marks[0].event == tokyo)
    #expect(marks[0].placedTime == tokyo.time.addingTimeInterval(8 * 3600))
  }

  @Test func byTheClockOfTheDayAMealIsAtItsInstant() throws {
    let tokyo = try meal("tokyo", 15, "8:00", in: "Asia/Tokyo")
    let marks = marks([tokyo], on: winter, .day)
    #expect(marks.map(\.truePosition.x) == [0])
    #expect(marks.map(\.clock.description) == ["00:00"])
    #expect(marks.map(\.isPlacedByAnotherClock) == [false])
  }

  /// It is decoded with the instant of 08:00 in Tokyo, and with a time zone that no system knows.
  @Test(arguments: [EventLayout.Clock.day, .entry])
  func aMealOfAnUnknownTimeZoneIsAtItsInstant(clock: EventLayout.Clock) throws {
    let tokyo = try meal("tokyo", 15, "8:00", in: "Asia/Tokyo")
    let text = String(decoding: try JSONEncoder().encode(tokyo), as: UTF8.self)
      .replacing("Tokyo", with: "Nowhere")
    let meal = try JSONDecoder().decode(DiaryEvent.self, from: Data(text.utf8))
    #expect(meal.unknownZone == "Asia/Nowhere" && meal.time == tokyo.time)
    let marks = marks([meal], on: winter, clock)
    #expect(marks.map(\.truePosition.x) == [0])
    #expect(marks.map(\.clock.description) == ["00:00"])
    #expect(marks.map(\.isPlacedByAnotherClock) == [false])
  }

  @Test(arguments: [("Pacific/Kiritimati", "00:10"), ("Pacific/Pago_Pago", "23:50")])
  func aMealIsOnTheDateOfItsOwnClock(name: String, clock: String) throws {
    // The instant is on another day of Oslo: 13 hours before, or 12 hours after.
    let far = try meal("far", 15, clock, in: name)
    #expect(!winter.contains(far.time))
    let day = Recording(series: GlucoseSeries(), events: [far])
    for offset in -1...1 {
      let options = DayPlotOptions(unit: .mmolL, eventClock: .entry)
      let plotted = winter.advanced(by: offset)
      let plot = day.plot(of: plotted, options: options)
      #expect(plot.marks.map(\.clock.description) == (offset == 0 ? [clock] : []))
      #expect(day.plots(of: [plotted], options: options) == [plot])
      #expect(day.bifocalDay(of: plotted, options: options).plot == plot)
    }
  }

  @Test func aTimeThatTheDaySkipsIsAtTheChange() throws {
    // Clocks of Oslo skip 02:00 to 03:00 on this day.
    let day = try Samples.shortDay()
    let mark = try #require(
      marks([try meal("m", 30, "2:30", month: 3, in: "America/New_York")], on: day).first)
    #expect(mark.placedTime == day.time(hour: 3))
    #expect(mark.clock.description == "02:30")
    #expect(mark.isPlacedByAnotherClock)
  }

  @Test func ofARepeatedTimeTheNearerInstantIsUsed() throws {
    // Clocks of Oslo show 02:30 twice on this day.
    let day = try Samples.longDay()
    let both = day.instants(of: try #require(ClockTime("2:30")))
    for (name, expected) in [("Asia/Tokyo", both[0]), ("America/New_York", both[1])] {
      let mark = marks([try meal("m", 26, "2:30", month: 10, in: name)], on: day).first
      #expect(mark?.placedTime == expected)
    }
    // The second of the two in a zone with the same clocks.
    let stockholm = try meal("m", 26, "2:30", month: 10, in: "Europe/Stockholm", which: 1)
    let mark = try #require(marks([stockholm], on: day).first)
    #expect(mark.placedTime == both[1] && !mark.isPlacedByAnotherClock)
  }

  @Test func whatLastsKeepsItsLength() throws {
    let tokyo = try zone("Asia/Tokyo")
    // 10:00 to 12:00 in Tokyo.
    let start = try meal("m", 15, "10:00", in: "Asia/Tokyo").time
    let end = start.addingTimeInterval(7200)
    let events = [
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "run"), at: start, in: tokyo,
        .exercise(Exercise(duration: .seconds(7200)))),
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "ill"), at: start, in: tokyo,
        .condition(DiaryCondition(.illness, until: end))),
    ]
    let plot = DayPlot(
      winter, series: GlucoseSeries(), events: events,
      options: DayPlotOptions(unit: .mmolL, eventClock: .entry))
    #expect(plot.marks.first?.span == 10.0 / 24...0.5)
    #expect(plot.conditions.first?.span == 10.0 / 24...0.5)
    // The instant is that of the event, whichever clock places it.
    #expect(plot.conditions.first?.start == start)
  }

  @Test(arguments: [("Asia/Tokyo", 10.0), ("America/New_York", 10)])
  func anOngoingConditionKeepsItsLengthUpToThePresent(name: String, hour: Double) throws {
    // From 10:00 of its own clock, 8 hours before that of Oslo or 6 hours after it; 90 minutes ago.
    let start = try meal("m", 15, "10:00", in: name).time
    let ill = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "ill"), at: start, in: try zone(name),
      .condition(DiaryCondition(.illness)))
    func conditions(_ day: LocalDay, _ clock: EventLayout.Clock) -> [ConditionSpan] {
      DayPlot(
        day, series: GlucoseSeries(), events: [ill], now: start.addingTimeInterval(5400),
        options: DayPlotOptions(unit: .mmolL, eventClock: clock)
      ).conditions
    }
    let span = try #require(conditions(winter, .entry).first)
    #expect(span.span == hour / 24...(hour + 1.5) / 24)
    #expect(span.continuesAfterDay && span.start == start && span.entryZone?.identifier == name)
    #expect(conditions(winter.advanced(by: 1), .entry).isEmpty)
    #expect(conditions(winter, .day).map(\.entryZone) == [nil])
  }

  @Test func anOngoingConditionExtendsToTheNextDayOfItsOwnClock() throws {
    // 23:00 in Tokyo is 15:00 in Oslo, two hours before the present.
    let start = try meal("m", 14, "23:00", in: "Asia/Tokyo").time
    let ill = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "ill"), at: start, in: try zone("Asia/Tokyo"),
      .condition(DiaryCondition(.illness)))
    let plot = DayPlot(
      winter, series: GlucoseSeries(), events: [ill], now: start.addingTimeInterval(7200),
      options: DayPlotOptions(unit: .mmolL, eventClock: .entry))
    #expect(plot.conditions.map(\.span) == [0...1.0 / 24])
    #expect(plot.conditions.map(\.startsBeforeDay) == [true])
  }

  @Test func theClockIsTheSameInEverySize() throws {
    let tokyo = try meal("tokyo", 15, "8:00", in: "Asia/Tokyo")
    let plot = DayPlot(
      winter, series: GlucoseSeries(), events: [tokyo],
      options: DayPlotOptions(unit: .mmolL, eventClock: .entry))
    let layout = plot.layout(in: PlotSize(width: 240, height: 120))
    #expect(layout.marks.map(\.placedTime) == plot.marks.map(\.placedTime))
    #expect(layout.marks.allSatisfy { $0.isPlacedByAnotherClock })
  }
}
