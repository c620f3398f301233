import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Numbers that are defined at the edges of the consensus, whatever bands are asked for.
@Suite struct PublishedEdgesTests {
  private static let presets: [@Sendable (GlucoseUnit) -> RangeBands] = [
    { .consensus(in: $0) }, { .tight(in: $0) }, { .pregnancy(in: $0) }, { .arises(in: $0) },
  ]

  /// Readings on both sides of every edge, one of each on it, and more in range.
  private static func record(_ unit: GlucoseUnit) throws -> GlucoseSeries {
    let values =
      switch unit {
      case .mgdL: [53.0, 54, 69, 70, 100, 140, 150, 180, 181, 250, 251, 300]
      case .mmolL: [2.9, 3.0, 3.8, 3.9, 5.6, 7.8, 8.3, 10.0, 10.1, 13.9, 14.0, 16.7]
      }
    let rest = [Double](repeating: unit == .mgdL ? 100 : 5.6, count: 12)
    return try MetricRecords.series((values + rest).map { Glucose($0, unit).mgdL })
  }

  /// By hand, of 24: 1 very low, 2 low, 17 in range, 2 high, 2 very high.
  private func check(_ statistics: GlucoseStatistics?) throws {
    let statistics = try #require(statistics)
    let risk = statistics.glycemiaRiskIndex
    #expect(agree(risk.value, 52.5) && risk.zone == "C")
    #expect(agree(risk.hypoglycemiaComponent, 100 * 2.6 / 24))
    #expect(agree(risk.hyperglycemiaComponent, 100 * 3.0 / 24))
    // The deviation lies between 18 and 108.
    let deviation = try #require(statistics.standardDeviation).mgdL
    let index = try #require(statistics.continuousGlucoseMonitoringIndex)
    let steadiness = 100 * (108 - deviation) / 90
    #expect(agree(index, 50 * 17.0 / 24 + 35 * (15 - 12.5) / 15 + 0.15 * steadiness))
  }

  @Test(arguments: GlucoseUnit.allCases)
  func theIndicesOfThePublishedEdgesDoNotFollowTheBands(unit: GlucoseUnit) throws {
    let series = try Self.record(unit)
    for preset in Self.presets {
      let bands = preset(unit)
      try check(series.statistics(bands: bands))
      try check(series.statistics(bands: bands, weightedByTimeUpTo: .seconds(300)))
      try check(series.dailyStatistics(in: .gmt, bands: bands).first?.statistics)
      try check(GlucoseAggregate(day: series, bands: bands).statistics)
    }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func rowsHoldTheSameIndicesForAllBands(unit: GlucoseUnit) throws {
    let scale = unit.mgdLPerUnit
    let values = try MetricRecords.wave(days: 3).values.map { value in
      unit == .mgdL ? value.rounded() : (value / scale * 10).rounded() / 10 * scale
    }
    let series = try MetricRecords.series(values)
    let rows = try Self.presets.map {
      try #require(series.metricRows(in: .gmt, bands: $0(unit)).first)
    }
    for name in ["gri", "cogi", "pgs", "grade", "lbgi"] {
      let column = try #require(MetricColumn(named: name))
      let numbers = rows.map { column.value(of: $0) }
      #expect(numbers[0] != nil && Set(numbers).count == 1, "\(name): \(numbers)")
    }
    let inRange = try #require(MetricColumn(named: "in_range_percent"))
    #expect(Set(rows.map { inRange.value(of: $0) }).count > 1)
  }

  @Test func aLongRecordIsCountedAsItsReadingsAre() throws {
    for count in [1023, 1024, 1025, 5000] {
      var random = SeededGenerator(seed: UInt64(count))
      let values = (0..<count).map { _ in Double.random(in: 40...400, using: &random).rounded() }
      let shares = try #require(
        MetricRecords.series(values).statistics(bands: .tight(in: .mgdL))?.consensusTimeInRanges)
      for band in RangeBand.allCases {
        let expected = values.count { RangeBands.consensus(in: .mgdL).band(of: .mgdL($0)) == band }
        #expect(shares.weight(of: band) == Double(expected))
      }
    }
  }

