// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Intake {
  /// The persons of the file with what belongs to each, once every instant is known.
  ///
  /// - Parameters:
  ///   - times: An instant to an entry; NaN for one that was rejected.
  ///   - undecided: The entries to flag as lying in a repeated hour.
  ///   - reject: Is called with each entry whose value cannot be one, and the value as text.
  func subjects(
    _ format: FileFormat, times: [Double], undecided: [Int], unit: GlucoseUnit?, zone: TimeZone?,
    _ conventions: Conventions, reject: (Int, RejectedRow.Reason, String) -> Void
  ) -> [Subject] {
    let ids = subjects.texts
    // One to a person and kind of reading; how many is known before any is added.
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
    var start = 0
    while start < entries.count {
      // Entries of one stream follow each other; the columns are fetched and put back once for all.
      let stream = entries[start].stream
      var end = start + 1
      while end < entries.count, entries[end].stream == stream { end += 1 }
      defer { start = end }
      let channel = streams[stream].channel
      guard channel != .event else { continue }
      let clamp = conventions.clampsAtLimits && channel != .meter ? limits : nil
      var own = Columns()
      swap(&own, &columns[indices[stream]])
      for index in start..<end where !times[index].isNaN {
        let entry = entries[index]
        var flags = entry.mark.flags
        while let next = doubtful.first, next <= index {
          if next == index { flags.insert(.repeatedHour) }
          doubtful.removeFirst()
        }
        var value = entry.value
        if value.isNaN {
          value = flags.contains(.belowRange) ? limits.lowerBound : limits.upperBound
        } else if let clamp {
          if value <= clamp.lowerBound { flags.insert(.belowRange) }
          if value >= clamp.upperBound { flags.insert(.aboveRange) }
        }
        let mgdL = entry.mark.contains(.isMgdL) ? value : Glucose(value, unit).mgdL
        if mgdL <= GlucoseCell.highest {
          own.append(times[index], mgdL, flags)
        } else {
          reject(index, .implausible, Self.text(value))
        }
      }
      swap(&own, &columns[indices[stream]])
    }
    let diaries = events(format, ids, times, zone)
    return diaries.indices.map { index in
      let intakes = columns[index * kinds..<(index + 1) * kinds].map { $0.intake() }
      let series = intakes.map { $0?.series ?? GlucoseSeries() }
      let events = diaries[index]
      let distinct = Self.distinct(events)
      return Subject(
        id: index < ids.count && !ids[index].isEmpty ? ids[index] : nil,
        recording: Recording(series: series[0], events: distinct),
        scans: series[1], meter: series[2],
        duplicateReadingCount: intakes.reduce(0) { $0 + ($1?.duplicateCount ?? 0) },
        duplicateEventCount: events.count - distinct.count,
        repeatedReadings: intakes[0]?.repeated ?? [])
    }
  }

  private func events(
    _ format: FileFormat, _ ids: [String], _ times: [Double], _ zone: TimeZone?
  ) -> [[Event]] {
    var diaries = Array(repeating: [Event](), count: max(ids.count, 1))
    for draft in events where !times[draft.entry].isNaN {
      let time = times[draft.entry]
      let subject = streams[entries[draft.entry].stream].subject
      var kind = draft.kind
      if case .condition(var condition) = kind, let lasting = draft.lasting {
        condition.end = Date(timeIntervalSinceReferenceDate: time + lasting)
        kind = .condition(condition)
      }
      let id =
        draft.id
        ?? EventIdentity.id(
          format, subject: subject < ids.count ? ids[subject] : nil, time: time, kind: kind,
          note: draft.note)
      let own = entries[draft.entry].stamp.offset.flatMap { TimeZone(secondsFromGMT: Int($0) * 60) }
      diaries[subject].append(
        Event(
          id: id, at: Date(timeIntervalSinceReferenceDate: time),
          in: draft.zone ?? zone ?? own ?? .gmt, kind,
          note: draft.note))
    }
    return diaries
  }

  private static func distinct(_ events: [Event]) -> [Event] {
    var seen: Set<EventID> = []
    return events.filter { seen.insert($0.id).inserted }
  }

  private static func text(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The readings of one kind of one person.
private struct Columns {
  private var times: [Double] = []
  private var values: [Double] = []
  private var flags: [ReadingFlags] = []

  /// Makes room for as many more.
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

  /// The readings in order, one to an instant.
  func intake() -> SeriesIntake? {
    // Cells let nothing through that is not finite and above zero, so there is nothing to throw.
    try? SeriesIntake(times: times, values: values, flags: flags)
  }
}
