// SPDX-License-Identifier: Apache-2.0

/// The terms of eight concentrations in the indices that are means over readings.
struct RiskTerms {
  typealias Lanes = SIMD8<Double>

  /// The squares of the negative branch of the risk function, unscaled: ln(*g*)^1.084 − 5.381
  /// (Kovatchev et al., *Diabetes Care* 20, 1997). Below 1 mg/dL, where the power is not defined,
  /// the value at 1 mg/dL.
  let lowRisk: Lanes
  /// The squares of the positive branch of the risk function, unscaled.
  let highRisk: Lanes
  /// The GRADE scores: 425 × (log10 log10(*g* / 18) + 0.16)², at most 50; zero below 18 mg/dL,
  /// where the score is not defined (Hill et al., *Diabetic Medicine* 24, 2007).
  let grade: Lanes
  /// The M-value's terms about 90 mg/dL: 1000 × |log10(*g* / 90)|³ (Schlichtkrull et al., *Acta
  /// Medica Scandinavica* 177, 1965).
  let mValue: Lanes
  /// The hypoglycemia index's terms: (80 − *g*)² / 30 below 80 mg/dL (Rodbard, *Diabetes Technology &
  /// Therapeutics* 11, 2009).
  let hypoglycemia: Lanes
  /// The hyperglycemia index's terms: (*g* − 140)^1.1 / 30 above 140 mg/dL (Rodbard 2009).
  let hyperglycemia: Lanes

  /// Creates the terms of concentrations in mg/dL, with the functions of the table.
  @inline(__always)
  init(_ values: Lanes, _ functions: RiskTermTable.LaneFunctions) {
    let squares = functions.risk * functions.risk
    let isLow = values.isBelow(112.5)
    lowRisk = squares.only(where: isLow .& functions.risk.isBelow(0))
    highRisk = squares.only(where: .!isLow .& functions.risk.isAbove(0))
    let score: Lanes = functions.gradeRoot * functions.gradeRoot * 425
    let limit = Lanes(repeating: 50)
    grade = score.replacing(with: limit, where: score.isAbove(limit))
      .only(where: .!values.isBelow(18))
    let decades = functions.decades.magnitudes
    mValue = decades * decades * decades * 1000
    let depth = 80 - values
    hypoglycemia = (depth * depth * (1 / 30.0)).only(where: depth.isAbove(0))
    hyperglycemia = functions.hyperglycemia
  }

  /// Creates the terms of one concentration, in every lane.
  init(_ value: Double, _ table: RiskTermTable) { self.init(value, table.functions(of: value)) }

  /// Creates the terms of one concentration, in every lane, with its functions.
  init(_ value: Double, _ functions: RiskTermTable.Functions) {
    self.init(
      Lanes(repeating: value),
      RiskTermTable.LaneFunctions(
        risk: Lanes(repeating: functions[0]), gradeRoot: Lanes(repeating: functions[1]),
        decades: Lanes(repeating: functions[2]), hyperglycemia: Lanes(repeating: functions[3])))
  }
}
