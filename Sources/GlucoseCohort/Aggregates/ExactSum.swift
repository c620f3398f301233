/// A sum of numbers that are not negative, without rounding: any order gives the same bits.
///
/// The sum is a whole number of 2⁻⁶⁰ in 128 bits. Numbers without bits below 2⁻⁶⁰ are represented
/// exactly; a number is limited to 2⁶².
struct ExactSum: Hashable, Codable, Sendable {
  // Two words, since `UInt128` came with iOS 18 and macOS 15.
  private var upper: UInt64 = 0
  private var lower: UInt64 = 0

  init() {}

  init(_ number: Double) {
    guard number > 0 else { return }
    let number = Swift.min(number, 0x1p62)
    // The upper word counts 2⁴, and the rest of a number has as many bits as the number.
    let whole = (number / 16).rounded(.down)
    upper = UInt64(whole)
    lower = UInt64((number - whole * 16) * 0x1p60)
  }

  var value: Double { Double(upper) * 16 + Double(lower) / 0x1p60 }

  static func += (lhs: inout Self, rhs: Self) {
    let (sum, carries) = lhs.lower.addingReportingOverflow(rhs.lower)
    lhs.lower = sum
    lhs.upper = lhs.upper &+ rhs.upper &+ (carries ? 1 : 0)
  }
}
