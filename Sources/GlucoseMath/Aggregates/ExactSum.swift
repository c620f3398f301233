// SPDX-License-Identifier: Apache-2.0

/// A sum of numbers without rounding: adding in any order or grouping gives the same bits.
///
/// Kept as a whole number of 2⁻⁶⁰ in 128 bits. Numbers from 2⁻⁸ to 2³² lose nothing on their way in,
/// smaller ones what lies below 2⁻⁶⁰; the sum holds 2³⁵ of the largest.
struct ExactSum: Hashable, Sendable {
  private var units: Int128 = 0

  private static let scale = 0x1p60

  /// The sum as the nearest number.
  var value: Double { Double(units) / Self.scale }

  /// Adds a number; what exceeds 2⁶⁶ counts as 2⁶⁶.
  mutating func add(_ number: Double) {
    let limit = 0x1p66
    units &+= Int128(Swift.min(Swift.max(number, -limit), limit) * Self.scale)
  }

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
