// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How a person writes a decimal number: the character between whole and fraction.
///
///     DecimalStyle.comma.number("1,5")     // 1.5
///     DecimalStyle.comma.number("1.5")     // throws .wrongSeparator(expected: ",")
///
/// Only digits and one separator are a number. Separators between thousands are refused, for no
/// quantity in a diary needs them, and "1.500" read in the wrong country is a thousandfold error.
public struct DecimalStyle: Hashable, Codable, Sendable {
  /// The character between whole and fraction.
  public let separator: String

  /// Creates a style with `separator` between whole and fraction.
  ///
  /// - Precondition: `separator` is no digit, sign or whitespace.
  public init(separator: Character) {
    precondition(Self.canSeparate(String(separator)), Self.requirement)
    self.separator = String(separator)
  }

  /// Creates the style in which people write numbers in `locale`; with a point if the locale gives no
  /// separator of one character.
  public init(_ locale: Locale) {
    let separator = locale.decimalSeparator ?? "."
    self.separator = Self.canSeparate(separator) ? separator : "."
  }

  private static let requirement =
    "A decimal separator must be one character that is no digit, sign or whitespace"

  private static func canSeparate(_ text: String) -> Bool {
    guard let character = text.first, text.count == 1 else { return false }
    return character.decimalDigit == nil && !character.isWhitespace
      && !["-", "+", "\u{2212}"].contains(character)
  }

  /// Numbers such as "1.5".
  public static let point = Self(separator: ".")
  /// Numbers such as "1,5".
  public static let comma = Self(separator: ",")

  /// The number that `text` says, in digits of any script, without regard to blanks around it.
  ///
  /// - Returns: `nil` if the text is blank.
  /// - Throws: ``DecimalParsingError`` if the text says no number, or a negative one.
  public func parse(_ text: String) throws(DecimalParsingError) -> Double? {
    let characters = text.drop(while: \.isWhitespace)
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    var plain = ""
    var digits = 0
    var separators = 0
    for character in characters[...last] {
      if let digit = character.decimalDigit {
        plain.append(String(digit))
        digits += 1
      } else if String(character) == separator {
        plain.append(".")
        separators += 1
      } else if character == "-" || character == "\u{2212}", plain.isEmpty {
        throw .negative
      } else if Self.separators.contains(character) {
        throw .wrongSeparator(expected: separator)
      } else {
        throw .notANumber
      }
    }
    guard digits > 0, separators <= 1 else { throw .notANumber }
    if plain.hasPrefix(".") { plain = "0" + plain }
    if plain.hasSuffix(".") { plain += "0" }
    guard let number = Double(plain), number.isFinite else { throw .notANumber }
    return number
  }

  /// Returns the shortest text of `number` in this style, such as "1,5" or "40", without an exponent.
  ///
  /// ``number(_:)`` reads it as the same number, if that is finite and not negative.
  public func format(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    let parts = "\(number.magnitude)".split(separator: "e")
    let decimals = parts[0].split(separator: ".")
    var whole = String(decimals[0])
    var fraction = decimals.count > 1 && decimals[1] != "0" ? String(decimals[1]) : ""
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    if exponent > 0 {
      let moved = fraction.prefix(exponent)
      whole += moved + String(repeating: "0", count: exponent - moved.count)
      fraction.removeFirst(moved.count)
    } else if exponent < 0 {
      // Swift writes an exponent after one digit.
      fraction = String(repeating: "0", count: -exponent - whole.count) + whole + fraction
      whole = "0"
    }
    return (number < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : separator + fraction)
  }

  /// What people elsewhere put between whole and fraction or between thousands.
  private static let separators: Set<Character> = [".", ",", "'", "\u{2019}", "\u{66B}", "\u{66C}"]
}

/// Why a text says no number that a diary can hold.
public enum DecimalParsingError: Error, Hashable, Sendable {
  /// It holds something beside digits and a decimal separator, or is too large.
  case notANumber
  /// It holds a separator that is not this style's, which is the one `expected`.
  case wrongSeparator(expected: String)
  /// It is negative.
  case negative
}

extension Character {
  /// The value of a decimal digit of any script, or `nil` for anything else.
  fileprivate var decimalDigit: Int? {
    guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal
    else { return nil }
    return wholeNumberValue
  }
}

extension DecimalStyle {
  /// Decodes a style whose separator is one character that is no digit, sign or whitespace.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    separator = try container.decode(String.self, forKey: .separator)
    try decoder.require(Self.canSeparate(separator), Self.requirement)
  }
}
