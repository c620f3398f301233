import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct GlucoseStatisticsTests {
  private func statistics(_ values: Double...) throws -> GlucoseStatistics {
    try #require(try GlucoseSeries(readings(values)).statistics(bands: .consensus(in: .mgdL)))
  }

  /// 50, 60, 100, 180, 200, 260: mean 850 / 6, squares about it 35,683.33 in sum.
  @Test func agreesWithNumbersWorkedByHand() throws {
    let statistics = try statistics(50, 60, 100, 180, 200, 260)
    #expect(statistics.count == 6)
    #expect(statistics.minimum == .mgdL(50) && statistics.maximum == .mgdL(260))
    #expect(agree(statistics.mean.mgdL, 850.0 / 6))
    let deviation = try #require(statistics.standardDeviation)
    #expect(agree(deviation.mgdL, (35_683.333_333_333_333 / 5).squareRoot()))
    #expect(agree(try #require(statistics.coefficientOfVariation), 100 * deviation.mgdL * 6 / 850))
    #expect(agree(statistics.glucoseManagementIndicator, 3.31 + 0.02392 * 850 / 6))
    let shares = statistics.timeInRanges
    #expect(
      shares[.veryLow]?.fraction == 1.0 / 6 && shares[.low]?.fraction == 1.0 / 6
        && shares[.target]?.fraction == 2.0 / 6)
    #expect(shares[.high]?.fraction == 1.0 / 6 && shares[.veryHigh]?.fraction == 1.0 / 6)
    #expect(shares.inRange.fraction == 2.0 / 6)
    #expect(shares.belowRange.fraction == 2.0 / 6 && shares.aboveRange.fraction == 2.0 / 6)
  }

  /// 54, 69, 70, 180, 181, 250, 251 and 300: two below 70, two from 70 to 180, four above 180.
  @Test func fractionsOfTimeInBelowAndAboveRangeFollowTheEdgesOfTheBands() throws {
    let series = try GlucoseSeries(readings([54, 69, 70, 180, 181, 250, 251, 300]))
    let statistics = try #require(series.statistics(bands: .consensus(in: .mgdL)))
    #expect(statistics.timeInRange.fraction == 0.25)
    #expect(statistics.timeBelowRange.fraction == 0.25)
    #expect(statistics.timeAboveRange.fraction == 0.5)
    let aggregate = GlucoseAggregate(day: series, bands: .consensus(in: .mgdL))
    #expect(aggregate.statistics?.timeInRanges == statistics.timeInRanges)
    // From 70 to 140: two below, one in range, five above.
    let tight = try #require(series.statistics(bands: .tight(in: .mgdL)))
    #expect(tight.timeInRange.fraction == 0.125)
    #expect(tight.timeBelowRange.fraction == 0.25)
    #expect(tight.timeAboveRange.fraction == 0.625)
  }

  @Test func anEmptyAggregateHasNoStatistics() {
    let empty = GlucoseAggregate(bands: .consensus(in: .mgdL))
    #expect(empty.statistics == nil)
  }

  /// Bergenstal et al., Diabetes Care 41, 2018, print these pairs to one decimal.
  @Test(arguments: [
    (100.0, 5.7), (125, 6.3), (150, 6.9), (175, 7.5), (200, 8.1), (225, 8.7), (250, 9.3),
  ])
  func glucoseManagementIndicatorIsThePublishedOne(mean: Double, expected: Double) throws {
    let value = try statistics(mean).glucoseManagementIndicator
    #expect((10 * value).rounded() / 10 == expected)
  }

  @Test func oneReadingHasNoDeviation() throws {
    let statistics = try statistics(123)
    #expect(statistics.count == 1 && statistics.mean == .mgdL(123))
    #expect(statistics.standardDeviation == nil && statistics.coefficientOfVariation == nil)
    #expect(statistics.timeInRanges.inRange.fraction == 1)
  }

  @Test func noReadingsHaveNoStatistics() {
    #expect(GlucoseSeries().statistics(bands: .consensus(in: .mgdL)) == nil)
    #expect(
      GlucoseSeries().statistics(
        bands: .consensus(in: .mgdL), weightedByTimeUpTo: .seconds(900)) == nil)
  }

  @Test(arguments: 1...40)
  func agreesWithTwoPlainPasses(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for offset in [0, 1, 7] {
      // A part of a longer series, so that vectors begin anywhere in memory.
      let values = randomValues(count + offset + 3, &random)
      let part = try GlucoseSeries(readings(values))[positions: offset..<(offset + count)]
      let statistics = try #require(part.statistics(bands: .consensus(in: .mgdL)))
      let own = Array(values[offset..<(offset + count)])
      let mean = own.reduce(0, +) / Double(count)
      #expect(statistics.count == count)
      #expect(statistics.minimum.mgdL == own.min() && statistics.maximum.mgdL == own.max())
      #expect(agree(statistics.mean.mgdL, mean))
      if count > 1 {
        let variance = own.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count - 1)
        #expect(
          agree(try #require(statistics.standardDeviation?.mgdL), variance.squareRoot(), digits: 11)
        )
      }
      for band in RangeBand.allCases {
        let share =
          Double(own.count { RangeBands.consensus(in: .mgdL).band(of: .mgdL($0)) == band })
          / Double(count)
        #expect(agree(try #require(statistics.timeInRanges[band]).fraction + 1, share + 1))
      }
    }
  }

  @Test(arguments: [1, 2, 7, 8, 9, 16, 23, 100])
  func valuesOnEdgesAreCountedAsBandsSay(count: Int) throws {
    for bands in [
      RangeBands.consensus(in: .mgdL), .arises(in: .mmolL), .pregnancy(in: .mgdL),
    ] {
      for edge in bands.bands.compactMap({ bands.edges(of: $0).lower }) {
        let values = Array(repeating: edge.mgdL, count: count)
        let shares = try #require(try GlucoseSeries(readings(values)).statistics(bands: bands))
          .timeInRanges
        #expect(shares[bands.band(of: edge)]?.fraction == 1)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 8, 9, 31, 288])
  func constantReadingsDoNotDeviate(count: Int) throws {
    for value in [100.1, 55.55, 18.01559 * 5.6, 399.9] {
      let series = try GlucoseSeries(readings(Array(repeating: value, count: count)))
      for gap in [nil, Duration.seconds(700)] {
        let statistics = try #require(
          series.statistics(bands: .consensus(in: .mgdL), weightedByTimeUpTo: gap))
        #expect(statistics.mean == .mgdL(value))
        #expect(statistics.standardDeviation == (count > 1 ? .mgdL(0) : nil))
      }
    }
  }

  /// A deviation of 1e-3 about 400 keeps its digits.
  @Test func smallDeviationsSurviveLargeValues() throws {
    let values = (0..<1000).map { 400 + ($0 % 2 == 0 ? 1e-3 : -1e-3) }
    let deviation = try #require(
      try GlucoseSeries(readings(values)).statistics(bands: .consensus(in: .mgdL))?
        .standardDeviation)
    #expect(agree(deviation.mgdL, 1e-3 * (1000.0 / 999).squareRoot(), digits: 9))
  }

  @Test func orderInTimeDoesNotMatter() throws {
    var random = SeededGenerator(seed: 44)
    let values = randomValues(101, &random)
    let first = try #require(
      try GlucoseSeries(readings(values)).statistics(bands: .consensus(in: .mgdL)))
    for _ in 0..<5 {
      let shuffled = values.shuffled(using: &random)
      let second = try #require(
        try GlucoseSeries(readings(shuffled)).statistics(bands: .consensus(in: .mgdL)))
      #expect(agree(first.mean.mgdL, second.mean.mgdL))
      #expect(
        agree(first.standardDeviation?.mgdL ?? -1, second.standardDeviation?.mgdL ?? -2, digits: 11)
      )
      #expect(first.timeInRanges == second.timeInRanges)
    }
  }

  @Test func unitsScaleEverything() throws {
    var random = SeededGenerator(seed: 45)
    let values = randomValues(77, &random)
    let mgdL = try #require(
      try GlucoseSeries(readings(values)).statistics(bands: .consensus(in: .mgdL)))
    let scaled = readings(values).map {
      Reading(time: $0.time, glucose: .mmolL($0.glucose.mgdL / 10))
    }
    let mmolL = try #require(try GlucoseSeries(scaled).statistics(bands: .consensus(in: .mgdL)))
    #expect(agree(mmolL.mean.mmolL, mgdL.mean.mgdL / 10))
    #expect(
      agree(
        mmolL.standardDeviation?.mmolL ?? -1, (mgdL.standardDeviation?.mgdL ?? -2) / 10, digits: 11)
    )
    #expect(
      agree(
        try #require(mmolL.coefficientOfVariation), try #require(mgdL.coefficientOfVariation),
        digits: 11))
  }

  /// 60 for 5 minutes, 200 for 15 (a gap of 25, cut), 100 for 5 and, being last, for the cadence of 5.
  @Test func weightsByTimeAsWorkedByHand() throws {
    let series = try ValidatedReadings(times: [0, 300, 1800, 2100], values: [60, 200, 100, 100])
      .series
    let statistics = try #require(
      series.statistics(bands: .consensus(in: .mgdL), weightedByTimeUpTo: .seconds(900)))
    let mean = 4300.0 / 30
    #expect(agree(statistics.mean.mgdL, mean))
    #expect(agree(try #require(statistics.timeInRanges[.low]).fraction + 1, 1 + 5.0 / 30))
    #expect(agree(try #require(statistics.timeInRanges[.high]).fraction + 1, 1 + 15.0 / 30))
    #expect(agree(statistics.timeInRanges.inRange.fraction + 1, 1 + 10.0 / 30))
    let squares: [Double] = [
      5 * (60 - mean) * (60 - mean), 15 * (200 - mean) * (200 - mean),
      10 * (100 - mean) * (100 - mean),
    ]
    let deviation = (squares.reduce(0, +) / 30 * 4 / 3).squareRoot()
    #expect(agree(statistics.standardDeviation?.mgdL ?? -1, deviation))
    #expect(statistics.count == 4 && statistics.maximum == .mgdL(200))
  }

  @Test(arguments: [1, 2, 5, 8, 40, 289])
  func weightingByTimeChangesNothingOnAnEvenGrid(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let series = try GlucoseSeries(readings(randomValues(count, &random)))
    let plain = try #require(series.statistics(bands: .consensus(in: .mgdL)))
    for gap in [Duration.seconds(300), .seconds(3600), .seconds(60)] {
      let timed = try #require(
        series.statistics(bands: .consensus(in: .mgdL), weightedByTimeUpTo: gap))
      #expect(agree(timed.mean.mgdL, plain.mean.mgdL))
      if count > 1 {
        #expect(
          agree(
            timed.standardDeviation?.mgdL ?? -1, plain.standardDeviation?.mgdL ?? -2, digits: 11))
      } else {
        #expect(timed.standardDeviation == nil)
      }
      for band in RangeBand.allCases {
        let shares = (
          try #require(timed.timeInRanges[band]), try #require(plain.timeInRanges[band])
        )
        #expect(agree(shares.0.fraction + 1, shares.1.fraction + 1))
      }
    }
  }

  /// An hour at 200 by the minute and an hour at 100 by the quarter weigh the same by time.
  @Test func mixedCadencesWeighByTime() throws {
    let minutes = readings(Array(repeating: 200, count: 60), step: 60)
    let quarters = readings(Array(repeating: 100, count: 4), from: 3600, step: 900)
    let series = try GlucoseSeries(minutes + quarters)
    #expect(try #require(series.statistics(bands: .consensus(in: .mgdL))).mean.mgdL > 190)
    let timed = try #require(
      series.statistics(bands: .consensus(in: .mgdL), weightedByTimeUpTo: .seconds(900)))
    let expected = 16_600.0 / 106
    #expect(agree(timed.mean.mgdL, expected))
  }

  @Test func sharesAddUpToOne() throws {
    var random = SeededGenerator(seed: 46)
    for count in [1, 3, 10, 100] {
      let shares = try #require(
        try GlucoseSeries(readings(randomValues(count, &random))).statistics(
          bands: .consensus(in: .mgdL))
      ).timeInRanges
      let sum: Double = RangeBand.allCases.reduce(0) { $0 + (shares[$1]?.fraction ?? 0) }
      #expect(abs(sum - 1) < 1e-12)
      #expect(abs((shares.belowRange + shares.inRange + shares.aboveRange).fraction - 1) < 1e-12)
    }
  }

  @Test func aGapThatIsNotPositiveIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = try GlucoseSeries(readings(1, 2)).statistics(
        bands: .consensus(in: .mgdL), weightedByTimeUpTo: .zero)
    }
  }
}
