import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct EpisodesTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  /// Readings every five minutes for three days around `day`, at `low` for some minutes from
  /// `start`.
  private func recording(
    _ ranges: [(start: Date, minutes: Double, mmolL: Double)], around day: LocalDay? = nil
  ) throws -> Recording {
    let day = day ?? self.day
    let series = try Samples.series(
      day.advanced(by: -1).start..<day.advanced(by: 1).end
    ).map { reading in
      let range = ranges.first {
        let age = reading.time.timeIntervalSince($0.start)
        return age >= 0 && age < $0.minutes * 60
      }
      return Reading(time: reading.time, glucose: range.map { .mmolL($0.mmolL) } ?? reading.glucose)
    }
    return Recording(series: try GlucoseSeries(series))
  }

  @Test(arguments: [(10.0, false), (15, true), (60, true)])
  func fifteenMinutesMakeAnEpisode(minutes: Double, isEpisode: Bool) throws {
    let start = day.time(hour: 3)
    let report = try recording([(start, minutes, 3.2)]).report(
      of: day, bands: .consensus(in: .mgdL))
    #expect(report.tags.contains(.low))
    #expect(report.tags.contains(.lowEpisode) == isEpisode)
    #expect(!report.tags.contains(.high) && !report.tags.contains(.highEpisode))
    #expect(report.episodes.count == (isEpisode ? 1 : 0))
    if let episode = report.episodes.first {
      #expect(episode.isLow && episode.start == start)
      #expect(episode.duration == .seconds(minutes * 60))
      #expect(episode.extreme == .mmolL(3.2))
    }
  }

  /// One reading of an episode is "Low": the true nadir is lower. "High" elsewhere changes nothing.
  @Test func anEpisodeHasTheFlagOfItsExtreme() throws {
    let start = day.time(hour: 3)
    func flags(at minutes: Double, _ flag: ReadingFlags) throws -> ReadingFlags {
      let series = try recording([(start, 30, 3.2)]).series.map { reading in
        Reading(
          time: reading.time, glucose: reading.glucose,
          flags: reading.time == start.addingTimeInterval(minutes * 60) ? flag : [])
      }
      let recording = Recording(series: try GlucoseSeries(series))
      let episode = try #require(
        recording.report(of: day, bands: .consensus(in: .mgdL)).episodes.first)
      return episode.extremeFlags
    }
    let low = ReadingFlags.belowDeviceLimit
    #expect(try flags(at: 0, low) == low && flags(at: 25, low) == low)
    #expect(try flags(at: 30, low) == [] && flags(at: -5, low) == [])
    #expect(try flags(at: 10, .aboveDeviceLimit) == [])
  }

  @Test func filtersDistinguishReadingsFromEpisodes() throws {
    let recording = try recording([
      (day.time(hour: 3), 10, 3.2), (day.advanced(by: 1).time(hour: 3), 30, 3.2),
    ])
    let days = day...day.advanced(by: 1)
    #expect(
      recording.reports(of: days, where: .has(.low), bands: .consensus(in: .mgdL)).map(\.day)
        == Array(days))
    #expect(
      recording.reports(of: days, where: .has(.lowEpisode), bands: .consensus(in: .mgdL)).map(\.day)
        == [day.advanced(by: 1)])
  }

  /// Ten minutes on each side of midnight are one episode, on both days.
  @Test func episodeAcrossMidnightHasOneIdentifierOnBothDays() throws {
    let recording = try recording([(day.end.addingTimeInterval(-600), 20, 15)])
    let reports = recording.reports(of: day...day.advanced(by: 1), bands: .consensus(in: .mgdL))
    #expect(reports.allSatisfy { $0.tags.contains(.highEpisode) })
    #expect(reports[0].episodes == reports[1].episodes)
    let episodes = recording.episodes(
      of: day.advanced(by: -1)...day.advanced(by: 1), bands: .consensus(in: .mgdL))
    #expect(episodes == reports[0].episodes)
    #expect(episodes.first?.interval.upperBound == day.end.addingTimeInterval(600))
  }

  @Test func identifiersDoNotDependOnTheDaysOfTheQuery() throws {
    for day in [try Samples.shortDay(), try Samples.longDay()] {
      let recording = try recording(
        [
          (day.start.addingTimeInterval(7200), 40, 3), (day.time(hour: 12), 90, 14),
          (day.end.addingTimeInterval(-3600), 7200, 16),
        ], around: day)
      let all = recording.episodes(
        of: day.advanced(by: -1)...day.advanced(by: 1), bands: .consensus(in: .mgdL))
      #expect(all.map(\.isLow) == [true, false, false])
      #expect(recording.episodes(of: day...day, bands: .consensus(in: .mgdL)) == all)
      #expect(recording.report(of: day, bands: .consensus(in: .mgdL)).episodes == all)
      #expect(Set(all.map(\.id)).count == 3 && all == all.sorted { $0.precedes($1) })
    }
  }

  /// Each day's search finds a part of it. The highest reading is on the third day, which is more than
  /// a day from the start and from the end.
  @Test func episodeOfSeveralDaysIsOneElement() throws {
    let first = day
    let start = first.time(hour: 12)
    let end = first.advanced(by: 4).time(hour: 6)
    let peak = first.advanced(by: 2).time(hour: 12)
    let series = try Samples.series(first.advanced(by: -2).start..<first.advanced(by: 6).end).map {
      Reading(
        time: $0.time, glucose: .mgdL($0.time == peak ? 400 : start..<end ~= $0.time ? 250 : 100),
        flags: $0.time == peak ? .aboveDeviceLimit : [])
    }
    let recording = Recording(series: try GlucoseSeries(series))
    let bands = RangeBands.consensus(in: .mgdL)
    let days = first.advanced(by: -1)...first.advanced(by: 5)
    let episodes = recording.episodes(of: days, bands: bands)
    let episode = try #require(episodes.first)
    #expect(episodes.count == 1 && episode.interval == start..<end)
    #expect(episode.extreme == .mgdL(400) && episode.extremeFlags == .aboveDeviceLimit)
    let count = end.timeIntervalSince(start) / 300
    #expect(abs(episode.mean.mgdL - (250 + 150 / count)) < 1e-9)
    #expect(try #require(recording.report(of: first, bands: bands).episodes.first).id == episode.id)
    // The report of a later day has the part from the start of the preceding day on.
    let later = first.advanced(by: 3)
    let part = try #require(recording.report(of: later, bands: bands).episodes.first)
    #expect(part.interval == first.advanced(by: 2).start..<end)
    // Days in the middle have no reading of its ends.
    let middle = first.advanced(by: 2)...first.advanced(by: 2)
    #expect(
      recording.episodes(of: middle, bands: bands).map(\.interval) == [
        first.advanced(by: 1).start..<first.advanced(by: 3).end
      ])
  }

  /// Two low episodes of more than a day, and one high between them, keep apart.
  @Test func longEpisodesOfBothKindsStayApart() throws {
    let times = [0, 40, 50, 60, 61, 110].map { day.start.addingTimeInterval($0 * 3600) }
    let values = [50.0, 100, 300, 100, 50]
    let series = try Samples.series(day.advanced(by: -1).start..<day.advanced(by: 6).end).map {
      reading in
      let part = zip(zip(times, times.dropFirst()), values).first {
        $0.0.0..<$0.0.1 ~= reading.time
      }
      return Reading(time: reading.time, glucose: .mgdL(part?.1 ?? 100))
    }
    let episodes = Recording(series: try GlucoseSeries(series)).episodes(
      of: day...day.advanced(by: 5), bands: .consensus(in: .mgdL))
    #expect(episodes.map(\.isLow) == [true, false, true])
    #expect(
      episodes.map(\.interval) == [times[0]..<times[1], times[2]..<times[3], times[4]..<times[5]])
  }

  @Test(arguments: GlucoseUnit.allCases)
  func edgesAreTheEdgesOfTheBands(unit: GlucoseUnit) throws {
    let edge = RangeBands.consensus(in: unit).high
    let recording = try recording([(day.time(hour: 3), 60, edge.mmolL)])
    let exact = recording.report(of: day, bands: .consensus(in: .mmolL))
    // 10.0 mmol/L is in the target range, as is 180 mg/dL.
    #expect(!exact.tags.contains(.highEpisode))
  }

  @Test func emptySeriesAndOneReadingHaveNoEpisode() throws {
    #expect(
      Recording(series: GlucoseSeries()).episodes(of: day...day, bands: .consensus(in: .mgdL))
        .isEmpty)
    let one = try GlucoseSeries([Reading(time: day.time(hour: 3), glucose: .mmolL(6))])
    #expect(Recording(series: one).episodes(of: day...day, bands: .consensus(in: .mgdL)).isEmpty)
  }

  @Test func anIdentifierIsTheSideAndTheTime() throws {
    let episodes = try recording([(day.time(hour: 3), 60, 3)]).episodes(
      of: day...day, bands: .consensus(in: .mgdL))
    let id = try #require(episodes.first?.id)
    let seconds = Int(day.time(hour: 3).timeIntervalSinceReferenceDate)
    #expect(id == "low@\(seconds)")
  }
}
