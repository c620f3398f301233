// SPDX-License-Identifier: Apache-2.0

/// The functions of a concentration that need a logarithm, as polynomials about every half mg/dL.
///
/// A polynomial costs a fifth of what the functions cost, and at a whole mg/dL it is but its first
/// coefficient. Each is the function's own series, which is broken off where the next term is less than
/// 1e-12 of the value.
struct TermsTable {
  /// By lane: the risk function, the root of the GRADE score, the decades above 90 mg/dL, and the
  /// hyperglycaemia index's term.
  typealias Functions = SIMD4<Double>

  /// The one table, made when it is first asked for.
  static let shared = TermsTable()

  private static let lowest = 39.0
  private static let highest = 600.0
  private static let perUnit = 2.0
  /// Above 140 mg/dL and below this the series of the hyperglycaemia index is too slow.
  private static let firstSmooth = 146.0
  private static let perDecade = 0.434_294_481_903_251_8

  /// The coefficients about each place, one after the other.
  private let coefficients: [Functions]

  private init() {
    let count = Int((Self.highest - Self.lowest) * Self.perUnit) + 1
    coefficients = (0..<count).flatMap {
      Self.series(about: Self.lowest + Double($0) / Self.perUnit)
    }
  }

  /// The functions of a concentration in mg/dL.
  @inline(__always)
  func functions(of value: Double) -> Functions {
    guard value >= Self.lowest, value <= Self.highest else { return Self.functions(of: value) }
    let position = (value - Self.lowest) * Self.perUnit
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let shifted = position + 0x1p52
    let distance = position - (shifted - 0x1p52)
    let first = Int(truncatingIfNeeded: shifted.bitPattern & 0xFFFF) &* TaylorSeries.count
    if distance == 0 { return coefficients[first] }
    if value > 140, value < Self.firstSmooth { return Self.functions(of: value) }
    var sum = coefficients[first + TaylorSeries.count - 1]
    for order in stride(from: TaylorSeries.count - 2, through: 0, by: -1) {
      sum = sum * distance + coefficients[first + order]
    }
    return sum
  }

  /// The functions of any positive concentration, from their definitions.
  ///
  /// Where a function does not exist, it is that of the lowest concentration where it does.
  static func functions(of value: Double) -> Functions {
    let tiny = 1e-100
    let scaled = SIMD8(value, value / 18, value / 90, 1, 1, 1, 1, 1).naturalLogarithms
    let inner = SIMD8(
      Swift.max(scaled[0], tiny), Swift.max(scaled[1] * perDecade, tiny),
      Swift.max(value - 140, tiny), 1, 1, 1, 1, 1
    ).naturalLogarithms
    let powers = SIMD8(inner[0] * 1.084, inner[2] * 1.1, 0, 0, 0, 0, 0, 0).exponentials
    return Functions(
      powers[0] - 5.381, inner[1] * perDecade + 0.16, scaled[2] * perDecade,
      value > 140 ? powers[1] / 30 : 0)
  }

  /// The coefficients about a concentration, of powers of the number of places away from it.
  private static func series(about centre: Double) -> [Functions] {
    func line(_ unit: Double) -> TaylorSeries {
      TaylorSeries(centre / unit, slope: 1 / perUnit / unit)
    }
    let risk = line(1).logarithm.power(1.084) + -5.381
    let root = (line(18).logarithm * perDecade).logarithm * perDecade + 0.16
    let decades = line(90).logarithm * perDecade
    let high =
      centre > 140
      ? (line(1) + -140).power(1.1) * (1 / 30) : TaylorSeries(0, slope: 0)
    return (0..<TaylorSeries.count).map {
      Functions(risk[$0], root[$0], decades[$0], high[$0])
    }
  }
}
