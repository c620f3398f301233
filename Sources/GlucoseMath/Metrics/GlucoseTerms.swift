// SPDX-License-Identifier: Apache-2.0

/// What one concentration contributes to the indices that are means over readings.
struct GlucoseTerms {
  /// The square of the negative branch of the risk function, unscaled: ln(*g*)^1.084 − 5.381 (Kovatchev
  /// et al., *Diabetes Care* 20, 1997); below 1 mg/dL, where the power does not exist, that at 1 mg/dL.
  let lowRisk: Double
  /// The square of the positive branch of the risk function, unscaled.
  let highRisk: Double
  /// The GRADE score: 425 × (log10 log10(*g* / 18) + 0.16)², at most 50; zero below 18 mg/dL, where
  /// there is none (Hill et al., *Diabetic Medicine* 24, 2007).
  let grade: Double
  /// The M-value's term about 90 mg/dL: 1000 × |log10(*g* / 90)|³ (Schlichtkrull et al., *Acta Medica
  /// Scandinavica* 177, 1965).
  let mValue: Double
  /// The hypoglycaemia index's term: (80 − *g*)² / 30 below 80 mg/dL (Rodbard, *Diabetes Technology &
  /// Therapeutics* 11, 2009).
  let hypoglycemia: Double
  /// The hyperglycaemia index's term: (*g* − 140)^1.1 / 30 above 140 mg/dL (Rodbard 2009).
  let hyperglycemia: Double

  /// The terms of a concentration in mg/dL.
  @inline(__always)
  init(_ value: Double, _ table: TermsTable) {
    let functions = table.functions(of: value)
    let risk = functions[0]
    let square = risk * risk
    lowRisk = value < 112.5 && risk < 0 ? square : 0
    highRisk = value >= 112.5 && risk > 0 ? square : 0
    grade = value < 18 ? 0 : Swift.min(425 * functions[1] * functions[1], 50)
    let decades = Swift.abs(functions[2])
    mValue = 1000 * (decades * decades * decades)
    let depth = Swift.max(80 - value, 0)
    hypoglycemia = depth * depth * (1 / 30.0)
    hyperglycemia = functions[3]
  }
}
