/// A decimal number at the start of a range of bytes: a sign, digits, a separator and digits, an
/// exponent.
struct ScannedNumber {
  /// The number, rounded correctly to the nearest `Double`.
  let value: Double
  let separator: DecimalSeparator?
  let end: Int

  /// Returns the number that fills a range, or `nil` if the range contains anything else.
  @inline(__always)
  static func value(
    filling range: Range<Int>, of bytes: Span<UInt8>, allowingComma: Bool
  ) -> Double? {
    let number = Self(bytes, range, allowingComma: allowingComma)
    return number?.end == range.upperBound ? number?.value : nil
  }

  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, allowingComma: Bool) {
    var index = range.lowerBound
    let limit = range.upperBound
    var isNegative = false
    if index < limit, bytes[index] == Byte.minus || bytes[index] == Byte.plus {
      isNegative = bytes[index] == Byte.minus
      index += 1
    }
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionCount = 0
    var separator: DecimalSeparator?
    while index < limit {
      let byte = bytes[index]
      if Byte.zero <= byte, byte <= Byte.nine {
        if digitCount < 19 { digits = digits &* 10 &+ UInt64(byte &- Byte.zero) }
        digitCount += 1
        if separator != nil { fractionCount += 1 }
      } else if separator == nil, byte == Byte.point {
        separator = .point
      } else if separator == nil, allowingComma, byte == Byte.comma {
        separator = .comma
      } else {
        break
      }
      index += 1
    }
    guard digitCount > 0 else { return nil }
    var hasExponent = false
    if index < limit, bytes[index] | 0x20 == UInt8(ascii: "e") {
      var digit = index + 1
      if digit < limit, bytes[digit] == Byte.minus || bytes[digit] == Byte.plus { digit += 1 }
      let first = digit
      while digit < limit, Byte.zero <= bytes[digit], bytes[digit] <= Byte.nine { digit += 1 }
      if digit > first {
        hasExponent = true
        index = digit
      }
    }
    if !hasExponent, digitCount <= 19, fractionCount < Self.powers.count {
      let magnitude = Self.value(digits, places: fractionCount)
      value = isNegative ? -magnitude : magnitude
    } else {
      var text = (range.lowerBound..<index).map {
        bytes[$0] == Byte.comma ? Byte.point : bytes[$0]
      }
      if text.last == Byte.point { text.removeLast() }
      guard let exact = Double(String(decoding: text, as: UTF8.self)) else { return nil }
      value = exact
    }
    self.separator = separator
    end = index
  }

  /// Returns the number nearest to `digits` divided by ten to the power of `places`, at most 22.
  @inline(__always)
  static func value(_ digits: UInt64, places: Int) -> Double {
    if places == 0 { return Double(digits) }
    let (number, power) = (Double(digits), powers[places])
    let quotient = number / power
    // Both operands are exact, so the quotient is rounded once (Clinger 1990).
    if digits <= 1 << 53 { return quotient }
    // The remainder of the division and of the conversion to a `Double` are exact; their quotient
    // corrects the first one by at most a unit in its last place.
    let rest =
      number.addingProduct(-quotient, power) + Double(Int64(bitPattern: digits &- UInt64(number)))
    return quotient + rest / power
  }

  /// The powers of ten that are exact as a `Double`.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
