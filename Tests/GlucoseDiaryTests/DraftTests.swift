import GlucoseDiary
import Foundation
import Testing

private let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)

struct MealDraftTests {
  @Test func becomesAMeal() throws {
    var draft = EventDraft(.meal, at: noon, in: .gmt)
    draft[.name] = "  Soup "
    draft[.carbs] = "52,5"
    draft[.fat] = "0"
    draft[.note] = " "
    let review = draft.validate(style: .comma)
    let event = try #require(review.event)
    #expect(event.content == .meal(Meal(name: "Soup", carbs: 52.5, fat: 0)))
    #expect(event.id == draft.id)
    #expect(event.time == noon)
    #expect(event.note == nil)
    #expect(review.errors.isEmpty && review.warnings.isEmpty)
  }

  @Test func namesEveryFieldThatIsWrong() {
    var draft = EventDraft(.meal, at: noon, in: .gmt)
    draft[.carbs] = "1.5"
    draft[.protein] = "much"
    draft[.fat] = "-3"
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
    var draft = EventDraft(.meal, at: noon, in: .gmt)
    #expect(
      draft.validate(style: .point).errors == [DraftIssue(field: .carbs, reason: .missing)])
    draft[.name] = "Tea"
    #expect(draft.validate(style: .point).event != nil)
  }

  @Test func warnsWithoutRefusing() {
    var draft = EventDraft(.meal, at: noon, in: .gmt)
    draft[.carbs] = "300"
    #expect(draft.validate(style: .point, now: noon).warnings.isEmpty)
    draft[.carbs] = "300.5"
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
    let draft = EventDraft(event, style: .comma)
    #expect(draft[.protein] == "7")
    #expect(draft.validate(style: .comma).event == event)
  }
}

struct DoseDraftTests {
  @Test func becomesADose() {
    var draft = EventDraft(.insulin, at: noon, in: .gmt)
    draft[.units] = "4,5"
    draft.action = .rapidActing
    #expect(
      draft.validate(style: .comma).event?.content
        == .insulin(InsulinDose(units: 4.5, action: .rapidActing)))
  }

  @Test(arguments: [
    ("", DraftReason.missing), (".", .notANumber), ("1,5", .wrongSeparator(expected: ".")),
    ("0", .zero), ("0.0", .zero), ("-2", .negative), ("four", .notANumber),
  ])
  func refusesWhatIsNoDose(text: String, reason: DraftReason) {
    var draft = EventDraft(.insulin, at: noon, in: .gmt)
    draft[.units] = text
    let review = draft.validate(style: .point)
    #expect(review.event == nil)
    #expect(review.errors == [DraftIssue(field: .units, reason: reason)])
  }

  @Test func warnsOfAnUnusualDose() {
    var draft = EventDraft(.insulin, at: noon, in: .gmt)
    draft[.units] = "50.1"
    let review = draft.validate(style: .point)
    #expect(review.event != nil)
    #expect(review.warnings == [DraftIssue(field: .units, reason: .unusuallyLarge(limit: 50))])
  }

  /// What no logbook stores.
  @Test func refusesAnImpossibleAmount() {
    var draft = EventDraft(.insulin, at: noon, in: .gmt)
    draft[.units] = "100001"
    #expect(
      draft.validate(style: .point).errors
        == [DraftIssue(field: .units, reason: .tooLarge(limit: 100_000))])
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    let event = DiaryEvent(
      at: noon, in: .gmt, .insulin(InsulinDose(units: 0.05, action: .longActing)), note: "late")
    let draft = EventDraft(event, style: .comma)
    #expect(draft[.units] == "0,05")
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
    let opened = EventDraft(event, style: .comma)
    #expect(opened.validate(style: .comma).event == event)
    var draft = try JSONDecoder().decode(EventDraft.self, from: JSONEncoder().encode(opened))
    #expect(draft == opened)
    draft[.note] = "hills"
    var noted = event
    noted.note = "hills"
    #expect(draft.validate(style: .comma).event == noted)
    (draft[.hours], draft[.minutes]) = ("", "30")
    #expect(
      draft.validate(style: .comma).event?.content == .exercise(Exercise(duration: .seconds(1800))))
  }

  @Test(arguments: [
    ("", "45", 2700.0), ("1", "", 3600), ("1", "30", 5400), ("1,5", "", 5400), ("", "90", 5400),
  ])
  func addsHoursAndMinutes(hours: String, minutes: String, seconds: Double) {
    var draft = EventDraft(.exercise, at: noon, in: .gmt)
    draft[.name] = "Run"
    draft[.hours] = hours
    draft[.minutes] = minutes
    draft.intensity = .light
    #expect(
      draft.validate(style: .comma).event?.content
        == .exercise(Exercise(name: "Run", duration: .seconds(seconds), intensity: .light)))
  }

  @Test(arguments: [
    ("", "", EventDraft.Field.minutes, DraftReason.missing),
    ("0", "0", .minutes, .zero),
    ("x", "5", .hours, .notANumber),
    ("1", "-5", .minutes, .negative),
    ("999999999999", "", .minutes, .tooLarge(limit: 52_596_000)),
  ])
  func refusesWhatIsNoDuration(
    hours: String, minutes: String, field: EventDraft.Field, reason: DraftReason
  ) {
    var draft = EventDraft(.exercise, at: noon, in: .gmt)
    draft[.hours] = hours
    draft[.minutes] = minutes
    let review = draft.validate(style: .point)
    #expect(review.event == nil)
    #expect(review.errors == [DraftIssue(field: field, reason: reason)])
  }

  @Test func warnsOfAnUnusualDuration() {
    var draft = EventDraft(.exercise, at: noon, in: .gmt)
    draft[.hours] = "13"
    let review = draft.validate(style: .point)
    #expect(review.event != nil)
    #expect(review.warnings == [DraftIssue(field: .hours, reason: .unusuallyLarge(limit: 12))])
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    let event = DiaryEvent(
      at: noon, in: .gmt,
      .exercise(
        Exercise(name: "Run", duration: .seconds(5430), intensity: .vigorous, kind: .mixed)))
    let draft = EventDraft(event, style: .comma)
    #expect([draft[.hours], draft[.minutes]] == ["1", "30,5"])
    #expect(draft.validate(style: .comma).event == event)
  }

  @Test func editsAnyDurationWithoutChangingIt() throws {
    for seconds in stride(from: 1, to: 20_000, by: 7) {
      let event = DiaryEvent(at: noon, in: .gmt, .exercise(Exercise(duration: .seconds(seconds))))
      let draft = EventDraft(event, style: .comma)
      #expect(draft.validate(style: .comma).event == event)
    }
  }
}

