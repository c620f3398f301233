internal import GlucoseMath
internal import GlucoseFoundation

extension Records {
  /// Returns the time of an entry as written, or an empty text if it is not known.
  func timeText(_ entry: Int) -> String {
    let (line, column) = (entries[entry].line, streams[entries[entry].stream].column)
    return keptTimes[entry] ?? texts?.text(line: line, column) ?? ""
  }

  func dateOrder(caller: DateOrder?) throws(ReadError) -> DetectedValue<DateOrder>? {
    // A year in first position leaves nothing to infer.
    if entries.allSatisfy({ $0.stamp.form == .yearFirst }) {
      return DetectedValue(.yearFirst, .notation(timeText(0)))
    }
    var decision = DateOrderInference()
    // By runs of a stream on one day.
    var start = 0
    var tables = tableStarts[...]
    while start < entries.count {
      if let next = tables.first, next <= start {
        tables.removeFirst()
        decision.beginTable()
      }
      let first = entries[start]
      var end = start + 1
      while end < entries.count, end != tables.first,
        entries[end].streamNumber == first.streamNumber,
        entries[end].stamp.isOnSameDay(as: first.stamp)
      {
        end += 1
      }
      let column = streams[first.stream].column
      if mayBeConverted(start) { decision.addNotation(of: first.stamp, at: start, column: column) }
      decision.add(first.stamp, at: start, stream: first.stream)
      if end > start + 1 {
        decision.add(
          entries[end - 1].stamp, at: end - 1, stream: first.stream, count: end - start - 1)
      }
      start = end
    }
    if let entry = decision.exchanged {
      throw ReadError(
        .swappedDayAndMonth(example: timeText(entry)), line: entries[entry].line,
        text: timeText(entry),
        expected: "the original file, not one saved by a spreadsheet")
    }
    return try decision.decide(caller: caller, text: timeText)
  }

  /// Returns whether a spreadsheet may have converted the time of an entry: it writes no offset
  /// into a cell, but another column may state one.
  private func mayBeConverted(_ entry: Int) -> Bool {
    let stamp = entries[entry].stamp
    guard stamp.form != .instant, stamp.offset != nil else { return stamp.form != .instant }
    let text = timeText(entry)
    return !text.isEmpty && WrittenTime(text)?.offset == nil
  }

