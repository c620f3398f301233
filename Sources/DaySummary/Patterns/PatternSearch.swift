public import GlucoseDiary
public import GlucoseMath
internal import GlucoseFoundation

extension GlucoseHistory {
  /// Returns the times of day and days of the week at which lows or highs cluster in `days`, in
  /// ascending order of *p*-value.
  ///
  /// The search covers the eight three-hour parts of the day and the seven days of the week, each
  /// for lows and for highs. A slot of a day is affected if an episode touches it or, if brief ones count,
  /// any of its readings is outside the target range.
  ///
  /// | Slots | Null hypothesis | Test |
  /// |---|---|---|
  /// | Parts of the day | each day is rotated to start at any slot | Poisson binomial, exact |
  /// | Days of the week | the days are shuffled | Fisher's exact test |
  ///
  /// The false-discovery rate of all 30 tests together is controlled by the procedure of Benjamini
  /// and Yekutieli (*Annals of Statistics* 29, 2001): on average, at most this fraction of the
  /// reported patterns is due to chance.
  ///
  /// - Parameters:
  ///   - days: The days, all in one time zone.
  ///   - bands: The edges of the concentration bands, in the readings' unit.
  ///   - countsBrief: Whether any reading outside the target range counts, and not only episodes of
  ///     at least 15 minutes.
  ///   - rate: The false-discovery rate up to which (`≤`) patterns are reported.
  ///   - minimumDays: The number of affected days below which (`<`) a pattern is not reported.
  /// - Precondition: `rate` is from 0 to 1.
  /// - Complexity: O(*n* + *d*²), where *n* is the number of readings and *d* is the number of
  ///   days.
  public func patterns(
    of days: ClosedRange<LocalDay>, bands: RangeBands, countingBrief countsBrief: Bool = false,
    falseDiscoveryRate rate: Double = 0.05, minimumDays: Int = 3
  ) throws(Failure) -> [GlucosePattern] {
    precondition((0...1).contains(rate), "`rate` must be from 0 to 1")
    let series = try series(around: days.lowerBound.start..<days.upperBound.end)
    let slots = series.slotDays(in: days, bands)
    var patterns = ThresholdSide.both.flatMap { side in
      let evidence = slots.map { $0.evidence(side, countingBrief: countsBrief, bands) }
      return slots.testsByHour(side, evidence) + slots.testsByWeekday(side, evidence)
    }
    for (index, found) in falseDiscoveryRates(patterns.map(\.pValue)).enumerated() {
      patterns[index].falseDiscoveryRate = found
    }
    return patterns.filter { $0.falseDiscoveryRate <= rate && $0.affectedDayCount >= minimumDays }
      .ordered {
        // High before low.
        ($0.pValue, $0.isLow ? 1 : 0, $0.slot) < ($1.pValue, $1.isLow ? 1 : 0, $1.slot)
      }
  }
}

/// The readings and episodes in each three hours of a day.
private struct SlotDay {
  struct Slot {
    var lowest, highest: Reading
    var episodes: [GlucoseEpisode] = []
  }

  let day: LocalDay
  /// The slots; those without readings are `nil`.
  var slots = [Slot?](repeating: nil, count: 8)

  var observedCount: Int { slots.count { $0 != nil } }

  mutating func add(_ reading: Reading, to slot: Int) {
    var known = slots[slot] ?? Slot(lowest: reading, highest: reading)
    if reading.glucose < known.lowest.glucose { known.lowest = reading }
    if reading.glucose > known.highest.glucose { known.highest = reading }
    slots[slot] = known
  }

  /// Returns the evidence in each slot, or `nil` for a slot that is not affected.
  func evidence(
    _ side: ThresholdSide, countingBrief countsBrief: Bool, _ bands: RangeBands
  ) -> [GlucosePattern.Evidence?] {
    slots.map { slot in
      guard let slot else { return nil }
      let reading = side == .below ? slot.lowest : slot.highest
      let episodes = slot.episodes.filter { $0.side == side }
      let isBeyond = side == .below ? reading.glucose < bands.low : reading.glucose > bands.high
      guard countsBrief ? isBeyond : !episodes.isEmpty else { return nil }
      return GlucosePattern.Evidence(day: day, reading: reading, episodes: episodes)
    }
  }
}