struct EventDraftTests {
  static let contents: [DiaryEvent.Content] = [
    .meal(Meal(name: "Soup", carbs: 40.5)),
    .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
    .exercise(Exercise(name: "Run", duration: .seconds(5430), intensity: .vigorous)),
    .condition(DiaryCondition(.illness)),
    .entry(DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)),
  ]

  /// What a front end with one form for all does.
  @Test(arguments: contents) func logsAFavoriteOnceMore(content: DiaryEvent.Content) throws {
    let favorite = Favorite(named: "It", content, note: "hot")
    var draft = EventDraft(favorite, at: noon, in: .gmt, style: .comma)
    #expect(draft.category == content.category)
    draft.time += 60
    draft[.note] += " again "
    let review = draft.validate(style: .comma, now: noon)
    #expect(review.warnings == [DraftIssue(field: .time, reason: .inTheFuture)])
    let event = try #require(review.event)
    #expect(event.content == content)
    #expect(event.time == noon + 60)
    #expect(event.note == "hot again")
  }

  /// A form fills every field that its category has from the texts of the draft, and the reverse.
  @Test(arguments: contents) func textsOfTheFieldsAreTheWholeForm(content: DiaryEvent.Content)
    throws
  {
    let event = DiaryEvent(at: noon, in: .gmt, content, note: "warm")
    let draft = EventDraft(event, style: .comma)
    var copy = EventDraft(content.category, id: event.id, at: noon, in: .gmt)
    for field in EventDraft.fields(of: content.category) { copy[field] = draft[field] }
    (copy.end, copy.unit, copy.action) = (draft.end, draft.unit, draft.action)
    (copy.intensity, copy.exerciseKind) = (draft.intensity, draft.exerciseKind)
    #expect(copy.validate(style: .comma).event == event)
    for field in EventDraft.Field.allCases where draft[field] != "" {
      #expect(EventDraft.fields(of: content.category).contains(field))
    }
  }

  /// A draft whose stored category was changed is of that category: nothing of what was edited is kept.
  @Test(arguments: contents) func aStoredDraftIsOfItsCategory(content: DiaryEvent.Content) throws {
    let draft = EventDraft(DiaryEvent(at: noon, in: .gmt, content), style: .point)
    let text = String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
    let name = "\"\(content.category.rawValue)\""
    for category in DiaryEvent.Category.allCases {
      let changed = text.replacing(
        "\"category\":\(name)", with: "\"category\":\"\(category.rawValue)\"")
      let decoded = try JSONDecoder().decode(EventDraft.self, from: Data(changed.utf8))
      let event = decoded.validate(style: .point).event
      #expect(event == nil || event?.content.category == category)
    }
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

  @Test(arguments: EventDraftTests.contents)
  func keepsTheIdentifierUntilTheZoneIsSet(content: DiaryEvent.Content) throws {
    let event = try event(content)
    let opened = EventDraft(event, style: .point)
    #expect(opened.unknownZone == "Mars")
    #expect(opened.validate(style: .point).event == event)
    var draft = try JSONDecoder().decode(EventDraft.self, from: JSONEncoder().encode(opened))
    #expect(draft == opened)
    draft[.note] = "away"
    draft.time += 60
    var expected = event
    expected.note = "away"
    expected.time += 60
    #expect(draft.validate(style: .point).event == expected)
    draft.zone = .gmt
    #expect(draft.unknownZone == nil)
    let moved = try #require(draft.validate(style: .point).event)
    #expect(moved.unknownZone == nil && moved.zone == .gmt)
  }
}
