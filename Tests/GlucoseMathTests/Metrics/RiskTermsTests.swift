// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct GlucoseTermsTests {
  /// Whole, decimal and converted concentrations, and others between and beyond.
  private static let concentrations: [Double] = {
    var values = [1, 17.999_999, 18, 38.999_999, 39, 600, 600.000_001, 1999]
    for step in 10...6500 { values.append(Double(step) / 10) }
    for step in 1...400 { values.append(Double(step) / 10 * 18.01559) }
    for step in 1...20_000 { values.append(30 + Double(step) * 0.031_83) }
    for step in 0...2000 { values.append(136 + Double(step) * 0.01) }
    return values.filter { $0 >= 1 }
  }()

  @Test func termsAreThoseOfTheirFormulas() {
    for value in Self.concentrations {
      let terms = RiskTerms(value, .shared)
      let risk = pow(log(value), 1.084) - 5.381
      #expect(agree(terms.lowRisk[0], value < 112.5 && risk < 0 ? risk * risk : 0), "\(value)")
      #expect(agree(terms.highRisk[0], value >= 112.5 && risk > 0 ? risk * risk : 0), "\(value)")
      let score = value < 18 ? 0 : min(50, 425 * pow(log10(log10(value / 18)) + 0.16, 2))
      #expect(agree(terms.grade[0], score), "\(value)")
      #expect(agree(terms.mValue[0], 1000 * pow(abs(log10(value / 90)), 3)), "\(value)")
      #expect(agree(terms.hypoglycemia[0], value < 80 ? pow(80 - value, 2) / 30 : 0), "\(value)")
      #expect(
        agree(terms.hyperglycemia[0], value > 140 ? pow(value - 140, 1.1) / 30 : 0), "\(value)")
    }
  }

  @Test func termsOfNeighborsDifferLittleWhereOneIsFromTheTableAndTheOtherIsNot() {
    for edge in [39, 140.5, 146, 600.0] {
      let below = RiskTerms(edge.nextDown, .shared)
      let above = RiskTerms(edge.nextUp, .shared)
      for term in [\RiskTerms.lowRisk, \.highRisk, \.grade, \.mValue, \.hyperglycemia] {
        #expect(agree(below[keyPath: term][0], above[keyPath: term][7]), "\(edge)")
      }
    }
  }

  @Test func wholeConcentrationsAndSuchAMoleculeAwayGiveTheSameIndices() throws {
    var random = SeededGenerator(seed: 11)
    let whole = (0..<288).map { _ in Double(Int.random(in: 12...620, using: &random)) }
    func risk(_ values: [Double]) throws -> RiskIndices {
      let times = values.indices.map { Double($0) * 300 }
      return try #require(
        try ValidatedReadings(times: times, values: values).series.riskIndices(in: .gmt))
    }
    let (a, b) = (try risk(whole), try risk(whole.map { $0 + 1e-11 }))
    for path in [
      \RiskIndices.lowBloodGlucoseIndex, \.highBloodGlucoseIndex, \.averageDailyRiskRange, \.mValue,
      \.hypoglycemiaIndex, \.hyperglycemiaIndex,
    ] {
      #expect(abs(a[keyPath: path] / b[keyPath: path] - 1) < 1e-12)
    }
    let (first, second) = (try #require(a.grade), try #require(b.grade))
    #expect(abs(first.score / second.score - 1) < 1e-12)
    #expect(
      abs(first.euglycemiaPercentage.percent / second.euglycemiaPercentage.percent - 1) < 1e-12)
  }

  /// A long record with a name that a failure is found by.
  private struct LongRecord: CustomTestStringConvertible {
    let testDescription: String
    let values: [Double]
  }

  /// Concentrations at the ends of intervals, where terms change, and others.
  private static let manyConcentrations: [LongRecord] = {
    var random = SeededGenerator(seed: 12)
    let ends = [39, 69.75, 70, 80, 89.999, 90, 112.49, 112.5, 112.507, 112.52, 113, 139.999, 140]
    let others = [
      140.000_1, 140.2, 140.5, 140.52, 140.53, 141, 143, 145.999, 146, 146.2, 250.3, 400, 599.999,
      600.0.nextDown, 600,
      39.0.nextDown,
    ]
    let usual = (0..<6000).map { _ in Double.random(in: 39..<600, using: &random) }
    let narrow = (0..<6000).map { _ in Double.random(in: 135..<150, using: &random) }
    let low = (0..<6000).map { _ in Double.random(in: 39..<112.5, using: &random) }
    let mmolL = (0..<6000).map { _ in
      Double(Int.random(in: 22...333, using: &random)) / 10 * 18.01559
    }
    // Every second day has concentrations beyond the table.
    let beyond = usual.enumerated().map { $0 % 576 == 9 ? 30.3 : $0 % 576 == 17 ? 601.2 : $1 }
    return [
      LongRecord(testDescription: "39 to 600", values: usual),
      LongRecord(testDescription: "135 to 150", values: narrow),
      LongRecord(testDescription: "39 to 112.5", values: low),
      LongRecord(testDescription: "tenths of a mmol/L", values: mmolL),
      LongRecord(testDescription: "beyond the table", values: beyond),
    ]
      // One of eight is not in the table of rows, so that the others are added to the moments, too.
      + (ends + others).map { value in
        LongRecord(
          testDescription: "mostly \(value)",
          values: (0..<4104).map { $0 % 8 == 0 ? 99.9 : value })
      }
  }()

  @Test(arguments: manyConcentrations)
  private func theSumsOfALongRecordAreThoseOfItsDays(record: LongRecord) throws {
    let values = record.values
    let times = values.indices.map { Double($0) * 300 }
    let series = try ValidatedReadings(times: times, values: values).series
    #expect(series.count >= RiskMoments.fewestReadings)
    let found = series.riskSums(in: .gmt, .clinical)
    var expected = RiskSums(.clinical)
    for start in stride(from: 0, to: values.count, by: 288) {
      expected.addDay(series.values[start..<min(start + 288, values.count)])
    }
    #expect(found.count == expected.count && found.dayCount == expected.dayCount)
    #expect(found.gradeCount == expected.gradeCount)
    for path in [
      \RiskSums.lowRisk, \.highRisk, \.grade, \.gradeHypoglycemia, \.gradeEuglycemia,
      \.gradeHyperglycemia, \.mValue, \.hypoglycemia, \.hyperglycemia, \.dailyRiskRange,
    ] {
      let (one, other) = (found[keyPath: path], expected[keyPath: path])
      #expect(abs(one - other) <= 1e-11 * max(abs(other), 1e-3), "\(path): \(one), \(other)")
    }
  }

  @Test func momentsAreTheSumsOfTheTermsOfTheirIntervals() throws {
    var moments = try #require(RiskMoments(forReadings: 5000, .clinical))
    var beyond = moments
    for day in [[39, 600], [38.9, 100]] {
      let extremes = beyond.begin(day[...])
      #expect(extremes == nil)
    }
    #expect(beyond.sums == .zero)
    let values: [Double] = [39, 70, 80, 90, 140, 146, 599.9, 113]
    let extremes = moments.begin(values[...])
    #expect(extremes?.least == 39 && extremes?.greatest == 599.9)
    let eight = SIMD8<Double>(values)
    var isAdded = moments.add(eight)
    #expect(isAdded)
    // Of these, one is in an interval that is left out.
    for special in [112.5, 112.9, 140.5, 140.52, 140.53, 140.9] {
      var others = eight
      others[3] = special
      isAdded = moments.add(others)
      #expect(!isAdded)
    }
    var expected = RiskSums(.clinical)
    for value in values { expected.addDay([value]) }
    let sums = moments.sums
    for (lane, path) in [
      \RiskSums.lowRisk, \.highRisk, \.gradeHypoglycemia, \.gradeEuglycemia, \.gradeHyperglycemia,
      \.mValue, \.hypoglycemia, \.hyperglycemia,
    ].enumerated() {
      #expect(agree(sums[lane], expected[keyPath: path]), "\(path)")
    }
  }

  @Test func aLongRecordInAnotherConventionHasNoMoments() {
    #expect(RiskMoments(forReadings: 5000, .clinical) != nil)
    #expect(RiskMoments(forReadings: 4095, .clinical) == nil)
    var convention = MetricConvention.clinical
    for limit in [70.2, 80] {
      convention.gradeHypoglycemiaLimit = limit
      #expect(RiskMoments(forReadings: 5000, convention) == nil)
    }
    convention = .clinical
    convention.gradeHyperglycemiaLimit = 140
    #expect(RiskMoments(forReadings: 5000, convention) == nil)
  }

  @Test func seriesOfALogarithmAndOfAPowerMultiplyOut() {
    // (1 + x)^2, and the logarithm of 1 + x.
    let line = TaylorSeries(1, slope: 1)
    let square = line.power(2)
    #expect((0..<TaylorSeries.count).map { square[$0] } == [1, 2, 1, 0, 0, 0, 0])
    let product = (square + 1) * line
    #expect((0..<TaylorSeries.count).map { product[$0] } == [2, 4, 3, 1, 0, 0, 0])
    let logarithm = line.logarithm
    for order in 1..<TaylorSeries.count {
      let expected = (order % 2 == 1 ? 1 : -1) / Double(order)
      #expect(abs(logarithm[order] - expected) < 1e-15)
    }
  }

  private func agree(_ ours: Double, _ theirs: Double) -> Bool {
    abs(ours - theirs) <= 1e-12 * max(1, abs(theirs))
  }
}
