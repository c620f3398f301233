import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct MetricPropertyTests {
  @Test(arguments: [MetricConvention.clinical, .iglu])
  func orderAndRepetitionOfReadingsDoNotMatter(convention: MetricConvention) throws {
    let series = try MetricRecords.wave(days: 3)
    let shuffled = Array(series).reversed() + Array(series.prefix(100))
    let again = try GlucoseSeries(shuffled)
    #expect(
      series.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention)
        == again.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
  }

  @Test func rawRowsWithoutRepetitionGiveTheSeriesNumbers() throws {
    let series = try MetricRecords.wave(days: 2)
    let record = try RawRecord(
      times: Array(series.times).reversed(), values: Array(series.values).reversed())
    #expect(
      record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu)
        == series.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu))
  }

  @Test func anHourMakesNoDifferenceToNumbersWithoutAClock() throws {
    let early = try #require(
      MetricRecords.wave(days: 2).metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    let late = try #require(
      MetricRecords.wave(days: 2, from: MetricRecords.midnight + 86_400 * 37).metrics(
        in: .gmt, bands: .consensus(in: .mgdL)))
    #expect(early.statistics == late.statistics)
    #expect(early.mage == late.mage)
    #expect(early.standardDeviationMeasures == late.standardDeviationMeasures)
  }

  /// Measures in mg/dL grow with the values; shares of one and percentages stay.
  @Test(arguments: [0.5, 1.5, 2])
  func measuresOfSpreadScaleWithTheValues(factor: Double) throws {
    let series = try MetricRecords.wave(days: 4)
    let scaled = try MetricRecords.map(series) { $0 * factor }
    let before = try #require(series.dayGrid(in: .gmt))
    let after = try #require(scaled.dayGrid(in: .gmt))
    let pairs: [(Double?, Double?)] = [
      (before.meanOfDailyDifferences()?.mgdL, after.meanOfDailyDifferences()?.mgdL),
      (
        before.continuousOverallNetGlycemicAction(hours: 1)?.mgdL,
        after.continuousOverallNetGlycemicAction(hours: 1)?.mgdL
      ),
      (before.meanAbsoluteGlucoseChange(), after.meanAbsoluteGlucoseChange()),
      (before.rateOfChange()?.standardDeviation, after.rateOfChange()?.standardDeviation),
      (
        before.standardDeviationMeasures().withinDays?.mgdL,
        after.standardDeviationMeasures().withinDays?.mgdL
      ),
      (
        before.standardDeviationMeasures().betweenDays?.mgdL,
        after.standardDeviationMeasures().betweenDays?.mgdL
      ),
      (before.hourlyAreaUnderCurve()?.mgdL, after.hourlyAreaUnderCurve()?.mgdL),
      (series.interquartileRange?.mgdL, scaled.interquartileRange?.mgdL),
      (series.medianAbsoluteDeviation()?.mgdL, scaled.medianAbsoluteDeviation()?.mgdL),
      (series.mage(in: .gmt)?.mgdL, scaled.mage(in: .gmt)?.mgdL),
      (series.naiveMAGE()?.mgdL, scaled.naiveMAGE()?.mgdL),
    ]
    for (small, large) in pairs { #expect(agree(small.map { $0 * factor }, large)) }
    #expect(
      agree(before.dailySpread().variation?.mean, after.dailySpread().variation?.mean))
    #expect(
      agree(
        series.statistics(bands: .consensus(in: .mgdL))?.coefficientOfVariation,
        scaled.statistics(bands: .consensus(in: .mgdL))?.coefficientOfVariation))
  }

  @Test(arguments: [10.0, 100])
  func measuresOfSpreadDoNotChangeWhenAllValuesRise(offset: Double) throws {
    let series = try MetricRecords.wave(days: 3)
    let raised = try MetricRecords.map(series) { $0 + offset }
    let before = try #require(series.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    let after = try #require(raised.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    #expect(agree(before.mage?.mgdL, after.mage?.mgdL))
    #expect(agree(before.meanAbsoluteGlucoseChange, after.meanAbsoluteGlucoseChange))
    #expect(agree(before.glycemicVariabilityPercentage, after.glycemicVariabilityPercentage))
    #expect(
      agree(before.meanOfDailyDifferences?.mgdL, after.meanOfDailyDifferences?.mgdL))
    #expect(
      agree(
        before.standardDeviationMeasures.withinHours?.mgdL,
        after.standardDeviationMeasures.withinHours?.mgdL))
  }

  /// A trace upside down has falls where it had rises.
  @Test func risesAndFallsAreMirrorImagesInTheClinicalConvention() throws {
    let series = try MetricRecords.wave(days: 4)
    let mirrored = try MetricRecords.map(series) { 400 - $0 }
    #expect(
      agree(
        series.mage(in: .gmt, direction: .upward)?.mgdL,
        mirrored.mage(in: .gmt, direction: .downward)?.mgdL))
  }

  @Test func unitsOfEntryDoNotMatter() throws {
    let values = [3.8, 3.9, 10.0, 10.1, 13.9, 14.0, 2.9, 3.0]
    let readings = values.enumerated().map { index, value in
      Reading(
        time: Date(timeIntervalSinceReferenceDate: MetricRecords.midnight + Double(index) * 300),
        glucose: .mmolL(value))
    }
    let series = try GlucoseSeries(readings)
    let shares = try #require(series.statistics(bands: .consensus(in: .mmolL))?.timeInRanges)
    #expect(shares[.veryLow]?.fraction == 1 / 8.0)
    #expect(shares[.low]?.fraction == 2 / 8.0)
    #expect(shares.inRange.fraction == 2 / 8.0)
    #expect(shares[.high]?.fraction == 2 / 8.0)
    #expect(shares[.veryHigh]?.fraction == 1 / 8.0)
  }

  @Test(arguments: [MetricConvention.clinical, .iglu])
  func fewReadingsAndConstantOnesGiveNoTrapAndNoSentinel(convention: MetricConvention) throws {
    #expect(
      GlucoseSeries().metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention) == nil
    )
    #expect(GlucoseSeries().dayGrid(in: .gmt) == nil)
    #expect(GlucoseSeries().confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL)) == nil)
    for values in [[100.0], [100, 120], Array(repeating: 110, count: 600)] {
      let series = try MetricRecords.series(values)
      let row = try #require(
        series.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
      let numbers: [Double?] = [
        row.statistics.coefficientOfVariation, row.statistics.jIndex,
        row.activePercent,
        row.meanOfDailyDifferences?.mgdL, row.meanAbsoluteGlucoseChange,
        row.glycemicVariabilityPercentage, row.rateOfChange?.mean, row.hourlyAreaUnderCurve?.mgdL,
        row.mage?.mgdL, row.dailyCoefficientOfVariation?.mean, row.personalGlycemicState?.value,
        row.standardDeviationMeasures.withinDays?.mgdL,
        row.standardDeviationMeasures.betweenDays?.mgdL,
        row.standardDeviationMeasures.ofDailyMeans?.mgdL, row.risk.averageDailyRiskRange,
        row.risk.grade?.score, row.glycemiaRiskIndex.value, row.areasAtHighThreshold?.above,
      ]
      #expect(numbers.allSatisfy { $0?.isFinite ?? true })
      #expect(row.mage == nil)
      #expect(row.episodes[.low].isEmpty)
    }
    let constant = try #require(
      MetricRecords.series(Array(repeating: 110, count: 600)).metrics(
        in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
    #expect(constant.statistics.standardDeviation == .mgdL(0))
    #expect(constant.meanOfDailyDifferences == .mgdL(0))
    #expect(constant.glycemicVariabilityPercentage == 0)
    #expect(constant.standardDeviationMeasures.withinHours == .mgdL(0))
    let single = try #require(
      MetricRecords.series([100]).metrics(
        in: .gmt, bands: .consensus(in: .mgdL), convention: convention))
    #expect(single.activePercent == nil)
    #expect(single.statistics.standardDeviation == nil)
  }

  @Test func linearTimeQuantilesEqualThoseOfSortedReadings() throws {
    for whole in [true, false] {
      let series = try MetricRecords.wave(days: 5, wholeNumbers: whole)
      let row = try #require(series.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
      #expect(row.quantiles == series.quantiles([0.05, 0.25, 0.5, 0.75, 0.95]))
      let median = try #require(series.median?.mgdL)
      let deviations = series.values.map { abs($0 - median) }.sorted()
      let middle = (deviations[(deviations.count - 1) / 2] + deviations[deviations.count / 2]) / 2
      #expect(agree(row.medianAbsoluteDeviation.mgdL, 1.4826 * middle))
    }
  }
}