  @Test func aBandThatIsNotDefinedIsAbsent() throws {
    let series = try Self.record(.mgdL)
    let arises = try #require(series.statistics(bands: .arises(in: .mgdL))).timeInRanges
    #expect(arises[.veryLow] == nil && arises[.veryHigh] == nil)
    #expect(arises[.high] == arises.aboveRange)
    #expect(arises.total == 24)
    let weighted = series.statistics(
      bands: .pregnancy(in: .mgdL), weightedByTimeUpTo: .seconds(300))
    #expect(weighted?.timeInRanges[.veryHigh] == nil && weighted?.timeInRanges[.veryLow] != nil)
    let whole = GlucoseAggregate(day: series, bands: .pregnancy(in: .mgdL)).statistics
    #expect(
      whole?.timeInRanges[.veryHigh] == nil && whole?.timeInRanges[.high]?.fraction == 6 / 24.0)
  }

  @Test func anAbsentBandIsMissingInATable() throws {
    let series = try Self.record(.mgdL)
    let row = try #require(series.metricRows(in: .gmt, bands: .arises(in: .mgdL)).first)
    let absent = MetricColumn.all.filter {
      ["very_low_percent", "very_high_percent"].contains($0.name) && $0.value(of: row) == nil
    }
    #expect(absent.count == 2)
    #expect(MetricColumn(named: "low_percent")?.value(of: row) != nil)
  }

  @Test func severeAndExtendedEpisodesKeepTheirThresholds() throws {
    let runs = [(100.0, 20), (60, 30), (50, 3), (100, 20), (200, 24), (260, 24), (100, 20)]
    let series = try MetricRecords.series(runs.flatMap { [Double](repeating: $0.0, count: $0.1) })
    let consensus = try #require(
      series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))
    #expect(
      consensus[.veryLow].map(\.minutes) == [15] && consensus[.veryHigh].map(\.minutes) == [120])
    #expect(consensus[.extendedLow].count == 1 && consensus[.extendedHigh].count == 1)
    for preset in Self.presets {
      let bands = preset(.mgdL)
      let levels = try #require(series.dayGrid(in: .gmt)?.episodeLevels(bands: bands))
      #expect(levels[.veryLow] == consensus[.veryLow] && levels[.veryHigh] == consensus[.veryHigh])
      #expect(levels[.extendedLow] == consensus[.extendedLow])
      #expect(levels[.extendedHigh] == consensus[.extendedHigh])
    }
    // Level 1 follows: 65 is low for most, but not in pregnancy; 150 is high in pregnancy.
    let mild = try MetricRecords.series(
      [(100.0, 20), (65, 6), (100, 20), (150, 6), (100, 20)].flatMap {
        [Double](repeating: $0.0, count: $0.1)
      })
    let pregnant = try #require(mild.dayGrid(in: .gmt)?.episodeLevels(bands: .pregnancy(in: .mgdL)))
    let adult = try #require(mild.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)))
    #expect(pregnant[.low].isEmpty && pregnant[.high].count == 1)
    #expect(adult[.low].count == 1 && adult[.high].isEmpty)
  }

  @Test(arguments: [(2.99, 3.0, 3.85, 3.9), (53.9, 54.0, 69.9, 70)])
  func publishedThresholdsAreExactInTheUnitOfTheReadings(
    veryLow: Double, notVeryLow: Double, low: Double, notLow: Double
  ) throws {
    let unit = veryLow < 10 ? GlucoseUnit.mmolL : .mgdL
    for preset in Self.presets {
      func levels(_ value: Double) throws -> EpisodeLevels {
        let values = [Double](repeating: 100, count: 20)
        let run = [Double](repeating: Glucose(value, unit).mgdL, count: 25)
        return try #require(
          MetricRecords.series(values + run + values).dayGrid(in: .gmt)?.episodeLevels(
            bands: preset(unit)))
      }
      #expect(try levels(veryLow)[.veryLow].count == 1)
      #expect(try levels(notVeryLow)[.veryLow].isEmpty)
      #expect(try levels(low)[.extendedLow].count == 1)
      #expect(try levels(notLow)[.extendedLow].isEmpty)
    }
  }

  @Test func bandsAreOfTheirUnit() throws {
    for unit in GlucoseUnit.allCases {
      for preset in Self.presets { #expect(preset(unit).unit == unit) }
    }
    #expect(RangeBands.arises(in: .mmolL).unit == .mmolL)
    #expect(RangeBands(low: .mgdL(80), high: .mgdL(160), unit: .mmolL).unit == .mmolL)
  }

  /// Every composition of ten percent steps and finer ones that is on an edge by exact arithmetic.
  @Test(arguments: [30, 50, 100, 288, 1000])
  func theZoneOfTheRiskIndexIsThatOfThePrintedNumber(count: Int) throws {
    var edges = 0
    for veryLow in 0...min(count, 10) {
      for low in 0...min(count - veryLow, 12) {
        for veryHigh in 0...min(count - veryLow - low, 10) {
          // In tenths of a weight: 30, 24, 16 and 8; an edge is a multiple of 200 × count.
          for edge in 1...4 {
            let rest = 2 * edge * count - 30 * veryLow - 24 * low - 16 * veryHigh
            guard rest >= 0, rest % 8 == 0, rest / 8 <= count - veryLow - low - veryHigh else {
              continue
            }
            let high = rest / 8
            edges += 1
            let parts = [
              (50.0, veryLow), (60, low), (300, veryHigh), (200, high),
              (100, count - veryLow - low - veryHigh - high),
            ]
            let values = parts.flatMap { [Double](repeating: $0.0, count: $0.1) }
            let index = try #require(
              MetricRecords.series(values).statistics(bands: .consensus(in: .mgdL))
            ).glycemiaRiskIndex
            #expect(index.rounded == 20 * Double(edge))
            #expect(index.zone == GlycemiaRiskIndex.zones[edge - 1])
          }
        }
      }
    }
    #expect(edges > 0)
  }

  @Test func theRiskIndexEndsAtOneHundred() throws {
    func index(_ values: [Double]) throws -> GlycemiaRiskIndex {
      try #require(MetricRecords.series(values).statistics(bands: .consensus(in: .mgdL)))
        .glycemiaRiskIndex
    }
    let lows = try index([50, 50, 50, 100])
    let more = try index([50, 50, 50, 50])
    let highs = try index([300, 300, 300, 300])
    #expect(lows.value == 100 && more.value == 100 && highs.value == 100)
  }
}
