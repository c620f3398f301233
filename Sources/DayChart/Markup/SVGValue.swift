// SPDX-License-Identifier: Apache-2.0

/// The value of an attribute. Numbers are written by one function, since they are in hundreds of
/// places.
package struct SVGValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  package let text: String

  package init(_ text: String) { self.text = text }
  @inline(never)
  package init(_ number: Double) { text = number.svgNumber }
  @inline(never)
  package init(_ color: ChartColor) {
    let fixed = color.hexadecimal
    text = color.variable.map { "var(\($0), \(fixed))" } ?? fixed
  }
  package init(stringLiteral text: String) { self.init(text) }
  package init(floatLiteral number: Double) { self.init(number) }
  package init(integerLiteral number: Int) { self.init(Double(number)) }
}

extension Double {
  /// The number to hundredths, without trailing zeros, in the same format on every platform.
  ///
  /// NaN is written as 0. Numbers beyond ±1,000,000, which is far outside any picture, are clamped
  /// to ±1,000,000.
  @inline(never)
  package var svgNumber: String { decimal(places: 2, trimmed: true) }

  /// Returns the number to `places` decimals, at most 3; halves are rounded away from zero.
  @inline(never)
  package func decimal(places: Int, trimmed: Bool = false) -> String {
    var digits: [UInt8] = []
    digits.append(decimal: self, places: places, trimmed: trimmed)
    return String(decoding: digits, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Adds a number to `places` decimals, at most 3, in ASCII; halves are rounded away from zero.
  ///
  /// Writing in place avoids a string for each of the thousands of numbers in a path.
  mutating func append(decimal number: Double, places: Int, trimmed: Bool) {
    let limited = number.isNaN ? 0 : Swift.min(Swift.max(number, -1e6), 1e6)
    let count = Int((limited * Double([1, 10, 100, 1000][places])).rounded())
    if count < 0 { append(UInt8(ascii: "-")) }
    var rest = count.magnitude
    var places = places
    while trimmed, places > 0, rest % 10 == 0 {
      rest /= 10
      places -= 1
    }
    let start = endIndex
    var written = 0
    repeat {
      if written == places, written > 0 { append(UInt8(ascii: ".")) }
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written <= places
    self[start...].reverse()
  }
}
