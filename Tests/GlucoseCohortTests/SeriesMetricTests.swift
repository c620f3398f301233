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
    #expect(series.dayGrid(in: .gmt)?.meanOfDailyDifferences() == row.meanOfDailyDifferences)
    #expect(
      series.dayGrid(in: .gmt)?.continuousOverallNetGlycemicAction(hours: 2)
        == row.continuousOverallNetGlycemicAction[2])
    #expect(series.dayGrid(in: .gmt)?.meanAbsoluteGlucoseChange() == row.meanAbsoluteGlucoseChange)
    #expect(
      series.dayGrid(in: .gmt)?.glycemicVariabilityPercentage() == row.glycemicVariabilityPercentage
    )
    #expect(series.dayGrid(in: .gmt)?.rateOfChange() == row.rateOfChange)
    #expect(series.dayGrid(in: .gmt)?.episodeLevels(bands: bands) == row.episodes)
    #expect(series.mage(in: .gmt) == row.mage)
    #expect(series.mValue().map { agree($0, row.risk.mValue) } == true)
    #expect(series.dayGrid(in: .gmt)?.ambulatoryGlucoseProfile().points.count == 288)
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
