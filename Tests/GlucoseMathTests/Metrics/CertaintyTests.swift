// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@Suite struct CertaintyTests {
  /// Days of equal length with the means 100, 110 and 120 have the textbook range of a mean.
  @Test func equalDaysGiveTheStudentRangeOfTheirMeans() throws {
    let values = [100.0, 110, 120].flatMap { [Double](repeating: $0, count: 288) }
    let certainty = try #require(MetricRecords.series(values).certainty(in: .gmt))
    #expect(certainty.dayCount == 3)
    #expect(agree(certainty.mean.estimate, 110))
    // t(0.975; 2) = 4.302652729911275, standard error 10 / √3.
    let width = 4.302_652_729_911_275 * 10 / 3.0.squareRoot()
    #expect(agree(certainty.mean.upper - 110, width, within: 1e-9))
    #expect(agree(110 - certainty.mean.lower, width, within: 1e-9))
    #expect(
      agree(
        certainty.glucoseManagementIndicator.upper - certainty.glucoseManagementIndicator.estimate,
        0.02392 * width, within: 1e-9))
    #expect(certainty.timeInRange.lower == 100)
  }

  @Test func theSameSeedGivesTheSameRange() throws {
    let series = try MetricRecords.wave(days: 14)
    let first = series.bootstrappedCertainty(in: .gmt, draws: 300, seed: 1)
    #expect(first == series.bootstrappedCertainty(in: .gmt, draws: 300, seed: 1))
    #expect(first != series.bootstrappedCertainty(in: .gmt, draws: 300, seed: 2))
  }

  @Test func bothFormsAgreeOnManyDays() throws {
    let series = try MetricRecords.wave(days: 60, everyMinutes: 15)
    let direct = try #require(series.certainty(in: .gmt))
    let drawn = try #require(series.bootstrappedCertainty(in: .gmt, draws: 4000, seed: 3))
    let paths: [KeyPath<MetricCertainty, ConfidenceInterval>] = [
      \.mean, \.timeInRange, \.glucoseManagementIndicator, \.coefficientOfVariation,
    ]
    for path in paths {
      let (lhs, rhs) = (direct[keyPath: path], drawn[keyPath: path])
      #expect(agree(lhs.estimate, rhs.estimate))
      let ratio = (lhs.upper - lhs.lower) / (rhs.upper - rhs.lower)
      #expect((0.85...1.2).contains(ratio))
      #expect(lhs.lower <= lhs.estimate && lhs.estimate <= lhs.upper)
    }
  }

  @Test func oneDayHasNoSpread() throws {
    let series = try MetricRecords.wave(days: 1)
    #expect(series.certainty(in: .gmt) == nil)
    #expect(series.bootstrappedCertainty(in: .gmt, seed: 1) == nil)
  }

  @Test func aFortnightIsEnoughForTheMeanButNotForLows() throws {
    let verdicts = try MetricRecords.wave(days: 14).sufficiency(in: .gmt)
    #expect(verdicts.count == Sufficiency.Number.allCases.count)
    #expect(verdicts.first { $0.number == .mean }?.isEnough == true)
    #expect(verdicts.first { $0.number == .timeBelowRange }?.isEnough == false)
    #expect(verdicts.allSatisfy { !$0.number.requirement.source.isEmpty })
    #expect(GlucoseSeries().sufficiency(in: .gmt).allSatisfy { !$0.isEnough })
  }
}
