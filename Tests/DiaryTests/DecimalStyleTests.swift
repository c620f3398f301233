// SPDX-License-Identifier: Apache-2.0

import Diary
import Foundation
import Testing

struct DecimalStyleTests {
  @Test(arguments: [
    ("1,5", 1.5), (" 40 ", 40), ("0,05", 0.05), (",5", 0.5), ("3,", 3), ("\u{A0}7\u{202F}", 7),
    ("٤٥", 45), ("१२,५", 12.5), ("007", 7),
  ])
  func readsNumbersWithAComma(text: String, number: Double) throws {
    #expect(try DecimalStyle.comma.number(text) == number)
  }

  @Test(arguments: ["", "  ", "\n\t"]) func takesABlankTextForNoNumber(text: String) throws {
    #expect(try DecimalStyle.point.number(text) == nil)
  }

  @Test(arguments: [
    ("1.5", NotANumber.wrongSeparator(expected: ",")),
    ("1.000", .wrongSeparator(expected: ",")),
    ("1'000", .wrongSeparator(expected: ",")),
    ("1,5,0", .notANumber), (",", .notANumber), ("1 5", .notANumber), ("1e3", .notANumber),
    ("nan", .notANumber), ("inf", .notANumber), ("+5", .notANumber), ("0x10", .notANumber),
    ("½", .notANumber), ("五", .notANumber), ("5 g", .notANumber), ("1\0", .notANumber),
    ("-1", .negative), ("−1,5", .negative), ("1-", .notANumber),
    (String(repeating: "9", count: 400), .notANumber),
  ])
  func refusesWhatIsNoNumber(text: String, reason: NotANumber) {
    #expect(throws: reason) { try DecimalStyle.comma.number(text) }
  }

  @Test func followsTheLocale() throws {
    let german = DecimalStyle(Locale(identifier: "de_DE"))
    #expect(german == .comma)
    #expect(DecimalStyle(Locale(identifier: "en_GB")) == .point)
    #expect(try german.number("1,5") == 1.5)
    #expect(throws: NotANumber.wrongSeparator(expected: ",")) { try german.number("1.5") }
  }

  @Test(arguments: [0, 1, 1.5, 0.05, 52.25, 1.0 / 3, 1234567.875])
  func readsWhatItWrote(number: Double) throws {
    for style in [DecimalStyle.comma, .point] {
      #expect(try style.number(style.text(number)) == number)
    }
    #expect(DecimalStyle.comma.text(1.5) == "1,5")
    #expect(DecimalStyle.comma.text(40) == "40")
  }
}
