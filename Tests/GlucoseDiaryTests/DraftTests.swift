// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import Foundation
import Testing

private let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)

struct MealDraftTests {
  @Test func becomesAMeal() throws {
    var draft = MealDraft(at: noon, in: .gmt)
    draft.name = "  Soup "
    draft.carbs = "52,5"
    draft.fat = "0"
    draft.note = " "
    let review = draft.validate(style: .comma)
    let event = try #require(review.event)
    #expect(event.content == .meal(Meal(name: "Soup", carbs: 52.5, fat: 0)))
    #expect(event.id == draft.id)
    #expect(event.time == noon)
    #expect(event.note == nil)
    #expect(review.errors.isEmpty && review.warnings.isEmpty)
  }

  @Test func namesEveryFieldThatIsWrong() {
    var draft = MealDraft(at: noon, in: .gmt)
    draft.carbs = "1.5"
    draft.protein = "much"
    draft.fat = "-3"
    let review = draft.validate(style: .comma)
    #expect(review.event == nil)
    #expect(
      review.errors == [
        DraftIssue(field: .carbs, reason: .wrongSeparator(expected: ",")),
        DraftIssue(field: .protein, reason: .notANumber),
        DraftIssue(field: .fat, reason: .negative),
      ])
  }

  @Test func needsANameOrAContent() {
    var draft = MealDraft(at: noon, in: .gmt)
    #expect(
      draft.validate(style: .point).errors == [DraftIssue(field: .carbs, reason: .missing)])
    draft.name = "Tea"
    #expect(draft.validate(style: .point).event != nil)
  }

  @Test func warnsWithoutRefusing() {
    var draft = MealDraft(at: noon, in: .gmt)
    draft.carbs = "300"
    #expect(draft.validate(style: .point, now: noon).warnings.isEmpty)
    draft.carbs = "300.5"
    let review = draft.validate(style: .point, now: noon - 1)
    #expect(review.event != nil)
    #expect(
      review.warnings == [
        DraftIssue(field: .carbs, reason: .unusuallyLarge(limit: 300)),
        DraftIssue(field: .time, reason: .inTheFuture),
      ])
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    let event = DiaryEvent(
      at: noon, in: .gmt, .meal(Meal(name: "Soup", carbs: 1.0 / 3, protein: 7)), note: "good")
    let draft = try #require(MealDraft(event, style: .comma))
    #expect(draft.protein == "7")
    #expect(draft.validate(style: .comma).event == event)
    #expect(InsulinDoseDraft(event, style: .comma) == nil)
    #expect(ExerciseDraft(event, style: .comma) == nil)
  }
}

struct DoseDraftTests {
  @Test func becomesADose() {
    var draft = InsulinDoseDraft(at: noon, in: .gmt)
    draft.units = "4,5"
    draft.action = .rapidActing
    #expect(
      draft.validate(style: .comma).event?.content
        == .insulin(InsulinDose(units: 4.5, action: .rapidActing))
    )
  }

  @Test(arguments: [
    ("", DraftReason.missing), (".", .notANumber), ("1,5", .wrongSeparator(expected: ".")),
    ("0", .zero), ("0.0", .zero), ("-2", .negative), ("four", .notANumber),
  ])
  func refusesWhatIsNoDose(text: String, reason: DraftReason) {
    var draft = InsulinDoseDraft(at: noon, in: .gmt)
    draft.units = text
    let review = draft.validate(style: .point)
    #expect(review.event == nil)
    #expect(review.errors == [DraftIssue(field: .units, reason: reason)])
  }

  @Test func warnsOfAnUnusualDose() {
    var draft = InsulinDoseDraft(at: noon, in: .gmt)
    draft.units = "50.1"
    let review = draft.validate(style: .point)
    #expect(review.event != nil)
    #expect(review.warnings == [DraftIssue(field: .units, reason: .unusuallyLarge(limit: 50))])
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    let event = DiaryEvent(
      at: noon, in: .gmt, .insulin(InsulinDose(units: 0.05, action: .longActing)), note: "late")
    let draft = try #require(InsulinDoseDraft(event, style: .comma))
    #expect(draft.units == "0,05")
    #expect(draft.validate(style: .comma).event == event)
  }
}

