import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct GlucoseSeriesTests {
  private let series: GlucoseSeries

  init() throws { series = try GlucoseSeries(readings((0..<100).map { 50 + Double($0) })) }

  @Test func aSeriesIsACollectionFromZero() {
    #expect(series.startIndex == 0 && series.endIndex == 100 && series.count == 100)
    #expect(series.first?.glucose == .mgdL(50) && series.last?.glucose == .mgdL(149))
    #expect(series.map(\.glucose.mgdL) == Array(series.values))
    #expect(series.reversed().first?.time == instant(99 * 300))
    #expect(Array(series.indices) == Array(0..<100))
  }

  @Test func aPartIsCountedFromZeroAndSharesTheColumns() {
    let part = series[positions: 10..<20]
    #expect(part.startIndex == 0 && part.count == 10)
    #expect(part[0] == series[10] && part[9] == series[19])
    #expect(part.times.startIndex == 10, "no copy: the indices are those of the whole")
    #expect(Array(part.values) == Array(series.values[10..<20]))
    #expect(part.flags.count == 10)
  }

  @Test func partsOfPartsFindTheirReadings() {
    let part = series[positions: 10..<50][positions: 5..<25][positions: 3..<4]
    #expect(part.count == 1 && part[0] == series[18])
    let byTime = series[instant(3000)..<instant(15_000)][instant(4500)..<instant(4800)]
    #expect(byTime.map(\.time) == [instant(4500)])
    #expect(series[positions: 40..<60].index(atOrAfter: instant(0)) == 0)
    #expect(series[positions: 40..<60].index(atOrAfter: instant(1e9)) == 20)
  }

  @Test func aRangeHoldsItsStartAndNotItsEnd() {
    #expect(series[instant(300)..<instant(600)].map(\.time) == [instant(300)])
    #expect(series[instant(300)..<instant(300)].isEmpty)
    #expect(series[instant(299)..<instant(301)].count == 1)
    #expect(series[instant(301)..<instant(599)].isEmpty)
    #expect(series[instant(-1000)..<instant(0)].isEmpty)
    #expect(series[instant(-1000)..<instant(1e9)] == series)
    #expect(series[instant(99 * 300)..<instant(1e9)].count == 1)
    #expect(series[instant(99 * 300 + 1)..<instant(1e9)].isEmpty)
  }

  @Test func prefixesEndWhereTheySay() {
    #expect(series.prefix(before: instant(600)).count == 2)
    #expect(series.prefix(through: instant(600)).count == 3)
    #expect(series.prefix(through: instant(601)).count == 3)
    #expect(series.prefix(before: instant(0)).isEmpty)
    #expect(series.prefix(through: instant(0)).count == 1)
    #expect(series.prefix(before: instant(1e9)).count == 100)
    #expect(series.prefix(through: instant(1e9)).count == 100)
    let part = series[positions: 10..<20]
    #expect(part.prefix(before: instant(13 * 300)).count == 3)
    #expect(part.prefix(through: instant(13 * 300)).count == 4)
    #expect(part.prefix(through: instant(25 * 300)).count == 10)
  }

  @Test func anEmptySeriesAnswersEverything() {
    let empty = GlucoseSeries()
    #expect(empty.isEmpty && empty.first == nil && empty.timeRange == nil && empty.cadence == nil)
    #expect(empty[instant(0)..<instant(1)].isEmpty)
    #expect(empty.prefix(through: instant(0)).isEmpty)
    #expect(empty.index(atOrAfter: instant(0)) == 0)
    #expect(
      empty.days(in: .gmt).isEmpty
        && empty.dailyStatistics(in: .gmt, bands: .consensus(in: .mgdL)).isEmpty)
    #expect(empty.statistics(bands: .consensus(in: .mgdL)) == nil && empty.median == nil)
  }

  @Test func equalReadingsAreEqualSeriesWhereverTheyLie() throws {
    let part = series[positions: 10..<20]
    let copy = try GlucoseSeries(Array(part))
    #expect(part == copy)
    #expect(part != series[positions: 10..<21])
    #expect(series[positions: 5..<5] == GlucoseSeries())
  }

  @Test func aPartCodesAsItsReadings() throws {
    let part = series[positions: 3..<6]
    let data = try JSONEncoder().encode(part)
    #expect(try JSONDecoder().decode([Reading].self, from: data) == Array(part))
    #expect(try JSONDecoder().decode(GlucoseSeries.self, from: data) == part)
  }

  @Test func decodingChecksReadings() throws {
    let data = try JSONEncoder().encode(readings(100, -3))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GlucoseSeries.self, from: data)
    }
  }

  @Test func cadenceIsTheMedianGap() throws {
    #expect(series.cadence == .seconds(300))
    #expect(series[positions: 3..<4].cadence == nil)
    #expect(series[positions: 3..<5].cadence == .seconds(300))
    let gaps = try ValidatedReadings(
      times: [0, 60, 360, 660, 10_000], values: [1, 1, 1, 1, 1]
    ).series
    #expect(gaps.cadence == .seconds(300))
  }

  /// Gaps of 300 and 900 s, two of each: of an even number of gaps neither middle one is the median
  /// alone, and the answer has to be one that occurs.
  @Test func cadenceOfAnEvenNumberOfGapsOccurs() throws {
    let even = try ValidatedReadings(times: [0, 300, 600, 1500, 2400], values: [1, 1, 1, 1, 1])
      .series
    #expect(even.cadence == .seconds(300) || even.cadence == .seconds(900))
  }

  @Test func gallopingFindsWhatALinearSearchFinds() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let count = Int.random(in: 0...60, using: &random)
      let times = (0..<count).map { _ in Double(Int.random(in: 0...80, using: &random)) }.sorted()
      let low = Int.random(in: 0...count, using: &random)
      let high = Int.random(in: low...count, using: &random)
      for _ in 0..<20 {
        let time =
          Double(Int.random(in: -2...82, using: &random)) + [0, 0.5].randomElement(using: &random)!
        let hint = Int.random(in: -5...(count + 5), using: &random)
        let found = times.firstRow(atOrAfter: time, in: low..<high, near: hint)
        #expect(found == (low..<high).first { times[$0] >= time } ?? high)
      }
    }
  }

  @Test func anIndexOutsideTheSeriesIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      let part = try GlucoseSeries(readings(1, 2, 3))[positions: 0..<2]
      _ = part[2]
    }
    await #expect(processExitsWith: .failure) {
      let part = try GlucoseSeries(readings(1, 2, 3))[positions: 0..<2]
      _ = part[positions: 0..<3]
    }
  }
}
