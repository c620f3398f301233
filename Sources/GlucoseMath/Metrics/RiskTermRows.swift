// SPDX-License-Identifier: Apache-2.0

/// The terms of the risk indices at every half mg/dL, which are added as they are.
///
/// Most sensors record whole mg/dL, so that the terms of a reading are one row.
struct RiskTermRows {
  /// The shared table, created on first use.
  static let shared = RiskTermRows()

  /// The limits of the parts of GRADE in the table.
  static let gradeLimits = GRADELimits(.clinical)

  private static let lowest = RiskTermTable.lowest
  private static let highest = RiskTermTable.highest
  private static let perUnit = RiskTermTable.perUnit

  /// Low risk, high risk, the GRADE of hypoglycemia, euglycemia and hyperglycemia, the M-value, and
  /// the hypoglycemia and hyperglycemia index, at each place.
  private let rows: [SIMD8<Double>]

  private init() {
    let count = Int((Self.highest - Self.lowest) * Self.perUnit) + 1
    rows = (0..<count).map { place in
      let value = Self.lowest + Double(place) / Self.perUnit
      let terms = RiskTerms(value, RiskTermTable.functions(of: value))
      let grade = terms.grade[0]
      return SIMD8(
        terms.lowRisk[0], terms.highRisk[0], value < Self.gradeLimits.lower ? grade : 0,
        value >= 70 && value <= Self.gradeLimits.upper ? grade : 0,
        value > Self.gradeLimits.upper ? grade : 0, terms.mValue[0],
        terms.hypoglycemia[0], terms.hyperglycemia[0])
    }
  }

  /// Returns the places of eight concentrations in mg/dL, or `nil` if one is not in the table.
  @inline(__always)
  static func places(of values: SIMD8<Double>) -> SIMD8<UInt64>? {
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let positions = (values - lowest) * perUnit
    let shifted = positions + 0x1p52
    let isThere =
      values.isAtMost(SIMD8(repeating: highest)) .& SIMD8(repeating: lowest).isAtMost(values)
      .& (positions .== shifted - 0x1p52)
    guard isThere.isEverywhere else { return nil }
    return shifted.bits & SIMD8(repeating: 0xFFFF)
  }

  /// The terms at a place.
  @inline(__always)
  subscript(place: UInt64) -> SIMD8<Double> { rows[Int(truncatingIfNeeded: place)] }
}
