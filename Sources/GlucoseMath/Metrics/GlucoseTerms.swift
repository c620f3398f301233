// SPDX-License-Identifier: Apache-2.0

/// What one concentration contributes to the indices that are means over readings.
struct GlucoseTerms {
  /// The square of the negative branch of the risk function, unscaled.
  var lowRisk = 0.0
  /// The square of the positive branch of the risk function, unscaled.
  var highRisk = 0.0
  /// The GRADE score; NaN below 18 mg/dL.
  var grade = 0.0
  /// The M-value's term.
  var mValue = 0.0
  /// The hypoglycaemia index's term.
  var hypoglycemia = 0.0
  /// The hyperglycaemia index's term.
  var hyperglycemia = 0.0

  init() {}

  /// The terms of a concentration in mg/dL.
  init(_ value: Double) {
    let logarithm = naturalLogarithm(value)
    let risk = Self.risk(logarithm)
    lowRisk = Self.lowRisk(value, risk)
    highRisk = Self.highRisk(value, risk)
    grade = Self.grade(value, logarithm)
    mValue = Self.mValue(value, logarithm, reference: 90, logarithmOfReference: Self.log90)
    hypoglycemia = Self.hypoglycemia(value, limit: 80)
    hyperglycemia = Self.hyperglycemia(value, limit: 140)
  }

  // Literals, because a computed constant is checked for being there at each use.
  private static let log90 = 4.499_809_670_330_265
  private static let log18 = 2.890_371_757_896_164_5
  private static let log10 = 2.302_585_092_994_046

  /// ln(*g*)^1.084 − 5.381 (Kovatchev et al., *Diabetes Care* 20, 1997); below 1 mg/dL, where the
  /// power does not exist, the value at 1 mg/dL.
  static func risk(_ logarithm: Double) -> Double {
    (logarithm > 0 ? power(logarithm, 1.084) : 0) - 5.381
  }

  static func lowRisk(_ value: Double, _ risk: Double) -> Double {
    value < 112.5 && risk < 0 ? risk * risk : 0
  }

  static func highRisk(_ value: Double, _ risk: Double) -> Double {
    value >= 112.5 && risk > 0 ? risk * risk : 0
  }

  /// 425 × (log10 log10(*g* / 18) + 0.16)², at most 50; NaN below 18 mg/dL (Hill et al., *Diabetic
  /// Medicine* 24, 2007).
  static func grade(_ value: Double, _ logarithm: Double) -> Double {
    guard value >= 18 else { return .nan }
    let inner = Swift.max(0, logarithm - log18) / log10
    let root = decimalLogarithm(inner) + 0.16
    return Swift.min(425 * root * root, 50)
  }

  /// 1000 × |log10(*g* / *r*)|³ (Schlichtkrull et al., *Acta Medica Scandinavica* 177, 1965).
  static func mValue(
    _ value: Double, _ logarithm: Double, reference: Double, logarithmOfReference: Double
  ) -> Double {
    // The difference of logarithms cancels where the value is close to the reference.
    let difference =
      Swift.abs(value - reference) < 1
      ? naturalLogarithm(value / reference) : logarithm - logarithmOfReference
    let magnitude = Swift.abs(difference) / log10
    return 1000 * magnitude * magnitude * magnitude
  }

  /// (*limit* − *g*)² / 30 below the limit (Rodbard, *Diabetes Technology & Therapeutics* 11, 2009).
  static func hypoglycemia(_ value: Double, limit: Double) -> Double {
    value < limit ? (limit - value) * (limit - value) / 30 : 0
  }

  /// (*g* − *limit*)^1.1 / 30 above the limit (Rodbard 2009).
  static func hyperglycemia(_ value: Double, limit: Double) -> Double {
    value > limit ? power(value - limit, 1.1) / 30 : 0
  }
}

/// Terms of concentrations seen before.
///
/// Sensors write few distinct values, so that most readings need no logarithm.
struct TermsCache {
  private var keys = [Double](repeating: -1, count: 1024)
  private var terms = [GlucoseTerms](repeating: GlucoseTerms(), count: 1024)

  @inline(__always)
  mutating func terms(of value: Double) -> GlucoseTerms {
    let slot = Int(truncatingIfNeeded: (value.bitPattern &* 0x9E37_79B9_7F4A_7C15) &>> 54)
    if keys[slot] == value { return terms[slot] }
    let found = GlucoseTerms(value)
    keys[slot] = value
    terms[slot] = found
    return found
  }
}