extension GlucoseSeries {
  /// Returns the slots of the `days` with readings; the series has a day more on both sides.
  fileprivate func slotDays(in days: ClosedRange<LocalDay>, _ bands: RangeBands) -> [SlotDay] {
    guard let range = timeRange else { return [] }
    let table = ZoneTable(
      days.lowerBound.zone,
      covering: range.lowerBound
        .timeIntervalSinceReferenceDate...range.upperBound.timeIntervalSinceReferenceDate)
    func slot(at time: Date) -> Int {
      let time = time.timeIntervalSinceReferenceDate
      return WeekClock(time + table.offset(at: time)).hour / 3
    }
    let episodes = episodes(of: days, bands)
    var next = 0
    return self[days.lowerBound.start..<days.upperBound.end].days(in: days.lowerBound.zone).map {
      part in
      var slotDay = SlotDay(day: part.day)
      for reading in part.series { slotDay.add(reading, to: slot(at: reading.time)) }
      while next < episodes.count, episodes[next].end <= part.day.start { next += 1 }
      let touching = episodes[next...].prefix { $0.start < part.day.end }
      for episode in touching where episode.end > part.day.start {
        let start = Swift.max(episode.start, part.day.start)
        let end = Swift.min(episode.end, part.day.end)
        // In steps of 15 minutes, no slot that the episode touches is skipped.
        let times =
          stride(from: 0, to: end.timeIntervalSince(start), by: 900).map(start.addingTimeInterval)
          + [end.addingTimeInterval(-1)]
        for slot in Set(times.map(slot)) { slotDay.slots[slot]?.episodes.append(episode) }
      }
      return slotDay
    }
  }
}

extension [SlotDay] {
  fileprivate func testsByHour(
    _ side: ThresholdSide, _ affected: [[GlucosePattern.Evidence?]]
  ) -> [GlucosePattern] {
    TimeGrouping.threeHours.slots.enumerated().map { position, slot in
      let observed = indices.filter { self[$0].slots[position] != nil }
      let evidence = observed.compactMap { affected[$0][position] }
      // If the day were rotated, the slot would be affected as often as the others.
      let chances = observed.map { index in
        Double(affected[index].count { $0 != nil }) / Double(self[index].observedCount)
      }
      let others = observed.reduce(0) { $0 + self[$1].observedCount - 1 }
      let slotsAffected = observed.reduce(0) { $0 + affected[$1].count { $0 != nil } }
      return GlucosePattern(
        side: side, slot: slot, observedDayCount: observed.count,
        affectedPercentageElsewhere: Percentage(slotsAffected - evidence.count, of: others)
          ?? .zero,
        pValue: CountTail.poissonBinomial(chances, atLeast: evidence.count), evidence: evidence)
    }
  }

  fileprivate func testsByWeekday(
    _ side: ThresholdSide, _ affected: [[GlucosePattern.Evidence?]]
  ) -> [GlucosePattern] {
    let farthest = affected.map { evidence -> GlucosePattern.Evidence? in
      let slots = evidence.compactMap { $0 }
      let farthest = slots.min { first, second in
        side == .below
          ? first.reading.glucose < second.reading.glucose
          : first.reading.glucose > second.reading.glucose
      }
      return farthest.map {
        GlucosePattern.Evidence(
          day: $0.day, reading: $0.reading, episodes: slots.flatMap(\.episodes).distinct)
      }
    }
    let affectedCount = farthest.count { $0 != nil }
    return TimeGrouping.weekday.slots.map { slot in
      let observed = indices.filter { self[$0].day.weekday == slot.weekday }
      let evidence = observed.compactMap { farthest[$0] }
      let others = count - observed.count
      return GlucosePattern(
        side: side, slot: slot, observedDayCount: observed.count,
        affectedPercentageElsewhere: Percentage(affectedCount - evidence.count, of: others)
          ?? .zero,
        pValue: CountTail.hypergeometric(
          drawn: observed.count, marked: affectedCount, total: count, atLeast: evidence.count),
        evidence: evidence)
    }
  }
}
