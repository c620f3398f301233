/// The terms of one concentration in the risk indices; ``RiskTerm`` has the lane of each.
typealias RiskTerms = SIMD8<Double>

/// The terms of the risk indices: their lanes and their definitions.
enum RiskTerm {
  /// The square of the negative branch of the risk function.
  static let lowRisk = 0
  /// The square of the positive branch of the risk function.
  static let highRisk = 1
  /// The GRADE score: 425 × (log10 log10(*g* / 18) + 0.16)², at most 50; zero below 18 mg/dL, where
  /// it is not defined (Hill et al., *Diabetic Medicine* 24, 2007).
  static let grade = 2
  /// The term of the M-value about 90 mg/dL: 1000 × |log10(*g* / 90)|³ (Schlichtkrull et al., *Acta
  /// Medica Scandinavica* 177, 1965).
  static let mValue = 3
  /// The term of the hypoglycemia index: (80 − *g*)² / 30 below 80 mg/dL (Rodbard, *Diabetes
  /// Technology & Therapeutics* 11, 2009).
  static let hypoglycemia = 4
  /// The term of the hyperglycemia index: (*g* − 140)^1.1 / 30 above 140 mg/dL (Rodbard 2009).
  static let hyperglycemia = 5

  static func all(of value: Double) -> RiskTerms {
    let risk = risk(of: value)
    let depth = Swift.max(0, 80 - value)
    let height = Swift.max(0, value - 140)
    return RiskTerms(
      value < 112.5 && risk < 0 ? risk * risk : 0, value >= 112.5 && risk > 0 ? risk * risk : 0,
      grade(of: value), mValue(of: value, reference: 90), depth * depth / 30,
      MathFunctions.power(height, 1.1) / 30, 0, 0)
  }

  /// Returns the risk function, unscaled: ln(*g*)^1.084 − 5.381 (Kovatchev et al., *Diabetes Care*
  /// 20, 1997); below 1 mg/dL, where the power is not defined, its value at 1 mg/dL.
  static func risk(of value: Double) -> Double {
    MathFunctions.power(MathFunctions.logarithm(Swift.max(value, 1)), 1.084) - 5.381
  }

  static func grade(of value: Double) -> Double {
    guard value >= 18 else { return 0 }
    let root = MathFunctions.decimalLogarithm(MathFunctions.decimalLogarithm(value / 18)) + 0.16
    return Swift.min(50, 425 * root * root)
  }

  static func mValue(of value: Double, reference: Double) -> Double {
    // A quotient that rounds to zero has no logarithm.
    let quotient = Swift.max(value / reference, .leastNonzeroMagnitude)
    let decades = Swift.abs(MathFunctions.decimalLogarithm(quotient))
    return 1000 * decades * decades * decades
  }
}
