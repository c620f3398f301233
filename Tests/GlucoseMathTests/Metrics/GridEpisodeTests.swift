import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct GridEpisodeTests {
  private static func levels(
    _ runs: [(Double, Int)], _ convention: MetricConvention = .clinical
  ) throws -> EpisodeLevels {
    let values = runs.flatMap { [Double](repeating: $0.0, count: $0.1) }
    let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt, convention: convention))
    return grid.episodeLevels(bands: .consensus(in: .mgdL))
  }

  @Test(arguments: [(2, 0), (3, 1)])
  func fifteenMinutesMakeAnEpisode(cells: Int, count: Int) throws {
    #expect(try Self.levels([(100, 20), (69, cells), (100, 20)])[.low].count == count)
  }

  @Test(arguments: 3...40)
  func anEpisodeLastsAsLongAsItsCells(cells: Int) throws {
    let low = try Self.levels([(100, 20), (69, cells), (100, 20)])[.low]
    #expect(low.map(\.minutes) == [Double(cells) * 5])
    let high = try Self.levels([(100, 20), (181, cells)])[.high]
    #expect(high.map(\.minutes) == [Double(cells) * 5])
  }

  @Test(arguments: [(69.0, 1), (70, 0)])
  func theThresholdItselfIsNotLow(value: Double, count: Int) throws {
    #expect(try Self.levels([(100, 20), (value, 6), (100, 20)])[.low].count == count)
  }

  /// Between readings every 15 minutes, in mmol/L, the line is at the threshold a cell before and after the
  /// one beyond it.
  @Test(arguments: 30...140) func theThresholdItselfIsNotBeyondBetweenReadings(tenths: Int) throws {
    let threshold = Double(tenths) / 10
    for (side, outside) in [(ThresholdSide.above, 2), (.below, -2)] {
      let values = (0..<9).map { $0 == 4 ? tenths + outside : tenths - 2 * outside }
      let series = try GlucoseSeries(
        values.enumerated().map {
          Reading(
            time: Date(timeIntervalSinceReferenceDate: 900 * Double($0.offset)),
            glucose: .mmolL(Double($0.element) / 10))
        })
      let grid = try #require(series.dayGrid(in: .gmt))
      let rule = EpisodeRule(
        side, .mmolL(threshold), minimumDuration: .seconds(600), recoveryDuration: .seconds(900))
      #expect(grid.episodes(matching: rule).isEmpty)
    }
  }

  @Test(arguments: [(2, 1, 40.0), (3, 2, 15)])
  func fifteenMinutesOfRecoveryEndAnEpisode(calm: Int, count: Int, minutes: Double) throws {
    let low = try Self.levels([(100, 20), (60, 3), (80, calm), (60, 3), (100, 20)])[.low]
    #expect(low.count == count)
    #expect(low.first?.duration == .seconds(60 * minutes))
  }

  @Test func recoveryIsTimedFromTheNadir() throws {
    let low = try Self.levels([(100, 20), (65, 2), (50, 1), (65, 4), (100, 20)])[.low]
    #expect(low.first?.extreme == .mgdL(50))
    #expect(low.first?.timeToRecovery == .seconds(1500))
    let open = try Self.levels([(100, 20), (60, 5)])[.low]
    #expect(open.first?.timeToRecovery == nil)
    #expect(open.first?.minutes == 25)
  }

  @Test(arguments: [(24, 0), (25, 1)], [MetricConvention.clinical, .iglu])
  func extendedLowsAreLongerThanTwoHours(
    _ run: (cells: Int, count: Int), _ convention: MetricConvention
  ) throws {
    let levels = try Self.levels([(100, 20), (60, run.cells), (100, 20)], convention)
    #expect(levels[.extendedLow].count == run.count)
  }

  /// By hand: 15 minutes below 54, 30 minutes from 54 to 69, 15 minutes below 54, then in range.
  @Test func aLevelTwoEpisodeEndsAtItsOwnThresholdOrInRange() throws {
    func levels(_ middle: Double, _ endsInRange: Bool) throws -> EpisodeLevels {
      let runs = [(100.0, 20), (50, 3), (middle, 6), (50, 3), (65, 2), (100, 20)]
      let values = runs.flatMap { [Double](repeating: $0.0, count: $0.1) }
      let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt))
      return grid.episodeLevels(bands: .consensus(in: .mgdL), endsLevelTwoInRange: endsInRange)
    }
    #expect(try levels(54, false)[.veryLow].map(\.minutes) == [15, 15])
    #expect(try levels(54, true)[.veryLow].map(\.minutes) == [70])
    #expect(try levels(69, true)[.veryLow].map(\.minutes) == [70])
    #expect(try levels(70, true)[.veryLow].map(\.minutes) == [15, 25])
    let both = try [false, true].map { try levels(60, $0)[.low] }
    #expect(both[0] == both[1] && both[0].map(\.minutes) == [70])
  }

  @Test func aHighLevelTwoEpisodeEndsAtItsOwnThresholdOrInRange() throws {
    let runs = [(100.0, 20), (260, 3), (250, 3), (260, 3), (181, 2), (180, 20)]
    let values = runs.flatMap { [Double](repeating: $0.0, count: $0.1) }
    let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt))
    let found = [false, true].map {
      grid.episodeLevels(bands: .consensus(in: .mgdL), endsLevelTwoInRange: $0)[.veryHigh]
    }
    #expect(found.map { $0.map(\.minutes) } == [[15, 15], [55]])
  }

  /// Between both thresholds nothing recovers: 10 minutes at 70, one reading of 60, 10 minutes at 70.
  @Test func aRecoveryIsUninterrupted() throws {
    let values = [(100.0, 20), (50, 3), (70, 2), (60, 1), (70, 2), (60, 1), (70, 3)]
      .flatMap { [Double](repeating: $0.0, count: $0.1) }
    let grid = try #require(MetricRecords.series(values).dayGrid(in: .gmt))
    let rule = EpisodeRule(.below, .mgdL(54), recoveryThreshold: .mgdL(70))
    let found = grid.episodes(matching: rule)
    #expect(found.map(\.minutes) == [45] && found.first?.timeToRecovery == .seconds(2700))
  }

  /// A gap of 40 minutes between two lows is bridged: nothing recorded says that glucose recovered.
  @Test(arguments: [(40.0, 1), (50, 2)])
  func lowsOnBothSidesOfABridgedGapAreOneEpisode(gap: Double, count: Int) throws {
    let minutes = [0.0, 5, 10, 15, 20].map { $0 } + [0.0, 5, 10, 15].map { 20 + gap + $0 }
    let times = minutes.map { MetricRecords.midnight + 60 * $0 }
    let values = minutes.map { $0 < 5 ? 100.0 : 60 }
    let series = try ValidatedReadings(times: times, values: values).series
    let levels = try #require(series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))
    #expect(levels[.low].count == count)
  }

  /// The lines to the readings beside it are below 54 mg/dL for 24 minutes, and for 2.4.
  @Test(arguments: [(15.0, 55.0, 1), (15, 100, 0), (10, 55, 1), (10, 100, 0), (5, 55, 0)])
  func oneReadingIsAnEpisodeIfTheLineIsLowFor15Minutes(
    interval: Double, beside: Double, count: Int
  ) throws {
    var values = [Double](repeating: beside, count: 40)
    values[20] = 50
    let series = try MetricRecords.series(values, everyMinutes: interval)
    let levels = try #require(series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))
    #expect(levels[.veryLow].count == count)
  }

  @Test func extendedHighsNeedNinetyOfOneHundredAndTwentyMinutes() throws {
    // 9 + 9 cells above 250 within 24 cells are 90 minutes of 120.
    let enough = try Self.levels([(150, 12), (260, 9), (240, 6), (260, 9), (170, 12)])
    #expect(enough[.extendedHigh].count == 1)
    #expect(enough[.extendedHigh].first?.minutes == 120)
    let apart = try Self.levels([(150, 12), (260, 9), (240, 7), (260, 9), (170, 12)])
    #expect(apart[.extendedHigh].isEmpty)
  }

  @Test func aHighSoonAfterALowIsARebound() throws {
    let soon = try Self.levels([(100, 12), (60, 4), (120, 24), (200, 6), (100, 12)])
    #expect(soon.reboundHighs().count == 1)
    let late = try Self.levels([(100, 12), (60, 4), (120, 25), (200, 6), (100, 12)])
    #expect(late.reboundHighs().isEmpty)
    let turned = try Self.levels([(100, 12), (200, 4), (120, 4), (60, 6), (100, 12)])
    #expect(turned.reboundLows().count == 1)
  }

  /// Two hours of cells are two hours, although a sensor's clock gains or loses a second a day.
  @Test(arguments: [-0.003, 0, 0.003])
  func aReboundIsCountedInCells(drift: Double) throws {
    func levels(steady: Int, _ first: Double, _ second: Double) throws -> EpisodeLevels {
      let parts = [(100, 12), (first, 4), (120, steady), (second, 6), (100, 12)]
      let values = parts.flatMap { Array(repeating: $0.0, count: $0.1) }
      let times = values.indices.map { MetricRecords.midnight + Double($0) * (300 + drift) }
      let series = try ValidatedReadings(times: times, values: values).series
      return try #require(series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))
    }
    #expect(try levels(steady: 24, 60, 200).reboundHighs().count == 1)
    #expect(try levels(steady: 25, 60, 200).reboundHighs().isEmpty)
    #expect(try levels(steady: 24, 200, 60).reboundLows().count == 1)
    #expect(try levels(steady: 25, 200, 60).reboundLows().isEmpty)
  }

  @Test(arguments: [(143, false), (144, true)])
  func aRateNeedsHalfADayOfReadings(readings: Int, isDefined: Bool) throws {
    let levels = try Self.levels([(60, 3), (100, readings - 3)])
    let summary = levels.summary(of: .low)
    #expect(summary.count == 1)
    #expect(agree(summary.perDay, isDefined ? 2 : nil))
    // iglu prints a rate of whatever there is; its grid loses the reading at midnight.
    let iglu = try Self.levels([(60, 4), (100, readings - 4)], .iglu).summary(of: .low)
    #expect(agree(iglu.perDay, 288 / Double(readings - 1)))
  }

  @Test func lowsAddUpOverDays() throws {
    let grid = try #require(MetricRecords.series([100, 60, 50, 60, 100]).dayGrid(in: .gmt))
    let days = grid.dailyLows(below: .mgdL(70))
    #expect(days.count == 1)
    #expect(days.first?.duration == .seconds(900))
    #expect(days.first?.areaBelowThreshold == 200.0)
    #expect(days.first?.nadir == .mgdL(50))
    #expect(days.first?.recordedDuration == .seconds(1500))
  }
}
