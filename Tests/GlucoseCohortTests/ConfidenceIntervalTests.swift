import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseCohort

@Suite struct ConfidenceIntervalTests {
  private static var numbers: [KeyPath<MetricConfidenceIntervals, ConfidenceInterval>] {
    [\.mean, \.timeInRange, \.glucoseManagementIndicator, \.coefficientOfVariation]
  }

  /// Days of one value each, by the days' distance from the first.
  private static func days(_ values: [Double], apart: Int = 1, readings: Int = 288) throws
    -> GlucoseSeries
  {
    var times: [Double] = []
    var readingValues: [Double] = []
    for (day, value) in values.enumerated() {
      let start = MetricRecords.midnight + Double(day * apart) * 86400
      for reading in 0..<readings {
        times.append(start + Double(reading) * 86400 / Double(readings))
        readingValues.append(value)
      }
    }
    return try ValidatedReadings(times: times, values: readingValues).series
  }

  /// Days half a year apart do not resemble each other: the textbook's interval of a mean.
  @Test func theEstimatesAreTheStatisticsOfTheRecord() throws {
    let series = try MetricRecords.wave(days: 9, wholeNumbers: false)
    let bands = RangeBands.consensus(in: .mgdL)
    let statistics = try #require(series.statistics(bands: bands))
    let intervals = try #require(series.confidenceIntervals(in: .gmt, bands: bands))
    #expect(agree(intervals.mean.estimate, statistics.mean.mgdL))
    #expect(agree(intervals.timeInRange.estimate, statistics.timeInRange.percent))
    #expect(
      agree(intervals.glucoseManagementIndicator.estimate, statistics.glucoseManagementIndicator))
    #expect(agree(intervals.coefficientOfVariation.estimate, statistics.coefficientOfVariation))
  }

  @Test func distantDaysGiveTheStudentIntervalOfTheirMeans() throws {
    let certainty = try #require(
      Self.days([100, 110, 120], apart: 180).confidenceIntervals(
        in: .gmt, bands: .consensus(in: .mgdL)))
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
  }

  /// ρ of −10, 0, 10 is 0, and 2.2/3 with the sample's shortfall; with the prior it is 0.4303. By matrices
  /// of three rows in NumPy, and the quantile of SciPy.
  @Test func adjacentDaysGiveAWiderInterval() throws {
    let mean = try #require(
      Self.days([100, 110, 120]).confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))
    ).mean
    #expect(agree(mean.upper - 110, 42.615_343_594_498_22, within: 1e-9))
    #expect(agree(110 - mean.lower, 42.615_343_594_498_22, within: 1e-9))
  }

  /// Unequal weights and absent days, by dense matrices in NumPy.
  @Test(arguments: [
    (0, 30.827_934_944_577_805, 2.028_351_913_513_045_4, 3.283_866_243_592_872_7),
    (0.4, 40.620_098_185_934_836, 1.966_523_447_236_045_3, 2.693_732_845_196_716),
    (0.9, 270.594_675_641_542_1, 1.594_575_810_628_754_9, 1.248_117_103_469_734_7),
  ])
  func aSpreadIsThatOfTheWholeMatrix(
    correlation: Double, variance: Double, degreesOfFreedom: Double, effectiveDays: Double
  ) {
    let weights: [Double] = [288, 30, 250, 288, 12]
    let values: [Double] = [150, 120, 160, 140, 200]
    let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / 868
    let days = DayCorrelation(ordinals: [0, 1, 2, 5, 6], weights: weights)
    let residuals = zip(weights, values).map { $0 * ($1 - mean) }
    let spread = days.spread(of: residuals, correlation: correlation)
    #expect(agree(spread.variance, variance))
    #expect(agree(spread.degreesOfFreedom, degreesOfFreedom))
    #expect(agree(spread.effectiveDayCount, effectiveDays))
  }

  @Test func theCorrelationIsThatOfAdjacentDaysAndThePrior() {
    let days = DayCorrelation(ordinals: [0, 1, 2, 3, 9], weights: [2, 2, 2, 2, 2])
    // Pairs of the first four: −4 − 2 + 6 of Σ r² = 34, 3 of 5 days; shortfall 2.2 / 5.
    let residuals: [Double] = [-4, 1, -2, -3, 2]
    let sample = (-4 - 2 + 6) / 3.0 / (34 / 5.0) + 0.44
    #expect(agree(days.estimate(from: residuals), (3 * sample + 8) / 23))
    #expect(days.estimate(from: [0, 0, 0, 0, 0]) == 0.4)
    let distant = DayCorrelation(ordinals: [0, 2, 4], weights: [1, 1, 1])
    #expect(distant.estimate(from: [-1, 0, 1]) == 0.4)
    // Three days of which one has few readings and lies far off: the ratio alone would be −6.
    let stub = DayCorrelation(ordinals: [0, 1, 2], weights: [300, 1, 300])
    #expect(agree(stub.estimate(from: [-50, 100, -50]), (2 * -1 + 8) / 22.0))
    // A year of one long wave: no correlation beyond the largest.
    let year = DayCorrelation(ordinals: Array(0..<4000), weights: .init(repeating: 1, count: 4000))
    #expect(year.estimate(from: (0..<4000).map { $0 < 2000 ? -1.0 : 1 }) == 0.95)
    #expect(year.estimate(from: (0..<4000).map { $0 % 2 == 0 ? -1.0 : 1 }) == 0)
  }

  /// Daily levels that follow an autoregression, whose mean is 150.
  @Test(arguments: [
    // Independent days have intervals that are too wide, for their likeness is not known.
    (0, 14, 960...1000), (1 / 3.0, 7, 915...970), (1 / 3.0, 14, 925...970),
    (1 / 3.0, 56, 930...970), (0.6, 56, 890...960),
  ])
  func intervalsHoldTheMeanOfDaysThatResembleTheirNeighbors(
    correlation: Double, days: Int, expected: ClosedRange<Int>
  ) throws {
    var generator = SeededGenerator(seed: 9)
    func normal() -> Double {
      let (u, v) = (
        Double.random(in: 1e-12..<1, using: &generator), Double.random(in: 0..<1, using: &generator)
      )
      return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }
    var held = 0
    for _ in 0..<1000 {
      var level = normal()
      let values = (0..<days).map { _ in
        level = correlation * level + (1 - correlation * correlation).squareRoot() * normal()
        return 150 + 20 * level
      }
      let mean = try #require(
        Self.days(values, readings: 1).confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))
      ).mean
      if mean.lower <= 150 && 150 <= mean.upper { held += 1 }
    }
    #expect(expected.contains(held), "\(held)")
  }

  @Test func timeInRangeOfAHundredPercentEveryDayHasAWidth() throws {
    let whole = try #require(
      Self.days([100, 120, 110].flatMap { [$0, $0, $0, $0, $0] })
        .confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))?.timeInRange)
    #expect(whole.estimate == 100 && whole.upper == 100)
    #expect((97...99).contains(whole.lower), "\(whole.lower)")
    let none = try #require(
      Self.days([200, 220, 210].flatMap { [$0, $0, $0, $0, $0] })
        .confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))?.timeInRange)
    #expect(none.estimate == 0 && none.lower == 0)
    #expect(agree(none.upper, 100 - whole.lower, within: 1e-9))
    let month = try #require(
      Self.days([Double](repeating: 100, count: 30)).confidenceIntervals(
        in: .gmt, bands: .consensus(in: .mgdL)))
    #expect(month.timeInRange.lower > whole.lower)
    // Four readings a day are four trials and not 32.
    let sparse = try #require(
      Self.days([Double](repeating: 100, count: 15), readings: 4).confidenceIntervals(
        in: .gmt, bands: .consensus(in: .mgdL)))
    #expect((80..<92).contains(sparse.timeInRange.lower), "\(sparse.timeInRange.lower)")
  }

  @Test(arguments: [2, 3, 14, 60])
  func intervalsHoldTheirEstimateArePossibleAndGrowWithConfidence(days: Int) throws {
    let series = try MetricRecords.wave(days: Double(days), everyMinutes: 15)
    for bands in [RangeBands.consensus(in: .mgdL), .tight(in: .mgdL)] {
      var inner: MetricConfidenceIntervals?
      for confidence in [0.01, 0.5, 0.8, 0.95, 0.99, 0.9999] {
        let certainty = try #require(
          series.confidenceIntervals(in: .gmt, bands: bands, confidence: confidence))
        for number in Self.numbers {
          let interval = certainty[keyPath: number]
          #expect(interval.lower <= interval.estimate && interval.estimate <= interval.upper)
          #expect(interval.lower >= 0 && interval.upper.isFinite)
          if let inner = inner?[keyPath: number] {
            #expect(interval.lower <= inner.lower && inner.upper <= interval.upper)
          }
        }
        #expect(certainty.timeInRange.upper <= 100)
        #expect(certainty.timeInRange.lower < certainty.timeInRange.upper)
        inner = certainty
      }
    }
  }

  /// Ten minutes of a second day do not make a second day of a sample.
  @Test func aStubOfADayDoesNotNarrowTheInterval() throws {
    let values = (0..<290).map { 150 + Double($0 % 9) }
    let series = try MetricRecords.series(values.enumerated().map { $0 < 288 ? $1 : $1 + 40 })
    let mean = try #require(series.confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))).mean
    #expect(mean.upper - mean.lower > 100, "\(mean)")
  }

  @Test func aRecordOfOneValueHasNoSpreadButAPercentage() throws {
    let certainty = try #require(
      Self.days([120, 120, 120, 120]).confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL)))
    #expect(certainty.mean.lower == 120 && certainty.mean.upper == 120)
    #expect(certainty.coefficientOfVariation.lower == 0)
    #expect(certainty.coefficientOfVariation.upper == 0)
    #expect(certainty.timeInRange.lower < 95)
  }

  @Test func oneDayHasNoSpread() throws {
    #expect(
      try MetricRecords.wave(days: 1).confidenceIntervals(in: .gmt, bands: .consensus(in: .mgdL))
        == nil)
  }
}
