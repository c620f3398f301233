import Foundation
import GlucoseDiary
import Testing

private let noon = Date(timeIntervalSinceReferenceDate: 770_472_000)

struct ConditionDraftTests {
  @Test func becomesACondition() throws {
    var draft = EventDraft(.condition, at: noon, in: .gmt)
    draft[.kind] = " illness "
    #expect(
      draft.validate(style: .point).event?.content == .condition(DiaryCondition(.illness)))
    draft.end = noon
    let event = try #require(draft.validate(style: .point).event)
    #expect(event.content == .condition(DiaryCondition(.illness, until: noon)))
    #expect(EventDraft(event, style: .point).validate(style: .point).event == event)
  }

  @Test func namesEveryFieldThatIsWrong() {
    var draft = EventDraft(.condition, at: noon, in: .gmt)
    draft[.kind] = " "
    draft.end = noon - 1
    let validation = draft.validate(style: .point, now: noon - 5)
    #expect(validation.event == nil)
    #expect(
      validation.errors == [
        DraftIssue(field: .kind, reason: .missing),
        DraftIssue(field: .end, reason: .endBeforeStart),
      ])
    #expect(validation.warnings == [DraftIssue(field: .time, reason: .inTheFuture)])
  }
}

struct EntryDraftTests {
  private func draft(
    _ category: DiaryEvent.Category, _ amount: String, _ unit: DiaryEntry.Unit? = nil,
    minutes: String = ""
  ) -> EventDraft {
    var draft = EventDraft(category, at: noon, in: .gmt)
    draft[.amount] = amount
    if let unit { draft.unit = unit }
    draft[.minutes] = minutes
    return draft
  }

