import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct DecimalStyleTests {
  @Test(arguments: [
    (DraftReason.notANumber, "The value is not a number."),
    (.wrongSeparator(expected: ","), "The decimal separator is “,”."),
    (.negative, "The value must not be negative."),
  ])
  func errorsHaveASentence(error: DraftReason, sentence: String) {
    #expect(error.description == sentence)
    #expect((error as any Error).localizedDescription == sentence)
  }

  /// Halves are rounded away from zero: 100.5 mg/dL to 101, 5.25 mmol/L to 5.3, 5.35 to 5.4.
  @Test(arguments: [
    (Glucose.mgdL(99.4), "99", "5,5"), (.mgdL(100.5), "101", "5,6"), (.mgdL(101.5), "102", "5,6"),
    (.mmolL(5.25), "95", "5,3"), (.mmolL(5.35), "96", "5,4"), (.mmolL(5), "90", "5,0"),
    (.mmolL(0.04), "1", "0,0"), (.mmolL(-0.04), "-1", "0,0"), (.mmolL(-1.25), "-23", "-1,3"),
  ])
  func concentrationsAreWrittenWholeInMgdLAndWithOneDecimalInMmolL(
    glucose: Glucose, whole: String, decimal: String
  ) {
    #expect(glucose.text(in: .mgdL, style: .comma) == whole)
    #expect(glucose.text(in: .mmolL, style: .comma) == decimal)
  }

  @Test func concentrationsAreWrittenWithAPointUnlessAStyleIsGiven() {
    #expect(Glucose.mmolL(5.6).text(in: .mmolL) == "5.6")
    #expect(Glucose.mgdL(.nan).text(in: .mmolL) == "nan")
    #expect(Glucose.mgdL(1e16).text(in: .mgdL) == "10000000000000000")
  }

  @Test(arguments: [
    (ReadingFlags(), "2.2", "2,2", "40"), (.ambiguousLocalTime, "2.2", "2,2", "40"),
    (.belowDeviceLimit, "<2.2", "<2,2", "<40"), (.aboveDeviceLimit, ">2.2", ">2,2", ">40"),
    (ReadingFlags.aboveDeviceLimit.union(.ambiguousLocalTime), ">2.2", ">2,2", ">40"),
  ])
  func readingsAreWrittenAsTheDeviceShowsThem(
    flags: ReadingFlags, point: String, comma: String, whole: String
  ) {
    let reading = Reading(time: Date(timeIntervalSince1970: 0), glucose: .mgdL(40), flags: flags)
    #expect(reading.text(in: .mmolL) == point)
    #expect(reading.text(in: .mmolL, style: .comma) == comma)
    #expect(reading.text(in: .mgdL) == whole)
  }

  /// Numbers are written in the digits from 0 to 9, beside which Arabic and Persian have a point. Typed
  /// numbers may have their digits and separator in any locale.
  @Test(arguments: [
    ("ar_EG", "5.5"), ("fa_IR", "5.5"), ("ar_AE", "5.5"), ("ar_MA", "5,5"), ("de_DE", "5,5"),
    ("ps_AF", "5,5"),
  ])
  func separatorsFitTheDigits(name: String, text: String) throws {
    let style = DecimalStyle(Locale(identifier: name))
    #expect(style.format(5.5) == text)
    #expect(Glucose.mmolL(5.5).text(in: .mmolL, style: style) == text)
    for typed in [text, "٥٫٥", "۵٫۵", "5٫5"] { #expect(try style.parse(typed) == 5.5) }
    #expect(throws: DraftReason.wrongSeparator(expected: style.separator)) {
      try style.parse("١٬٥٠٠")
    }
    #expect(throws: DraftReason.notANumber) { try style.parse("5٫5" + style.separator) }
  }

  @Test(arguments: [
    ("1,5", 1.5), (" 40 ", 40), ("0,05", 0.05), (",5", 0.5), ("3,", 3), ("\u{A0}7\u{202F}", 7),
    ("٤٥", 45), ("१२,५", 12.5), ("007", 7),
  ])
  func readsNumbersWithAComma(text: String, number: Double) throws {
    #expect(try DecimalStyle.comma.parse(text) == number)
  }

  @Test(arguments: ["", "  ", "\n\t"]) func takesABlankTextForNoNumber(text: String) throws {
    #expect(try DecimalStyle.point.parse(text) == nil)
  }

  @Test(arguments: [
    ("1.5", DraftReason.wrongSeparator(expected: ",")),
    ("1.000", .wrongSeparator(expected: ",")),
    ("1'000", .wrongSeparator(expected: ",")),
    ("1,5,0", .notANumber), (",", .notANumber), ("1 5", .notANumber), ("1e3", .notANumber),
    ("nan", .notANumber), ("inf", .notANumber), ("+5", .notANumber), ("0x10", .notANumber),
    ("½", .notANumber), ("五", .notANumber), ("5 g", .notANumber), ("1\0", .notANumber),
    ("-1", .negative), ("−1,5", .negative), ("1-", .notANumber),
    (String(repeating: "9", count: 400), .notANumber),
  ])
  func refusesWhatIsNoNumber(text: String, reason: DraftReason) {
    #expect(throws: reason) { try DecimalStyle.comma.parse(text) }
  }

  @Test func followsTheLocale() throws {
    let german = DecimalStyle(Locale(identifier: "de_DE"))
    #expect(german == .comma)
    #expect(DecimalStyle(Locale(identifier: "en_GB")) == .point)
    #expect(try german.parse("1,5") == 1.5)
    #expect(throws: DraftReason.wrongSeparator(expected: ",")) { try german.parse("1.5") }
  }

  @Test(arguments: [
    0, 1, 1.5, 0.05, 52.25, 1.0 / 3, 1234567.875, 1e-5, 1.25e-7, 1e16, 1.2345e20, 1e15,
    .leastNonzeroMagnitude, 123456789012345680, Double.greatestFiniteMagnitude,
    Double.leastNormalMagnitude,
  ])
  func readsWhatItWrote(number: Double) throws {
    for style in [DecimalStyle.comma, .point] {
      #expect(try style.parse(style.format(number)) == number)
    }
    #expect(DecimalStyle.comma.format(1.5) == "1,5")
    #expect(DecimalStyle.comma.format(40) == "40")
    #expect(DecimalStyle.comma.format(1e-5) == "0,00001")
    #expect(DecimalStyle.point.format(-1.5e-5) == "-0.000015")
    #expect(DecimalStyle.point.format(1.5e16) == "15000000000000000")
    #expect(DecimalStyle.point.format(-0.0) == "0")
  }

  @Test(arguments: ["", "..", "5", " ", "-", "+", "\u{2212}", "٣"])
  func decodesNoSeparatorThatIsPartOfANumber(separator: String) throws {
    #expect(try HostileJSON.stored(DecimalStyle.comma) == .comma)
    let stored = Data(#"{"separator":","}"#.utf8)
    #expect(try JSONDecoder().decode(DecimalStyle.self, from: stored) == .comma)
    #expect(try JSONEncoder().encode(DecimalStyle.comma) == stored)
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(DecimalStyle.comma, setting: "separator", to: "\"\(separator)\"")
    }
  }

  @Test func aDigitAsSeparatorIsAMistake() async {
    await #expect(processExitsWith: .failure) { _ = DecimalStyle(separator: "1") }
  }
}
