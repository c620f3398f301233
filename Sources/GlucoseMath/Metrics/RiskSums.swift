// SPDX-License-Identifier: Apache-2.0

/// The sums over readings for the indices that are means, computed in one pass.
struct RiskSums {
  var count = 0.0
  var lowRisk = 0.0
  var highRisk = 0.0
  /// The number of readings that have a GRADE score.
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

  fileprivate init(gradeLimit: Double) { self.gradeLimit = gradeLimit }

  /// Adds the readings of one day.
  mutating func addDay(_ values: ArraySlice<Double>) {
    guard !values.isEmpty else { return }
    let table = RiskTermTable.shared
    var lanes = LaneSums(gradeLimit: gradeLimit)
    let width = SIMD8<Double>.width
    let whole = values.count - values.count % width
    for index in stride(from: 0, to: whole, by: width) {
      let eight = values.span.lanes(at: index)
      lanes.add(RiskTerms(eight, table.functions(of: eight)), of: eight)
    }
    // The remaining lanes have a concentration that contributes nothing.
    var rest = SIMD8<Double>(repeating: 90)
    var functions = RiskTermTable.LaneFunctions()
    for (lane, value) in values.dropFirst(whole).enumerated() {
      rest[lane] = value
      let found = table.functions(of: value)
      functions.risk[lane] = found[0]
      functions.gradeRoot[lane] = found[1]
      functions.decades[lane] = found[2]
      functions.hyperglycemia[lane] = found[3]
    }
    lanes.add(RiskTerms(rest, functions), of: rest)
    self += lanes.total(of: values.count)
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

/// The sums of a day's terms, eight of each side by side.
private struct LaneSums {
  typealias Lanes = SIMD8<Double>

  let gradeLimit: Double
  private var lowRisk = Lanes.zero
  private var highRisk = Lanes.zero
  private var greatestLow = Lanes.zero
  private var greatestHigh = Lanes.zero
  private var grade = Lanes.zero
  private var withoutGrade = Lanes.zero
  private var gradeHypoglycemia = Lanes.zero
  private var gradeEuglycemia = Lanes.zero
  private var gradeHyperglycemia = Lanes.zero
  private var mValue = Lanes.zero
  private var hypoglycemia = Lanes.zero
  private var hyperglycemia = Lanes.zero

  init(gradeLimit: Double) { self.gradeLimit = gradeLimit }

  /// Adds the terms of eight readings.
  @inline(__always)
  mutating func add(_ terms: RiskTerms, of values: Lanes) {
    lowRisk += terms.lowRisk
    highRisk += terms.highRisk
    greatestLow.replace(with: terms.lowRisk, where: terms.lowRisk.isAbove(greatestLow))
    greatestHigh.replace(with: terms.highRisk, where: terms.highRisk.isAbove(greatestHigh))
    grade += terms.grade
    withoutGrade += Lanes(repeating: 1).only(where: values.isBelow(18))
    let isHigh = values.isAbove(140)
    gradeHypoglycemia += terms.grade.only(where: values.isBelow(gradeLimit))
    gradeEuglycemia += terms.grade.only(where: .!values.isBelow(70) .& .!isHigh)
    gradeHyperglycemia += terms.grade.only(where: isHigh)
    mValue += terms.mValue
    hypoglycemia += terms.hypoglycemia
    hyperglycemia += terms.hyperglycemia
  }

  /// Returns the sums of a day of `count` readings.
  func total(of count: Int) -> RiskSums {
    var all = RiskSums(gradeLimit: gradeLimit)
    all.count = Double(count)
    all.lowRisk = lowRisk.sum()
    all.highRisk = highRisk.sum()
    all.gradeCount = Double(count) - withoutGrade.sum()
    all.grade = grade.sum()
    all.gradeHypoglycemia = gradeHypoglycemia.sum()
    all.gradeEuglycemia = gradeEuglycemia.sum()
    all.gradeHyperglycemia = gradeHyperglycemia.sum()
    all.mValue = mValue.sum()
    all.hypoglycemia = hypoglycemia.sum()
    all.hyperglycemia = hyperglycemia.sum()
    all.dailyRiskRange = greatestLow.max() + greatestHigh.max()
    all.dayCount = 1
    return all
  }
}
