import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct MetricTableTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  /// `days` days of readings every 15 minutes, `step` mg/dL higher each day.
  private static func series(days: Int, step: Double = 0, base: Double = 120) throws
    -> GlucoseSeries
  {
    let rows = 0..<days * 96
    let start = try #require(LocalDay(year: 2025, month: 3, day: 28, in: oslo)).start
      .timeIntervalSinceReferenceDate
    return try ValidatedReadings(
      times: rows.map { start + Double($0) * 900 },
      values: rows.map { base + Double($0 % 5) + step * Double($0 / 96) }
    ).series
  }

  /// The entire record as a period.
  private static func period(_ series: GlucoseSeries) throws -> PeriodSeries {
    try #require(series.periods(by: .entireRecord, in: oslo).first)
  }

  private static func compare(
    _ current: PeriodSeries, with reference: PeriodSeries
  ) throws -> MetricComparison {
    try #require(MetricComparison(of: current, with: reference, bands: .consensus(in: .mgdL)))
  }

  @Test func aColumnOfOnesOwnIsOfTheReadingsOfTheRow() throws {
    let column = MetricColumn("above_150_percent", "%", "readings above 150 mg/dL") {
      $0.series.percentage(above: .mgdL(150))?.percent
    }
    // The first twelve hours of the second day are above.
    let values = (0..<576).map { 288..<432 ~= $0 ? 200.0 : 100 }
    let series = try MetricRecords.series(values)
    let bands = RangeBands.consensus(in: .mgdL)
    let days = series.metricRows(by: .day, in: .gmt, bands: bands)
    #expect(days.map { column.value(of: $0) } == [0, 50])
    let nights = series.metricRows(
      by: .day, in: .gmt, bands: bands, during: ClockWindow(fromHour: 0, toHour: 6))
    #expect(nights.map { column.value(of: $0) } == [0, 100])
  }

  @Test func columnsHaveDifferentNamesAPackageOfStatisticsCanRead() {
    let names = MetricColumn.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(name)") }
  }

  @Test(arguments: ReportingPeriod.allCases)
  func periodsHoldEveryReadingOnce(period: ReportingPeriod) throws {
    let series = try Self.series(days: 20)
    let parts = series.periods(by: period, in: Self.oslo)
    #expect(parts.flatMap { Array($0.series) } == Array(series))
    #expect(parts.map(\.dayCount).reduce(0, +) == series.days(in: Self.oslo).count)
  }

  @Test func aWeekRunsFromMondayToSunday() throws {
    // 28 March 2025 was a Friday, and its week ends on a day of 23 hours.
    let weeks = try Self.series(days: 10).periods(by: .week, in: Self.oslo)
    #expect(weeks.map(\.days.lowerBound.description) == ["2025-03-24", "2025-03-31", "2025-04-07"])
    #expect(weeks.map(\.days.upperBound.description) == ["2025-03-30", "2025-04-06", "2025-04-13"])
    #expect(weeks.map(\.series.count) == [2 * 96 + 92, 7 * 96, 4])
  }

  @Test(arguments: [MetricConvention.clinical, .iglu])
  func theRowOfAGridIsThatOfTheRecord(convention: MetricConvention) throws {
    let series = try Self.series(days: 20, step: 2)
    let grid = try #require(series.dayGrid(in: Self.oslo, convention: convention))
    let rows = series.metricRows(
      in: Self.oslo, bands: .consensus(in: .mgdL), convention: convention)
    let row = try #require(grid.metricRow(bands: .consensus(in: .mgdL)))
    #expect([row] == rows)
    #expect(series.naiveMAGE() != nil)
    #expect(series.naiveMAGE(statistics: row.metrics.statistics) == series.naiveMAGE())
    // Cells of another interval are those of the grid.
    let coarse = try #require(
      series.dayGrid(in: Self.oslo, convention: convention, interval: .seconds(3600)))
    let other = try #require(coarse.metricRow(bands: .consensus(in: .mgdL)))
    #expect(other.metrics.meanOfDailyDifferences == coarse.meanOfDailyDifferences())
    #expect(other.metrics.statistics == row.metrics.statistics)
  }

  @Test func anEmptyRecordHasNoRows() {
    #expect(GlucoseSeries().metricRows(in: .gmt, bands: .consensus(in: .mgdL)).isEmpty)
  }

  @Test func theErrorOfADifferenceAddsInSquares() throws {
    let flat = try Self.period(Self.series(days: 15, step: 2))
    let high = try Self.period(Self.series(days: 15, step: 2, base: 150))
    let comparison = try Self.compare(high, with: flat)
    let mean = try #require(comparison.confidenceIntervals?.mean)
    let single = try #require(
      flat.series.confidenceIntervals(in: Self.oslo, bands: .consensus(in: .mgdL))?.mean)
    #expect(abs(mean.estimate - 30) < 1e-9)
    // Equal errors: √2 of one, with twice its degrees of freedom, whose t is smaller.
    let ratio = (mean.upper - mean.lower) / (single.upper - single.lower)
    #expect(ratio < 2.0.squareRoot() && ratio > 1.2)
    let change = try #require(comparison.changes.first { $0.column.name == "mean_mgdl" })
    #expect(change.difference == mean.estimate || abs((change.difference ?? 0) - 30) < 1e-9)
    #expect(comparison.isSufficient)
    let same = try Self.compare(flat, with: flat)
    #expect(same.overlap == .complete)
  }

  /// 10.0 mmol/L is in range in mmol/L, and above 180 mg/dL.
  @Test func eachRecordHasTheEdgesOfItsUnit() throws {
    func period(_ value: Double) throws -> PeriodSeries {
      let flat = try MetricRecords.map(Self.series(days: 15)) { _ in value }
      return try Self.period(flat)
    }
    let (mgdL, mmolL) = (try period(180), try period(Glucose.mmolL(10).mgdL))
    let (edges, others) = (RangeBands.consensus(in: .mgdL), RangeBands.consensus(in: .mmolL))
    let comparisons = [
      MetricComparison(of: mmolL, with: mgdL, bands: others, referenceBands: edges),
      MetricComparison(of: mgdL, with: mmolL, bands: edges, referenceBands: others),
    ]
    for comparison in comparisons {
      let change = comparison?.changes.first { $0.column.name == "in_range_percent" }
      #expect(change?.reference == 100 && change?.current == 100)
    }
    let one = try #require(MetricComparison(of: mmolL, with: mgdL, bands: edges))
    #expect(one.changes.first { $0.column.name == "in_range_percent" }?.current == 0)
  }

  @Test func aDifferenceOfOneDayHasNoRange() throws {
    let day = try Self.period(Self.series(days: 1))
    let higher = try Self.period(Self.series(days: 1, base: 150))
    let comparison = try Self.compare(higher, with: day)
    #expect(comparison.overlap == .disjoint)
    #expect(comparison.confidenceIntervals == nil)
    let change = comparison.changes.first { $0.column.name == "mean_mgdl" }
    #expect(agree(change?.difference, 30))
  }

  @Test func aPeriodComparedWithItselfIsFlaggedAndHasNoRange() throws {
    let series = try Self.series(days: 14, step: 1)
    let period = try Self.period(series)
    let same = try Self.compare(period, with: period)
    #expect(same.overlap == .complete)
    #expect(same.sharedReadingCount == series.count)
    #expect(same.confidenceIntervals == nil)
    // Another export of the same record, in mmol/L with a decimal.
    let rounded = try MetricRecords.map(series) { ($0 / 18.01559 * 10).rounded() / 10 * 18.01559 }
    let again = try Self.period(rounded)
    #expect(try Self.compare(again, with: period).overlap == .complete)
  }

  @Test func periodsThatShareADayOverlap() throws {
    let series = try Self.series(days: 14, step: 1)
    let weeks = [0..<8 * 96, 7 * 96..<14 * 96].compactMap {
      series[positions: $0].periods(by: .entireRecord, in: Self.oslo).first
    }
    for (first, second) in [(weeks[0], weeks[1]), (weeks[1], weeks[0])] {
      let comparison = try Self.compare(second, with: first)
      #expect(comparison.overlap == .partial)
      #expect(comparison.sharedReadingCount == 96)
      #expect(comparison.confidenceIntervals == nil)
      #expect(comparison.changes.first { $0.column.name == "mean_mgdl" }?.difference != nil)
    }
    let whole = try Self.period(series)
    #expect(try Self.compare(weeks[0], with: whole).overlap == .partial)
  }

  @Test func peopleWhoseSensorsReadAtTheSameInstantsDoNotOverlap() throws {
    let people = try [1, 2].map { seed in
      try #require(
        MetricRecords.wave(days: 14, seed: seed).periods(by: .entireRecord, in: .gmt).first)
    }
    // One of them later in the day, so that some values agree.
    let other = try #require(
      MetricRecords.map(people[1].series) { 180 - $0 / 3 }.periods(by: .entireRecord, in: .gmt)
        .first)
    let agreeing = zip(people[0].series.values, other.series.values).count { abs($0 - $1) < 1 }
    #expect(agreeing > 0)
    let comparison = try Self.compare(other, with: people[0])
    #expect(comparison.overlap == .disjoint && comparison.sharedReadingCount == 0)
    #expect(comparison.confidenceIntervals != nil)
  }

  @Test func twoTimesInRangeOfAHundredPercentHaveARangeOfTheirDifference() throws {
    let series = try Self.series(days: 28)
    let halves = [0..<14 * 96 - 4, 14 * 96 - 4..<28 * 96].compactMap {
      series[positions: $0].periods(by: .entireRecord, in: Self.oslo).first
    }
    let comparison = try Self.compare(halves[1], with: halves[0])
    #expect(comparison.overlap == .disjoint)
    let difference = try #require(comparison.confidenceIntervals?.timeInRange)
    let single = try #require(
      halves[0].series.confidenceIntervals(in: Self.oslo, bands: .consensus(in: .mgdL))?.timeInRange
    )
    #expect(difference.estimate == 0)
    #expect(difference.lower < -1 && difference.upper > 1)
    #expect(difference.upper <= 100 - single.lower + 1)
  }
}
