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
    if !entries.isEmpty, entries.allSatisfy({ $0.stamp.form == .yearFirst }) {
      return DetectedValue(.yearFirst, .notation(text(0)))
    }
    var decision = DateOrderInference()
    for (index, entry) in entries.enumerated() {
      decision.add(entry.stamp, at: index, stream: entry.stream)
    }
    return try decision.decide(caller: caller, text: text)
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
    guard let first = entries.first(where: { $0.stamp.isWallClock }) else { return nil }
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
    var hours: [Double: (first: Int, count: Int, range: ClosedRange<Double>)] = [:]
    for entry in skipped {
      guard let time = local(entry) else { continue }
      let day = (time / 86_400).rounded(.down)
      if let hour = hours[day] {
        let range = min(hour.range.lowerBound, time)...max(hour.range.upperBound, time)
        hours[day] = (hour.first, hour.count + 1, range)
      } else {
        hours[day] = (entry, 1, time...time)
      }
    }
    var beside: [Double: (before: Int, after: Int)] = [:]
    for entry in entries.indices where entries[entry].stamp.isWallClock && isSensors(entry) {
      guard let time = local(entry), let hour = hours[(time / 86_400).rounded(.down)] else {
        continue
      }
      let day = (time / 86_400).rounded(.down)
      let (start, end) = (hour.range.lowerBound, hour.range.upperBound)
      if start - 3600..<start ~= time { beside[day, default: (0, 0)].before += 1 }
      if time > end, time <= end + 3600 { beside[day, default: (0, 0)].after += 1 }
    }
    let full = hours.filter { day, hour in
      let around = beside[day] ?? (0, 0)
      return hour.count >= few && hour.count * 2 >= max(around.before, around.after)
    }
    guard let first = full.values.map(\.first).min() else { return nil }
    return TimeZoneWarning(
      zone: zone, count: full.values.reduce(0) { $0 + $1.count }, example: text(first),
      line: entries[first].line)
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
  }

  private func ticks(_ index: Int) -> Double? {
    guard !ticks.isEmpty, !ticks[index].isNaN else { return nil }
    return ticks[index]
  }

  /// Resolves the entries of repeated hours, stream by stream; `times` has the first instant for
  /// each.
  private func resolve(
    _ repeated: [Repeated], _ conventions: FormatDefaults, _ times: inout [Double],
    _ undecided: (Int) -> Void
  ) {
    let byStream = Dictionary(grouping: repeated) { entries[$0.entry].stream }
    var members: [Int: [Int]] = byStream.mapValues { _ in [] }
    for (index, entry) in entries.enumerated() where !times[index].isNaN {
      members[entry.stream]?.append(index)
    }
    var waiting: [Repeated] = []
    for (stream, hours) in byStream.ordered(by: { $0.key < $1.key }) {
      if conventions.isChronological, streams[stream].channel != .sensor {
        waiting += hours
        continue
      }
      let entries = members[stream] ?? []
      let isDescending = isDescending(entries, times)
      for run in Self.runs(hours, entries) {
        var (hours, earlier, later) = (hours[run.hours], run.before, run.after)
        if isDescending {
          hours.reverse()
          swap(&earlier, &later)
        }
        let choices = RepeatedHour.resolve(
          hours.map(\.time), after: earlier.map { anchor($0, times) },
          before: later.map { anchor($0, times) })
        for (hour, choice) in zip(hours, choices) {
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

  /// Returns the runs of a stream's consecutive entries within one repeated hour, each with the
  /// adjacent entries of the stream in the file.
  private static func runs(
    _ hours: [Repeated], _ entries: [Int]
  ) -> [(hours: Range<Int>, before: Int?, after: Int?)] {
    var runs: [(hours: Range<Int>, before: Int?, after: Int?)] = []
    var start = 0
    var position = 0
    while start < hours.count {
      while entries[position] != hours[start].entry { position += 1 }
      // The next repeated hour in the file belongs to another year.
      var end = start + 1
      while end < hours.count, entries[position + end - start] == hours[end].entry,
        abs(hours[end].time.first - hours[start].time.first) < 86_400
      { end += 1 }
      let next = position + end - start
      runs.append(
        (
          start..<end, position > 0 ? entries[position - 1] : nil,
          next < entries.count ? entries[next] : nil
        ))
      start = end
    }
    return runs
  }

  private func isDescending(_ entries: [Int], _ times: [Double]) -> Bool {
    var balance = 0
    for (one, two) in zip(entries, entries.dropFirst()) {
      balance += times[two] < times[one] ? -1 : times[two] > times[one] ? 1 : 0
    }
    return balance < 0
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
