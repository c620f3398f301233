import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import GlucoseTestSupport
import Testing

struct GlucosePatternTests {
  /// Readings every half hour at 6 mmol/L, except where `value` is not `nil`.
  private func history(
    days: Int, _ value: (_ offset: Int, _ hour: Int) -> Double?
  ) throws -> (Recording, ClosedRange<LocalDay>) {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 3, in: Samples.oslo))
    let readings = (0..<days).flatMap { offset in
      let start = first.advanced(by: offset).start
      return (0..<48).map { half in
        Reading(
          time: start.addingTimeInterval(Double(half) * 1800),
          glucose: .mmolL(value(offset, half / 2) ?? 6))
      }
    }
    return (Recording(series: try GlucoseSeries(readings)), first...first.advanced(by: days - 1))
  }

  @Test func nightlyLowsAreFoundWithTheirEvidence() throws {
    let (history, days) = try history(days: 21) { offset, hour in
      offset % 3 == 0 && hour == 4 ? 3.2 : offset == 7 && hour == 16 ? 3 : nil
    }
    let pattern = try #require(history.patterns(of: days, bands: .consensus(in: .mgdL)).first)
    #expect(pattern.isLow)
    #expect(pattern.slot == TimeSlot.threeHours(from: 3))
    #expect(pattern.affectedDayCount == 7 && pattern.observedDayCount == 21)
    #expect(abs(pattern.affectedPercentageElsewhere.fraction - 1.0 / 147) < 1e-12)
    #expect(abs(pattern.excess.fraction - (1.0 / 3 - 1.0 / 147)) < 1e-12)
    // Seven days with one affected slot of eight, and one day with an affected slot elsewhere.
    let seven = pow(0.125, 7) * 0.875 * 8 + pow(0.125, 8)
    #expect(abs(pattern.pValue / seven - 1) < 1e-9)
    #expect(
      pattern.evidence.map { days.lowerBound.distance(to: $0.day) } == [0, 3, 6, 9, 12, 15, 18])
    #expect(pattern.evidence.allSatisfy { $0.reading.glucose == .mmolL(3.2) })
    #expect(history.patterns(of: days, bands: .consensus(in: .mgdL)).count == 1)
    let episodes = history.episodes(of: days, bands: .consensus(in: .mgdL))
    #expect(pattern.evidence.allSatisfy { $0.episodes.count == 1 })
    #expect(pattern.episodes == episodes.filter { $0.extreme == .mmolL(3.2) })
  }

  /// A single low reading of a dense record isn't an episode, so it is a pattern only by the other
  /// rule.
  @Test func briefLowsAreAPatternOnlyByReadings() throws {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 3, in: Samples.oslo))
    let days = first...first.advanced(by: 20)
    let readings = try days.flatMap { day in
      try Samples.series(day.interval).map { reading in
        Reading(
          time: reading.time,
          glucose: reading.time == day.time(hour: 4) ? .mmolL(3.2) : reading.glucose)
      }
    }
    let history = Recording(series: try GlucoseSeries(readings))
    #expect(history.patterns(of: days, bands: .consensus(in: .mgdL)).isEmpty)
    let pattern = try #require(
      history.patterns(of: days, bands: .consensus(in: .mgdL), countingBrief: true).first)
    #expect(pattern.affectedDayCount == 21 && pattern.episodes.isEmpty)
  }

  /// An episode from 2:00 to 7:00 affects the three slots that it touches.
  @Test func episodeAffectsEverySlotThatItTouches() throws {
    let (history, days) = try history(days: 21) { offset, hour in
      offset % 2 == 0 && (2..<7).contains(hour) ? 3.2 : nil
    }
    let patterns = history.patterns(of: days, bands: .consensus(in: .mgdL), falseDiscoveryRate: 1)
      .filter {
        $0.slot.weekday == nil
      }
    #expect(patterns.map(\.slot.startHour).sorted() == [0, 3, 6])
    #expect(patterns.allSatisfy { $0.affectedDayCount == 11 && $0.episodes.count == 11 })
  }

  /// An episode that ends minutes into a slot touches it: the last 15 minutes aren't skipped.
  @Test(arguments: [(40, 5.0), (40, 10), (50, 5), (55, 10), (30, 10), (40, 0)])
  func episodeThatEndsEarlyInASlotTouchesIt(startMinute: Int, minutesInto: Double) throws {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 3, in: Samples.oslo))
    let days = first...first.advanced(by: 20)
    let readings = try days.flatMap { day in
      let low =
        day.time(
          hour: 2, minute: startMinute)..<day.time(hour: 3)
        .addingTimeInterval(minutesInto * 60)
      return try Samples.series(day.interval).map { reading in
        Reading(
          time: reading.time,
          glucose: low.contains(reading.time) ? .mmolL(3.2) : reading.glucose)
      }
    }
    let patterns = try Recording(series: GlucoseSeries(readings)).patterns(
      of: days, bands: .consensus(in: .mgdL), falseDiscoveryRate: 1
    ).filter { $0.slot.weekday == nil }
    #expect(patterns.map(\.slot.startHour).sorted() == (minutesInto > 0 ? [0, 3] : [0]))
  }

  @Test func highsOfOneWeekdayAreFound() throws {
    let (history, days) = try history(days: 70) { offset, hour in
      // Saturdays, and twice on other days, at varying hours.
      (offset % 7 == 5 && offset != 12) || offset == 1 || offset == 30
        ? (hour == (offset * 5) % 24 ? 14 : nil) : nil
    }
    let patterns = history.patterns(of: days, bands: .consensus(in: .mgdL))
    #expect(patterns.map(\.slot.weekday) == [6])
    #expect(patterns.first?.isLow == false)
    #expect(patterns.first?.affectedDayCount == 9 && patterns.first?.observedDayCount == 10)
    #expect(
      abs(try #require(patterns.first?.affectedPercentageElsewhere.fraction) - 2.0 / 60) < 1e-12)
  }

  /// At most a few of 60 records with random lows have a pattern.
  @Test func randomLowsAreRarelyAPattern() throws {
    let found = try (0..<60).count { seed in
      var random = SeededGenerator(seed: UInt64(seed))
      let lows = (0..<28).map { _ in
        Bool.random(using: &random) ? Int.random(in: 0..<24, using: &random) : -1
      }
      let (history, days) = try history(days: 28) { offset, hour in
        lows[offset] == hour ? 3 : nil
      }
      return !history.patterns(of: days, bands: .consensus(in: .mgdL)).isEmpty
    }
    #expect(found <= 3)
  }

  @Test(arguments: [false, true])
  func simulatedPatternsHaveTheirEvidence(countsBrief: Bool) throws {
    let first = try Samples.plainDay()
    let days = first...first.advanced(by: 59)
    let recording = VirtualPatient(seed: 35).simulate(days: 60, from: first)
    let patterns = recording.patterns(
      of: days, bands: .consensus(in: .mgdL), countingBrief: countsBrief, falseDiscoveryRate: 1)
    let episodes = Dictionary(
      uniqueKeysWithValues: recording.episodes(of: days, bands: .consensus(in: .mgdL)).map {
        ($0.id, $0)
      })
    #expect(!patterns.isEmpty)
    for pattern in patterns {
      #expect(pattern.evidence.count == pattern.affectedDayCount)
      #expect(pattern.affectedDayCount >= 3 && pattern.affectedDayCount <= pattern.observedDayCount)
      for evidence in pattern.evidence {
        #expect(evidence.day.contains(evidence.reading.time))
        #expect(pattern.slot.weekday == nil || pattern.slot.weekday == evidence.day.weekday)
        #expect(countsBrief || !evidence.episodes.isEmpty)
        for episode in evidence.episodes {
          #expect(episodes[episode.id] == episode)
          #expect(episode.isLow == pattern.isLow)
          #expect(episode.interval.overlaps(evidence.day.interval))
        }
        guard countsBrief else { continue }
        #expect(
          pattern.isLow
            ? evidence.reading.glucose < RangeBands.consensus(in: .mgdL).low
            : evidence.reading.glucose > RangeBands.consensus(in: .mgdL).high)
      }
    }
    #expect(patterns.map(\.pValue) == patterns.map(\.pValue).sorted())
  }

  /// Lows of every night, one of which lasts until the end of the fourth day after it.
  @Test func evidenceOfSeveralDaysIsOneEpisode() throws {
    let first = try Samples.plainDay()
    let days = first...first.advanced(by: 20)
    let long = first.advanced(by: 5).time(hour: 3)..<first.advanced(by: 9).end
    let series = try days.flatMap { day in
      try Samples.series(day.interval).map { reading in
        let isLow =
          long.contains(reading.time)
          || (day.time(hour: 3)..<day.time(hour: 5)).contains(reading.time)
        return Reading(time: reading.time, glucose: .mgdL(isLow ? 55 : 100))
      }
    }
    let recording = Recording(series: try GlucoseSeries(series))
    let bands = RangeBands.consensus(in: .mgdL)
    let pattern = try #require(
      recording.patterns(of: days, bands: bands, falseDiscoveryRate: 1).first {
        $0.slot == .threeHours(from: 3)
      })
    #expect(pattern.affectedDayCount == 21)
    #expect(pattern.episodes == recording.episodes(of: days, bands: bands))
    #expect(pattern.episodes.count == 17)
    #expect(pattern.evidence[5...9].allSatisfy { $0.episodes.map(\.start) == [long.lowerBound] })
  }

  @Test func emptyHistoryHasNoPattern() throws {
    let day = try Samples.plainDay()
    #expect(
      Recording(series: GlucoseSeries()).patterns(of: day...day, bands: .consensus(in: .mgdL))
        .isEmpty)
  }
}

extension TimeSlot {
  fileprivate static func threeHours(from hour: Int) -> TimeSlot? {
    TimeGrouping.threeHours.slots.first { $0.startHour == hour }
  }
}
