// SPDX-License-Identifier: Apache-2.0

/// The sums over readings for the indices that are means, computed in one pass.
struct RiskSums {
  var count = 0.0
  var lowRisk = 0.0
  var highRisk = 0.0
  /// The number of readings that have a GRADE score.
  var gradeCount = 0.0
  var grade = 0.0
  /// The GRADE of readings below the lower limit, from 70 mg/dL to the upper limit, and above that.
  var gradeHypoglycemia = 0.0
  var gradeEuglycemia = 0.0
  var gradeHyperglycemia = 0.0
  var mValue = 0.0
  var hypoglycemia = 0.0
  var hyperglycemia = 0.0
  /// The sum over days of the highest low and the highest high risk.
  var dailyRiskRange = 0.0
  var dayCount = 0.0

  private let gradeLimits: GRADELimits

  init(_ convention: MetricConvention) {
    self.init(GRADELimits(convention))
  }

  fileprivate init(_ gradeLimits: GRADELimits) { self.gradeLimits = gradeLimits }

  /// Adds the readings of one day.
  mutating func addDay(_ values: ArraySlice<Double>) {
    var moments: RiskMoments?
    addDay(values, &moments)
  }

  /// Adds the readings of one day, of which some are added to `moments`.
  mutating func addDay(_ values: ArraySlice<Double>, _ moments: inout RiskMoments?) {
    guard !values.isEmpty else { return }
    var lanes = LaneSums(gradeLimits)
    var rows = RowSums()
    let table = gradeLimits == RiskTermRows.gradeLimits ? RiskTermRows.shared : nil
    // From the first readings that the table does not have, readings are added to the moments.
    var mayUseMoments = moments != nil
    var usesMoments = false
    var extremes: (least: Double, greatest: Double)?
    let width = SIMD8<Double>.width
    let whole = values.count - values.count % width
    for index in stride(from: 0, to: whole, by: width) {
      let eight = values.span.lanes(at: index)
      if !usesMoments {
        if let table, rows.add(eight, table) { continue }
        if mayUseMoments {
          extremes = moments?.begin(values)
          (mayUseMoments, usesMoments) = (false, extremes != nil)
        }
      }
      if usesMoments, moments?.add(eight) ?? false { continue }
      lanes.add(RiskTerms(eight, RiskTermTable.shared.functions(of: eight)), of: eight)
    }
    if whole < values.count {
      // The remaining lanes have a concentration that contributes nothing.
      var rest = SIMD8<Double>(repeating: 90)
      var functions = RiskTermTable.LaneFunctions()
      for (lane, value) in values.dropFirst(whole).enumerated() {
        rest[lane] = value
        let found = RiskTermTable.shared.functions(of: value)
        functions.risk[lane] = found[0]
        functions.gradeRoot[lane] = found[1]
        functions.decades[lane] = found[2]
        functions.hyperglycemia[lane] = found[3]
      }
      lanes.add(RiskTerms(rest, functions), of: rest)
    }
    lanes.add(rows)
    if let extremes { lanes.raise(toRisksOf: extremes) }
    self += lanes.total(of: values.count)
  }

