import Foundation
import GlucoseTestSupport
import GlucoseCohort
@testable import GlucoseMath
import Testing

/// Values worked out by hand.
@Suite struct MetricDefinitionTests {
  @Test func areaBeyondAThresholdSplitsWhereTheTraceCrosses() throws {
    // From 160 to 200 the trace crosses 180 half way: a triangle of 20 × 2.5 min / 2 on each side.
    let grid = try #require(MetricRecords.series([160, 200]).dayGrid(in: .gmt))
    let area = try #require(grid.areas(aboveAndBelow: .mgdL(180)))
    #expect(agree(area.above, 20 * 2.5 / 2 / 60))
    #expect(agree(area.below, 20 * 2.5 / 2 / 60))
    #expect(agree(area.hours, 5 / 60.0))
  }

  /// A day has 180 cells of 8 minutes, and an hour seven and a half.
  @Test func changesOverHoursAreOverThatTimeAtEveryInterval() throws {
    let series = try MetricRecords.series(
      (0..<540).map { 150 + 60 * sin(Double($0) / 90 * .pi) }, everyMinutes: 8)
    let grid = try #require(series.dayGrid(in: .gmt, interval: .seconds(480)))
    let daily = try #require(grid.continuousOverallNetGlycemicAction(hours: 24))
    #expect(daily.mgdL < 1e-9)
    let values = Array(series.values)
    let changes = zip(values.dropFirst(30), values).map { $0 - $1 }
    let mean = changes.reduce(0, +) / Double(changes.count)
    let squares = changes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    #expect(
      agree(
        grid.continuousOverallNetGlycemicAction(hours: 4)?.mgdL,
        (squares / Double(changes.count - 1)).squareRoot()))
    #expect(grid.continuousOverallNetGlycemicAction(hours: .max) == nil)
  }

  @Test(arguments: [MetricConvention.clinical, .iglu])
  func cellsHoursApartHaveNoChangeInAnHour(convention: MetricConvention) throws {
    let series = try MetricRecords.series(
      (0..<36).map { 100 + 20 * Double($0 % 5) }, everyMinutes: 120)
    let grid = try #require(
      series.dayGrid(in: .gmt, convention: convention, interval: .seconds(7200)))
    #expect(grid.continuousOverallNetGlycemicAction(hours: 1) == nil)
    let daily = grid.continuousOverallNetGlycemicAction(hours: 24)
    #expect((daily.map { $0.mgdL > 1 } ?? false) == (convention == .clinical))
  }

  @Test(arguments: [60, 120, 240])
  func hourlyChangesOfCellsHoursApartAreUndefined(minutes: Int) throws {
    let series = try MetricRecords.series(
      (0..<36).map { 100 + 20 * Double($0 % 5) }, everyMinutes: Double(minutes))
    let grid = try #require(series.dayGrid(in: .gmt, convention: .iglu))
    #expect(grid.interval == .seconds(60 * minutes))
    #expect((grid.igluMeanAbsoluteGlucoseChange() != nil) == (minutes == 60))
  }

  @Test func aMealIsMeasuredFromTheHourBefore() throws {
    var values = Array(repeating: 100.0, count: 12)
    values += (0...12).map { 100 + 5 * Double($0) }
    values += (1...24).map { 160 - 2.5 * Double($0) }
    let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt))
    let meal = Date(timeIntervalSinceReferenceDate: MetricRecords.midnight + 12 * 300 + 60)
    let response = try #require(grid.mealMetrics(at: meal))
    #expect(response.baseline == .mgdL(100))
    #expect(response.peak == .mgdL(160))
    #expect(response.rise == .mgdL(60))
    #expect(response.timeToPeak == .seconds(3600))
    #expect(agree(response.recovery?.fraction, 0.5))
    // 30 mg/dL on average for an hour up, and again for two hours down: 90 mg/dL × h.
    #expect(agree(response.incrementalArea3Hours, 90 * 60))
    #expect(grid.mealMetrics(at: meal.addingTimeInterval(-86_400)) == nil)
    #expect(grid.mealMetrics(at: meal.addingTimeInterval(86_400)) == nil)
  }

  @Test(arguments: [(2, 3, true), (5, 59, true), (6, 0, false), (23, 0, false)])
  func theNightEndsAtSix(hour: Int, minute: Int, isNight: Bool) throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    let time = MetricRecords.midnight + Double(hour - 1) * 3600 + Double(minute) * 60
    let series = try ValidatedReadings(times: [time], values: [100]).series
    #expect(series.during(.overnight, in: zone).count == (isNight ? 1 : 0))
    let day = try #require(ClockWindow.overnight.complement)
    #expect(series.during(day, in: zone).count == (isNight ? 0 : 1))
  }

  @Test func aWindowOverMidnightAndItsComplementShareNothing() throws {
    let series = try MetricRecords.wave(days: 2)
    let window = ClockWindow(fromHour: 22, toHour: 6)
    let rest = try #require(window.complement)
    let counts = (series.during(window, in: .gmt).count, series.during(rest, in: .gmt).count)
    #expect(counts == (2 * 96, 2 * 192))
    #expect(ClockWindow(fromHour: 0, toHour: 24).complement == nil)
  }

  @Test(
    arguments: [
      (0, 10, 75, 15, 0, "B"), (5, 5, 60, 20, 10, "C"),
      (10, 10, 40, 20, 20, "E"), (0, 25, 75, 0, 0, "C"),
    ] as [(Double, Double, Double, Double, Double, Character)])
  func theRiskIndexWeighsLowsMost(
    veryLow: Double, low: Double, target: Double, high: Double, veryHigh: Double,
    zone: Character
  ) throws {
    let counts = [(50.0, veryLow), (60, low), (100, target), (200, high), (300, veryHigh)]
    let values = counts.flatMap { [Double](repeating: $0.0, count: Int($0.1)) }
    let index = try #require(
      MetricRecords.series(values).statistics(bands: .consensus(in: .mgdL))?.glycemiaRiskIndex)
    let expected = min(3 * veryLow + 2.4 * low + 0.8 * high + 1.6 * veryHigh, 100)
    #expect(agree(index.value, expected))
    #expect(index.zone == zone)
  }

  @Test func gradesSharesSumToOneHundredInTheClinicalConventionOnly() throws {
    let series = try MetricRecords.series([50, 65, 75, 100, 140, 150, 250])
    func sum(_ risk: RiskIndices?) throws -> Double {
      let grade = try #require(risk?.grade)
      return grade.hypoglycemiaPercentage.percent + grade.euglycemiaPercentage.percent
        + grade.hyperglycemiaPercentage.percent
    }
    #expect(agree(try sum(series.riskIndices(in: .gmt)), 100))
    #expect(try sum(series.igluRiskIndices(in: .gmt)) > 100.1)
  }

  /// Hill et al., Diabetic Medicine 24, 2007: hypoglycemia below 3.9 mmol/L (70 mg/dL), and
  /// hyperglycemia above 7.8 mmol/L (140 mg/dL). Long records are summed by moments.
  @Test(arguments: [9, 10, 4100])
  func theEdgesOfGradeAreExactInBothUnits(count: Int) throws {
    func grade(_ glucose: Glucose) throws -> RiskIndices.GRADEScore {
      let series = try MetricRecords.series([Double](repeating: glucose.mgdL, count: count))
      let aggregate = GlucoseAggregate(day: series, bands: .consensus(in: .mgdL))
      let score = try #require(series.riskIndices(in: .gmt)?.grade)
      let other = try #require(aggregate.riskIndices?.grade)
      #expect(
        agree(
          score.hyperglycemiaPercentage.percent, other.hyperglycemiaPercentage.percent))
      return score
    }
    for low in [Glucose.mgdL(69), .mmolL(3.8)] {
      #expect(agree(try grade(low).hypoglycemiaPercentage.percent, 100))
    }
    for target in [Glucose.mgdL(70), .mmolL(3.9), .mgdL(140), .mmolL(7.8)] {
      #expect(agree(try grade(target).euglycemiaPercentage.percent, 100), "\(target)")
    }
    for high in [Glucose.mgdL(141), .mmolL(7.9)] {
      #expect(agree(try grade(high).hyperglycemiaPercentage.percent, 100))
    }
    let series = try MetricRecords.series([Double](repeating: 140.52, count: count))
    let iglu = try #require(series.igluRiskIndices(in: .gmt)?.grade)
    #expect(agree(iglu.hyperglycemiaPercentage.percent, 100))
  }

  @Test func wearTimeCountsMissingReadings() throws {
    let start = MetricRecords.midnight
    // Ten readings five minutes apart, then a gap in which five are missing, then five.
    let places: [Double] = (0..<10).map { Double($0) } + (15..<20).map { Double($0) + 0.1 }
    let times = places.map { start + $0 * 300 }
    let series = try ValidatedReadings(
      times: times, values: Array(repeating: 100, count: 15)
    ).series
    #expect(agree(series.sensorCoverage()?.activePercentage.percent, 75))
  }

  /// 60 mg/dL an hour is 60 mg/dL an hour, however often it is looked at.
  @Test(arguments: [5, 15], [nil, 1, 5, 7, 14, 15, 20, 44, 60, 90])
  func aSteadyRiseHasOneMeanChange(interval: Int, minutes: Int?) throws {
    let values = (0..<200).map { 100 + Double($0 * interval) }
    let grid = try #require(
      MetricRecords.series(values, everyMinutes: Double(interval)).dayGrid(in: .gmt))
    #expect(agree(grid.meanAbsoluteGlucoseChange(every: minutes.map { .seconds(60 * $0) }), 60))
  }

  /// 12 minutes are two intervals of five and two fifths, of which two are taken.
  @Test func theMinutesOfTheMeanChangeAreRounded() throws {
    let grid = try #require(
      MetricRecords.series([100, 110, 90, 120, 80, 130, 70]).dayGrid(in: .gmt))
    // 30 mg/dL in half an hour, and 70 mg/dL in half an hour.
    let (every10, every15) = (60.0, 140.0)
    #expect(agree(grid.meanAbsoluteGlucoseChange(every: .seconds(60 * 12)), every10))
    #expect(agree(grid.meanAbsoluteGlucoseChange(every: .seconds(60 * 10)), every10))
    #expect(agree(grid.meanAbsoluteGlucoseChange(every: .seconds(60 * 14)), every15))
  }

  @Test func steadyRiseHasOneRate() throws {
    let series = try MetricRecords.series((0..<100).map { 100 + 7.5 * Double($0) })
    let rates = try #require(series.dayGrid(in: .gmt)?.rateOfChange())
    #expect(agree(rates.mean, 1.5))
    #expect(rates[.risingSlowly] == rates.count)
    #expect(agree(rates.standardDeviation, 0))
  }

  /// Falls and rises of exactly 1, 2, and 3 mg/dL per minute belong to the slower step, as of an
  /// arrow.
  @Test func ratesAtALimitBelongToTheSlowerTrend() throws {
    var values = [200.0]
    for rate in [-3.0, -2, -1, 1, 2, 3] { values.append((values.last ?? 0) + 5 * rate) }
    let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt))
    let rates = try #require(grid.rateOfChange(over: .seconds(300)))
    #expect(GlucoseTrend.allCases.map { rates[$0] } == [0, 1, 1, 2, 1, 1, 0])
    #expect(
      [-3.0, -2, -1, 1, 2, 3].map { GlucoseTrend(mgdLPerMinute: $0) }
        == [.falling, .fallingSlowly, .steady, .steady, .risingSlowly, .rising])
    #expect(grid.igluRateOfChangeCounts(over: .seconds(300)) == [1, 1, 1, 1, 1, 1, 0])
  }

  @Test func iglusFaultsStayInItsConvention() throws {
    let series = try MetricRecords.wave(days: 3)
    let iglu = try #require(series.dayGrid(in: .gmt, convention: .iglu))
    let clinical = try #require(series.dayGrid(in: .gmt))
    #expect(clinical.valueCount == series.count)
    #expect(iglu.valueCount == series.count - 1)
  }
}
