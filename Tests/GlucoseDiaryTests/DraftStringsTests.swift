import Foundation
import GlucoseDiary
import Testing

struct DraftStringsTests {
  static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  static let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test(arguments: [
    ("de_DE", "Kohlenhydrate: Der Wert darf nicht negativ sein."),
    ("de-AT", "Kohlenhydrate: Der Wert darf nicht negativ sein."),
    ("nb_NO", "Carbohydrate: The value must not be negative."),
    ("den", "Carbohydrate: The value must not be negative."),
  ])
  func textIsGermanOrEnglish(locale: String, text: String) throws {
    let strings = DraftStrings(locale: Locale(identifier: locale))
    var draft = EventDraft(.meal, at: Self.noon, in: Self.oslo)
    draft[.carbs] = "-5"
    let issue = try #require(draft.validate(style: .comma).errors.first)
    #expect(issue.text(style: .comma, strings: strings) == text)
  }

  @Test(arguments: [DraftStrings(), .german])
  func everyFieldHasAName(strings: DraftStrings) {
    #expect(EventDraft.Field.allCases.filter { strings.fields[$0.rawValue] == nil } == [])
    #expect(strings.sentences.keys.sorted() == DraftStrings().sentences.keys.sorted())
  }

  @Test func aSentenceHasTheLimit() {
    let strings = DraftStrings.german
    for (reason, sentence) in [
      (DraftReason.tooLarge(limit: 2.5), "Der Wert darf höchstens 2,5 sein."),
      (.unusuallyLarge(limit: 2.5), "Ein Wert über 2,5 ist ungewöhnlich."),
      (.tooSmall(limit: 20), "Der Wert muss mindestens 20 sein."),
      (.unusuallySmall(limit: 20), "Ein Wert unter 20 ist ungewöhnlich."),
    ] {
      #expect(strings.sentence(on: reason, style: .comma) == sentence)
    }
  }

  @Test(arguments: [
    DraftReason.missing, .notANumber, .wrongSeparator(expected: ","), .negative, .zero,
    .tooLarge(limit: 1), .tooSmall(limit: 1), .unusuallyLarge(limit: 1), .unusuallySmall(limit: 1),
    .endBeforeStart, .inTheFuture,
  ])
  func everyReasonHasASentenceInBothLanguages(reason: DraftReason) {
    for style in [DecimalStyle.point, .comma] {
      let english = DraftStrings().sentence(on: reason, style: style)
      let german = DraftStrings.german.sentence(on: reason, style: style)
      #expect(english != german && english.hasSuffix(".") && german.hasSuffix("."))
      #expect(!english.contains("{") && !german.contains("{"))
    }
  }
}
