// SPDX-License-Identifier: Apache-2.0

/// A sum of numbers without rounding: adding in any order or grouping gives the same bits.
///
/// The sum is a whole number of 2⁻⁶⁰ in 128 bits. Numbers without bits below 2⁻⁶⁰ are represented
/// exactly; the magnitude of a number is limited to 2⁶².
struct ExactSum: Hashable, Sendable {
  private var units: Int128 = 0

  private static let fractionBits = 60

  init() {}

  /// Creates the sum of one number.
  init(_ number: Double) {
    let number = Swift.min(Swift.max(number, -0x1p62), 0x1p62)
    guard number != 0, number.isFinite else { return }
    let significand = Int128(number.significandBitPattern | 1 << 52)
    // The last bit of the significand is 2 to the power exponent − 52.
    let shift = Int(number.exponent) - 52 + Self.fractionBits
    let magnitude = shift >= 0 ? significand << Int128(shift) : significand >> Int128(-shift)
    units = number < 0 ? -magnitude : magnitude
  }

  /// The sum, rounded to the nearest number.
  var value: Double { Double(units) / 0x1p60 }

  static func += (lhs: inout Self, rhs: Self) { lhs.units &+= rhs.units }
  static func -= (lhs: inout Self, rhs: Self) { lhs.units &-= rhs.units }
}

extension ExactSum: Codable {
  /// Decodes the upper and the lower 64 bits.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let upper = try container.decode(Int64.self)
    let lower = try container.decode(UInt64.self)
    units = Int128(upper) << 64 | Int128(lower)
  }

  /// Encodes the upper and the lower 64 bits.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(Int64(truncatingIfNeeded: units >> 64))
    try container.encode(UInt64(truncatingIfNeeded: units))
  }
}
