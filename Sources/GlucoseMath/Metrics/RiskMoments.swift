// SPDX-License-Identifier: Apache-2.0

/// The sums of the risk terms of many concentrations, by the sums of powers of their distances from
/// the centers of intervals of half a mg/dL.
///
/// In each interval, a term is a polynomial of the distance, so that its sum over readings is the
/// sum of its coefficients times the sums of powers. A reading takes about half the time of the
/// polynomials themselves; the coefficients are multiplied once for each interval.
struct RiskMoments {
  /// The number of readings for which the multiplications take less time than they save.
  static let fewestReadings = 4096

  private static let lowest = RiskTermTable.lowest
  private static let highest = RiskTermTable.highest
  private static let perUnit = RiskTermTable.perUnit
  private static let count = Int((highest - lowest) * perUnit)
  /// The start of the interval that contains the upper limit of GRADE, in mg/dL.
  private static let gradeInterval = 140.5
  /// The number of the interval that begins at a concentration.
  private static func place(of value: Double) -> Double { (value - lowest) * perUnit }

  /// The sums of the powers from 0 to 7 of the distances in each interval; empty before the first
  /// day that is added.
  private var powers: [SIMD8<Double>] = []
  /// The hyperglycemia index's terms from 140.5 to 146 mg/dL, where their series converges slowly.
  private var slow = 0.0

  /// Creates sums without readings, or returns `nil` if there are too few readings, or the limits of
  /// GRADE in `convention` are not those of the clinical one.
  init?(forReadings count: Int, _ convention: MetricConvention) {
    guard count >= Self.fewestReadings,
      GRADELimits(convention) == RiskTermRows.gradeLimits
    else { return nil }
  }

  /// Begins a day, and returns the least and the greatest of its concentrations in mg/dL, or `nil` if
  /// one is in none of the intervals, which are from 39 (`≥`) to 600 mg/dL (`<`).
  mutating func begin(_ values: ArraySlice<Double>) -> (least: Double, greatest: Double)? {
    var least = SIMD8<Double>(repeating: .infinity)
    var greatest = SIMD8<Double>(repeating: -.infinity)
    let span = values.span
    let whole = values.count - values.count % 8
    for index in stride(from: 0, to: whole, by: 8) {
      let eight = span.lanes(at: index)
      least = eight.lesser(least)
      greatest = eight.greater(greatest)
    }
    for value in values.dropFirst(whole) {
      least[0] = Swift.min(least[0], value)
      greatest[0] = Swift.max(greatest[0], value)
    }
    let found = (least: least.min(), greatest: greatest.max())
    guard found.least >= Self.lowest, found.greatest < Self.highest else { return nil }
    if powers.isEmpty { powers = Array(repeating: .zero, count: Self.count) }
    return found
  }

  /// Adds eight concentrations of a day that was begun, or returns `false` if one is in the interval
  /// in which the risk function changes its sign, or in the one that contains the upper limit of
  /// GRADE, 7.8 mmol/L.
  @inline(__always)
  mutating func add(_ values: SIMD8<Double>) -> Bool {
    let positions = (values - Self.lowest) * Self.perUnit
    // Adding 2⁵² leaves the rounded number in the low bits, without a checked conversion.
    let rounded = (positions + 0x1p52) - 0x1p52
    let places = rounded - SIMD8(repeating: 1).only(where: positions.isBelow(rounded))
    let isSpecial =
      (places .== Self.place(of: 112.5)) .| (places .== Self.place(of: Self.gradeInterval))
    guard !isSpecial.isAnywhere else { return false }
    let distances = positions - places - 0.5
    let numbers = (places + 0x1p52).bits & SIMD8(repeating: 0xFFFF)
    add(distances[0], at: numbers[0])
    add(distances[1], at: numbers[1])
    add(distances[2], at: numbers[2])
    add(distances[3], at: numbers[3])
    add(distances[4], at: numbers[4])
    add(distances[5], at: numbers[5])
    add(distances[6], at: numbers[6])
    add(distances[7], at: numbers[7])
    if (values.isAbove(140) .& values.isBelow(RiskTermTable.firstSmooth)).isAnywhere {
      addSlowTerms(of: values)
    }
    return true
  }

  @inline(__always)
  private mutating func add(_ distance: Double, at place: UInt64) {
    let square = SIMD2(repeating: distance * distance)
    let first = SIMD2(1, distance)
    let second = first * square
    let third = second * square
    powers[Int(truncatingIfNeeded: place)] += SIMD8(
      lowHalf: SIMD4(lowHalf: first, highHalf: second),
      highHalf: SIMD4(lowHalf: third, highHalf: third * square))
  }

  @inline(never)
  private mutating func addSlowTerms(of values: SIMD8<Double>) {
    for lane in 0..<8 where values[lane] > 140 && values[lane] < RiskTermTable.firstSmooth {
      slow += RiskTermTable.shared.hyperglycemiaTerm(of: values[lane])
    }
  }

  /// The sums of low risk, high risk, the GRADE of hypoglycemia, euglycemia and hyperglycemia, the
  /// M-value, and the hypoglycemia and hyperglycemia index.
  var sums: SIMD8<Double> {
    var result = SIMD8<Double>.zero
    for (place, own) in powers.enumerated() where own[0] > 0 {
      for order in 0..<TaylorSeries.count {
        result += Self.coefficients[place * TaylorSeries.count + order] * own[order]
      }
    }
    result[7] += slow
    return result
  }

  /// The coefficients of the terms' polynomials in each interval, by power.
  private static let coefficients = (0..<count).flatMap { place -> [SIMD8<Double>] in
    let center = lowest + (Double(place) + 0.5) / perUnit
    let series = RiskTermTable.series(about: center)
    let depth = TaylorSeries((80 - center), slope: -1 / perUnit)
    let none = TaylorSeries(0, slope: 0)
    let risk = series.risk * series.risk
    let grade = series.gradeRoot * series.gradeRoot * 425
    let cube = series.decades * series.decades * series.decades * 1000
    let terms = [
      center < 112.5 ? risk : none, center < 112.5 ? none : risk,
      center < RiskTermRows.gradeLimits.lower ? grade : none,
      center > 70 && center < gradeInterval ? grade : none, center > gradeInterval ? grade : none,
      center < 90 ? cube * -1 : cube, center < 80 ? depth * depth * (1 / 30.0) : none,
      center < RiskTermTable.firstSmooth ? none : series.hyperglycemia,
    ]
    return (0..<TaylorSeries.count).map { order in
      SIMD8((0..<8).map { terms[$0][order] })
    }
  }
}
