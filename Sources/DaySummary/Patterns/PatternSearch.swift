// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension GlucoseHistory {
  /// The times of the day and the days of the week at which lows or highs gather in `days`, those that
  /// are least likely to be chance first.
  ///
  /// Looked at are eight parts of the day of three hours and the seven days of the week, each for lows
  /// and for highs. A slot of a day is affected if an episode touches it, or, by another rule, if at
  /// least one of its readings is. For parts of the day the question is whether the slot is affected
  /// more often than if each day were turned to begin at any of its slots (exact, by the Poisson
  /// binomial distribution); for days of the week, whether more often than if days were shuffled
  /// (Fisher's exact test). All 30 tests together are held to the false-discovery rate by the
  /// procedure of Benjamini and Yekutieli (*Annals of Statistics* 29, 2001): of all patterns
  /// reported, on average no more than that share is chance.
  ///
  /// - Parameters:
  ///   - days: The days, of one zone.
  ///   - rule: When a slot of a day counts as affected.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - rate: The false-discovery rate up to which (`≤`) patterns are reported.
  ///   - minimumDays: The number of affected days below which (`<`) a pattern is not reported.
  /// - Precondition: `rate` lies between 0 and 1.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* + *d*²), where *d* is the number of days.
  public func patterns(
    _ days: ClosedRange<LocalDay>, by rule: GlucosePattern.Rule = .episode,
    bands: RangeBands = .consensus, falseDiscoveryRate rate: Double = 0.05, minimumDays: Int = 3
  ) throws -> [GlucosePattern] {
    precondition((0...1).contains(rate), "A false-discovery rate lies between 0 and 1")
    let series = try series(around: days.lowerBound.start..<days.upperBound.end)
    let slots = series.slotDays(in: days, rule, bands)
    let tests = EpisodeKind.allCases.flatMap { kind in
      slots.testsByHour(kind) + slots.testsByWeekday(kind)
    }
    let rates = falseDiscoveryRates(tests.map(\.probability))
    return zip(tests, rates)
      .filter { test, testRate in testRate <= rate && test.evidence.count >= minimumDays }
      .map { test, testRate in
        GlucosePattern(
          kind: test.kind, slot: test.slot, affectedDayCount: test.evidence.count,
          observedDayCount: test.observedDayCount,
          affectedFractionElsewhere: test.affectedFractionElsewhere,
          pValue: test.probability, falseDiscoveryRate: testRate, evidence: test.evidence)
      }
      .sorted {
        ($0.pValue, $0.kind.rawValue, $0.slot) < ($1.pValue, $1.kind.rawValue, $1.slot)
      }
  }
}

/// What a day was like in each of its slots of three hours.
private struct SlotDay {
  /// The readings of a slot, and the episodes that touch it.
  struct Slot {
    var lowest, highest: Reading
    var episodes: [GlucoseEpisode.ID] = []
  }

  let day: LocalDay
  /// The slots; `nil` where there are no readings.
  var slots = [Slot?](repeating: nil, count: 8)
  /// What happened in each slot, `nil` where it is not affected.
  private(set) var affected: [EpisodeKind: [GlucosePattern.Evidence?]] = [:]

  var observedCount: Int { slots.count { $0 != nil } }

  mutating func add(_ reading: Reading, to slot: Int) {
    guard let known = slots[slot] else {
      slots[slot] = Slot(lowest: reading, highest: reading)
      return
    }
    if reading.glucose < known.lowest.glucose { slots[slot]?.lowest = reading }
    if reading.glucose > known.highest.glucose { slots[slot]?.highest = reading }
  }

  /// Decides which slots are affected, once all readings and episodes are in.
  mutating func judge(by rule: GlucosePattern.Rule, _ bands: RangeBands) {
    for excursion in EpisodeKind.allCases {
      affected[excursion] = slots.map { slot in
        guard let slot else { return nil }
        let reading = excursion == .low ? slot.lowest : slot.highest
        let episodes = slot.episodes.filter { $0.kind == excursion }
        let isBeyond =
          excursion == .low ? reading.glucose < bands.low : reading.glucose > bands.high
        guard rule == .episode ? !episodes.isEmpty : isBeyond else { return nil }
        return GlucosePattern.Evidence(day: day, reading: reading, episodes: episodes)
      }
    }
  }
}

