import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Records of a sensor whose interval changes.
@Suite struct ChangingIntervalTests {
  private static let bands = RangeBands.consensus(in: .mgdL)
  private static let day = 86_400.0

  /// Days at one interval with single readings of 60 mg/dL, six hours apart, among readings of 100.
  private static func days(
    _ days: Range<Double>, everyMinutes minutes: Double
  ) -> (times: [Double], values: [Double]) {
    let times = Array(
      stride(from: days.lowerBound * day, to: days.upperBound * day, by: minutes * 60))
    let values = times.map { time in
      time.truncatingRemainder(dividingBy: 21_600) < minutes * 60 ? 60.0 : 100.0
    }
    return (times.map { MetricRecords.midnight + $0 }, values)
  }

  private static func series(_ parts: [(times: [Double], values: [Double])]) throws
    -> GlucoseSeries
  {
    try ValidatedReadings(times: parts.flatMap(\.times), values: parts.flatMap(\.values)).series
  }

  private static func lows(_ series: GlucoseSeries) -> Int? {
    series.dayGrid(in: .gmt)?.episodeLevels(bands: bands)[.low].count
  }

  @Test(arguments: [5.0, 1])
  func singleReadingsOfAShortIntervalAreNoEpisodesBesideALongerOne(minutes: Double) throws {
    let sparse = Self.days(0..<24, everyMinutes: 15)
    let dense = Self.days(24..<30, everyMinutes: minutes)
    #expect(try Self.lows(Self.series([dense])) == 0)
    #expect(
      try Self.lows(Self.series([sparse, dense])) == (try Self.lows(Self.series([sparse]))))
  }

  @Test func episodesOfARecordAreThoseOfItsParts() throws {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<40 {
      var parts: [(times: [Double], values: [Double])] = []
      var start = MetricRecords.midnight
      for _ in 0..<3 {
        let steps: [Double] = [60, 180, 300, 600, 900]
        let step = steps.randomElement(using: &random) ?? 300
        let count = Int(86_400 * Double.random(in: 1.2...4, using: &random) / step)
        let phase = Double.random(in: 0..<7, using: &random)
        let times = (0..<count).map { start + Double($0) * step }
        parts.append((times, times.map { (100 + 45 * sin($0 / 4000 + phase)).rounded() }))
        // A gap longer than 45 minutes, so that no episode goes on.
        start += Double(count) * step + 7200
      }
      let whole = Self.lows(try Self.series(parts))
      let sum = try parts.reduce(0) { $0 + (try Self.lows(Self.series([$1])) ?? 0) }
      #expect(whole == sum)
    }
  }

  /// The line through readings is as long and as steep on any grid that has the readings as cells.
  @Test func changesDoNotDependOnTheIntervalOfAnotherPart() throws {
    let sparse = Self.days(0..<6, everyMinutes: 15)
    let dense = Self.days(6..<8, everyMinutes: 5)
    let alone = try Self.series([sparse])
    let whole = try Self.series([sparse, dense])
    let ownGrid = try #require(whole.dayGrid(in: .gmt))
    #expect(ownGrid.interval == .seconds(300))
    let fine = try #require(alone.dayGrid(in: .gmt))
    let coarse = try #require(alone.dayGrid(in: .gmt, interval: .seconds(900)))
    #expect(
      agree(fine.meanAbsoluteGlucoseChange(), coarse.meanAbsoluteGlucoseChange(), within: 1e-9))
    #expect(
      agree(
        fine.glycemicVariabilityPercentage(), coarse.glycemicVariabilityPercentage(), within: 1e-9))
  }

  @Test func aShortTimeAtAnotherIntervalDoesNotChangeTheGrid() throws {
    var minutes = Array(stride(from: 0.0, to: 14_400, by: 5))
    minutes += stride(from: 14_400.0, to: 14_700, by: 1)
    let series = try ValidatedReadings(
      times: minutes.map { MetricRecords.midnight + $0 * 60 }, values: minutes.map { _ in 110 }
    ).series
    #expect(series.dayGrid(in: .gmt)?.interval == .seconds(300))
    #expect(
      series[positions: 2880..<series.count].dayGrid(in: .gmt)?.interval == .seconds(60))
  }

  @Test func readingsMoreThan45MinutesApartHaveNoNumberOfEpisodes() throws {
    let values = [60.0, 100, 55, 120]
    let column = try #require(MetricColumn.all.first { $0.name == "low_episodes" })
    func count(everyMinutes minutes: Double) throws -> Double? {
      let series = try MetricRecords.series(values, everyMinutes: minutes)
      let row = try #require(series.metricRows(in: .gmt, bands: Self.bands).first)
      return column.value(of: row)
    }
    #expect(try count(everyMinutes: 46) == nil)
    #expect(try count(everyMinutes: 45) != nil)
  }

  @Test(arguments: [(2, 12.5), (4, 17.5), (3, 17.4)])
  func theLagOfARateIsRoundedAsThatOfCONGA(cells: Int, minutes: Double) throws {
    let grid = try #require(MetricRecords.wave(days: 1).dayGrid(in: .gmt))
    let rate = try #require(grid.rateOfChange(over: .seconds(60 * minutes)))
    let expected = try #require(grid.rateOfChange(over: .seconds(300 * cells)))
    #expect(rate == expected)
  }

  @Test func theDeviationWithinHoursNeedsHalfAnHour() throws {
    func deviation(cells: Int) throws -> Double? {
      let values = (0..<cells).map { $0 % 2 == 0 ? 100.0 : 120 }
      let grid = try #require(try MetricRecords.series(values).dayGrid(in: .gmt))
      return grid.standardDeviationMeasures().withinHours?.mgdL
    }
    #expect(try deviation(cells: 5) == nil)
    #expect(try deviation(cells: 6) != nil)
  }
}
