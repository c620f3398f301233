/// The value of an attribute.
package struct SVGValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The value before it is written, so that no string is made of it.
  private enum Content {
    case text(String)
    case number(Double)
    case color(UInt32, variable: UInt8?)
  }

  private let content: Content

  package init(_ text: String) { content = .text(text) }
  package init(_ number: Double) { content = .number(number) }
  package init(_ color: ChartColor) { content = .color(color.packed, variable: color.variable) }
  package init(stringLiteral text: String) { self.init(text) }
  package init(floatLiteral number: Double) { self.init(number) }
  package init(integerLiteral number: Int) { self.init(Double(number)) }

  func write(to output: inout [UInt8]) {
    switch content {
    case .text(let text): output.append(xmlEscaped: text)
    case .number(let number): output.append(decimal: number, places: 2, trimmed: true)
    case .color(let components, let variable):
      if let variable {
        output += "var(--glucose-\(ChartPalette.names[Int(variable)].name), ".utf8
        output.append(color: components)
        output.append(UInt8(ascii: ")"))
      } else {
        output.append(color: components)
      }
    }
  }
}

extension Double {
  /// The number to hundredths, without trailing zeros, in the same format on every platform, from
  /// −1,000,000 to 1,000,000; NaN is written as 0.
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
  /// Adds a number as `Double.decimal(places:trimmed:)`, without a string for each of a path.
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
    // From the first digit to the last, one before the point at least.
    var unit: UInt = 1
    var digits = 1
    while digits <= places || unit <= rest / 10 {
      unit *= 10
      digits += 1
    }
    while digits > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
      digits -= 1
      if digits == places, digits > 0 { append(UInt8(ascii: ".")) }
    }
  }
}
