#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct EndingTests {
    /// An event at which no range of days ends would never be listed.
    @Test(arguments: [1e300, 7e10, -7e10, .nan])
    func refusesEventsOfOtherYears(seconds: Double) throws {
      let log = try Logbook.inMemory()
      let time = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(throws: LogbookError.self) {
        try log.add(DiaryEvent(at: time, in: .gmt, .meal(Meal(carbs: 5))))
      }
      #expect(try log.events(in: .distantPast..<Date.distantFuture).isEmpty)
    }

    @Test func refusesAnEventThatEndsBeforeItBegins() throws {
      let log = try Logbook.inMemory()
      let events = [
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: "a"), at: noon, in: oslo,
          .condition(DiaryCondition(.illness, until: minutes(-1)))),
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: "a"), at: noon, in: oslo,
          .exercise(Exercise(duration: .seconds(-1)))),
      ]
      for event in events {
        let error = try #require(throws: LogbookError.self) { try log.add([meal("b"), event]) }
        #expect(error.reason == .endBeforeStart(event.id))
        #expect(try log.events(in: everything).isEmpty)
      }
      try log.begin(.illness, id: DiaryEvent.ID(rawValue: "a"), at: noon, in: oslo)
      try log.end(.illness, at: minutes(5))
      let error = try #require(throws: LogbookError.self) {
        try log.edit(DiaryEvent.ID(rawValue: "a")) { $0.time = minutes(6) }
      }
      #expect(error.reason == .endBeforeStart(DiaryEvent.ID(rawValue: "a")))
    }
  }

  struct EventsTests {
    let log: Logbook

    init() throws { log = try Logbook.inMemory() }

    static let events: [DiaryEvent] = [
      DiaryEvent(
        at: noon + 0.1, in: oslo, .meal(Meal(name: "Soup", carbs: 0.1, fat: 1e-9)), note: "x"),
      DiaryEvent(at: noon, in: .gmt, .meal(Meal())),
      DiaryEvent(
        at: noon, in: TimeZone(secondsFromGMT: 20_700) ?? .gmt, .insulin(InsulinDose(units: 0.05))),
      DiaryEvent(at: noon, in: oslo, .insulin(InsulinDose(units: 12, action: .longActing))),
      DiaryEvent(
        at: noon, in: oslo,
        .exercise(
          Exercise(
            name: "🚲", duration: Duration(secondsComponent: 1, attosecondsComponent: 1),
            intensity: .vigorous))),
      DiaryEvent(at: noon, in: oslo, .condition(DiaryCondition(.illness))),
      DiaryEvent(at: noon, in: oslo, .condition(DiaryCondition(.stress, until: noon + 1.0 / 3))),
      DiaryEvent(
        at: noon, in: oslo, .condition(DiaryCondition(DiaryCondition.Kind(rawValue: "travel")))),
    ]

    @Test(arguments: events) func givesBackWhatWasAdded(event: DiaryEvent) throws {
      try log.add(event)
      #expect(try log.event(event.id) == event)
      #expect(try log.events(in: everything) == [event])
    }

    @Test func agreesWithARecordingOnEveryRange() throws {
      var events: [DiaryEvent] = []
      for index in 0..<60 {
        let time = minutes(Double(index * 37 % 200))
        let kind: DiaryEvent.Content =
          switch index % 4 {
          case 0: .meal(Meal(carbs: Double(index)))
          case 1: .exercise(Exercise(duration: .seconds(Double(index * 53 % 90) * 60)))
          case 2: .condition(DiaryCondition(.stress, until: index % 8 == 2 ? nil : time + 1200))
          default: .exercise(Exercise(duration: .zero))
          }
        events.append(DiaryEvent(id: DiaryEvent.ID(rawValue: "\(index)"), at: time, in: oslo, kind))
      }
      try log.add(events)
      let recording = Recording(series: GlucoseSeries(), events: events)
      for start in stride(from: -20.0, to: 240, by: 10) {
        for length in [0.0, 1, 10, 45, 300] {
          let range = minutes(start)..<minutes(start + length)
          #expect(try log.events(in: range) == recording.events(in: range), "\(start) \(length)")
        }
      }
    }

    @Test func givesTheEventsOfOneCategory() throws {
      try log.add(Self.events)
      for category in DiaryEvent.Category.allCases {
        let found = try log.events(in: everything, of: category)
        #expect(Set(found) == Set(Self.events.filter { $0.content.category == category }))
      }
    }

    @Test func refusesASecondEventWithAnIdentifier() throws {
      try log.add(meal("a"))
      try log.add(meal("a"))
      let error = try #require(throws: LogbookError.self) { try log.add(meal("a", carbs: 1)) }
      #expect(error.reason == .eventExists(DiaryEvent.ID(rawValue: "a")))
      #expect(try log.events(in: everything) == [meal("a")])
    }

    @Test func returnsTheOutcomeOfEachEvent() throws {
      try log.add([meal("a"), meal("b")])
      let kept = try log.add([meal("a"), meal("b", carbs: 1), meal("c")])
      #expect(counts(kept) == [1, 1, 0, 1])
      let replaced = try log.add([meal("b", carbs: 1)], replacing: true)
      #expect(replaced.replaced == 1)
      #expect(try log.event(DiaryEvent.ID(rawValue: "b")) == meal("b", carbs: 1))
    }

    @Test func editsMovesAndRemoves() throws {
      try log.add([meal("a", 0), meal("b", 10)])
      let id = DiaryEvent.ID(rawValue: "a")
      let edited = try log.edit(id) {
        $0.time = minutes(20)
        $0.content = .insulin(InsulinDose(units: 2))
      }
      #expect(edited.id == id)
      #expect(try log.events(in: everything).map(\.id.rawValue) == ["b", "a"])
      #expect(try log.events(in: everything, of: .insulin) == [edited])
      try log.update(meal("a", 5))
      #expect(try log.event(id) == meal("a", 5))
      #expect(try log.remove(id) == meal("a", 5))
      #expect(try log.event(id) == nil)
      for change in [{ try log.update(meal("a")) }, { _ = try log.remove(id) }] {
        let error = try #require(throws: LogbookError.self) { try change() }
        #expect(error.reason == .noSuchEvent(id))
      }
    }

    @Test func keepsTheIdentifierOfAnEventThatIsReplacedWhole() throws {
      try log.add(meal("a"))
      try log.edit(DiaryEvent.ID(rawValue: "a")) { $0 = meal("z", 3) }
      #expect(try log.events(in: everything) == [meal("a", 3)])
    }

    @Test func findsWhatIsPlannedAndWhatWasLast() throws {
      let run = DiaryEvent(at: minutes(120), in: oslo, .exercise(Exercise(duration: .seconds(60))))
      try log.add([meal("past", -60), meal("now", 0), run])
      #expect(try log.nextEvent(after: noon) == run)
      #expect(try log.nextEvent(after: noon, of: .meal) == nil)
      #expect(try log.nextEvent(after: minutes(-60), of: .meal) == meal("now", 0))
      #expect(try log.latestEvent(atOrBefore: noon, of: .meal) == meal("now", 0))
      #expect(try log.latestEvent(atOrBefore: minutes(-1)) == meal("past", -60))
      #expect(try log.latestEvent(atOrBefore: noon, of: .exercise) == nil)
    }

    @Test func returnsTheRangeOfEvents() throws {
      #expect(try log.timeRange() == nil)
      try log.add([reading(5)], from: "s")
      try log.add([meal("a", -10)])
      #expect(try log.timeRange() == minutes(-10)...minutes(5))
    }

    @Test func refusesNumbersThatAreNoneAndWritesNothing() throws {
      let bad: [DiaryEvent] = [
        DiaryEvent(at: noon, in: oslo, .meal(Meal(carbs: .nan))),
        DiaryEvent(at: noon, in: oslo, .insulin(InsulinDose(units: .infinity))),
        DiaryEvent(at: Date(timeIntervalSinceReferenceDate: .nan), in: oslo, .meal(Meal())),
        DiaryEvent(
          at: noon, in: oslo,
          .condition(
            DiaryCondition(.stress, until: Date(timeIntervalSinceReferenceDate: .infinity)))),
      ]
      for event in bad {
        let error = try #require(throws: LogbookError.self) { try log.add([meal("a"), event]) }
        #expect(error.reason == .notFinite)
      }
      #expect(try log.timeRange() == nil)
      #expect(try log.undo() == nil)
    }

    @Test(arguments: [-0.1, 100_001, 1e308]) func refusesAmountsThatNobodyLogs(
      amount: Double
    ) throws {
      let contents: [DiaryEvent.Content] = [
        .meal(Meal(carbs: amount)), .meal(Meal(carbs: 1, fat: amount)),
        .insulin(InsulinDose(units: amount)),
        .entry(DiaryEntry(.fingerstick, amount: amount, unit: .mgdL)),
        .entry(DiaryEntry(.temporaryBasal, amount: amount, unit: .unitsPerHour)),
      ]
      for content in contents {
        let error = try #require(throws: LogbookError.self) {
          try log.add(DiaryEvent(at: noon, in: oslo, content))
        }
        #expect(error.reason == .invalidQuantity)
      }
      #expect(try log.timeRange() == nil)
    }

    @Test func isARecordOneCanAsk() throws {
      let log = try fullLogbook()
      let history: any GlucoseHistory = log
      #expect(try history.series(in: everything).count == 4)
      let recording = try log.recording(in: everything)
      #expect(try recording.series == history.series(in: everything))
      #expect(try recording.events == history.events(in: everything))
    }
  }
#endif