  /// Adds the terms of the readings that were added to `moments`.
  mutating func add(_ moments: RiskMoments) {
    let sums = moments.sums
    lowRisk += sums[0]
    highRisk += sums[1]
    gradeHypoglycemia += sums[2]
    gradeEuglycemia += sums[3]
    gradeHyperglycemia += sums[4]
    grade += sums[2] + sums[3] + sums[4]
    mValue += sums[5]
    hypoglycemia += sums[6]
    hyperglycemia += sums[7]
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

/// The limits of the parts of GRADE in mg/dL.
struct GRADELimits: Equatable {
  /// The concentration below which (`<`) a reading counts as hypoglycemic.
  let lower: Double
  /// The concentration above which (`>`) a reading counts as hyperglycemic.
  let upper: Double

  init(_ convention: MetricConvention) {
    lower = convention.gradeHypoglycemiaLimit
    upper = convention.gradeHyperglycemiaLimit
  }
}

/// The sums of a day's terms, eight of each side by side.
private struct LaneSums {
  typealias Lanes = SIMD8<Double>

  let gradeLimits: GRADELimits
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

  init(_ gradeLimits: GRADELimits) { self.gradeLimits = gradeLimits }

  /// Adds the terms of eight readings.
  @inline(__always)
  mutating func add(_ terms: RiskTerms, of values: Lanes) {
    lowRisk += terms.lowRisk
    highRisk += terms.highRisk
    greatestLow.replace(with: terms.lowRisk, where: terms.lowRisk.isAbove(greatestLow))
    greatestHigh.replace(with: terms.highRisk, where: terms.highRisk.isAbove(greatestHigh))
    grade += terms.grade
    withoutGrade += Lanes(repeating: 1).only(where: values.isBelow(18))
    let isHigh = values.isAbove(gradeLimits.upper)
    gradeHypoglycemia += terms.grade.only(where: values.isBelow(gradeLimits.lower))
    gradeEuglycemia += terms.grade.only(where: .!values.isBelow(70) .& .!isHigh)
    gradeHyperglycemia += terms.grade.only(where: isHigh)
    mValue += terms.mValue
    hypoglycemia += terms.hypoglycemia
    hyperglycemia += terms.hyperglycemia
  }

  /// Adds sums of terms.
  mutating func add(_ rows: RowSums) {
    let terms = rows.sums.0 + rows.sums.1
    let greatest = rows.greatest
    lowRisk[0] += terms[0]
    highRisk[0] += terms[1]
    gradeHypoglycemia[0] += terms[2]
    gradeEuglycemia[0] += terms[3]
    gradeHyperglycemia[0] += terms[4]
    grade[0] += terms[2] + terms[3] + terms[4]
    mValue[0] += terms[5]
    hypoglycemia[0] += terms[6]
    hyperglycemia[0] += terms[7]
    greatestLow[0] = Swift.max(greatestLow[0], greatest[0])
    greatestHigh[0] = Swift.max(greatestHigh[0], greatest[1])
  }

  /// Raises the greatest risks to those of the day's least and greatest concentrations: the low
  /// risk falls and the high risk rises with the concentration.
  mutating func raise(toRisksOf extremes: (least: Double, greatest: Double)) {
    let low = RiskTerms(extremes.least, .shared).lowRisk[0]
    let high = RiskTerms(extremes.greatest, .shared).highRisk[0]
    greatestLow[0] = Swift.max(greatestLow[0], low)
    greatestHigh[0] = Swift.max(greatestHigh[0], high)
  }

  /// Returns the sums of a day of `count` readings.
  func total(of count: Int) -> RiskSums {
    var all = RiskSums(gradeLimits)
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

/// The sums of a day's terms that a table has, term by term.
private struct RowSums {
  /// Two sums, since one would wait for its own last addition.
  private(set) var sums = (SIMD8<Double>.zero, SIMD8<Double>.zero)
  /// The greatest low and high risk.
  private(set) var greatest = SIMD2<Double>.zero

  /// Adds the terms of eight readings, or returns `false` if the table does not have all of them.
  @inline(__always)
  mutating func add(_ values: SIMD8<Double>, _ table: RiskTermRows) -> Bool {
    guard let places = RiskTermRows.places(of: values) else { return false }
    let a = table[places[0]]
    let b = table[places[1]]
    let c = table[places[2]]
    let d = table[places[3]]
    let e = table[places[4]]
    let f = table[places[5]]
    let g = table[places[6]]
    let h = table[places[7]]
    sums.0 += a
    sums.1 += b
    sums.0 += c
    sums.1 += d
    sums.0 += e
    sums.1 += f
    sums.0 += g
    sums.1 += h
    raise(to: a)
    raise(to: b)
    raise(to: c)
    raise(to: d)
    raise(to: e)
    raise(to: f)
    raise(to: g)
    raise(to: h)
    return true
  }

  @inline(__always)
  private mutating func raise(to row: SIMD8<Double>) {
    let risks = row.lowHalf.lowHalf
    greatest.replace(with: risks, where: risks .> greatest)
  }
}
