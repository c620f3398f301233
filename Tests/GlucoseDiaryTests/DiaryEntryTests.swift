import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct DiaryEntryTests {
  private static let noon = Date(timeIntervalSinceReferenceDate: 43_200)

  /// The persisted form of each kind. These texts never change; a new form gets another `type` or field.
  private static let forms: [(DiaryEvent.Content, String)] = [
    (
      .meal(Meal(name: "Soup", carbs: 40.5, protein: 12, fat: 3)),
      #"{"carbs":40.5,"fat":3,"name":"Soup","protein":12,"type":"meal"}"#
    ),
    (.meal(Meal()), #"{"type":"meal"}"#),
    (
      .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
      #"{"action":"rapid","type":"insulin","units":4.5}"#
    ),
    (
      .exercise(Exercise(name: "Run", duration: .seconds(1800), intensity: .moderate)),
      #"{"intensity":"medium","name":"Run","seconds":1800,"type":"exercise"}"#
    ),
    (
      .exercise(Exercise(duration: .seconds(60), kind: .mixed)),
      #"{"kind":"mixed","seconds":60,"type":"exercise"}"#
    ),
    (
      .exercise(Exercise(duration: Duration(secondsComponent: 1, attosecondsComponent: 7))),
      #"{"attoseconds":7,"seconds":1,"type":"exercise"}"#
    ),
    (
      .condition(DiaryCondition(.stress, until: noon)),
      #"{"end":43200,"kind":"stress","type":"condition"}"#
    ),
    (
      .entry(DiaryEntry(.fingerstick, amount: 5.6, unit: .mmolL)),
      #"{"amount":5.6,"type":"fingerstick","unit":"mmol/L"}"#
    ),
    (.entry(DiaryEntry(.note)), #"{"type":"note"}"#),
    (
      .entry(
        DiaryEntry(.temporaryBasal, amount: 0.4, unit: .unitsPerHour, duration: .seconds(3600))),
      #"{"amount":0.4,"seconds":3600,"type":"temporaryBasal","unit":"U/h"}"#
    ),
    (
      .entry(DiaryEntry(DiaryEvent.Category(rawValue: "bloodPressure"), name: "120/80")),
      #"{"name":"120/80","type":"bloodPressure"}"#
    ),
  ]

  private static func text(_ kind: DiaryEvent.Content) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(kind), as: UTF8.self)
  }

  private static func kind(_ text: String) throws -> DiaryEvent.Content {
    try JSONDecoder().decode(DiaryEvent.Content.self, from: Data(text.utf8))
  }

  @Test(arguments: forms) func everyKindIsATypeAndFields(kind: DiaryEvent.Content, form: String)
    throws
  {
    #expect(try Self.text(kind) == form)
    #expect(try Self.kind(form) == kind)
  }

  @Test(arguments: [
    #"{"amount":"deep","count":9007199254740993,"seconds":1.5,"type":"ventilation"}"#,
    #"{"a":[1,null,true,{"b":[]}],"big":18446744073709551615,"name":null,"type":"?"}"#,
    #"{"amount":5.6,"meter":"Contour","type":"fingerstick","unit":"mmol/L"}"#,
    #"{"attoseconds":9223372036854775807,"seconds":9223372036854775807,"type":"ventilation"}"#,
  ])
  func whatThisVersionDoesNotKnowComesBackAsItWas(form: String) throws {
    let kind = try Self.kind(form)
    #expect(try Self.text(kind) == form)
    #expect(try Self.kind(form) == kind)
  }

  @Test(arguments: [
    #"{"amount":"5","type":"ketones"}"#, #"{"carbs":5}"#, #"{"type":"insulin"}"#,
    #"{"type":"exercise"}"#, #"{"type":"condition","kind":3}"#, #"{"type":7}"#,
    #"{"type":"exercise","seconds":9223372036854775807,"attoseconds":1000000000000000000}"#,
    #"{"type":"temporaryBasal","seconds":60,"attoseconds":-1000000000000000000}"#,
  ])
  func aKnownTypeWithWrongFieldsIsRefused(form: String) {
    #expect(throws: DecodingError.self) { _ = try Self.kind(form) }
  }

  /// The longest and the shortest duration of a file.
  @Test(arguments: [Int64.max, .min]) func aDurationOfAnyWholeSecondsHasAnEnd(seconds: Int64)
    throws
  {
    let fraction = seconds.signum() * 999_999_999_999_999_999
    let kind = try Self.kind(
      #"{"attoseconds":\#(fraction),"seconds":\#(seconds),"type":"exercise"}"#)
    let event = DiaryEvent(at: Self.noon, in: .gmt, kind)
    #expect(event.end.map { abs($0.timeIntervalSince(Self.noon)) > 9e18 } ?? false)
    #expect(try Self.kind(Self.text(kind)) == kind)
  }

  @Test func anAmountIsFinite() throws {
    let kind = DiaryEvent.Content.entry(DiaryEntry(.weight, amount: 70, unit: .kilograms))
    #expect(throws: DecodingError.self) {
      _ = try HostileJSON.stored(kind, setting: "amount", to: "\"nan\"")
    }
  }

  @Test func anEntryLastsAsLongAsItsDuration() {
    let basal = DiaryEntry(.temporaryBasal, amount: 40, unit: .percent, duration: .seconds(5400))
    let event = DiaryEvent(at: Self.noon, in: .gmt, .entry(basal))
    #expect(event.end == Self.noon + 5400)
    #expect(event.overlaps(Self.noon + 5000..<Self.noon + 6000))
    #expect(DiaryEvent(at: Self.noon, in: .gmt, .entry(DiaryEntry(.note))).end == Self.noon)
  }

  @Test func aFingerstickHasAConcentration() {
    #expect(DiaryEntry(.fingerstick, amount: 6.4, unit: .mmolL).glucose == .mmolL(6.4))
    #expect(DiaryEntry(.fingerstick, amount: 90, unit: .mgdL).glucose == .mgdL(90))
    for unit in [nil, DiaryEntry.Unit.kilograms, .mmolPerMol] {
      #expect(DiaryEntry(.fingerstick, amount: 6.4, unit: unit).glucose == nil)
    }
    for amount in [nil, 0, -1, 5551, 1e307, Double.infinity] {
      #expect(DiaryEntry(.fingerstick, amount: amount, unit: .mmolL).glucose == nil)
    }
    #expect(DiaryEntry(.ketones, amount: 6.4, unit: .mmolL).glucose == nil)
  }

  @Test func hemoglobinA1cHasAUnit() throws {
    let result = try #require(HemoglobinA1c(percent: 7))
    #expect(DiaryEntry(result).hemoglobinA1c == result)
    let ifcc = DiaryEntry(.hemoglobinA1c, amount: 53, unit: .mmolPerMol)
    #expect(abs(try #require(ifcc.hemoglobinA1c).percent - 7.0) < 0.001)
    // Neither a number without a unit nor an implausible one is a result.
    #expect(DiaryEntry(.hemoglobinA1c, amount: 7).hemoglobinA1c == nil)
    #expect(DiaryEntry(.hemoglobinA1c, amount: 53, unit: .percent).hemoglobinA1c == nil)
    #expect(DiaryEntry(.weight, amount: 7, unit: .percent).hemoglobinA1c == nil)
  }
}
