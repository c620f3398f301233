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

  fileprivate init(gradeLimit: Double) { self.gradeLimit = gradeLimit }

  /// Adds the readings of one day.
  ///
  /// Terms of values as sensors write them are remembered, for there are few; of others they are
  /// reckoned anew. Which way is taken depends on the day alone, so that its sums do, to the last bit.
  mutating func addDay(_ values: ArraySlice<Double>, _ cache: inout TermsCache) {
    guard let first = values.first else { return }
    var sums = TermSums(gradeLimit: gradeLimit)
    if Self.isCoarse(first) {
      for value in values { sums.add(cache.terms(of: value), of: value) }
    } else {
      let width = SIMD8<Double>.scalarCount
      let whole = values.startIndex + values.count - values.count % width
      let bytes = unsafe values.span.bytes
      for index in stride(from: 0, to: whole - values.startIndex, by: width) {
        // In bounds: index + 8 ≤ whole, and every pattern of bits is a Double.
        let lanes = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: index &* MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
        sums.add(GlucoseTerms(lanes), of: lanes)
      }
      if whole < values.endIndex {
        var lanes = SIMD8<Double>(repeating: 1)
        for index in whole..<values.endIndex { lanes[index - whole] = values[index] }
        let terms = GlucoseTerms(lanes)
        for index in whole..<values.endIndex {
          sums.add(terms.terms(ofLane: index - whole), of: values[index])
        }
      }
    }
    var day = sums.total
    day.count = Double(values.count)
    day.dayCount = 1
    self += day
  }

  /// Whether a value is a whole number of mg/dL, or of tenths of mg/dL or mmol/L.
  private static func isCoarse(_ value: Double) -> Bool {
    [value * 10, value * 10 / GlucoseUnit.mmolL.mgdLPerUnit].contains {
      Swift.abs($0 - $0.rounded()) < 1e-9
    }
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

/// The sums of a day's terms.
private struct TermSums {
  typealias Lanes = SIMD8<Double>

  private let gradeLimit: Double
  /// The sums of terms that came one reading at a time, and the greatest low and high risk.
  private var sums = Lanes.zero
  private var greatest = SIMD2<Double>.zero
  private var gradeCount = 0.0
  private var gradeHypoglycemia = 0.0
  private var gradeEuglycemia = 0.0
  private var gradeHyperglycemia = 0.0
  /// The same of terms that came eight readings at a time.
  private var lanes = Wide()

  private struct Wide {
    var lowRisk = Lanes.zero
    var highRisk = Lanes.zero
    var greatestLow = Lanes.zero
    var greatestHigh = Lanes.zero
    var grade = Lanes.zero
    var gradeCount = Lanes.zero
    var gradeHypoglycemia = Lanes.zero
    var gradeEuglycemia = Lanes.zero
    var gradeHyperglycemia = Lanes.zero
    var mValue = Lanes.zero
    var hypoglycemia = Lanes.zero
    var hyperglycemia = Lanes.zero
  }

  init(gradeLimit: Double) { self.gradeLimit = gradeLimit }

  /// Adds the terms of one reading.
  @inline(__always)
  mutating func add(_ terms: Lanes, of value: Double) {
    sums += terms
    let risks = terms.lowHalf.lowHalf
    greatest.replace(with: risks, where: risks .> greatest)
    let grade = terms[2]
    if value >= 18 { gradeCount += 1 }
    if value < gradeLimit { gradeHypoglycemia += grade }
    if value > 140 {
      gradeHyperglycemia += grade
    } else if value >= 70 {
      gradeEuglycemia += grade
    }
  }

  /// Adds the terms of eight readings.
  @inline(__always)
  mutating func add(_ terms: GlucoseTerms, of values: Lanes) {
    lanes.lowRisk += terms.lowRisk
    lanes.highRisk += terms.highRisk
    lanes.greatestLow.replace(with: terms.lowRisk, where: terms.lowRisk .> lanes.greatestLow)
    lanes.greatestHigh.replace(with: terms.highRisk, where: terms.highRisk .> lanes.greatestHigh)
    lanes.grade += terms.grade
    lanes.gradeCount.replace(
      with: lanes.gradeCount + 1, where: values .>= Lanes(repeating: 18))
    let isHigh = values .> Lanes(repeating: 140)
    let isTarget = (values .>= Lanes(repeating: 70)) .& .!isHigh
    lanes.gradeHypoglycemia += Lanes.zero.replacing(
      with: terms.grade, where: values .< Lanes(repeating: gradeLimit))
    lanes.gradeEuglycemia += Lanes.zero.replacing(with: terms.grade, where: isTarget)
    lanes.gradeHyperglycemia += Lanes.zero.replacing(with: terms.grade, where: isHigh)
    lanes.mValue += terms.mValue
    lanes.hypoglycemia += terms.hypoglycemia
    lanes.hyperglycemia += terms.hyperglycemia
  }

  /// The sums of all.
  var total: RiskSums {
    var all = RiskSums(gradeLimit: gradeLimit)
    all.lowRisk = sums[0] + lanes.lowRisk.sum()
    all.highRisk = sums[1] + lanes.highRisk.sum()
    all.grade = sums[2] + lanes.grade.sum()
    all.mValue = sums[3] + lanes.mValue.sum()
    all.hypoglycemia = sums[4] + lanes.hypoglycemia.sum()
    all.hyperglycemia = sums[5] + lanes.hyperglycemia.sum()
    all.gradeCount = gradeCount + lanes.gradeCount.sum()
    all.gradeHypoglycemia = gradeHypoglycemia + lanes.gradeHypoglycemia.sum()
    all.gradeEuglycemia = gradeEuglycemia + lanes.gradeEuglycemia.sum()
    all.gradeHyperglycemia = gradeHyperglycemia + lanes.gradeHyperglycemia.sum()
    all.dailyRiskRange =
      Swift.max(greatest[0], lanes.greatestLow.max())
      + Swift.max(greatest[1], lanes.greatestHigh.max())
    return all
  }
}
