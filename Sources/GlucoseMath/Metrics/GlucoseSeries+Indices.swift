extension GlucoseSeries {
  /// Returns GRADE and its parts with other limits than the published ones: readings below `lower`
  /// (`<`) count as hypoglycemic, above `upper` (`>`) as hyperglycemic; `nil` if no reading is at
  /// least 18 mg/dL.
  public func grade(lower: Glucose, upper: Glucose) -> RiskIndices.GRADEScore? {
    var count = 0.0
    var total = 0.0
    var parts = (low: 0.0, target: 0.0, high: 0.0)
    for value in values {
      guard value >= 18 else { continue }
      let grade = RiskTerm.grade(of: value)
      count += 1
      total += grade
      if value < lower.mgdL {
        parts.low += grade
      } else if value > upper.mgdL {
        parts.high += grade
      } else {
        parts.target += grade
      }
    }
    guard total > 0 else { return nil }
    return RiskIndices.GRADEScore(
      score: total / count, hypoglycemiaPercent: 100 * parts.low / total,
      euglycemiaPercent: 100 * parts.target / total, hyperglycemiaPercent: 100 * parts.high / total)
  }

  /// Returns the M-value, the mean over readings of 1000 × |log10(*g* / `reference`)|³, or `nil` if
  /// the series is empty.
  ///
  /// References in use are 80, 90 (as published), 100 and 120 mg/dL (Schlichtkrull et al., *Acta
  /// Medica Scandinavica* 177, 1965). The correction by range that the paper adds for few values is
  /// not applied.
  ///
  /// - Precondition: `reference` is above zero.
  public func mValue(reference: Glucose = .mgdL(90)) -> Double? {
    precondition(reference.mgdL > 0, "`reference` must be above zero")
    guard !isEmpty else { return nil }
    let sum = values.reduce(0) { $0 + RiskTerm.mValue(of: $1, reference: reference.mgdL) }
    return sum / Double(count)
  }
}
