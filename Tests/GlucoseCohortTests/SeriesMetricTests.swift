// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct SeriesMetricTests {
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func aSeriesAnswersAsItsGridDoes(convention: MetricConvention) throws {
    let series = try MetricRecords.wave(days: 4)
    let grid = try #require(series.dayGrid(in: .gmt, convention: convention))
    let row = try #require(
      series.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
    #expect(
      series.meanOfDailyDifferences(in: .gmt, convention: convention)
        == grid.meanOfDailyDifferences())
    #expect(
      series.continuousOverallNetGlycemicAction(hours: 2, in: .gmt, convention: convention)
        == row.continuousOverallNetGlycemicAction[2])
    #expect(
      series.meanAbsoluteGlucoseChange(in: .gmt, convention: convention)
        == row.meanAbsoluteGlucoseChange)
    #expect(
      series.glycemicVariabilityPercentage(in: .gmt, convention: convention)
        == row.glycemicVariabilityPercentage)
    #expect(series.rateOfChange(in: .gmt, convention: convention) == row.rateOfChange)
    #expect(
      series.episodeLevels(in: .gmt, bands: .consensus(in: .mgdL), convention: convention)
        == row.episodes)
    #expect(series.mage(in: .gmt, convention: convention) == row.mage)
    #expect(series.mValue().map { agree($0, row.risk.mValue) } == true)
    #expect(series.ambulatoryGlucoseProfile(in: .gmt)?.points.count == 288)
    if convention == .clinical {
      #expect(series.lowBloodGlucoseIndex == row.risk.lowBloodGlucoseIndex)
      #expect(series.highBloodGlucoseIndex == row.risk.highBloodGlucoseIndex)
      #expect(series.bloodGlucoseRiskIndex == row.risk.bloodGlucoseRiskIndex)
    }
  }

  @Test(arguments: [(112.0, true, false), (113, false, true), (112.4, true, false)])
  func eachReadingCountsOnOneSideOfRisk(value: Double, isLow: Bool, isHigh: Bool) throws {
    let series = try MetricRecords.series([value])
    #expect((series.lowBloodGlucoseIndex ?? 0 > 0) == isLow)
    #expect((series.highBloodGlucoseIndex ?? 0 > 0) == isHigh)
  }

  /// Worked out by hand from the published formula for 50 mg/dL.
  @Test func theRiskFunctionIsAsPublished() throws {
    let risk = 1.509 * (pow(log(50.0), 1.084) - 5.381)
    let series = try MetricRecords.series([50])
    #expect(agree(series.lowBloodGlucoseIndex, 10 * risk * risk))
    #expect(series.highBloodGlucoseIndex == 0)
  }
}
