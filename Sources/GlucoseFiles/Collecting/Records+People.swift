internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension Records {
  func subjects(
    _ format: FileFormat, times: [Double], undecided: [Int], unit: GlucoseUnit?, zone: TimeZone?,
    _ conventions: FormatDefaults, _ conflicts: inout [ReadingConflict],
    reject: (Int, RejectedRow.Reason, String) -> Void
  ) -> [ImportedPerson] {
    let ids = subjects.texts
    // One column for each person and kind of reading; its size is known before any is added.
    let kinds = 3
    let indices = streams.map { $0.subject * kinds + Int($0.channel.rawValue) }
    var columns = Array(repeating: Columns(), count: max(ids.count, 1) * kinds)
    var counts = Array(repeating: 0, count: streams.count)
    for entry in entries { counts[entry.stream] += 1 }
    for (stream, count) in counts.enumerated() where streams[stream].channel != .event {
      columns[indices[stream]].reserve(count)
    }
    var doubtful = undecided[...]
    let unit = unit ?? .mgdL
    let limits = conventions.limits.range(unit)
    var index = 0
    while index < entries.count {
      // Adjacent entries often share a stream; its column is moved out and back once for all of
      // them.
      let stream = entries[index].stream
      let channel = streams[stream].channel
      guard channel != .event else {
        index += 1
        continue
      }
      let clamps = conventions.clampsAtLimits && channel != .meter
      var own = Columns()
      swap(&own, &columns[indices[stream]])
      while index < entries.count, entries[index].stream == stream {
        let isMgdL = entries[index].mark.contains(.isMgdL)
        let clamp = clamps ? isMgdL ? conventions.limits.mgdL : limits : nil
        let run = ordinaryEntries(from: index, times, before: doubtful.first, unit, clamp)
        if !run.isEmpty {
          append(run, times, unit, to: &own)
          index = run.upperBound
          continue
        }
        defer { index += 1 }
        guard !times[index].isNaN else { continue }
        let entry = entries[index]
        var flags = entry.mark.flags
        while let next = doubtful.first, next <= index {
          if next == index { flags.insert(.ambiguousLocalTime) }
          doubtful.removeFirst()
        }
        if let clamp, !entry.value.isNaN {
          if entry.value <= clamp.lowerBound { flags.insert(.belowDeviceLimit) }
          if entry.value >= clamp.upperBound { flags.insert(.aboveDeviceLimit) }
        }
        let mgdL = Self.mgdL(of: entry, unit, limits)
        if PlausibleGlucose.contains(mgdL) {
          own.append(times[index], mgdL, flags)
        } else {
          // The limits are plausible, so this is a number.
          reject(index, .implausible, Self.text(entry.number))
        }
      }
      swap(&own, &columns[indices[stream]])
    }
    let all = columns.map { $0.validatedReadings() }
    columns = []
    let found = self.conflicts(
      in: Set(all.indices.filter { (all[$0]?.conflictCount ?? 0) > 0 }), indices, times: times,
      unit: unit, limits)
    let diaries = events(format, ids, times, zone)
    return diaries.indices.map { index in
      let intakes = Array(all[index * kinds..<(index + 1) * kinds])
      let series = intakes.map { $0?.series ?? GlucoseSeries() }
      let contradicted = (index * kinds..<(index + 1) * kinds).flatMap { found[$0] ?? [] }
      conflicts += contradicted
      var person = ImportedPerson(
        id: index < ids.count && !ids[index].isEmpty ? ids[index] : nil,
        recording: Recording(series: series[0]),
        scans: series[1], meter: series[2], leftOutReadings: intakes[0]?.duplicates ?? [])
      person.duplicateReadingCount = intakes.reduce(0) { $0 + ($1?.duplicateCount ?? 0) }
      person.conflictingReadingCount = contradicted.count
      person.takeLast(of: diaries[index])
      return person
    }
  }

  /// Returns the entries of one stream from `start` on that are alike and nothing but plausible
  /// readings within the device's limits; at most a thousand, so that they are in the processor's
  /// cache when they are read again.
  @inline(__always)
  private func ordinaryEntries(
    from start: Int, _ times: [Double], before doubtful: Int?, _ unit: GlucoseUnit,
    _ clamp: ClosedRange<Double>?
  ) -> Range<Int> {
    let (entries, times) = (entries.elementSpan, times.elementSpan)
    let (mark, stream) = (entries[start].mark, entries[start].streamNumber)
    var range =
      mark.contains(.isMgdL) || unit == .mgdL
      ? PlausibleGlucose.lowest...PlausibleGlucose.highest : PlausibleGlucose.surelyInMmolL
    if let clamp {
      let (lower, upper) = (clamp.lowerBound.nextUp, clamp.upperBound.nextDown)
      guard lower <= upper, range.overlaps(lower...upper) else { return start..<start }
      range = range.clamped(to: lower...upper)
    }
    // An entry before this one was passed over: its time has been rejected.
    if let doubtful, doubtful <= start { return start..<start }
    let limit = min(entries.count, start + 1024, doubtful ?? .max)
    var end = start
    while end < limit {
      let entry = entries[end]
      // A number that is missing is in no range.
      guard entry.streamNumber == stream, entry.mark.rawValue == mark.rawValue,
        range.lowerBound <= entry.value, entry.value <= range.upperBound, !times[end].isNaN
      else { break }
      end &+= 1
    }
    return start..<end
  }

  private func append(
    _ run: Range<Int>, _ times: [Double], _ unit: GlucoseUnit, to columns: inout Columns
  ) {
    let (times, entries, mark) = (times[run], entries[run], entries[run.lowerBound].mark)
    if mark.contains(.isMgdL) || unit == .mgdL {
      columns.append(times, entries.lazy.map { $0.value }, mark.flags)
    } else {
      columns.append(times, entries.lazy.map { Glucose($0.value, unit).mgdL }, mark.flags)
    }
  }

  private func conflicts(
    in wanted: Set<Int>, _ indices: [Int], times: [Double], unit: GlucoseUnit,
    _ limits: ClosedRange<Double>
  ) -> [Int: [ReadingConflict]] {
    guard !wanted.isEmpty else { return [:] }
    let isWanted = streams.indices.map {
      streams[$0].channel != .event && wanted.contains(indices[$0])
    }
    var readings: [Int: [ReadingConflict.PlacedReading]] = [:]
    for (index, entry) in entries.enumerated() where isWanted[entry.stream] && !times[index].isNaN {
      let mgdL = Self.mgdL(of: entry, unit, limits)
      guard PlausibleGlucose.contains(mgdL) else { continue }
      readings[indices[entry.stream], default: []].append(
        (time: times[index], place: index, mgdL: mgdL))
    }
    let (names, ids) = (devices.texts, subjects.texts)
    return readings.mapValues { readings in
      let subject = readings.first.map { streams[entries[$0.place].stream].subject } ?? ids.count
      let person = subject < ids.count && !ids[subject].isEmpty ? ids[subject] : nil
      return ReadingConflict.conflicts(among: readings, of: person) { reading in
        let entry = entries[reading.place]
        let device = streams[entry.stream].device
        let name = names.indices.contains(device) && !names[device].isEmpty ? names[device] : nil
        let isMmolL =
          entry.mark.contains(.isMgdL) ? entry.mark.contains(.wasMmolL) : unit == .mmolL
        return ReadingConflict.Side(
          glucose: .mgdL(reading.mgdL), unit: isMmolL ? .mmolL : .mgdL,
          source: name.map { TableCursor.excerpt($0) }, line: entry.line)
      }
    }
  }

  private func events(
    _ format: FileFormat, _ ids: [String], _ times: [Double], _ zone: TimeZone?
  ) -> [[DiaryEvent]] {
    var diaries = Array(repeating: [DiaryEvent](), count: max(ids.count, 1))
    for draft in events where !times[draft.entry].isNaN {
      let time = times[draft.entry]
      let subject = streams[entries[draft.entry].stream].subject
      var kind = draft.kind
      if case .condition(var condition) = kind, let lasting = draft.lasting {
        condition.end = Date(timeIntervalSinceReferenceDate: time + lasting)
        kind = .condition(condition)
      }
      if case .entry(var entry) = kind, entry.category == .note, let lasting = draft.lasting,
        lasting > 0
      {
        entry.duration = .seconds(lasting)
        kind = .entry(entry)
      }
      let id =
        draft.id
        ?? EventIdentity.id(
          format, subject: subject < ids.count ? ids[subject] : nil, time: time, kind: kind,
          note: draft.note)
      let own = entries[draft.entry].stamp.offset.flatMap { TimeZone(secondsFromGMT: Int($0) * 60) }
      diaries[subject].append(
        DiaryEvent(
          id: id, at: Date(timeIntervalSinceReferenceDate: time),
          in: draft.zone ?? zone ?? own ?? .gmt, kind,
          note: draft.note))
    }
    return diaries
  }

  /// Returns the concentration of an entry in mg/dL: the limit, if it is beyond it without a number.
  private static func mgdL(
    of entry: Entry, _ unit: GlucoseUnit, _ limits: ClosedRange<Double>
  ) -> Double {
    let limit = entry.mark.contains(.belowRange) ? limits.lowerBound : limits.upperBound
    let value = entry.value.isNaN ? limit : entry.value
    return entry.mark.contains(.isMgdL) ? value : Glucose(value, unit).mgdL
  }

  /// Returns a number as text, without the decimal places of a whole number.
  static func text(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

private struct Columns {
  private var times: [Double] = []
  private var values: [Double] = []
  private var flags: [ReadingFlags] = []

  mutating func reserve(_ count: Int) {
    times.reserveCapacity(times.capacity + count)
    values.reserveCapacity(values.capacity + count)
    flags.reserveCapacity(flags.capacity + count)
  }

  mutating func append(_ time: Double, _ value: Double, _ flag: ReadingFlags) {
    times.append(time)
    values.append(value)
    flags.append(flag)
  }

  @inline(__always)
  mutating func append(
    _ times: ArraySlice<Double>, _ values: some Collection<Double>, _ flag: ReadingFlags
  ) {
    self.times.append(contentsOf: times)
    self.values.append(contentsOf: values)
    flags.append(contentsOf: repeatElement(flag, count: times.count))
  }

  func validatedReadings() -> ValidatedReadings? {
    // Cells accept only finite numbers above zero, so nothing is thrown here.
    try? ValidatedReadings(times: times, values: values, flags: flags)
  }
}

/// A hash of an event's content, from which its identifier is made.
///
/// The same event has the same identifier every time a file is read, and in a longer file that
/// contains it.
enum EventIdentity {
  static func id(
    _ format: FileFormat, subject: String?, time: Double, kind: DiaryEvent.Content, note: String?
  ) -> DiaryEvent.ID {
    func text(_ number: Double?) -> String? { number.map { "\($0)" } }
    // Milliseconds: no file is more precise, and rounding has no effect.
    let common = [format.description, subject, String(Int64((time * 1000).rounded()))]
    let own: [String?] =
      switch kind {
      case .meal(let meal):
        ["meal", meal.name, text(meal.carbs), text(meal.protein), text(meal.fat)]
      case .insulin(let dose): ["insulin", text(dose.units), dose.action?.rawValue]
      case .exercise(let exercise):
        [
          "exercise", exercise.name, text(exercise.duration / .seconds(1)),
          exercise.intensity?.rawValue,
        ]
      case .condition(let condition): ["condition", condition.kind.rawValue]
      case .entry(let entry):
        [
          entry.category.rawValue, entry.name, text(entry.amount), entry.unit?.rawValue,
          text(entry.duration.map { $0 / .seconds(1) }),
        ]
      }
    var hash = FNVHash()
    for part in common + own + [note] {
      // Bytes that never occur in UTF-8 separate adjacent texts and mark a missing text.
      for byte in part.map({ Array($0.utf8) }) ?? [0xFE] { hash.add(byte) }
      hash.add(0xFF)
    }
    return DiaryEvent.ID(rawValue: "file-" + hash.digits)
  }
}
