import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

struct ScannedNumberTests {
  private func number(_ text: String, allowingComma: Bool = true) -> ScannedNumber? {
    let bytes = Array(text)
    let number = ScannedNumber(bytes.elementSpan, 0..<bytes.count, allowingComma: allowingComma)
    return number?.end == bytes.count ? number : nil
  }

  @Test(arguments: [
    ("5", 5.0), ("5.6", 5.6), ("5,6", 5.6), ("-3.25", -3.25), ("+7", 7), (".5", 0.5), ("5.", 5),
    ("1e3", 1000), ("2.5E-1", 0.25), ("0.1", 0.1), ("123456789012345678901", 1.2345678901234568e20),
    ("0.30000000000000004", 0.30000000000000004), ("9007199254740993", 9007199254740992),
    ("1e999", .infinity), ("0.00000000000000000000000001", 1e-26),
  ])
  func readsDecimalNumbers(text: String, value: Double) {
    #expect(number(text)?.value == value)
  }

  @Test(arguments: ["", "-", ".", "e5", "5.6.7", "5e", "0x1F", "١٢", "nan", "inf", "1,2,3", "5 6"])
  func refusesOtherText(_ text: String) { #expect(number(text) == nil) }

  @Test func readsADecimalCommaOnlyIfAllowed() {
    #expect(number("5,6", allowingComma: false) == nil)
    #expect(number("5,6")?.separator == .comma)
    #expect(number("5.6")?.separator == .point)
    #expect(number("56")?.separator == nil)
  }

  @Test func roundsLikeTheStandardLibrary() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF)
      #expect(number("\(value)")?.value == value)
      let ordinary = Double.random(in: 0...600, using: &random) / 18.01559
      #expect(number("\(ordinary)")?.value == ordinary)
      let usual = (Double.random(in: 0...600, using: &random) * 10).rounded() / 10
      #expect(number("\(usual)")?.value == usual)
    }
  }

  /// Numbers of 1 to 19 digits, some of them next to the middle of two neighbors, with 1 to 27
  /// decimal places.
  @Test(arguments: 0..<4)
  func roundsDecimalPlacesLikeTheCLibrary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for count in 0..<50_000 {
      let places = Int.random(in: 1...27, using: &random)
      var digits = random.next() % 9_999_999_999_999_999_999
      if count % 2 == 0 {
        digits >>= UInt64.random(in: 0..<64, using: &random)
      } else if count % 4 == 1 {
        // Nineteen digits that are nearly the middle of two numbers.
        let near = Double.random(in: 1...9.9, using: &random)
        digits = UInt64(((near + near.ulp / 2) * 1e18).rounded()) &+ UInt64(count % 7) &- 3
      }
      // Few digits are the middle of two numbers exactly: odd multiples of 2⁵² and more by 5.
      if count % 8 == 3 { digits = (1 << 53 | random.next() >> 11) * 5 }
      let written =
        String(repeating: "0", count: max(0, places + 1 - "\(digits)".count)) + "\(digits)"
      let text = "\(written.dropLast(places)).\(written.suffix(places))"
      let expected = unsafe strtod(text, nil)
      if number(text)?.value != expected { wrong.append(text) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }
}
