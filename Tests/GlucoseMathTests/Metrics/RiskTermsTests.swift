import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct RiskTermsTests {
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
      let terms = RiskTerm.all(of: value)
      let risk = pow(log(value), 1.084) - 5.381
      #expect(agree(terms[RiskTerm.lowRisk], value < 112.5 && risk < 0 ? risk * risk : 0))
      #expect(agree(terms[RiskTerm.highRisk], value >= 112.5 && risk > 0 ? risk * risk : 0))
      let score = value < 18 ? 0 : min(50, 425 * pow(log10(log10(value / 18)) + 0.16, 2))
      #expect(agree(terms[RiskTerm.grade], score))
      #expect(agree(terms[RiskTerm.mValue], 1000 * pow(abs(log10(value / 90)), 3)))
      #expect(agree(terms[RiskTerm.hypoglycemia], value < 80 ? pow(80 - value, 2) / 30 : 0))
      #expect(
        agree(terms[RiskTerm.hyperglycemia], value > 140 ? pow(value - 140, 1.1) / 30 : 0))
    }
  }

  /// One concentration at a time, so that no error is hidden by others.
  @Test func theSumsOfOneConcentrationAreItsTerms() {
    let edges = [39, 70, 80, 90, 112.5, 140, 140.5, 142, 143, 600].flatMap {
      [$0, $0.nextDown, $0.nextUp, $0 - 0.01, $0 + 0.01]
    }
    for value in edges + stride(from: 10, to: 620, by: 0.318_3) {
      let sums = RiskSums(days: [[value]])
      let terms = RiskTerm.all(of: value)
      #expect(agree(sums.lowRisk, terms[RiskTerm.lowRisk]), "\(value)")
      #expect(agree(sums.highRisk, terms[RiskTerm.highRisk]), "\(value)")
      #expect(agree(sums.mValue, terms[RiskTerm.mValue]), "\(value)")
      #expect(agree(sums.hypoglycemia, terms[RiskTerm.hypoglycemia]), "\(value)")
      #expect(agree(sums.hyperglycemia, terms[RiskTerm.hyperglycemia]), "\(value)")
      let score = terms[RiskTerm.grade]
      #expect(agree(sums.grade, score), "\(value)")
      let isLow = value < RiskIndices.GRADEScore.lowerLimit
      let isHigh = value > RiskIndices.GRADEScore.upperLimit
      #expect(agree(sums.gradeHypoglycemia, isLow ? score : 0), "\(value)")
      #expect(agree(sums.gradeHyperglycemia, isHigh ? score : 0), "\(value)")
      #expect(agree(sums.gradeEuglycemia, value >= 70 && !isHigh ? score : 0), "\(value)")
      #expect(sums.count == 1 && sums.gradeCount == (value < 18 ? 0 : 1))
      #expect(
        agree(sums.dailyRiskRange, terms[RiskTerm.lowRisk] + terms[RiskTerm.highRisk]), "\(value)")
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

  @Test(arguments: [39.0..<600, 135..<150, 10..<112.5])
  func theSumsOfManyReadingsAreThoseOfTheirTerms(range: Range<Double>) {
    var random = SeededGenerator(seed: 12)
    let days = (0..<3).map { day in
      (0..<2000).map { index in
        let value = Double.random(in: range, using: &random)
        return index % 3 == day ? value.rounded() : value
      }[...]
    }
    let sums = RiskSums(days: days)
    let terms = days.joined().reduce(RiskTerms.zero) { $0 + RiskTerm.all(of: $1) }
    let found = [
      sums.lowRisk, sums.highRisk, sums.grade, sums.mValue, sums.hypoglycemia, sums.hyperglycemia,
    ]
    for (lane, found) in found.enumerated() {
      #expect(abs(found - terms[lane]) <= 1e-11 * max(terms[lane], 1e-3), "\(lane)")
    }
    #expect(sums.count == 6000 && sums.dayCount == 3)
    let ranges = days.map { day in
      let terms = day.map(RiskTerm.all)
      return (terms.map { $0[RiskTerm.lowRisk] }.max() ?? 0)
        + (terms.map { $0[RiskTerm.highRisk] }.max() ?? 0)
    }
    #expect(agree(sums.dailyRiskRange, ranges.reduce(0, +)))
  }

  @Test(arguments: [(112.0, true, false), (113, false, true), (112.4, true, false)])
  func eachReadingCountsOnOneSideOfRisk(value: Double, isLow: Bool, isHigh: Bool) throws {
    let series = try MetricRecords.series([value])
    let indices = try #require(series.riskIndices(in: .gmt))
    #expect((indices.lowBloodGlucoseIndex > 0) == isLow)
    #expect((indices.highBloodGlucoseIndex > 0) == isHigh)
  }

  /// Worked out by hand from the published formula for 50 mg/dL.
  @Test func theRiskFunctionIsAsPublished() throws {
    let risk = 1.509 * (pow(log(50.0), 1.084) - 5.381)
    let series = try MetricRecords.series([50])
    let indices = try #require(series.riskIndices(in: .gmt))
    #expect(agree(indices.lowBloodGlucoseIndex, 10 * risk * risk))
    #expect(indices.highBloodGlucoseIndex == 0)
  }

  private func agree(_ ours: Double, _ theirs: Double) -> Bool {
    abs(ours - theirs) <= 1e-12 * max(1, abs(theirs))
  }
}