  /// Returns whether nine in ten entries are within half an hour of the previous entry, all in the
  /// same direction.
  func followsOn(_ order: DateOrder) -> Bool {
    var locals = LocalTimes(order)
    let times = entries.compactMap {
      $0.stamp.form == .instant ? $0.stamp.seconds : locals.local($0.stamp)
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
    var (hasMgdL, hasMmolL) = (false, false)
    for entry in entries {
      if entry.value.isNaN {
        if !entry.mark.flags.isEmpty { needsUnit = true }
      } else if !entry.mark.contains(.isMgdL) {
        decision.add(entry.value, line: entry.line)
      } else if entry.mark.contains(.wasMmolL) {
        hasMmolL = true
        inMmolL.add(entry.number, line: entry.line)
      } else {
        hasMgdL = true
        inMgdL.add(entry.value, line: entry.line)
      }
    }
    try inMgdL.check(.mgdL)
    try inMmolL.check(.mmolL)
    let unit = try decision.decide(stated: stated, caller: caller)
    guard !decision.hasValues, stated == nil else { return unit }
    // Every number states its unit, which takes precedence over the caller's; words such as "Low"
    // denote limits in it.
    if hasMgdL || hasMmolL {
      return hasMgdL && hasMmolL
        ? nil : DetectedValue(hasMgdL ? .mgdL : .mmolL, .structure("named with each value"))
    }
    // Without numbers, any unit will do.
    return unit ?? (needsUnit ? DetectedValue(.mgdL, .structure("no number in the file")) : nil)
  }

  /// Returns the readings whose numbers can only be in mmol/L, in a file in mg/dL: no device shows a
  /// fraction of 1 mg/dL below 35, unless all numbers were converted.
  func readingsInMmolL(besides unit: DetectedValue<GlucoseUnit>?) -> [Int] {
    guard let unit, unit.value == .mgdL else { return [] }
    var (wholeCount, count) = (0, 0)
    var found: [Int] = []
    var low: [Int] = []
    for (index, entry) in entries.enumerated()
    where !entry.mark.contains(.isMgdL) && !entry.value.isNaN {
      let isWhole = entry.value == entry.value.rounded()
      if entry.value < 35 {
        if isWhole { low.append(index) } else { found.append(index) }
      } else {
        count += 1
        if isWhole { wholeCount += 1 }
      }
    }
    guard wholeCount * 10 > count * 9, !found.isEmpty else { return [] }
    return low.count * 3 <= found.count ? (found + low).sorted() : found
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
    guard caller.nextDaylightSavingTimeTransition(after: start) != nil
    else { return DetectedValue(caller, evidence) }
    let offset =
      caller.secondsFromGMT(for: start) - Int(caller.daylightSavingTimeOffset(for: start))
    return DetectedValue(TimeZone(secondsFromGMT: offset) ?? .gmt, evidence)
  }

  /// Returns a warning if a sensor recorded in a skipped hour as often as in the adjacent ones.
  func doubt(_ zone: TimeZone, _ order: DateOrder, skipped: [Int]) -> RowWarning? {
    let few = 3
    var locals = LocalTimes(order)
    func sensorTime(_ entry: Int) -> Double? {
      let (stamp, stream) = (entries[entry].stamp, entries[entry].stream)
      return stamp.isWallClock && streams[stream].channel == .sensor ? locals.local(stamp) : nil
    }
    func day(_ time: Double) -> Double { (time / 86_400).rounded(.down) }
    let times = skipped.compactMap { entry in sensorTime(entry).map { (entry: entry, time: $0) } }
    let hours = Dictionary(grouping: times) { day($0.time) }.filter { $0.value.count >= few }
    guard !hours.isEmpty else { return nil }
    var timesOfDays: [Double: [Double]] = [:]
    for entry in entries.indices {
      // Most entries are on other days.
      guard let time = sensorTime(entry), hours[day(time)] != nil else { continue }
      timesOfDays[day(time), default: []].append(time)
    }
    let full = hours.values.filter { hour in
      let (start, end) = (hour.map(\.time).min() ?? 0, hour.map(\.time).max() ?? 0)
      let times = timesOfDays[day(start)] ?? []
      let before = times.count { start - 3600 <= $0 && $0 < start }
      let after = times.count { end < $0 && $0 <= end + 3600 }
      return hour.count * 2 >= max(before, after)
    }
    guard let first = full.joined().map(\.entry).min() else { return nil }
    return RowWarning(
      count: full.joined().count, line: entries[first].line, example: timeText(first), zone: zone)
  }

  /// Returns the entries that are more than ten years from all others of their person
  /// (<doc:DecisionResetClocks>).
  func entriesOfResetClocks(_ times: [Double]) -> [Int] {
    let (day, decade) = (86_400.0, 10 * 31_557_600.0)
    // Few files are that long.
    var (first, last) = (Double.infinity, -Double.infinity)
    for time in times {
      if time < first { first = time }
      if time > last { last = time }
    }
    guard last - first > decade else { return [] }
    let known = entries.indices.filter { !times[$0].isNaN }
    return Dictionary(grouping: known) { streams[entries[$0].stream].subject }.values.flatMap {
      own in
      var parts: [[Int]] = []
      for index in own.sorted(by: { times[$0] < times[$1] }) {
        if let previous = parts.last?.last, times[index] - times[previous] <= decade {
          parts[parts.count - 1].append(index)
        } else {
          parts.append([index])
        }
      }
      let largest = parts.map(\.count).max() ?? 0
      return parts.filter { part in
        guard part.count < largest, let start = part.first, let end = part.last
        else { return false }
        return times[end] - times[start] <= day
      }.flatMap(\.self)
    }
  }

  /// Returns the entries later than the present, whatever the clock and the zone.
  func future(_ times: [Double], _ now: Date) -> RowWarning? {
    let now = now.timeIntervalSinceReferenceDate
    let (instants, wallClocks) = (now + 3600, now + 86_400)
    var found: RowWarning?
    for index in times.indices where times[index] > instants {
      guard !entries[index].stamp.isWallClock || times[index] > wallClocks else { continue }
      if found == nil {
        let time = Date(timeIntervalSinceReferenceDate: times[index])
        found = RowWarning(count: 0, line: entries[index].line, example: time.formatted(.iso8601))
      }
      found?.count += 1
    }
    return found
  }
}
