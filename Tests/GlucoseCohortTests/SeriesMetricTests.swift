// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct SeriesMetricTests {
  @Test func aSeriesAnswersAsItsGridDoes() throws {
    let series = try MetricRecords.wave(days: 4)
    let bands = RangeBands.consensus(in: .mgdL)
    let row = try #require(series.metrics(in: .gmt, bands: bands))
    #expect(series.meanOfDailyDifferences(in: .gmt) == row.meanOfDailyDifferences)
    #expect(
      series.continuousOverallNetGlycemicAction(hours: 2, in: .gmt)
        == row.continuousOverallNetGlycemicAction[2])
    #expect(series.meanAbsoluteGlucoseChange(in: .gmt) == row.meanAbsoluteGlucoseChange)
    #expect(series.glycemicVariabilityPercentage(in: .gmt) == row.glycemicVariabilityPercentage)
    #expect(series.rateOfChange(in: .gmt) == row.rateOfChange)
    #expect(series.episodeLevels(in: .gmt, bands: bands) == row.episodes)
    #expect(series.mage(in: .gmt) == row.mage)
    #expect(series.mValue().map { agree($0, row.risk.mValue) } == true)
    #expect(series.ambulatoryGlucoseProfile(in: .gmt)?.points.count == 288)
    #expect(series.riskIndices(in: .gmt) == row.risk)
  }

  /// The numbers of a series in iglu's convention are those of its grid.
  @Test func aTableInIgluHasTheNumbersOfItsGrid() throws {
    let series = try MetricRecords.wave(days: 4)
    let bands = RangeBands.consensus(in: .mgdL)
    let grid = try #require(series.dayGrid(in: .gmt, convention: .iglu))
    let row = try #require(series.metrics(in: .gmt, bands: bands, convention: .iglu))
    #expect(grid.meanOfDailyDifferences() == row.meanOfDailyDifferences)
    #expect(grid.episodeLevels(bands: bands) == row.episodes)
    #expect(grid.mage() == row.mage)
    #expect(grid.hourlyAreaUnderCurve() != row.hourlyAreaUnderCurve)
  }
}