struct ExerciseDraftTests {
  /// The text of such a duration is another number of attoseconds.
  @Test(arguments: [
    Duration.milliseconds(15_839), .seconds(7.92), .microseconds(5_400_123_456),
    .nanoseconds(3_600_000_000_001),
  ])
  func keepsTheDurationThatIsNotChanged(duration: Duration) throws {
    let event = DiaryEvent(at: noon, in: .gmt, .exercise(Exercise(duration: duration)))
    let opened = try #require(ExerciseDraft(event, style: .comma))
    #expect(opened.validate(style: .comma).event == event)
    var draft = try JSONDecoder().decode(ExerciseDraft.self, from: JSONEncoder().encode(opened))
    #expect(draft == opened)
    draft.note = "hills"
    var noted = event
    noted.note = "hills"
    #expect(draft.validate(style: .comma).event == noted)
    (draft.hours, draft.minutes) = ("", "30")
    #expect(
      draft.validate(style: .comma).event?.content
        == .exercise(Exercise(duration: .seconds(1800))))
  }

  @Test(arguments: [
    ("", "45", 2700.0), ("1", "", 3600), ("1", "30", 5400), ("1,5", "", 5400), ("", "90", 5400),
  ])
  func addsHoursAndMinutes(hours: String, minutes: String, seconds: Double) {
    var draft = ExerciseDraft(at: noon, in: .gmt)
    draft.name = "Run"
    draft.hours = hours
    draft.minutes = minutes
    draft.intensity = .light
    #expect(
      draft.validate(style: .comma).event?.content
        == .exercise(Exercise(name: "Run", duration: .seconds(seconds), intensity: .light)))
  }

  @Test(arguments: [
    ("", "", ExerciseDraft.Field.minutes, DraftReason.missing),
    ("0", "0", .minutes, .zero),
    ("x", "5", .hours, .notANumber),
    ("1", "-5", .minutes, .negative),
    ("999999999999", "", .minutes, .unusuallyLarge(limit: 52_596_000)),
  ])
  func refusesWhatIsNoDuration(
    hours: String, minutes: String, field: ExerciseDraft.Field, reason: DraftReason
  ) {
    var draft = ExerciseDraft(at: noon, in: .gmt)
    draft.hours = hours
    draft.minutes = minutes
    let review = draft.validate(style: .point)
    #expect(review.event == nil)
    #expect(review.errors == [DraftIssue(field: field, reason: reason)])
  }

  @Test func warnsOfAnUnusualDuration() {
    var draft = ExerciseDraft(at: noon, in: .gmt)
    draft.hours = "13"
    let review = draft.validate(style: .point)
    #expect(review.event != nil)
    #expect(review.warnings == [DraftIssue(field: .hours, reason: .unusuallyLarge(limit: 12))])
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    let event = DiaryEvent(
      at: noon, in: .gmt,
      .exercise(
        Exercise(name: "Run", duration: .seconds(5430), intensity: .vigorous, kind: .mixed)))
    let draft = try #require(ExerciseDraft(event, style: .comma))
    #expect([draft.hours, draft.minutes] == ["1", "30,5"])
    #expect(draft.validate(style: .comma).event == event)
  }

  @Test func editsAnyDurationWithoutChangingIt() throws {
    for seconds in stride(from: 1, to: 20_000, by: 7) {
      let event = DiaryEvent(
        at: noon, in: .gmt, .exercise(Exercise(duration: .seconds(seconds))))
      let draft = try #require(ExerciseDraft(event, style: .comma))
      #expect(draft.validate(style: .comma).event == event)
    }
  }
}

struct EventDraftTests {
  /// What a front end with one form for all does.
  func logs<Draft: EventDraft>(_ favorite: Favorite, with type: Draft.Type) -> DiaryEvent? {
    guard var draft = Draft(favorite, at: noon, in: .gmt, style: .comma) else { return nil }
    draft.time += 60
    draft.note += " again "
    let review = draft.validate(style: .comma, now: noon)
    #expect(review.warnings == [DraftIssue(field: .time, reason: .inTheFuture)])
    return review.event
  }

