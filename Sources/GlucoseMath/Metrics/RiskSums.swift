/// The sums over readings for the indices that are means.
package struct RiskSums {
  package var count = 0.0
  package var lowRisk = 0.0
  package var highRisk = 0.0
  /// The number of readings that have a GRADE score.
  package var gradeCount = 0.0
  package var grade = 0.0
  /// The GRADE of readings below the lower limit, from 70 mg/dL to the upper limit, and above that.
  package var gradeHypoglycemia = 0.0
  package var gradeEuglycemia = 0.0
  package var gradeHyperglycemia = 0.0
  package var mValue = 0.0
  package var hypoglycemia = 0.0
  package var hyperglycemia = 0.0
  /// The sum over days of the highest low and the highest high risk.
  package var dailyRiskRange = 0.0
  package var dayCount = 0.0

  package init() {}

  package init(days: some Sequence<ArraySlice<Double>>) {
    self.init()
    var powers = RiskPowers()
    for values in days {
      guard !values.isEmpty else { continue }
      let (least, greatest) = powers.add(values) { add(RiskTerm.all(of: $0), of: $0, count: 1) }
      // The low risk falls and the high risk rises with the concentration.
      dailyRiskRange += RiskTerm.all(of: least)[RiskTerm.lowRisk]
      dailyRiskRange += RiskTerm.all(of: greatest)[RiskTerm.highRisk]
      dayCount += 1
    }
    powers.forEachInterval { add($0, of: $1, count: $2) }
  }

  /// Adds the sums of the terms of `count` readings on the same side of each limit as `value`.
  private mutating func add(_ terms: RiskTerms, of value: Double, count: Double) {
    self.count += count
    lowRisk += terms[RiskTerm.lowRisk]
    highRisk += terms[RiskTerm.highRisk]
    mValue += terms[RiskTerm.mValue]
    hypoglycemia += terms[RiskTerm.hypoglycemia]
    hyperglycemia += terms[RiskTerm.hyperglycemia]
    let score = terms[RiskTerm.grade]
    grade += score
    if value >= 18 { gradeCount += count }
    if value < RiskIndices.GRADEScore.lowerLimit { gradeHypoglycemia += score }
    if value > RiskIndices.GRADEScore.upperLimit {
      gradeHyperglycemia += score
    } else if value >= RiskIndices.GRADEScore.lowerLimit {
      gradeEuglycemia += score
    }
  }
}

/// The sums of the powers of readings by 1 mg/dL, from which the sums of their terms follow.
///
/// Within an interval each term is a polynomial of the concentration up to 1e-12 of its scale, so
/// that its sum over readings is that of its coefficients times the sums of powers. A reading takes
/// a tenth of the time of its logarithms and powers.
private struct RiskPowers {
  /// The concentrations at which the intervals begin, whole numbers of mg/dL. Within them, no GRADE
  /// score is above its limit of 50.
  private static let starts = 39..<600
  /// The intervals in which a term is not smooth, or a limit of GRADE is that is not a whole number.
  private static let special = [112, 140, 141, 142]

  private static let isSmooth = starts.map { !special.contains($0) }
  /// The number of readings at the start of each interval: most sensors record whole mg/dL.
  private var whole = [Double](repeating: 0, count: starts.count)
  /// The sums of the powers 0 to 7 of the others' distances from the center, in half intervals.
  private var sums = [SIMD8<Double>](repeating: .zero, count: starts.count)

  /// Adds readings and returns their extremes; calls `body` with those in none of the intervals.
  @inline(__always)
  mutating func add(
    _ values: ArraySlice<Double>, _ body: (Double) -> Void
  ) -> (least: Double, greatest: Double) {
    let isSmooth = Self.isSmooth
    var (least, greatest) = (Double.infinity, 0.0)
    // Taken out, so that both can be changed without a check of each access.
    var (ownWhole, ownSums) = (whole, sums)
    (whole, sums) = ([], [])
    var counts = ownWhole.mutableElementSpan
    var powers = ownSums.mutableElementSpan
    for value in values {
      least = Swift.min(least, value)
      greatest = Swift.max(greatest, value)
      guard value >= 39, value < 600 else {
        body(value)
        continue
      }
      let start = Int(value)
      let place = start &- Self.starts.lowerBound
      let distance = 2 * (value - Double(start)) - 1
      if distance == -1 {
        counts[place] += 1
      } else if isSmooth[place] {
        let square = SIMD2(repeating: distance * distance)
        let first = SIMD2(1, distance)
        let second = first * square
        let third = second * square
        powers[place] += SIMD8(
          lowHalf: SIMD4(lowHalf: first, highHalf: second),
          highHalf: SIMD4(lowHalf: third, highHalf: third * square))
      } else {
        body(value)
      }
    }
    (whole, sums) = (ownWhole, ownSums)
    return (least, greatest)
  }

  /// Calls `body` with the sums of the terms, the center, and the count of each interval.
  func forEachInterval(_ body: (RiskTerms, _ center: Double, _ count: Double) -> Void) {
    for (place, count) in whole.enumerated() where count > 0 {
      body(Self.terms[place] * count, Double(Self.starts.lowerBound + place), count)
    }
    for (place, sums) in sums.enumerated() where sums[0] > 0 {
      var terms = RiskTerms.zero
      for order in 0..<8 { terms += Self.coefficients[8 * place + order] * sums[order] }
      body(terms, Double(Self.starts.lowerBound + place) + 0.5, sums[0])
    }
  }

  private static let terms = starts.map { RiskTerm.all(of: Double($0)) }

  /// The coefficients of the polynomials through the terms at eight nodes of each interval, those of
  /// Chebyshev and Lobatto, by power.
  private static let coefficients = starts.flatMap { start -> [RiskTerms] in
    let nodes = (0..<8).map { -MathFunctions.circle(Double($0) / 14).cosine }
    var terms = nodes.map { RiskTerm.all(of: Double(start) + ($0 + 1) / 2) }
    // Divided differences, which are the coefficients of Newton's form, and then those of powers.
    for order in 1..<8 {
      for index in (order..<8).reversed() {
        terms[index] = (terms[index] - terms[index - 1]) / (nodes[index] - nodes[index - order])
      }
    }
    for order in (0..<7).reversed() {
      for index in order..<7 { terms[index] -= terms[index + 1] * nodes[order] }
    }
    return terms
  }
}
