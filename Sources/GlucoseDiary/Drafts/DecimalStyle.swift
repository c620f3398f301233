internal import GlucoseMath
public import GlucoseFoundation

/// A notation for decimal numbers, defined by its decimal separator.
///
///     try DecimalStyle.comma.parse("1,5")     // 1.5
///     try DecimalStyle.comma.parse("1.5")     // throws .wrongSeparator(expected: ",")
///
/// A number consists of digits and at most one separator. Thousands separators are rejected: no
/// quantity in a diary needs them, and "1.500" read in the wrong locale is wrong by a factor of
/// 1000. The Arabic decimal separator (U+066B) separates decimals in every style, since it has no
/// other meaning: "٥٢٫٥" is 52.5.
public struct DecimalStyle: Equatable, Codable, Sendable {
  /// The decimal separator.
  public let separator: String

  /// Creates a style with the decimal separator `separator`.
  ///
  /// - Precondition: `separator` must not be a digit, a sign, or whitespace.
  public init(separator: Character) {
    precondition(Self.canSeparate(String(separator)), Self.requirement)
    self.separator = String(separator)
  }

  /// Creates the style of `locale`: its decimal separator beside the digits from 0 to 9, in which
  /// numbers are written, or a point if it has none of one character.
  ///
  ///     DecimalStyle(Locale(identifier: "de_DE")).format(5.5)      // "5,5"
  ///     DecimalStyle(Locale(identifier: "ar_EG")).format(5.5)      // "5.5"
  public init(_ locale: Locale) {
    let separator = locale.withLatinDigits.decimalSeparator ?? "."
    self.separator = Self.canSeparate(separator) ? separator : "."
  }

  private static let requirement =
    "A decimal separator must be one character that is not a digit, a sign, or whitespace"

  private static func canSeparate(_ text: String) -> Bool {
    guard let character = text.first, text.count == 1 else { return false }
    return character.decimalDigit == nil && !character.isWhitespace
      && !["-", "+", "\u{2212}"].contains(character)
  }

  /// The style of numbers such as "1.5".
  public static let point = Self(separator: ".")
  /// The style of numbers such as "1,5".
  public static let comma = Self(separator: ",")

  /// Returns a number of another style in this style, for a form that accepts "1.5" and "1,5".
  ///
  /// With one or two digits after it, a point or a comma can only be a decimal separator. Any other
  /// text is returned unchanged: "1.500" remains an error in a style with a comma.
  ///
  ///     DecimalStyle.comma.adapting("1.5")       // "1,5"
  ///     DecimalStyle.comma.adapting("1.500")     // "1.500"
  public func adapting(_ text: String) -> String {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, !parts[0].isEmpty, 1...2 ~= parts[1].count,
      parts.joined().allSatisfy({ $0.decimalDigit != nil })
    else { return text }
    return parts.joined(separator: separator)
  }

  /// Returns the number that `text` represents. The digits may be of any script; whitespace around
  /// the number is ignored.
  ///
  /// - Returns: The number, or `nil` if the text is blank.
  /// - Throws: ``DraftReason/notANumber`` for a character other than a digit or a decimal separator, and
  ///   for a number that is too large; ``DraftReason/wrongSeparator(expected:)``;
  ///   ``DraftReason/negative``.
  public func parse(_ text: String) throws(DraftReason) -> Double? {
    let characters = text.drop(while: \.isWhitespace)
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    var plain = ""
    var digits = 0
    var separators = 0
    for character in characters[...last] {
      if let digit = character.decimalDigit {
        plain.append(String(digit))
        digits += 1
      } else if String(character) == separator || character == "\u{66B}" {
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

  /// Returns the shortest text for `number` in this style, such as "1,5", without an exponent.
  ///
  /// ``parse(_:)`` returns the same number for this text if the number is finite and not negative.
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

  /// The decimal and thousands separators of all styles.
  private static let separators: Set<Character> = [".", ",", "'", "\u{2019}", "\u{66C}"]
}

extension Character {
  /// The value of a decimal digit of any script, or `nil` for any other character.
  fileprivate var decimalDigit: Int? {
    guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal
    else { return nil }
    return wholeNumberValue
  }
}

extension DecimalStyle {
  /// Decodes a style. Its separator must satisfy ``init(separator:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    separator = try container.decode(String.self, forKey: .separator)
    try decoder.require(Self.canSeparate(separator), Self.requirement)
  }
}
