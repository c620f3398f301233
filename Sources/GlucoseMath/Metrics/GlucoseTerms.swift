// SPDX-License-Identifier: Apache-2.0

/// What each of eight concentrations contributes to the indices that are means over readings.
struct GlucoseTerms {
  typealias Lanes = SIMD8<Double>

  /// The squares of the negative branch of the risk function, unscaled.
  let lowRisk: Lanes
  /// The squares of the positive branch of the risk function, unscaled.
  let highRisk: Lanes
  /// The GRADE scores; zero below 18 mg/dL, where there is none.
  let grade: Lanes
  /// The M-value's terms.
  let mValue: Lanes
  /// The hypoglycaemia index's terms.
  let hypoglycemia: Lanes
  /// The hyperglycaemia index's terms.
  let hyperglycemia: Lanes

  /// The terms of concentrations in mg/dL.
  @inline(__always)
  init(_ values: Lanes) {
    let logarithms = values.naturalLogarithms
    let risk = Self.risk(logarithms)
    let isLow = values .< Lanes(repeating: 112.5)
    let squares = risk * risk
    lowRisk = Lanes.zero.replacing(with: squares, where: isLow .& (risk .< Lanes.zero))
    highRisk = Lanes.zero.replacing(with: squares, where: .!isLow .& (risk .> Lanes.zero))
    grade = Self.grade(values, logarithms)
    mValue = Self.mValue(values, logarithms, reference: 90, logarithmOfReference: Self.log90)
    hypoglycemia = Self.hypoglycemia(values, limit: 80)
    hyperglycemia = Self.hyperglycemia(values, limit: 140)
  }

  // Literals, because a computed constant is checked for being there at each use.
  private static let log90 = 4.499_809_670_330_265
  private static let log18 = 2.890_371_757_896_164_5
  private static let perDecade = 0.434_294_481_903_251_8
  /// Stands for zero where a logarithm is taken that is not used.
  private static let tiny = Lanes(repeating: 1e-100)

  /// ln(*g*)^1.084 − 5.381 (Kovatchev et al., *Diabetes Care* 20, 1997); below 1 mg/dL, where the
  /// power does not exist, the value at 1 mg/dL.
  @inline(__always)
  private static func risk(_ logarithms: Lanes) -> Lanes {
    let positive = logarithms.replacing(with: Self.tiny, where: logarithms .< Self.tiny)
    return positive.powers(1.084) - 5.381
  }

  /// 425 × (log10 log10(*g* / 18) + 0.16)², at most 50; zero below 18 mg/dL (Hill et al., *Diabetic
  /// Medicine* 24, 2007).
  @inline(__always)
  static func grade(_ values: Lanes, _ logarithms: Lanes) -> Lanes {
    let decades = (logarithms - log18) * perDecade
    let inner = decades.replacing(with: Self.tiny, where: decades .< Self.tiny)
    let root = inner.naturalLogarithms * perDecade + 0.16
    let score: Lanes = root * root * 425
    let limit = Lanes(repeating: 50)
    return score.replacing(with: limit, where: score .> limit)
      .replacing(with: Lanes.zero, where: values .< Lanes(repeating: 18))
  }

  /// 1000 × |log10(*g* / *r*)|³ (Schlichtkrull et al., *Acta Medica Scandinavica* 177, 1965).
  @inline(__always)
  static func mValue(
    _ values: Lanes, _ logarithms: Lanes, reference: Double, logarithmOfReference: Double
  ) -> Lanes {
    var difference = logarithms - logarithmOfReference
    // The difference cancels where the value is close to the reference; there the series of the inverse
    // hyperbolic tangent, 2 (s + s³/3 + s⁵/5 + s⁷/7), is exact.
    let distance = values - reference
    let sum = values + reference
    let isNear = distance * distance .< sum * sum * 3e-5
    if any(isNear) {
      let s = distance / sum
      let z = s * s
      let higher: Lanes = z * (1 / 7.0) + 0.2
      let series: Lanes = (higher * z + 1 / 3.0) * z + 1
      difference.replace(with: s * series * 2, where: isNear)
    }
    let decades = difference * perDecade
    let magnitude = decades.replacing(with: -decades, where: decades .< Lanes.zero)
    return magnitude * magnitude * magnitude * 1000
  }

  /// (*limit* − *g*)² / 30 below the limit (Rodbard, *Diabetes Technology & Therapeutics* 11, 2009).
  @inline(__always)
  private static func hypoglycemia(_ values: Lanes, limit: Double) -> Lanes {
    let depth = limit - values
    return (depth * depth * (1 / 30.0)).replacing(with: Lanes.zero, where: depth .< Lanes.zero)
  }

  /// (*g* − *limit*)^1.1 / 30 above the limit (Rodbard 2009).
  @inline(__always)
  private static func hyperglycemia(_ values: Lanes, limit: Double) -> Lanes {
    let height = values - limit
    let isHigh = height .> Self.tiny
    guard any(isHigh) else { return .zero }
    let positive = Self.tiny.replacing(with: height, where: isHigh)
    return Lanes.zero.replacing(with: positive.powers(1.1) * (1 / 30.0), where: isHigh)
  }
}

extension GlucoseTerms {
  /// The terms of one concentration, in the order of declaration.
  @inline(__always)
  func terms(ofLane lane: Int) -> Lanes {
    Lanes(
      lowRisk[lane], highRisk[lane], grade[lane], mValue[lane], hypoglycemia[lane],
      hyperglycemia[lane], 0, 0)
  }
}

/// Terms of concentrations seen before, each as ``GlucoseTerms/terms(ofLane:)`` gives them.
///
/// Sensors write few distinct values, so that most readings need no logarithm.
struct TermsCache {
  private var keys = [Double](repeating: -1, count: 1024)
  private var terms = [SIMD8<Double>](repeating: .zero, count: 1024)

  @inline(__always)
  mutating func terms(of value: Double) -> SIMD8<Double> {
    let slot = Int(truncatingIfNeeded: (value.bitPattern &* 0x9E37_79B9_7F4A_7C15) &>> 54)
    if keys[slot] == value { return terms[slot] }
    let found = GlucoseTerms(SIMD8(repeating: value)).terms(ofLane: 0)
    keys[slot] = value
    terms[slot] = found
    return found
  }
}
