// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import GlucoseMath

@Suite struct LaneMathTests {
  /// Whole, decimal and converted concentrations, numbers about one, and far beyond both.
  private static let positive: [Double] = {
    var values: [Double] = [0.5, 0.5.squareRoot(), 1, 2.0.squareRoot(), 2, .leastNormalMagnitude]
    for step in 1...6000 { values.append(Double(step) / 10) }
    for step in 1...400 { values.append(Double(step) / 10 * 18.01559) }
    for step in -500...500 { values.append(1 + Double(step) * 1e-6) }
    for step in -300...300 { values.append(pow(10, Double(step))) }
    return values
  }()

  @Test func logarithmsAgreeWithTheCLibraryToTwoUnitsInTheLastPlace() {
    for value in Self.positive {
      let found = SIMD8(value, 1 / value, 1, 1, 1, 1, 1, 1).naturalLogarithms
      #expect(abs(found[0] - log(value)) <= 2 * log(value).ulp, "\(value)")
      #expect(abs(found[1] - log(1 / value)) <= 2 * log(1 / value).ulp, "1 / \(value)")
    }
  }

  @Test func exponentialsAgreeWithTheCLibraryToTwoUnitsInTheLastPlace() {
    for step in -70_000...70_000 where step % 7 == 0 {
      let x = Double(step) / 100
      let found = SIMD8(x, -x, 0, 0, 0, 0, 0, 0).exponentials
      #expect(abs(found[0] - exp(x)) <= 2 * exp(x).ulp, "\(x)")
      #expect(abs(found[1] - exp(-x)) <= 2 * exp(-x).ulp, "\(-x)")
    }
  }

  @Test func powersOfGlucoseAreThoseOfTheCLibrary() {
    for value in Self.positive where value > 1 && value < 2000 {
      let found = SIMD8(repeating: value).powers(1.084)[0]
      #expect(abs(found / pow(value, 1.084) - 1) < 4e-15, "\(value)")
    }
  }

  @Test func bothWaysThroughADayGiveTheSameIndices() throws {
    // One value that is not whole leaves the others as they are, but takes the other way.
    var random = SeededGenerator(seed: 11)
    var values = (0..<287).map { _ in Double(Int.random(in: 12...480, using: &random)) }
    func risk(_ values: [Double]) throws -> RiskIndices? {
      try SeriesIntake(times: values.indices.map { Double($0) * 300 }, values: values).series
        .riskIndices(in: .gmt)
    }
    let whole = try #require(try risk(values))
    values[0] += 1e-11
    let other = try #require(try risk(values))
    for path in [
      \RiskIndices.lowBloodGlucoseIndex, \.highBloodGlucoseIndex, \.averageDailyRiskRange, \.mValue,
      \.hypoglycemiaIndex, \.hyperglycemiaIndex,
    ] {
      #expect(abs(whole[keyPath: path] / other[keyPath: path] - 1) < 1e-12)
    }
    let (a, b) = (try #require(whole.grade), try #require(other.grade))
    #expect(abs(a.score / b.score - 1) < 1e-12)
    #expect(abs(a.euglycemiaPercent / b.euglycemiaPercent - 1) < 1e-12)
  }

  @Test func termsAreThoseOfTheirFormulas() {
    for value in Self.positive where value >= 1 && value < 2000 {
      let terms = GlucoseTerms(SIMD8(repeating: value))
      let risk = pow(log(value), 1.084) - 5.381
      #expect(agree(terms.lowRisk[0], value < 112.5 && risk < 0 ? risk * risk : 0), "\(value)")
      #expect(agree(terms.highRisk[1], value >= 112.5 && risk > 0 ? risk * risk : 0), "\(value)")
      let score = value < 18 ? 0 : min(50, 425 * pow(log10(log10(value / 18)) + 0.16, 2))
      #expect(agree(terms.grade[0], score), "\(value)")
      #expect(agree(terms.mValue[1], 1000 * pow(abs(log10(value / 90)), 3)), "\(value)")
      #expect(agree(terms.hypoglycemia[0], value < 80 ? pow(80 - value, 2) / 30 : 0))
      #expect(agree(terms.hyperglycemia[0], value > 140 ? pow(value - 140, 1.1) / 30 : 0))
    }
  }

  private func agree(_ ours: Double, _ theirs: Double) -> Bool {
    abs(ours - theirs) <= 1e-12 * max(1, abs(theirs))
  }
}
