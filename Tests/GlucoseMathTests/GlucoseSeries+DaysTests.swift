import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct GlucoseSeriesDaysTests {
  @Test(arguments: ["Europe/Oslo", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kolkata"])
  func daysHoldTheirReadingsAndAllOfThem(identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    var random = SeededGenerator(seed: 8)
    for start in [346_000_000.0, 541_000_000, 765_000_000, 783_000_000] {
      let times = (0..<3000).map { _ in
        start + Double(Int.random(in: 0...2_000_000, using: &random))
      }
      let series = try ValidatedReadings(times: times, values: randomValues(3000, &random)).series
      let days = series.days(in: zone)
      #expect(days.map(\.series.count).reduce(0, +) == series.count)
      #expect(days.flatMap { Array($0.series) } == Array(series))
      for (day, readings) in days.map({ ($0.day, $0.series) }) {
        #expect(!readings.isEmpty && readings.allSatisfy { day.contains($0.time) })
        #expect(readings == series[day.interval])
      }
      #expect(zip(days, days.dropFirst()).allSatisfy { $0.day < $1.day })
    }
  }

  @Test func aDayWithoutReadingsIsAbsent() throws {
    let series = try ValidatedReadings(times: [0, 86_399, 3 * 86_400], values: [100, 110, 120])
      .series
    let days = series.days(in: .gmt)
    #expect(days.map(\.day.description) == ["2001-01-01", "2001-01-04"])
    #expect(days.map(\.series.count) == [2, 1])
  }

  @Test func midnightBelongsToTheNewDay() throws {
    let series = try ValidatedReadings(times: [86_400 - 0.001, 86_400], values: [100, 110]).series
    #expect(series.days(in: .gmt).map(\.series.count) == [1, 1])
  }

  @Test func aPartHasItsOwnDays() throws {
    let series = try GlucoseSeries(readings(Array(repeating: 100, count: 1000)))
    let part = series[positions: 200..<600]
    #expect(part.days(in: .gmt).map(\.series.count) == [88, 288, 24])
    #expect(
      part.dailyStatistics(in: .gmt, bands: .consensus(in: .mgdL)).map(\.statistics.count) == [
        88, 288, 24,
      ])
  }

  @Test func clockChangesGive276And300Readings() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    for (text, count) in [("2025-03-30", 276), ("2025-10-26", 300)] {
      let day = try #require(LocalDay(text, in: oslo))
      let start = day.advanced(by: -1).start.timeIntervalSinceReferenceDate
      let series = try GlucoseSeries(readings(Array(repeating: 100, count: 1000), from: start))
      #expect(series.days(in: oslo).map(\.series.count).prefix(3) == [288, count, 288])
    }
  }

  @Test func dailyStatisticsAreThoseOfEachDay() throws {
    var random = SeededGenerator(seed: 12)
    let series = try GlucoseSeries(readings(randomValues(2000, &random), from: 123_456))
    let daily = series.dailyStatistics(in: .gmt, bands: .consensus(in: .mgdL))
    let days = series.days(in: .gmt)
    #expect(daily.map(\.day) == days.map(\.day))
    #expect(
      daily.map(\.statistics)
        == days.compactMap { $0.series.statistics(bands: .consensus(in: .mgdL)) })
  }
}
