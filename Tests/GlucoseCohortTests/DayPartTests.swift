import Foundation
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct DayPartTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  private static let night = ClockWindow.overnight
  private static let day = ClockWindow(fromHour: 6, toHour: 24)

  /// Readings every five minutes for `days` days from Friday 2025-03-28 in Oslo, across the day of
  /// 23 hours; `value` gives the concentration from the local hour and the number of the day.
  private static func series(
    days: Int = 5, _ value: (_ hour: Double, _ day: Int) -> Double
  ) throws -> GlucoseSeries {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 28, in: oslo))
    var times: [Double] = []
    var values: [Double] = []
    for number in 0..<days {
      let day = first.advanced(by: number)
      let start = day.start.timeIntervalSinceReferenceDate
      let length = day.end.timeIntervalSinceReferenceDate - start
      for second in stride(from: 0, to: length, by: 300) {
        times.append(start + second)
        let skipped = length < 86_400 && second >= 7200
        values.append(value((second + (skipped ? 3600 : 0)) / 3600, number))
      }
    }
    return try ValidatedReadings(times: times, values: values).series
  }

  private func row(
    _ series: GlucoseSeries, _ part: ClockWindow?, _ convention: MetricConvention = .clinical
  ) throws -> MetricRow {
    let rows = series.metricRows(
      in: Self.oslo, bands: .consensus(in: .mgdL), convention: convention, during: part)
    return try #require(rows.first)
  }

  private func number(_ name: String, _ row: MetricRow) throws -> Double? {
    try #require(MetricColumn(named: name)).value(of: row)
  }

  @Test func theRowsOfDayAndNightHoldTheReadingsOfTheirHours() throws {
    let series = try Self.series { hour, _ in hour < 6 ? 80 : 200 }
    let (night, day) = (try row(series, Self.night), try row(series, Self.day))
    #expect(night.metrics.statistics.maximum == .mgdL(80))
    #expect(day.metrics.statistics.minimum == .mgdL(200))
    // Five nights of six hours, one of them an hour short.
    #expect(night.metrics.statistics.count == 5 * 72 - 12)
    #expect(day.metrics.statistics.count == 5 * 216)
    #expect(try number("in_range_minutes_per_day", night) == 360)
    #expect(try number("high_minutes_per_day", day) == 1080)
    #expect(night.window == Self.night)
    #expect(try row(series, nil).window == nil)
  }

  @Test func anEpisodeBelongsToThePartInWhichItBegins() throws {
    // Low from 05:30 to 06:30 on every day, and from 12:00 to 12:30.
    let series = try Self.series { hour, _ in
      (5.5..<6.5).contains(hour) || (12..<12.5).contains(hour) ? 60 : 120
    }
    let (all, night, day) = (
      try row(series, nil), try row(series, Self.night), try row(series, Self.day)
    )
    #expect(all.metrics.episodes[.low].count == 10)
    #expect(night.metrics.episodes[.low].count == 5)
    #expect(day.metrics.episodes[.low].count == 5)
    // As long as it lasted, beyond the end of the night.
    #expect(night.metrics.episodes[.low].allSatisfy { $0.minutes == 60 })
    #expect(all.metrics.nocturnalEpisodes?[.low].count == 5)
    // A night is recorded for each day but an hour of one.
    let rate = try #require(try number("nocturnal_low_episodes_per_night", all))
    #expect(abs(rate - 5 / (5 - 1.0 / 6)) < 1e-12)
    #expect(try number("nocturnal_low_episodes", night) == nil)
  }

  @Test func theEpisodesOfAWindowAndOfItsComplementAreAllEpisodes() throws {
    let series = try Self.series(days: 30) { hour, day in
      120 + 70 * sin(hour * 1.7 + Double(day * day % 11))
    }
    let grid = try #require(series.dayGrid(in: Self.oslo))
    let levels = grid.episodeLevels(bands: .consensus(in: .mgdL))
    for (start, end) in [(0, 360), (1320, 390), (5, 10), (0, 1435)] {
      let window = ClockWindow(fromMinute: start, toMinute: end)
      let inside = grid.levels(levels, beginningIn: window)
      let outside = grid.levels(levels, beginningIn: try #require(window.complement))
      for list in EpisodeLevel.allCases {
        let both = (inside[list] + outside[list]).sorted { $0.start < $1.start }
        #expect(both == levels[list])
      }
    }
  }

  @Test func aNightOverMidnightCountsOnBothSidesOfIt() throws {
    let series = try Self.series { hour, _ in hour >= 22 || hour < 6 ? 60 : 120 }
    let window = ClockWindow(fromHour: 22, toHour: 6)
    let night = try row(series, window)
    #expect(night.metrics.statistics.maximum == .mgdL(60))
    #expect(try number("low_minutes_per_day", night) == 480)
    // The first episode begins at midnight with the record, each other at 22:00.
    #expect(night.metrics.episodes[.low].count == 6)
  }

  /// In R a part of the day is what is left when all other rows are gone, episodes included.
  @Test func inTheConventionOfRAPartIsAFilteredRecord() throws {
    let series = try Self.series { hour, _ in (5.5..<6.5).contains(hour) ? 60 : 120 }
    let filtered = try row(series.during(Self.night, in: Self.oslo), nil, .iglu)
    let part = try row(series, Self.night, .iglu)
    #expect(part.metrics.episodes == filtered.metrics.episodes)
    #expect(part.metrics.statistics == filtered.metrics.statistics)
    #expect(part.metrics.mage == filtered.metrics.mage)
  }

  @Test func targetsAreForWholeDays() throws {
    let series = try Self.series(days: 60) { _, _ in 120 }
    #expect(try number("meets_adults_targets", try row(series, Self.night)) == nil)
    #expect(try number("meets_adults_targets", try row(series, nil)) == 1)
  }

  @Test func aRecordWithoutReadingsInThePartHasNoRow() throws {
    let series = try Self.series { _, _ in 120 }.during(Self.day, in: Self.oslo)
    #expect(
      series.metricRows(in: Self.oslo, bands: .consensus(in: .mgdL), during: Self.night).isEmpty)
  }

  @Test func repeatedInstantsOfAPartCountAsInTheWhole() throws {
    let start = try #require(LocalDay(year: 2025, month: 5, day: 1, in: .gmt)).start
      .timeIntervalSinceReferenceDate
    let times = [0, 300, 300, 600, 43_200].map { start + $0 }
    let record = try RawRecord(times: times, values: [100, 110, 130, 120, 250])
    let night = record.during(Self.night, in: .gmt)
    #expect(night.duplicateCount == 1)
    #expect(
      night.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu)?.statistics.mean
        == .mgdL(115))
    #expect(
      night.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .clinical)?.statistics.count
        == 3)
  }
}