  @Test func logsAFavoriteOnceMoreWhateverItsCategory() throws {
    let kinds: [DiaryEvent.Content] = [
      .meal(Meal(name: "Soup", carbs: 40.5)),
      .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
      .exercise(Exercise(name: "Run", duration: .seconds(5430), intensity: .vigorous)),
    ]
    for (index, kind) in kinds.enumerated() {
      let favorite = Favorite(named: "It", kind, note: "hot")
      let events = [
        logs(favorite, with: MealDraft.self), logs(favorite, with: InsulinDoseDraft.self),
        logs(favorite, with: ExerciseDraft.self),
      ]
      #expect(events.map { $0 != nil } == (0..<3).map { $0 == index })
      let event = try #require(events[index])
      #expect(event.content == kind)
      #expect(event.time == noon + 60)
      #expect(event.note == "hot again")
    }
  }

  /// A list or a sheet of an app identifies a draft by its event.
  @Test func aDraftIsIdentifiedByItsEvent() {
    func identifier<Draft: Identifiable>(_ draft: Draft) -> Draft.ID { draft.id }
    let id = DiaryEvent.ID(rawValue: "lunch")
    let time = Date(timeIntervalSinceReferenceDate: 0)
    #expect(identifier(MealDraft(id: id, at: time, in: .gmt)) == id)
    #expect(identifier(InsulinDoseDraft(id: id, at: time, in: .gmt)) == id)
    #expect(identifier(ExerciseDraft(id: id, at: time, in: .gmt)) == id)
    #expect(identifier(ConditionDraft(id: id, at: time, in: .gmt)) == id)
    #expect(identifier(EntryDraft(.note, id: id, at: time, in: .gmt)) == id)
  }
}

struct UnknownZoneDraftTests {
  /// Returns an event with `content` of a time zone that this system does not know.
  private func event(_ content: DiaryEvent.Content) throws -> DiaryEvent {
    let known = try #require(TimeZone(identifier: "Europe/Oslo"))
    let data = try JSONEncoder().encode(DiaryEvent(at: noon, in: known, content, note: "home"))
    let text = String(decoding: data, as: UTF8.self)
      .replacing(#"Europe\/Oslo"#, with: "Mars").replacing("Europe/Oslo", with: "Mars")
    let event = try JSONDecoder().decode(DiaryEvent.self, from: Data(text.utf8))
    #expect(event.unknownZone == "Mars" && event.zone == .gmt)
    return event
  }

  private func editing<Draft: EventDraft>(
    _ type: Draft.Type, keepsTheZoneOf content: DiaryEvent.Content
  ) throws {
    let event = try event(content)
    let opened = try #require(Draft(event, style: .point))
    #expect(opened.unknownZone == "Mars")
    #expect(opened.validate(style: .point, now: nil).event == event)
    var draft = try JSONDecoder().decode(Draft.self, from: JSONEncoder().encode(opened))
    #expect(draft == opened)
    draft.note = "away"
    draft.time += 60
    var expected = event
    expected.note = "away"
    expected.time += 60
    #expect(draft.validate(style: .point, now: nil).event == expected)
    draft.zone = .gmt
    #expect(draft.unknownZone == nil)
    let moved = try #require(draft.validate(style: .point, now: nil).event)
    #expect(moved.unknownZone == nil && moved.zone == .gmt)
  }

  @Test func keepTheIdentifierUntilTheZoneIsSet() throws {
    try editing(MealDraft.self, keepsTheZoneOf: .meal(Meal(carbs: 40)))
    try editing(InsulinDoseDraft.self, keepsTheZoneOf: .insulin(InsulinDose(units: 4)))
    try editing(
      ExerciseDraft.self, keepsTheZoneOf: .exercise(Exercise(duration: .seconds(1800))))
    try editing(ConditionDraft.self, keepsTheZoneOf: .condition(DiaryCondition(.illness)))
    try editing(
      EntryDraft.self, keepsTheZoneOf: .entry(DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)))
  }

  @Test func aNewDraftHasNone() {
    #expect(MealDraft(at: noon, in: .gmt).unknownZone == nil)
  }
}
