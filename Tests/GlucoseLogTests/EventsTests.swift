// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct EndingTests {
    @Test func refusesAnEventThatEndsBeforeItBegins() throws {
      let log = try Logbook.inMemory()
      let events = [
        Event(
          id: EventID(rawValue: "a"), at: noon, in: oslo,
          .condition(Condition(.illness, until: minutes(-1)))),
        Event(
          id: EventID(rawValue: "a"), at: noon, in: oslo,
          .exercise(Exercise(duration: .seconds(-1)))),
      ]
      for event in events {
        let error = try #require(throws: LogbookError.self) { try log.add([meal("b"), event]) }
        #expect(error.reason == .endsBeforeItBegins(event.id))
        #expect(try log.events(everything).isEmpty)
      }
      try log.begin(.illness, id: EventID(rawValue: "a"), at: noon, in: oslo)
      try log.end(.illness, at: minutes(5))
      let error = try #require(throws: LogbookError.self) {
        try log.edit(EventID(rawValue: "a")) { $0.time = minutes(6) }
      }
      #expect(error.reason == .endsBeforeItBegins(EventID(rawValue: "a")))
    }
  }

  struct EventsTests {
    let log: Logbook

    init() throws { log = try Logbook.inMemory() }

    static let events: [Event] = [
      Event(at: noon + 0.1, in: oslo, .meal(Meal(name: "Soup", carbs: 0.1, fat: 1e-9)), note: "x"),
      Event(at: noon, in: .gmt, .meal(Meal())),
      Event(
        at: noon, in: TimeZone(secondsFromGMT: 20_700) ?? .gmt, .insulin(InsulinDose(units: 0.05))),
      Event(at: noon, in: oslo, .insulin(InsulinDose(units: 12, action: .long))),
      Event(
        at: noon, in: oslo,
        .exercise(
          Exercise(
            name: "🚲", duration: Duration(secondsComponent: 1, attosecondsComponent: 1),
            intensity: .high))),
      Event(at: noon, in: oslo, .condition(Condition(.illness))),
      Event(at: noon, in: oslo, .condition(Condition(.stress, until: noon + 1.0 / 3))),
      Event(at: noon, in: oslo, .condition(Condition(Condition.Kind(rawValue: "travel")))),
    ]

    @Test(arguments: events) func givesBackWhatWasAdded(event: Event) throws {
      try log.add(event)
      #expect(try log.event(event.id) == event)
      #expect(try log.events(everything) == [event])
    }

    @Test func agreesWithARecordingOnEveryRange() throws {
      var events: [Event] = []
      for index in 0..<60 {
        let time = minutes(Double(index * 37 % 200))
        let kind: EventKind =
          switch index % 4 {
          case 0: .meal(Meal(carbs: Double(index)))
          case 1: .exercise(Exercise(duration: .seconds(Double(index * 53 % 90) * 60)))
          case 2: .condition(Condition(.stress, until: index % 8 == 2 ? nil : time + 1200))
          default: .exercise(Exercise(duration: .zero))
          }
        events.append(Event(id: EventID(rawValue: "\(index)"), at: time, in: oslo, kind))
      }
      try log.add(events)
      let recording = Recording(series: GlucoseSeries(), events: events)
      for start in stride(from: -20.0, to: 240, by: 10) {
        for length in [0.0, 1, 10, 45, 300] {
          let range = minutes(start)..<minutes(start + length)
          #expect(try log.events(range) == recording.events(range), "\(start) \(length)")
        }
      }
    }

    @Test func givesTheEventsOfOneCategory() throws {
      try log.add(Self.events)
      for category in EventCategory.allCases {
        let found = try log.events(everything, of: category)
        #expect(Set(found) == Set(Self.events.filter { $0.kind.category == category }))
      }
    }

    @Test func refusesASecondEventWithAnIdentifier() throws {
      try log.add(meal("a"))
      try log.add(meal("a"))
      let error = try #require(throws: LogbookError.self) { try log.add(meal("a", carbs: 1)) }
      #expect(error.reason == .eventExists(EventID(rawValue: "a")))
      #expect(try log.events(everything) == [meal("a")])
    }

    @Test func saysWhatBecameOfEvents() throws {
      try log.add([meal("a"), meal("b")])
      let kept = try log.add([meal("a"), meal("b", carbs: 1), meal("c")])
      #expect(counts(kept) == [1, 1, 0, 1])
      let replaced = try log.add([meal("b", carbs: 1)], replacing: true)
      #expect(replaced.replaced == 1)
      #expect(try log.event(EventID(rawValue: "b")) == meal("b", carbs: 1))
    }

    @Test func editsMovesAndRemoves() throws {
      try log.add([meal("a", 0), meal("b", 10)])
      let id = EventID(rawValue: "a")
      let edited = try log.edit(id) {
        $0.time = minutes(20)
        $0.kind = .insulin(InsulinDose(units: 2))
      }
      #expect(edited.id == id)
      #expect(try log.events(everything).map(\.id.rawValue) == ["b", "a"])
      #expect(try log.events(everything, of: .insulin) == [edited])
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
      try log.edit(EventID(rawValue: "a")) { $0 = meal("z", 3) }
      #expect(try log.events(everything) == [meal("a", 3)])
    }

    @Test func findsWhatIsPlannedAndWhatWasLast() throws {
      let run = Event(at: minutes(120), in: oslo, .exercise(Exercise(duration: .seconds(60))))
      try log.add([meal("past", -60), meal("now", 0), run])
      #expect(try log.nextEvent(after: noon) == run)
      #expect(try log.nextEvent(after: noon, of: .meal) == nil)
      #expect(try log.nextEvent(after: minutes(-60), of: .meal) == meal("now", 0))
      #expect(try log.latestEvent(atOrBefore: noon, of: .meal) == meal("now", 0))
      #expect(try log.latestEvent(atOrBefore: minutes(-1)) == meal("past", -60))
      #expect(try log.latestEvent(atOrBefore: noon, of: .exercise) == nil)
    }

    @Test func saysFromWhenToWhenItReaches() throws {
      #expect(try log.timeRange() == nil)
      try log.add([reading(5)], from: "s")
      try log.add([meal("a", -10)])
      #expect(try log.timeRange() == minutes(-10)...minutes(5))
    }

    @Test func refusesNumbersThatAreNoneAndWritesNothing() throws {
      let bad: [Event] = [
        Event(at: noon, in: oslo, .meal(Meal(carbs: .nan))),
        Event(at: noon, in: oslo, .insulin(InsulinDose(units: .infinity))),
        Event(at: Date(timeIntervalSinceReferenceDate: .nan), in: oslo, .meal(Meal())),
        Event(
          at: noon, in: oslo,
          .condition(Condition(.stress, until: Date(timeIntervalSinceReferenceDate: .infinity)))),
      ]
      for event in bad {
        let error = try #require(throws: LogbookError.self) { try log.add([meal("a"), event]) }
        #expect(error.reason == .notFinite)
      }
      #expect(try log.timeRange() == nil)
      #expect(try log.undo() == nil)
    }

    @Test func isARecordOneCanAsk() throws {
      let log = try fullLogbook()
      let history: any History = log
      #expect(try history.series(everything).count == 4)
      let recording = try log.recording(everything)
      #expect(try recording.series == history.series(everything))
      #expect(try recording.events == history.events(everything))
    }
  }
#endif