  @Test func becomesAnEntry() {
    let ketones = draft(.ketones, "0,6").validate(style: .comma)
    #expect(
      ketones.event?.content == .entry(DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)))
    #expect(ketones.warnings.isEmpty)
    let basal = draft(.temporaryBasal, "80", .percent, minutes: "90").validate(style: .point)
    #expect(
      basal.event?.content
        == .entry(
          DiaryEntry(
            .temporaryBasal, amount: 80, unit: .percent, duration: .seconds(5400))))
    var medicine = draft(.medication, "500")
    medicine[.name] = " Metformin "
    #expect(
      medicine.validate(style: .point).event?.content
        == .entry(DiaryEntry(.medication, name: "Metformin", amount: 500, unit: .milligrams)))
    #expect(draft(.siteChange, "").validate(style: .point).event != nil)
    #expect(
      draft(.alcohol, "24").validate(style: .point).event?.content
        == .entry(DiaryEntry(.alcohol, amount: 24, unit: .grams)))
  }

  @Test func aNoteNeedsText() {
    var draft = EventDraft(.note, at: noon, in: .gmt)
    #expect(draft.category == .note)
    #expect(
      draft.validate(style: .point).errors == [DraftIssue(field: .note, reason: .missing)])
    draft[.note] = "New shoes"
    let event = draft.validate(style: .point).event
    #expect(event?.note == "New shoes")
    #expect(event?.content == .entry(DiaryEntry(.note)))
  }

  @Test(arguments: [
    (DiaryEvent.Category.fingerstick, "", DraftReason.missing), (.fingerstick, "0", .zero),
    (.ketones, "", .missing), (.weight, "0", .zero), (.weight, "x", .notANumber),
    (.temporaryBasal, "-1", .negative), (.alcohol, "", .missing), (.alcohol, "0", .zero),
  ])
  func refusesAnAmount(category: DiaryEvent.Category, text: String, reason: DraftReason) {
    let validation = draft(category, text, minutes: "30").validate(style: .point)
    #expect(validation.event == nil)
    #expect(validation.errors == [DraftIssue(field: .amount, reason: reason)])
  }

  @Test(arguments: [
    ("", DraftReason.missing), ("0", .zero), ("52596001", .tooLarge(limit: 52_596_000)),
  ])
  func aTemporaryRateNeedsADuration(minutes: String, reason: DraftReason) {
    let validation = draft(.temporaryBasal, "0", minutes: minutes).validate(style: .point)
    #expect(validation.errors == [DraftIssue(field: .minutes, reason: reason)])
  }

  private static let unusual: [(DiaryEvent.Category, String, DiaryEntry.Unit, DraftReason?)] = [
    (.fingerstick, "12", .mgdL, .unusuallySmall(limit: 20)),
    (.fingerstick, "34", .mmolL, .unusuallyLarge(limit: 33.3)),
    (.fingerstick, "20", .mgdL, nil), (.fingerstick, "33.3", .mmolL, nil),
    (.ketones, "8.1", .mmolL, .unusuallyLarge(limit: 8)), (.ketones, "0", .mmolL, nil),
    (.alcohol, "150", .grams, nil), (.alcohol, "151", .grams, .unusuallyLarge(limit: 150)),
    (.weight, "70.5", .kilograms, nil), (.weight, "700", .kilograms, .unusuallyLarge(limit: 350)),
  ]

  /// A number of another unit is a usual slip.
  @Test(arguments: unusual)
  func warnsOfAnUnusualAmount(
    category: DiaryEvent.Category, text: String, unit: DiaryEntry.Unit, reason: DraftReason?
  ) {
    let validation = draft(category, text, unit).validate(style: .point)
    #expect(validation.event != nil)
    #expect(validation.warnings == (reason.map { [DraftIssue(field: .amount, reason: $0)] } ?? []))
  }

  @Test func aMeasurementInAnotherUnitIsRefused() {
    for (text, unit, reason) in [
      ("5.6", .mgdL, .tooSmall(limit: 10)), ("101", .mmolL, .tooLarge(limit: 55.5)),
      ("10", .mgdL, nil), ("55.5", .mmolL, nil),
    ] as [(String, DiaryEntry.Unit, DraftReason?)] {
      let validation = draft(.fingerstick, text, unit).validate(style: .point)
      #expect(validation.errors == (reason.map { [DraftIssue(field: .amount, reason: $0)] } ?? []))
    }
  }

  @Test(
    arguments: [
      ("7", .percent, 7), ("53", .mmolPerMol, 53), ("2.9", .percent, nil), ("20.1", .percent, nil),
      ("0", .percent, nil),
      ("7", .mmolPerMol, nil), ("", .percent, nil),
    ] as [(String, DiaryEntry.Unit, Double?)])
  func aResultOfHemoglobinA1cMustBePlausible(
    text: String, unit: DiaryEntry.Unit, amount: Double?
  ) {
    var draft = EventDraft(.hemoglobinA1c, at: noon, in: .gmt)
    #expect(draft.unit == .percent)
    draft.unit = unit
    draft[.amount] = text
    let validation = draft.validate(style: .point)
    #expect(validation.errors.count == (amount == nil ? 1 : 0) && validation.warnings.isEmpty)
    // The errors are in the order of the fields.
    draft[.minutes] = "long"
    #expect(
      draft.validate(style: .point).errors.map(\.field)
        == (amount == nil ? [.amount, .minutes] : [.minutes]))
    guard case .entry(let entry) = validation.event?.content else { return #expect(amount == nil) }
    #expect(entry.amount == amount && entry.hemoglobinA1c != nil)
  }

  @Test func editsAnEventWithoutChangingIt() throws {
    for entry in [
      DiaryEntry(.fingerstick, amount: 101, unit: .mgdL),
      DiaryEntry(.temporaryBasal, amount: 0.4, unit: .unitsPerHour, duration: .seconds(1000)),
      DiaryEntry(.weight, amount: 150, unit: DiaryEntry.Unit(rawValue: "lb")),
      DiaryEntry(.medication, name: "Metformin"), DiaryEntry(.fingerstick, amount: 5),
    ] {
      let event = DiaryEvent(at: noon, in: .gmt, .entry(entry), note: "home")
      let draft = EventDraft(event, style: .comma)
      #expect(draft.validate(style: .comma).event == event)
      let copy = try JSONDecoder().decode(EventDraft.self, from: JSONEncoder().encode(draft))
      #expect(copy == draft)
    }
    // Fields of a later version survive an edit.
    let json = Data(#"{"type":"ketones","amount":0.6,"unit":"mmol/L","strip":"A7"}"#.utf8)
    let entry = try JSONDecoder().decode(DiaryEntry.self, from: json)
    let event = DiaryEvent(at: noon, in: .gmt, .entry(entry))
    var draft = EventDraft(event, style: .point)
    draft[.amount] = "0.8"
    let changed = try #require(draft.validate(style: .point).event)
    let text = String(decoding: try JSONEncoder().encode(changed.content), as: UTF8.self)
    #expect(text.contains(#""strip":"A7""#) && text.contains("0.8"))
  }
}

struct AdaptingDecimalsTests {
  @Test(arguments: [
    ("1.5", "1,5"), ("0,25", "0,25"), ("12.34", "12,34"), ("1.500", "1.500"), (".5", ".5"),
    ("1.5.2", "1.5.2"), ("many", "many"), ("", ""), ("-1.5", "-1.5"), ("7", "7"), ("1.", "1."),
  ])
  func aSeparatorBeforeTwoDigitsIsADecimalOne(text: String, adapted: String) {
    #expect(DecimalStyle.comma.adapting(text) == adapted)
  }
}
