// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RowCollector {
  /// Returns the order of the file's dates.
  func dateOrder(
    caller: DateOrder?, text: (Int) -> String
  ) throws(ReadError) -> DetectedValue<DateOrder>? {
    // A year in first position leaves nothing to infer.
    if forms.areAll(.yearFirst) { return DetectedValue(.yearFirst, .notation(text(0))) }
    var decision = DateOrderInference()
    // By runs of a stream on one day.
    var start = 0
    while start < entries.count {
      let first = entries[start]
      var end = start + 1
      while end < entries.count, entries[end].streamNumber == first.streamNumber,
        entries[end].stamp.isOnSameDay(as: first.stamp)
      {
        end += 1
      }
      let column = streams[first.stream].column
      decision.add(first.stamp, at: start, stream: first.stream, column: column)
      if end > start + 1 {
        decision.add(
          entries[end - 1].stamp, at: end - 1, stream: first.stream, column: column,
          count: end - start - 1)
      }
      start = end
    }
    if let entry = decision.exchanged {
      throw ReadError(
        .swappedDayAndMonth(example: text(entry)), line: entries[entry].line, text: text(entry),
        expected: "the original file, not one saved by a spreadsheet")
    }
    return try decision.decide(caller: caller, text: text)
  }

  /// Returns a Boolean value that indicates whether nine in ten entries are within half an hour of
  /// the previous entry, all in the same direction.
  func followsOn(_ order: DateOrder) -> Bool {
    var locals = LocalTimes(order)
    let times = entries.compactMap { entry -> Double? in
      if entry.stamp.form == .instant { return entry.stamp.seconds }
      return locals.midnight(entry.stamp).map { $0 + entry.stamp.seconds }
    }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let near = 1.0...1800
    let (forward, back) = (steps.count { near ~= $0 }, steps.count { near ~= -$0 })
    return max(forward, back) * 10 >= (entries.count - 1) * 9
  }

  /// Returns the unit of the values that state none.
  func unit(
    stated: DetectedValue<GlucoseUnit>?, caller: GlucoseUnit?, isDoubtful: Bool
  ) throws(ReadError) -> DetectedValue<GlucoseUnit>? {
    var decision = UnitInference(isDoubtful: isDoubtful)
    // For the values whose records state the unit.
    var inMgdL = UnitInference()
    var inMmolL = UnitInference()
    var needsUnit = false
    for entry in entries {
      if entry.value.isNaN {
        if !entry.mark.flags.isEmpty { needsUnit = true }
      } else if !entry.mark.contains(.isMgdL) {
        decision.add(entry.value, line: entry.line)
      } else if entry.mark.contains(.wasMmolL) {
        inMmolL.add(entry.number, line: entry.line)
      } else {
        inMgdL.add(entry.value, line: entry.line)
      }
    }
    try inMgdL.check(.mgdL)
    try inMmolL.check(.mmolL)
    let unit = try decision.decide(stated: stated, caller: caller)
    // Words such as "Low" denote limits, so the file needs no unit: any unit will do.
    if unit == nil, needsUnit { return DetectedValue(.mgdL, .structure("no number in the file")) }
    return unit
  }

  /// Returns the readings whose numbers can only be in mmol/L, in a file whose other numbers
  /// determine mg/dL.
  ///
  /// No device shows a fraction of 1 mg/dL below 35. If the other numbers are whole, such a number
  /// is of another unit; if nine in ten or fewer are whole, all were converted.
  func readingsInMmolL(besides unit: DetectedValue<GlucoseUnit>?) -> [Int] {
    guard let unit, unit.value == .mgdL, case .values = unit.evidence else { return [] }
    var (wholeCount, count) = (0, 0)
    var found: [Int] = []
    for (index, entry) in entries.enumerated()
    where !entry.mark.contains(.isMgdL) && !entry.value.isNaN {
      let isWhole = entry.value == entry.value.rounded()
      if entry.value < 35 {
        if !isWhole { found.append(index) }
      } else {
        count += 1
        if isWhole { wholeCount += 1 }
      }
    }
    return wholeCount * 10 > count * 9 ? found : []
  }

  /// The unit that the numbers state individually, if it is the same for all.
  var namedUnit: DetectedValue<GlucoseUnit>? {
    switch (named.mgdL > 0, named.mmolL > 0) {
    case (true, false): DetectedValue(.mgdL, .structure("named with each value"))
    case (false, true): DetectedValue(.mmolL, .structure("named with each value"))
    default: nil
    }
  }

  /// Returns the time zone of times without an offset.
  ///
  /// This is the caller's zone; for shifted dates, a zone with the caller's standard offset all
  /// year. Returns `nil` if every time states its instant or no zone is known.
  func zone(
    caller: TimeZone?, _ order: DateOrder, _ conventions: FormatDefaults
  ) -> DetectedValue<TimeZone>? {
    guard forms.includesWallClocks,
      let first = entries.first(where: { $0.stamp.isWallClock })
    else {
      return nil
    }
    guard conventions.areDatesShifted else { return caller.map { DetectedValue($0, .caller) } }
    let evidence = DetectionEvidence.structure(
      "the dates were shifted, so a clock without daylight saving time")
    guard let caller else { return DetectedValue(.gmt, evidence) }
    let start = Date(timeIntervalSinceReferenceDate: first.stamp.local(order) ?? 0)
    // A zone without transitions has its standard offset all year.
    guard caller.nextDaylightSavingTimeTransition(after: start) != nil else {
      return DetectedValue(caller, evidence)
    }
    let offset =
      caller.secondsFromGMT(for: start) - Int(caller.daylightSavingTimeOffset(for: start))
    return DetectedValue(TimeZone(secondsFromGMT: offset) ?? .gmt, evidence)
  }

  /// Returns a warning if a sensor recorded in a skipped hour about as often as in the adjacent
  /// hours.
  ///
  /// - Parameter skipped: The entries whose local time does not exist.
  func doubt(
    _ zone: TimeZone, _ order: DateOrder, skipped: [Int], text: (Int) -> String
  ) -> TimeZoneWarning? {
    let few = 3
    let isSensors = { (entry: Int) in streams[entries[entry].stream].channel == .sensor }
    let skipped = skipped.filter(isSensors)
    guard skipped.count >= few else { return nil }
    var locals = LocalTimes(order)
    func local(_ entry: Int) -> Double? {
      locals.midnight(entries[entry].stamp).map { $0 + entries[entry].stamp.seconds }
    }
    // Of a few days, of which the last one seen is most often the next one.
    var hours: [SkippedHour] = []
    for entry in skipped {
      guard let time = local(entry) else { continue }
      let day = (time / 86_400).rounded(.down)
      if let index = hours.lastIndex(where: { $0.day == day }) {
        hours[index].start = min(hours[index].start, time)
        hours[index].end = max(hours[index].end, time)
        hours[index].count += 1
      } else {
        hours.append(SkippedHour(day: day, first: entry, start: time, end: time))
      }
    }
    guard let least = hours.map(\.start).min(), let greatest = hours.map(\.end).max() else {
      return nil
    }
    for entry in entries.indices where entries[entry].stamp.isWallClock && isSensors(entry) {
      guard let time = local(entry), least - 3600 <= time, time <= greatest + 3600 else { continue }
      let day = (time / 86_400).rounded(.down)
      for index in hours.indices where hours[index].day == day { hours[index].add(time) }
    }
    let full = hours.filter { $0.count >= few && $0.count * 2 >= max($0.before, $0.after) }
    guard let first = full.map(\.first).min() else { return nil }
    return TimeZoneWarning(
      zone: zone, count: full.reduce(0) { $0 + $1.count }, example: text(first),
      line: entries[first].line)
  }

  /// The entries in a skipped hour of a day, and the numbers of those within an hour of them.
  private struct SkippedHour {
    /// The number of the day.
    var day: Double
    /// The first of the entries.
    var first: Int
    /// The earliest and the latest local time of the entries.
    var start: Double
    var end: Double
    var count = 1
    var before = 0
    var after = 0

    /// Counts an entry of the day.
    mutating func add(_ time: Double) {
      if start - 3600..<start ~= time { before += 1 }
      if time > end, time <= end + 3600 { after += 1 }
    }
  }

  /// Returns the entries later than the present by more than the differences between clocks and
  /// zones.
  func future(_ times: [Double], _ now: Date) -> FutureRecords? {
    let now = now.timeIntervalSinceReferenceDate
    let (instants, wallClocks) = (now + 3600, now + 86_400)
    var found: FutureRecords?
    for index in times.indices where times[index] > instants {
      guard !entries[index].stamp.isWallClock || times[index] > wallClocks else { continue }
      let time = Date(timeIntervalSinceReferenceDate: times[index])
      if found == nil { found = FutureRecords(count: 0, line: entries[index].line, time: time) }
      found?.count += 1
    }
    return found
  }

  /// Returns the instants of all entries, in seconds since the reference date; NaN for a time that
  /// does not exist.
  ///
  /// - Parameters:
  ///   - undecided: A closure called with each entry whose local time occurred twice and remains
  ///     ambiguous.
  ///   - reject: A closure called with each entry that has no instant.
  func instants(
    _ order: DateOrder, zone: TimeZone?, _ conventions: FormatDefaults, text: (Int) -> String,
    undecided: (Int) -> Void, reject: (Int, RejectedRow.Reason) -> Void
  ) throws(ReadError) -> [Double] {
    var times = Array(repeating: Double.nan, count: entries.count)
    var least = Double.infinity
    var greatest = -Double.infinity
    var wallClock: Int?
    var locals = LocalTimes(order)
    for (index, entry) in entries.enumerated() {
      let stamp = entry.stamp
      if stamp.form == .instant {
        times[index] = stamp.seconds
        continue
      }
      guard let midnight = locals.midnight(stamp) else {
        reject(index, .unreadableTime)
        continue
      }
      if let offset = stamp.offset {
        // Whole seconds first, so that a fraction is rounded only once.
        times[index] = midnight - Double(offset) * 60 + stamp.seconds
        continue
      }
      let local = midnight + stamp.seconds
      times[index] = local
      least = min(least, local)
      greatest = max(greatest, local)
      if wallClock == nil { wallClock = index }
    }
    guard let wallClock else { return times }
    guard let zone else {
      throw ReadError(
        .zoneNeeded(example: text(wallClock)), line: entries[wallClock].line,
        text: text(wallClock), expected: "a time zone, or times with an offset")
    }
    var clock = WallClock(zone, covering: least...greatest)
    var repeated: [Repeated] = []
    for index in times.indices where entries[index].stamp.isWallClock && !times[index].isNaN {
      switch clock.moment(times[index]) {
      case .once(let instant): times[index] = instant
      case .twice(let first, let second):
        times[index] = first
        repeated.append(
          Repeated(
            entry: index,
            time: RepeatedHour.Time(first: first, second: second, ticks: ticks(index))))
      case .never:
        times[index] = .nan
        reject(index, .skippedHour)
      }
    }
    if !repeated.isEmpty { resolve(repeated, conventions, &times, undecided) }
    return times
  }

  /// An entry whose local time occurred twice.
  private struct Repeated {
    var entry: Int
    var time: RepeatedHour.Time
    /// The position among the entries of its stream that have an instant.
    var ordinal = 0
    /// The adjacent entries of its stream that have an instant.
    var before: Int?
    var after: Int?
  }

  private func ticks(_ index: Int) -> Double? {
    guard !ticks.isEmpty, !ticks[index].isNaN else { return nil }
    return ticks[index]
  }

  /// The entries of a stream that have an instant, as far as they have been counted.
  private struct Progress {
    var count = 0
    var last: Int?
    var lastTime = Double.nan
    /// The number of steps forward in time, less the number of steps back.
    var balance = 0
    /// The position of the last entry among the repeated ones, if it is one of them.
    var open: Int?
  }

  /// Resolves the entries of repeated hours, stream by stream; `times` has the first instant for
  /// each.
  private func resolve(
    _ repeated: [Repeated], _ conventions: FormatDefaults, _ times: inout [Double],
    _ undecided: (Int) -> Void
  ) {
    let (repeated, isDescending) = placed(repeated, times)
    let byStream = Dictionary(grouping: repeated) { entries[$0.entry].stream }
    var waiting: [Repeated] = []
    for (stream, hours) in byStream.ordered(by: { $0.key < $1.key }) {
      if conventions.isChronological, streams[stream].channel != .sensor {
        waiting += hours
        continue
      }
      for range in Self.runs(hours) {
        var run = Array(hours[range])
        var (earlier, later) = (run.first?.before, run.last?.after)
        if isDescending[stream] {
          run.reverse()
          swap(&earlier, &later)
        }
        let choices = RepeatedHour.resolve(
          run.map(\.time), after: earlier.map { anchor($0, times) },
          before: later.map { anchor($0, times) })
        for (hour, choice) in zip(run, choices) {
          times[hour.entry] = choice.instant
          if choice.isUndecided { undecided(hour.entry) }
        }
      }
    }
    for hour in waiting {
      let choice = RepeatedHour.resolve(
        hour.time, between: neighbor(of: hour.entry, by: -1, times),
        and: neighbor(of: hour.entry, by: 1, times))
      times[hour.entry] = choice.instant
      if choice.isUndecided { undecided(hour.entry) }
    }
  }

  /// Returns the repeated entries with their positions in their streams, and for each stream
  /// whether its entries are in descending order, in one pass over all entries.
  private func placed(
    _ repeated: [Repeated], _ times: [Double]
  ) -> (repeated: [Repeated], isDescending: [Bool]) {
    var repeated = repeated
    var all = Array(repeating: Progress(), count: streams.count)
    var (stream, own) = (0, Progress())
    var next = 0
    for index in entries.indices {
      let time = times[index]
      if time.isNaN { continue }
      // Adjacent entries often share a stream.
      if entries[index].stream != stream {
        all[stream] = own
        stream = entries[index].stream
        own = all[stream]
      }
      own.balance += time > own.lastTime ? 1 : time < own.lastTime ? -1 : 0
      if let open = own.open {
        repeated[open].after = index
        own.open = nil
      }
      if next < repeated.count, repeated[next].entry == index {
        (repeated[next].ordinal, repeated[next].before) = (own.count, own.last)
        own.open = next
        next += 1
      }
      (own.last, own.lastTime) = (index, time)
      own.count += 1
    }
    all[stream] = own
    return (repeated, all.map { $0.balance < 0 })
  }

  /// Returns the runs of a stream's consecutive entries within one repeated hour.
  private static func runs(_ hours: [Repeated]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for end in hours.indices.dropFirst()
    // The next repeated hour in the file belongs to another year.
    where hours[end].ordinal != hours[end - 1].ordinal + 1
      || abs(hours[end].time.first - hours[start].time.first) >= 86_400
    {
      runs.append(start..<end)
      start = end
    }
    return hours.isEmpty ? [] : runs + [start..<hours.count]
  }

  private func anchor(_ entry: Int, _ times: [Double]) -> RepeatedHour.Anchor {
    RepeatedHour.Anchor(instant: times[entry], ticks: ticks(entry))
  }

  /// Returns the instant of the nearest sensor reading before or after an entry in the file, or
  /// `nil` if there is none within 1000 rows; farther readings are not informative.
  private func neighbor(of entry: Int, by step: Int, _ times: [Double]) -> Double? {
    var index = entry + step
    while entries.indices.contains(index), abs(index - entry) <= 1000 {
      if streams[entries[index].stream].channel == .sensor, !times[index].isNaN {
        return times[index]
      }
      index += step
    }
    return nil
  }
}
