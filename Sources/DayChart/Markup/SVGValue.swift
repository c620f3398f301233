// SPDX-License-Identifier: Apache-2.0

/// The value of an attribute.
struct SVGValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  let text: String

  init(_ text: String) { self.text = text }
  init(_ number: Double) { text = number.svgNumber }
  init(_ colour: Colour) { text = colour.hexadecimal }
  init(stringLiteral text: String) { self.init(text) }
  init(floatLiteral number: Double) { self.init(number) }
  init(integerLiteral number: Int) { self.init(Double(number)) }
}

extension Double {
  /// The number to hundredths, without trailing zeros, written the same everywhere.
  ///
  /// What is no number is written as 0, and what lies beyond ±1,000,000, far outside any picture, as
  /// that.
  var svgNumber: String { decimal(places: 2, trimmed: true) }

  /// The number to `places` decimals, at most 3; halves are rounded away from zero.
  func decimal(places: Int, trimmed: Bool = false) -> String {
    let unit = [1, 10, 100, 1000][places]
    let limited = isNaN ? 0 : Swift.min(Swift.max(self, -1e6), 1e6)
    let count = Int((limited * Double(unit)).rounded())
    var fraction = String(count.magnitude % UInt(unit) + UInt(unit)).dropFirst()
    if trimmed { while fraction.last == "0" { fraction.removeLast() } }
    return (count < 0 ? "-" : "") + String(count.magnitude / UInt(unit))
      + (fraction.isEmpty ? "" : "." + fraction)
  }
}
