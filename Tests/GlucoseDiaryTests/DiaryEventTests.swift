import GlucoseDiary
import Foundation
import Testing

@Suite struct EventTests {
  private func instant(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  private func event(_ time: Double, _ kind: DiaryEvent.Content) -> DiaryEvent {
    DiaryEvent(id: DiaryEvent.ID(rawValue: "e"), at: instant(time), in: .gmt, kind)
  }

  private let lunch = DiaryEvent.Content.meal(Meal(name: "Soup", carbs: 40))
  private let run = DiaryEvent.Content.exercise(
    Exercise(name: "Run", duration: .seconds(600), intensity: .vigorous))

  private var range: Range<Date> { instant(1000)..<instant(2000) }

  @Test(arguments: [(999.0, false), (1000, true), (1500, true), (1999.9, true), (2000, false)])
  func anInstantLiesInARangeFromItsStartToBeforeItsEnd(time: Double, lies: Bool) {
    #expect(event(time, lunch).overlaps(range) == lies)
    #expect(event(time, .insulin(InsulinDose(units: 4))).overlaps(range) == lies)
    #expect(event(time, .exercise(Exercise(duration: .zero))).overlaps(range) == lies)
    #expect(event(time, lunch).duration(within: range) == .zero)
  }

  /// A run of 600 s: when it begins, whether it overlaps 1000–2000, and for how long.
  @Test(arguments: [
    (300.0, false, 0.0), (400, false, 0), (401, true, 1), (900, true, 500), (1000, true, 600),
    (1700, true, 300), (1999, true, 1), (2000, false, 0), (3000, false, 0),
  ])
  func aDurationOverlapsWhatItReachesInto(begin: Double, overlaps: Bool, seconds: Double) {
    #expect(event(begin, run).overlaps(range) == overlaps)
    #expect(event(begin, run).duration(within: range) == .seconds(seconds))
  }

  @Test func aConditionThatGoesOnHasNoEnd() {
    let ongoing = event(1200, .condition(DiaryCondition(.illness)))
    #expect(ongoing.end == nil)
    #expect(ongoing.overlaps(range) && ongoing.overlaps(instant(1e6)..<instant(2e6)))
    #expect(!ongoing.overlaps(instant(0)..<instant(1200)))
    #expect(ongoing.duration(within: range) == .seconds(800))
    #expect(ongoing.duration(within: instant(0)..<instant(100)) == .zero)
  }

  @Test func aConditionEndsWhenItEnds() {
    let ended = event(0, .condition(DiaryCondition(.stress, until: instant(1500))))
    #expect(ended.end == instant(1500))
    #expect(ended.overlaps(range) && ended.duration(within: range) == .seconds(500))
    #expect(!ended.overlaps(instant(1500)..<instant(1600)))
  }

  /// As a file of another program may have it; a logbook refuses it.
  @Test(arguments: [(999.0, false), (1000, true), (1500, true), (1999.9, true), (2000, false)])
  func anEventThatEndsBeforeItBeginsIsAtItsTime(time: Double, lies: Bool) {
    let condition = DiaryCondition(.illness, until: instant(time - 600))
    #expect(event(time, .condition(condition)).overlaps(range) == lies)
    #expect(event(time, .exercise(Exercise(duration: .seconds(-600)))).overlaps(range) == lies)
    #expect(event(time, .condition(condition)).duration(within: range) == .zero)
  }

  @Test func anEventEndsWithItsDuration() {
    #expect(event(5, lunch).end == instant(5))
    #expect(event(5, run).end == instant(605))
  }

  @Test func anEventOfWholeSecondsEndsOnTheSecond() {
    // 5430 seconds divided by one second is 5430.000000000001.
    let walk = event(0, .exercise(Exercise(duration: .seconds(5430))))
    #expect(walk.end == instant(5430))
  }

  @Test func identifiersOfTheirOwnAreDistinctAndAscendAsText() {
    #expect(Set((0..<1000).map { _ in DiaryEvent.ID.random() }).count == 1000)
    #expect(DiaryEvent.ID(rawValue: "a") < DiaryEvent.ID(rawValue: "b"))
    #expect("\(DiaryEvent.ID(rawValue: "a"))" == "a")
    #expect(event(0, lunch).id == DiaryEvent.ID(rawValue: "e"))
  }

  @Test func everyKindSurvivesCoding() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    let kinds: [DiaryEvent.Content] = [
      .meal(Meal()), .meal(Meal(name: "Soup", carbs: 40, protein: 7, fat: 3.5)),
      .insulin(InsulinDose(units: 4.5)), .insulin(InsulinDose(units: 20, action: .longActing)),
      .exercise(Exercise(duration: .seconds(1800.5))),
      .exercise(Exercise(name: "Walk", duration: .seconds(60), intensity: .light)),
      .condition(DiaryCondition(.illness)), .condition(DiaryCondition(.stress, until: instant(9))),
      .condition(DiaryCondition(.init(rawValue: "travel"), until: instant(9))),
    ]
    for kind in kinds {
      let event = DiaryEvent(at: instant(1.5), in: oslo, kind, note: "a “note”\n")
      let copy = try JSONDecoder().decode(DiaryEvent.self, from: JSONEncoder().encode(event))
      #expect(copy == event)
    }
  }
}