private struct PatternTest {
  let kind: EpisodeKind
  let slot: TimeSlot
  let observedDayCount: Int
  let evidence: [GlucosePattern.Evidence]
  let affectedFractionElsewhere: Double
  let probability: Double
}

extension GlucoseSeries {
  /// Each of `days` that has readings; the series reaches a day beyond them on both sides.
  fileprivate func slotDays(
    in days: ClosedRange<LocalDay>, _ rule: GlucosePattern.Rule, _ bands: RangeBands
  ) -> [SlotDay] {
    guard let range = timeRange else { return [] }
    let table = ZoneTable(
      days.lowerBound.zone,
      covering: range.lowerBound
        .timeIntervalSinceReferenceDate...range.upperBound.timeIntervalSinceReferenceDate)
    func slot(at time: Date) -> Int {
      let time = time.timeIntervalSinceReferenceDate
      return WeekClock(time + table.offset(at: time)).hour / 3
    }
    return self[days.lowerBound.start..<days.upperBound.end].days(in: days.lowerBound.zone).map {
      part in
      var slotDay = SlotDay(day: part.day)
      for reading in part.series { slotDay.add(reading, to: slot(at: reading.time)) }
      for episode in episodes(on: part.day, bands) {
        let start = Swift.max(episode.start, part.day.start)
        let end = Swift.min(episode.end, part.day.end)
        // Steps of a quarter of an hour enter every slot that the episode touches.
        let times =
          stride(from: 0, to: end.timeIntervalSince(start), by: 900).map(start.addingTimeInterval)
          + [end.addingTimeInterval(-1)]
        for slot in Set(times.map(slot)) { slotDay.slots[slot]?.episodes.append(episode.id) }
      }
      slotDay.judge(by: rule, bands)
      return slotDay
    }
  }
}

extension [SlotDay] {
  fileprivate func testsByHour(_ kind: EpisodeKind) -> [PatternTest] {
    let affected = map { $0.affected[kind] ?? [] }
    return TimeGrouping.threeHours.slots.enumerated().map { position, slot in
      let observed = indices.filter { self[$0].slots[position] != nil }
      let evidence = observed.compactMap { affected[$0][position] }
      // If the day were turned, the slot would be affected as often as the others are.
      let chances = observed.map { index in
        Double(affected[index].count { $0 != nil }) / Double(self[index].observedCount)
      }
      var others = 0
      var othersAffected = 0
      for index in observed {
        others += self[index].observedCount - 1
        othersAffected +=
          affected[index].count { $0 != nil } - (affected[index][position] == nil ? 0 : 1)
      }
      return PatternTest(
        kind: kind, slot: slot, observedDayCount: observed.count, evidence: evidence,
        affectedFractionElsewhere: others == 0 ? 0 : Double(othersAffected) / Double(others),
        probability: CountTail.poissonBinomial(chances, atLeast: evidence.count))
    }
  }

  fileprivate func testsByWeekday(_ kind: EpisodeKind) -> [PatternTest] {
    let farthest = map { slotDay -> GlucosePattern.Evidence? in
      let slots = (slotDay.affected[kind] ?? []).compactMap { $0 }
      let farthest = slots.min { first, second in
        kind == .low
          ? first.reading.glucose < second.reading.glucose
          : first.reading.glucose > second.reading.glucose
      }
      return farthest.map {
        GlucosePattern.Evidence(
          day: $0.day, reading: $0.reading, episodes: Set(slots.flatMap(\.episodes)).sorted())
      }
    }
    let affectedCount = farthest.count { $0 != nil }
    return TimeGrouping.weekday.slots.map { slot in
      let observed = indices.filter { self[$0].day.weekday == slot.weekday }
      let evidence = observed.compactMap { farthest[$0] }
      let others = count - observed.count
      return PatternTest(
        kind: kind, slot: slot, observedDayCount: observed.count, evidence: evidence,
        affectedFractionElsewhere: others == 0
          ? 0 : Double(affectedCount - evidence.count) / Double(others),
        probability: CountTail.hypergeometric(
          drawn: observed.count, marked: affectedCount, total: count, atLeast: evidence.count))
    }
  }
}
