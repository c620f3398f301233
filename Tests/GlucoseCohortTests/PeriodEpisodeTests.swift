import Foundation
import GlucoseMath
import GlucoseCohort
import Testing

/// The episodes in rows of days and weeks.
@Suite struct PeriodEpisodeTests {
  private static let bands = RangeBands.consensus(in: .mgdL)
  /// Readings every five minutes of three days in GMT: 120 mg/dL, but 60 from 23:50 of the first
  /// day to 0:10, and 65 from 23:55 of the second to 2:30.
  private static func series() throws -> GlucoseSeries {
    let start = 15_000 * 86_400.0
    return try ValidatedReadings(
      times: (0..<864).map { start + Double($0) * 300 },
      values: (0..<864).map { (286..<290).contains($0) ? 60 : (575..<606).contains($0) ? 65 : 120 }
    ).series
  }

  private func rows(
    _ series: GlucoseSeries, by period: ReportingPeriod, _ convention: MetricConvention = .clinical,
    during part: ClockWindow? = nil
  ) -> [MetricRow] {
    series.metricRows(by: period, in: .gmt, bands: Self.bands, convention: convention, during: part)
  }

  @Test func anEpisodeBelongsToTheDayInWhichItBegins() throws {
    let days = rows(try Self.series(), by: .day)
    #expect(days.map(\.metrics.episodes[.low].count) == [1, 1, 0])
    #expect(days.map(\.metrics.episodes[.extendedLow].count) == [0, 1, 0])
    // As long as it lasted, beyond midnight.
    let lows = days.flatMap(\.metrics.episodes[.low])
    #expect(lows.map(\.duration) == [.seconds(1200), .seconds(9300)])
    // Neither began at night.
    #expect(days.map { $0.metrics.nocturnalEpisodes?[.low].count } == [0, 0, 0])
    #expect(days.map(\.metrics.episodes.recordedDays) == [1, 1, 1])
    let nights = rows(try Self.series(), by: .day, during: .overnight)
    #expect(nights.map(\.metrics.episodes[.low].count) == [0, 0, 0])
    #expect(nights.map(\.metrics.episodes.recordedDays) == [1, 1, 1])
    // The second low, but not the first, is also one of 20 minutes of the personal glycemic state.
    let scores = try days.map { try #require($0.metrics.personalGlycemicState).lowEpisodes }
    #expect(scores[0] == scores[1] && scores[2] < scores[1])
  }

  @Test(arguments: [ReportingPeriod.day, .week])
  func theRowsTogetherHaveTheEpisodesOfTheRecord(period: ReportingPeriod) throws {
    let numbers = (0..<9000).filter { $0 % 700 > 40 }
    let series = try ValidatedReadings(
      times: numbers.map { 15_000 * 86_400 + Double($0 * 300 + 77) },
      values: numbers.map { (number: Int) -> Double in
        let (fast, slow) = (sin(Double(number) / 17), sin(Double(number) / 131))
        return 150 + 70 * fast + 60 * slow
      }
    ).series
    for part in [nil, ClockWindow.overnight, ClockWindow(fromHour: 22, toHour: 7)] {
      let record = try #require(rows(series, by: .entireRecord, during: part).first).metrics
      let parts = rows(series, by: period, during: part).map(\.metrics)
      expect(parts.map(\.episodes), areTogether: record.episodes)
      let nights = parts.compactMap(\.nocturnalEpisodes)
      #expect(nights.isEmpty == (part != nil))
      if let night = record.nocturnalEpisodes { expect(nights, areTogether: night) }
    }
  }

  private func expect(_ parts: [EpisodeLevels], areTogether whole: EpisodeLevels) {
    for list in EpisodeLevel.allCases {
      let together: [GlucoseEpisode] = parts.flatMap { $0[list] }
      #expect(together == whole[list])
    }
    #expect(!whole[.low].isEmpty && !whole[.extendedHigh].isEmpty)
    let days = parts.map { $0.recordedDays }.reduce(0, +)
    #expect(abs(days - whole.recordedDays) < 0.01 * days)
  }

  @Test func inTheConventionOfRADayIsAFilteredRecord() throws {
    let series = try Self.series()
    let days = series.periods(by: .day, in: .gmt)
    for (row, day) in zip(rows(series, by: .day, .iglu), days) {
      let own = MetricRow(day, bands: Self.bands, convention: .iglu)
      #expect(row.metrics.episodes == own?.metrics.episodes)
    }
  }
}
