// SPDX-License-Identifier: Apache-2.0

/// A sum of numbers without rounding: adding in any order or grouping gives the same bits.
///
/// The sum is a whole number of 2⁻⁶⁰ in 128 bits. Numbers without bits below 2⁻⁶⁰ are represented
/// exactly; the magnitude of a number is limited to 2⁶².
struct ExactSum: Hashable, Sendable {
  // Two's complement in two words, since `Int128` came with iOS 18 and macOS 15.
  private var upper: Int64 = 0
  private var lower: UInt64 = 0

  private static let fractionBits = 60

  init() {}

  /// Creates the sum of one number.
  init(_ number: Double) {
    let number = Swift.min(Swift.max(number, -0x1p62), 0x1p62)
    guard number != 0, number.isFinite else { return }
    let significand = number.significandBitPattern | 1 << 52
    // The unit of the significand is 2 to the power exponent − 52. Shifts by a negative number of bits go
    // the other way, and those by more bits than there are leave nothing.
    let shift = Int(number.exponent) - 52 + Self.fractionBits
    lower = significand << shift
    upper = Int64(bitPattern: significand >> (64 - shift))
    if number < 0 { negate() }
  }

  private mutating func negate() {
    lower = 0 &- lower
    upper = ~upper &+ (lower == 0 ? 1 : 0)
  }

  /// The sum, rounded to the nearest number.
  var value: Double {
    guard upper >= 0 else {
      var opposite = self
      opposite.negate()
      return -Self.number(UInt64(bitPattern: opposite.upper), opposite.lower)
    }
    return Self.number(UInt64(bitPattern: upper), lower)
  }

  /// The number nearest to a count of 2⁻⁶⁰, of two equally near ones the even one.
  private static func number(_ upper: UInt64, _ lower: UInt64) -> Double {
    let zeros = upper.leadingZeroBitCount
    guard zeros < 64 else { return Double(lower) / 0x1p60 }
    // Of the bits beyond the first 64 it matters only whether any is set.
    let first = upper << zeros | lower >> (64 - zeros)
    let significand = Double(first | (lower << zeros == 0 ? 0 : 1))
    return Double(sign: .plus, exponent: 64 - zeros - fractionBits, significand: significand)
  }

  static func += (lhs: inout Self, rhs: Self) {
    let (sum, carries) = lhs.lower.addingReportingOverflow(rhs.lower)
    lhs.lower = sum
    lhs.upper = lhs.upper &+ rhs.upper &+ (carries ? 1 : 0)
  }

  static func -= (lhs: inout Self, rhs: Self) {
    let (difference, borrows) = lhs.lower.subtractingReportingOverflow(rhs.lower)
    lhs.lower = difference
    lhs.upper = lhs.upper &- rhs.upper &- (borrows ? 1 : 0)
  }
}

extension ExactSum: Codable {
  /// Decodes the upper and the lower 64 bits.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    upper = try container.decode(Int64.self)
    lower = try container.decode(UInt64.self)
  }

  /// Encodes the upper and the lower 64 bits.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(upper)
    try container.encode(lower)
  }
}
