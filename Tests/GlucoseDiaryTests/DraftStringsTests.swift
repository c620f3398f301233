// SPDX-License-Identifier: Apache-2.0

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
    var draft = MealDraft(at: Self.noon, in: Self.oslo)
    draft.carbs = "-5"
    let issue = try #require(draft.validate(style: .comma, now: nil).errors.first)
    let sentence = strings.sentence(onError: issue.reason, style: .comma)
    #expect("\(strings.name(of: issue.field)): \(sentence)" == text)
  }

  @Test(arguments: [DraftStrings(), .german])
  func everyFieldHasAName(strings: DraftStrings) {
    func names<Field: DraftField>(_: Field.Type) -> [String] {
      Field.allCases.map(\.rawValue).filter { strings.fields[$0] == nil }
    }
    #expect(names(MealDraft.Field.self) == [])
    #expect(names(InsulinDoseDraft.Field.self) == [])
    #expect(names(ExerciseDraft.Field.self) == [])
    #expect(names(ConditionDraft.Field.self) == [])
    #expect(names(EntryDraft.Field.self) == [])
  }

  @Test func limitIsThePossibleOneInAnErrorAndTheUsualOneInAWarning() {
    let strings = DraftStrings.german
    let large = DraftReason.unusuallyLarge(limit: 2.5)
    #expect(
      strings.sentence(onError: large, style: .comma) == "Der Wert darf höchstens 2,5 sein.")
    #expect(
      strings.sentence(onWarning: large, style: .point)
        == "Ein Wert über 2.5 ist ungewöhnlich.")
    let small = DraftReason.unusuallySmall(limit: 20)
    #expect(
      strings.sentence(onError: small, style: .comma) == "Der Wert muss mindestens 20 sein.")
    #expect(
      strings.sentence(onWarning: small, style: .comma)
        == "Ein Wert unter 20 ist ungewöhnlich.")
  }

  @Test(arguments: [
    DraftReason.missing, .notANumber, .wrongSeparator(expected: ","), .negative, .zero,
    .unusuallyLarge(limit: 1), .unusuallySmall(limit: 1), .endBeforeStart, .inTheFuture,
  ])
  func everyReasonHasASentenceInBothLanguages(reason: DraftReason) {
    for style in [DecimalStyle.point, .comma] {
      let english = DraftStrings().sentence(onError: reason, style: style)
      let german = DraftStrings.german.sentence(onError: reason, style: style)
      #expect(english != german && english.hasSuffix(".") && german.hasSuffix("."))
      #expect(!english.contains("{") && !german.contains("{"))
    }
  }
}
