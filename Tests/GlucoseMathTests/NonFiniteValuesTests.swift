// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Values whose stored numbers became NaN or infinite are refused, or can be used.
struct NonFiniteValuesTests {
  static let cases: [NonFiniteCase] = (try? makeCases()) ?? []

  /// Three days with lows and highs, the last values beyond the limits of the sensor.
  private static func makeCases() throws -> [NonFiniteCase] {
    let wave = (0..<900).map { 150 + 120 * sin(Double($0) / 20) }
    let series = try MetricRecords.series(wave)
    let bands = RangeBands.consensus(in: .mgdL)
    let start = try #require(series.first?.time)
    let grid = try #require(series.dayGrid(in: .gmt))
    let levels = grid.episodeLevels(bands: bands)
    let days = series.periods(by: .day, in: .gmt)
    let change = try #require(
      days.count > 1 ? MetricComparison(of: days[1], with: days[0], bands: bands) : nil)
    let percent = try #require(HemoglobinA1c(percent: 7))
    let drawn = HemoglobinA1cComparison(
      percent, at: start + 3 * 86_400, series, in: .gmt, window: .seconds(3 * 86_400))
    let pair = GlucosePair(reference: .mgdL(100), measured: .mgdL(110))
    let forecast = GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(100)),
      points: [
        GlucoseForecast.Point(
          time: start + 300, glucose: .mgdL(100), lower: .mgdL(90), upper: .mgdL(110))
      ], nominalCoverage: 0.9, empiricalCoverage: 0.88,
      crossings: CrossingProbabilities(
        lows: [.mgdL(70)], below: [[0.25]], highs: [.mgdL(180)], above: [[0.25]]))
    return [
      NonFiniteCase(try #require(series.metrics(in: .gmt, bands: bands))) { metrics in
        _ = metrics.sensorActivity?.activePercentage
        _ = metrics.personalGlycemicState?.value
        _ = metrics.statistics.glucoseManagementIndicator
        for population in TargetPopulation.allCases {
          _ = metrics.standardRanges.targetResults(for: population)
        }
      },
      NonFiniteCase(try #require(series.riskIndices(in: .gmt)?.grade)) {
        _ = ($0.hypoglycemiaPercentage, $0.euglycemiaPercentage, $0.hyperglycemiaPercentage)
      },
      NonFiniteCase(series.dataSufficiency(in: .gmt)) {
        _ = ($0.activePercentage, $0.isSufficient, $0.longerSampling)
      },
      NonFiniteCase(try #require(series.sensorCoverage())) {
        _ = ($0 + $0).activePercentage
      },
      NonFiniteCase(try #require(series.metricRows(in: .gmt, bands: bands).first)) { row in
        for column in MetricColumn.all { _ = column.value(of: row).map(column.label) }
      },
      NonFiniteCase(GlucoseAggregate(day: series, bands: bands)) {
        _ = $0.riskIndices
      },
      NonFiniteCase(series.dailyAggregates(in: .gmt, bands: bands)),
      NonFiniteCase(series.dailyStatistics(in: .gmt, bands: bands)) {
        for day in $0 { _ = day.statistics.timeInRange }
      },
      NonFiniteCase(try #require(series.confidenceIntervals(in: .gmt, bands: bands))),
      NonFiniteCase(levels) { levels in
        _ = (levels.summary(of: \.low), levels.reboundHighs(), levels.reboundLows())
      },
      NonFiniteCase(levels.summary(of: \.low)), NonFiniteCase(grid.dailyLows(below: .mgdL(70))),
      NonFiniteCase(grid.mageSegments()), NonFiniteCase(grid.standardDeviationMeasures()),
      NonFiniteCase(try #require(grid.dailyCoefficientOfVariation())),
      NonFiniteCase(try #require(grid.areas(aboveAndBelow: .mgdL(180)))),
      NonFiniteCase(try #require(grid.rateOfChange())),
      NonFiniteCase(try #require(grid.mealMetrics(at: start + 4 * 3600))),
      NonFiniteCase(grid.ambulatoryGlucoseProfile()) { _ = $0.smoothed(over: .seconds(3600)) },
      NonFiniteCase(series) { _ = ($0.metrics(in: .gmt, bands: bands), $0.sensorCoverage()) },
      NonFiniteCase(series.deviceLimitCounts) { _ = ($0.percentage, $0.meanBound, $0.riskBound) },
      NonFiniteCase(try #require(DeviceAgreement([pair]))) {
        _ = ($0.percentageWithin15, $0.percentageWithin20, $0.percentageWithin40)
      },
      NonFiniteCase(pair) { _ = $0.isWithin(15) },
      NonFiniteCase(forecast) { _ = $0.crosses(below: .mgdL(70), within: .seconds(1800)) },
      NonFiniteCase([ThresholdCrossing.below(.mgdL(70)), .above(.mgdL(180))]),
      NonFiniteCase(LocalDay(containing: start, in: .gmt)) { _ = $0.interval },
      NonFiniteCase(EpisodeRule(.below, .mgdL(70))) { _ = grid.episodes(matching: $0) },
      NonFiniteCase(percent), NonFiniteCase(Percentage(70)),
      NonFiniteCase(try #require(drawn)) { _ = $0.activePercentage },
      NonFiniteCase(change) { change in
        _ = (change.changes, change.isSufficient)
      },
      NonFiniteCase(bands), NonFiniteCase(ClockWindow.overnight),
      NonFiniteCase(TargetPopulation.adults.targets) {
        for target in $0 { _ = target.isMet(by: Percentage(70)) }
      },
      NonFiniteCase(series.targetResults(for: .adults, in: .mgdL)) {
        for result in $0 { _ = result.isMet }
      },
    ]
  }

  /// A number that traps where it is used ends the process of the tests.
  @Test(arguments: cases) func isRefusedOrOfUse(_ stored: NonFiniteCase) throws {
    _ = try stored.outcomes()
  }

  @Test func everyNumberIsChanged() throws {
    let percentage = try NonFiniteCase(Percentage(70)).outcomes()
    #expect(percentage.refused == 3 && percentage.used == 0)
    // A count is no number of another kind, and the bounds are checked by nothing.
    let counts = try NonFiniteCase(["a": 1.5, "b": 2]).outcomes()
    #expect(counts.refused == 0 && counts.used == 6)
    let times = try NonFiniteCase([[Date.distantPast], []]).outcomes()
    #expect(times.used == 3)
  }

  /// The numbers that are percentages, integers, or times elsewhere.
  @Test(arguments: [
    ("GlucoseMath.RiskIndices.GRADEScore", 12)
  ])
  func noNumberOfAPercentageIsUsed(type: String, count: Int) throws {
    let stored = try #require(Self.cases.first { $0.testDescription == type })
    let outcomes = try stored.outcomes()
    #expect(outcomes.used == 0 && outcomes.refused == count)
  }

  @Test func everyDecodableTypeHasACase() throws {
    // Choices with a name or a number of their own.
    let choices: Set = [
      "DeviceLimitCounts.Bound", "DuplicatePolicy", "ErrorGridZone",
      "GlycemiaRiskIndex.Zone", "GlycemicTarget.Comparison", "GlycemicTarget.Measure",
      "MAGEDirection", "MetricColumn.Unit", "MetricComparison.Overlap", "RangeBand",
      "GlucoseTrend", "ReportingPeriod", "TargetPopulation", "ThresholdSide", "GlucoseUnit",
    ]
    let missing = try NonFiniteCase.missing(from: Self.cases, of: "GlucoseMath")
    #expect(missing.filter { !choices.contains($0) } == [])
  }
}
