// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import GlucoseDiary
  import GlucoseLog
  import GlucoseMath

  /// The documented behavior of a logbook with sensors and meals, as dictionaries. Times are minutes.
  struct LogbookModel {
    struct Stored: Equatable {
      var value: Double
      var isExcluded = false
    }

    enum Edit {
      case event(String, before: DiaryEvent?, after: DiaryEvent?)
      case removal(String, [Int: Stored])
      case exclusion(String, [Int], Bool)
      case replacement(String, [Int: (before: Double, after: Double)])
    }

    let undoLimit: Int
    /// The sources in the order in which they were added.
    var sources: [String] = []
    var readings: [String: [Int: Stored]] = [:]
    var events: [String: DiaryEvent] = [:]
    private(set) var done: [[Edit]] = []
    private(set) var undone: [[Edit]] = []

    init(undoLimit: Int = 100) { self.undoLimit = undoLimit }

    /// Records the edits of a transaction.
    mutating func record(_ edits: [Edit]) {
      guard !edits.isEmpty else { return }
      undone = []
      done = Array((done + [edits]).suffix(undoLimit))
    }

    mutating func add(
      _ new: [(time: Int, reading: Stored)], from source: String, replacing: Bool
    ) -> (counts: [Int], edits: [Edit]) {
      if !sources.contains(source) { sources.append(source) }
      var counts = [0, 0, 0, 0]
      var replaced: [Int: (before: Double, after: Double)] = [:]
      // The last of several readings at one instant.
      for (time, reading) in Dictionary(new.map { ($0.time, $0.reading) }, uniquingKeysWith: { $1 })
      {
        guard let known = readings[source]?[time] else {
          counts[0] += 1
          readings[source, default: [:]][time] = reading
          continue
        }
        let isEqual = known.value == reading.value
        counts[isEqual ? 1 : replacing ? 2 : 3] += 1
        guard !isEqual, replacing else { continue }
        replaced[time] = (known.value, reading.value)
        readings[source]?[time]?.value = reading.value
      }
      return (counts, replaced.isEmpty ? [] : [.replacement(source, replaced)])
    }

    mutating func exclude(_ isExcluded: Bool, _ range: Range<Int>, of source: String) -> [Edit] {
      let times = (readings[source] ?? [:]).filter {
        range.contains($0.key) && $0.value.isExcluded != isExcluded
      }.map(\.key)
      return times.isEmpty ? [] : [make(.exclusion(source, times, isExcluded))]
    }

    mutating func remove(_ range: Range<Int>, of source: String) -> [Edit] {
      let found = (readings[source] ?? [:]).filter { range.contains($0.key) }
      return found.isEmpty ? [] : [make(.removal(source, found))]
    }

    mutating func put(_ event: DiaryEvent, replacing: Bool) -> (counts: [Int], edits: [Edit]) {
      let before = events[event.id.rawValue]
      if before == event { return ([0, 1, 0, 0], []) }
      if before != nil, !replacing { return ([0, 0, 0, 1], []) }
      return (
        before == nil ? [1, 0, 0, 0] : [0, 0, 1, 0],
        [make(.event(event.id.rawValue, before: before, after: event))]
      )
    }

    mutating func delete(_ id: String) -> [Edit] {
      guard let before = events[id] else { return [] }
      return [make(.event(id, before: before, after: nil))]
    }

    mutating func merge(_ other: LogbookModel, replacing: Bool) -> [Edit] {
      var edits: [Edit] = []
      for source in other.sources {
        let theirs = other.readings[source] ?? [:]
        edits += add(theirs.map { ($0, $1) }, from: source, replacing: replacing).edits
        let times = theirs.filter { time, reading in
          reading.isExcluded && readings[source]?[time] == Stored(value: reading.value)
        }.map(\.key)
        if !times.isEmpty { edits.append(make(.exclusion(source, times, true))) }
      }
      for event in other.events.values { edits += put(event, replacing: replacing).edits }
      return edits
    }

    /// Undoes a step, or redoes one. Returns `false` if there is none.
    mutating func take(backwards: Bool) -> Bool {
      guard let step = backwards ? done.popLast() : undone.popLast() else { return false }
      var made: [Edit] = []
      for edit in backwards ? step.reversed() : step {
        made.append(make(edit, backwards: backwards))
      }
      if backwards { undone.append(made.reversed()) } else { done.append(made) }
      return true
    }

    /// Makes or reverts an edit where the data is as the edit left it. Returns what was changed.
    private mutating func make(_ edit: Edit, backwards: Bool = false) -> Edit {
      switch edit {
      case .event(let id, let before, let after):
        events[id] = backwards ? before : after
        return edit
      case .removal(let source, let removed):
        let moved = removed.filter { time, reading in
          readings[source]?[time] == (backwards ? nil : reading)
        }
        for (time, reading) in moved { readings[source]?[time] = backwards ? reading : nil }
        return .removal(source, moved)
      case .exclusion(let source, let times, let isExcluded):
        let changed = times.filter {
          readings[source]?[$0].map { $0.isExcluded == (isExcluded == backwards) } ?? false
        }
        for time in changed { readings[source]?[time]?.isExcluded = isExcluded != backwards }
        return .exclusion(source, changed, isExcluded)
      case .replacement(let source, let values):
        let changed = values.filter { time, value in
          readings[source]?[time]?.value == (backwards ? value.after : value.before)
        }
        for (time, value) in changed {
          readings[source]?[time]?.value = backwards ? value.before : value.after
        }
        return .replacement(source, changed)
      }
    }
  }
#endif
