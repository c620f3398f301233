// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension History {
  /// The times of the day and the days of the week at which lows or highs gather in `days`, those that
  /// are least likely to be chance first.
  ///
  /// Looked at are eight parts of the day of three hours and the seven days of the week, each for lows
  /// and for highs. A slot of a day is affected if at least one of its readings is. For parts of the
  /// day the question is whether the slot is affected more often than if each day were turned to begin
  /// at any of its slots (exact, by the Poisson binomial distribution); for days of the week, whether
  /// more often than if days were shuffled (Fisher's exact test). All 30 tests together are held to
  /// the false-discovery rate by the procedure of Benjamini and Yekutieli (*Annals of Statistics* 29,
  /// 2001): of all patterns reported, on average no more than that share is chance.
  ///
  /// - Parameters:
  ///   - days: The days, of one zone.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - rate: The false-discovery rate up to which (`≤`) patterns are reported.
  ///   - minimumDays: The number of affected days below which (`<`) a pattern is not reported.
  /// - Precondition: `rate` lies between 0 and 1.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* + *d*²), where *d* is the number of days.
  public func patterns(
    _ days: ClosedRange<LocalDay>, bands: RangeBands = .consensus,
    falseDiscoveryRate rate: Double = 0.05, minimumDays: Int = 3
  ) throws -> [Pattern] {
    precondition((0...1).contains(rate), "A false-discovery rate lies between 0 and 1")
    let series = try series(days.lowerBound.start..<days.upperBound.end)
    let slots = series.slotDays(in: days)
    let tests = Pattern.Kind.allCases.flatMap { kind in
      slots.testsByHour(kind, bands) + slots.testsByWeekday(kind, bands)
    }
    let rates = falseDiscoveryRates(tests.map(\.probability))
    return zip(tests, rates)
      .filter { test, testRate in testRate <= rate && test.evidence.count >= minimumDays }
      .map { test, testRate in
        Pattern(
          kind: test.kind, slot: test.slot, affectedDays: test.evidence.count,
          observedDays: test.observedDays, shareElsewhere: test.shareElsewhere,
          probability: test.probability, falseDiscoveryRate: testRate, evidence: test.evidence)
      }
      .sorted {
        ($0.probability, $0.kind.rawValue, $0.slot) < ($1.probability, $1.kind.rawValue, $1.slot)
      }
  }
}

/// What a day's readings were in each of its slots of three hours; `nil` where there are none.
private struct SlotDay {
  let day: LocalDay
  var slots = [(lowest: Reading, highest: Reading)?](repeating: nil, count: 8)

  func affected(_ kind: Pattern.Kind, _ bands: RangeBands) -> [Pattern.Evidence?] {
    slots.map { slot in
      guard let slot else { return nil }
      switch kind {
      case .low:
        return slot.lowest.glucose < bands.low
          ? Pattern.Evidence(day: day, reading: slot.lowest) : nil
      case .high:
        return slot.highest.glucose > bands.high
          ? Pattern.Evidence(day: day, reading: slot.highest) : nil
      }
    }
  }

  var observedCount: Int { slots.count { $0 != nil } }
}

private struct PatternTest {
  let kind: Pattern.Kind
  let slot: TimeSlot
  let observedDays: Int
  let evidence: [Pattern.Evidence]
  let shareElsewhere: Double
  let probability: Double
}

extension GlucoseSeries {
  /// The extremes of each slot of each day that has readings.
  fileprivate func slotDays(in days: ClosedRange<LocalDay>) -> [SlotDay] {
    let zone = days.lowerBound.zone
    guard let range = timeRange else { return [] }
    let table = ZoneTable(
      zone,
      covering: range.lowerBound
        .timeIntervalSinceReferenceDate...range.upperBound.timeIntervalSinceReferenceDate)
    return self.days(in: zone).map { part in
      var slotDay = SlotDay(day: part.day)
      for reading in part.series {
        let time = reading.time.timeIntervalSinceReferenceDate
        let slot = WeekClock(time + table.offset(at: time)).hour / 3
        guard let known = slotDay.slots[slot] else {
          slotDay.slots[slot] = (reading, reading)
          continue
        }
        if reading.glucose < known.lowest.glucose { slotDay.slots[slot]?.lowest = reading }
        if reading.glucose > known.highest.glucose { slotDay.slots[slot]?.highest = reading }
      }
      return slotDay
    }
  }
}

extension [SlotDay] {
  fileprivate func testsByHour(_ kind: Pattern.Kind, _ bands: RangeBands) -> [PatternTest] {
    let affected = map { $0.affected(kind, bands) }
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
        kind: kind, slot: slot, observedDays: observed.count, evidence: evidence,
        shareElsewhere: others == 0 ? 0 : Double(othersAffected) / Double(others),
        probability: CountTail.poissonBinomial(chances, atLeast: evidence.count))
    }
  }

  fileprivate func testsByWeekday(_ kind: Pattern.Kind, _ bands: RangeBands) -> [PatternTest] {
    let farthest = map { slotDay in
      slotDay.affected(kind, bands).compactMap { $0 }.min { first, second in
        kind == .low
          ? first.reading.glucose < second.reading.glucose
          : first.reading.glucose > second.reading.glucose
      }
    }
    let affectedCount = farthest.count { $0 != nil }
    return TimeGrouping.weekday.slots.map { slot in
      let observed = indices.filter { self[$0].day.weekday == slot.weekday }
      let evidence = observed.compactMap { farthest[$0] }
      let others = count - observed.count
      return PatternTest(
        kind: kind, slot: slot, observedDays: observed.count, evidence: evidence,
        shareElsewhere: others == 0
          ? 0 : Double(affectedCount - evidence.count) / Double(others),
        probability: CountTail.hypergeometric(
          drawn: observed.count, marked: affectedCount, total: count, atLeast: evidence.count))
    }
  }
}
