// SPDX-License-Identifier: Apache-2.0

/// The sums over readings from which the indices that are means come, taken in one pass.
struct RiskSums {
  var count = 0.0
  var lowRisk = 0.0
  var highRisk = 0.0
  /// Readings that have a GRADE score.
  var gradeCount = 0.0
  var grade = 0.0
  /// The GRADE of readings below the limit, in 70–140 and above 140 mg/dL.
  var gradeHypoglycemia = 0.0
  var gradeEuglycemia = 0.0
  var gradeHyperglycemia = 0.0
  var mValue = 0.0
  var hypoglycemia = 0.0
  var hyperglycemia = 0.0
  /// The sum over days of the highest low and the highest high risk.
  var dailyRiskRange = 0.0
  var dayCount = 0.0

  private let gradeLimit: Double

  init(_ convention: MetricConvention) {
    self.init(gradeLimit: convention.gradeHypoglycemiaLimit)
  }

  private init(gradeLimit: Double) { self.gradeLimit = gradeLimit }

  /// Adds the readings of one day.
  mutating func addDay(_ values: ArraySlice<Double>) {
    guard !values.isEmpty else { return }
    let table = TermsTable.shared
    var day = RiskSums(gradeLimit: gradeLimit)
    var highestLow = 0.0
    var highestHigh = 0.0
    for value in values {
      let terms = GlucoseTerms(value, table)
      day.lowRisk += terms.lowRisk
      day.highRisk += terms.highRisk
      highestLow = Swift.max(highestLow, terms.lowRisk)
      highestHigh = Swift.max(highestHigh, terms.highRisk)
      day.grade += terms.grade
      day.gradeCount += value < 18 ? 0 : 1
      day.gradeHypoglycemia += value < gradeLimit ? terms.grade : 0
      day.gradeEuglycemia += value >= 70 && value <= 140 ? terms.grade : 0
      day.gradeHyperglycemia += value > 140 ? terms.grade : 0
      day.mValue += terms.mValue
      day.hypoglycemia += terms.hypoglycemia
      day.hyperglycemia += terms.hyperglycemia
    }
    day.count = Double(values.count)
    day.dailyRiskRange = highestLow + highestHigh
    day.dayCount = 1
    self += day
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.lowRisk += rhs.lowRisk
    lhs.highRisk += rhs.highRisk
    lhs.gradeCount += rhs.gradeCount
    lhs.grade += rhs.grade
    lhs.gradeHypoglycemia += rhs.gradeHypoglycemia
    lhs.gradeEuglycemia += rhs.gradeEuglycemia
    lhs.gradeHyperglycemia += rhs.gradeHyperglycemia
    lhs.mValue += rhs.mValue
    lhs.hypoglycemia += rhs.hypoglycemia
    lhs.hyperglycemia += rhs.hyperglycemia
    lhs.dailyRiskRange += rhs.dailyRiskRange
    lhs.dayCount += rhs.dayCount
  }
}
