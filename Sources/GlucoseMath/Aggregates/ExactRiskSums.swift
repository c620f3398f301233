// SPDX-License-Identifier: Apache-2.0

/// The sums of ``RiskSums`` without rounding, in the clinical convention.
struct ExactRiskSums: Hashable, Codable, Sendable {
  private var low = ExactSum()
  private var high = ExactSum()
  private var gradeCount = 0
  private var grade = ExactSum()
  private var gradeLow = ExactSum()
  private var gradeTarget = ExactSum()
  private var gradeHigh = ExactSum()
  private var mValue = ExactSum()
  private var hypoglycemia = ExactSum()
  private var hyperglycemia = ExactSum()
  /// The sum over days of the highest low and the highest high risk.
  var dailyRange = ExactSum()

  mutating func add(_ terms: GlucoseTerms, _ value: Double) {
    low.add(terms.lowRisk)
    high.add(terms.highRisk)
    if !terms.grade.isNaN {
      gradeCount += 1
      grade.add(terms.grade)
      if value < MetricConvention.clinical.gradeHypoglycemiaLimit {
        gradeLow.add(terms.grade)
      } else if value <= 140 {
        gradeTarget.add(terms.grade)
      } else {
        gradeHigh.add(terms.grade)
      }
    }
    mValue.add(terms.mValue)
    hypoglycemia.add(terms.hypoglycemia)
    hyperglycemia.add(terms.hyperglycemia)
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.gradeCount += rhs.gradeCount
    for path in Self.sums { lhs[keyPath: path] += rhs[keyPath: path] }
  }

  static func -= (lhs: inout Self, rhs: Self) {
    lhs.gradeCount -= rhs.gradeCount
    for path in Self.sums { lhs[keyPath: path] -= rhs[keyPath: path] }
  }

  private static var sums: [WritableKeyPath<Self, ExactSum>] {
    [
      \.low, \.high, \.grade, \.gradeLow, \.gradeTarget, \.gradeHigh, \.mValue, \.hypoglycemia,
      \.hyperglycemia, \.dailyRange,
    ]
  }

  /// The sums as numbers.
  func rounded(count: Int, dayCount: Int) -> RiskSums {
    var sums = RiskSums(.clinical)
    sums.count = Double(count)
    sums.lowRisk = low.value
    sums.highRisk = high.value
    sums.gradeCount = Double(gradeCount)
    sums.grade = grade.value
    sums.gradeHypoglycemia = gradeLow.value
    sums.gradeEuglycemia = gradeTarget.value
    sums.gradeHyperglycemia = gradeHigh.value
    sums.mValue = mValue.value
    sums.hypoglycemia = hypoglycemia.value
    sums.hyperglycemia = hyperglycemia.value
    sums.dailyRiskRange = dailyRange.value
    sums.dayCount = Double(dayCount)
    return sums
  }
}
