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

    /// A reading that was added at the instant of another.
    struct Conflict: Hashable {
      var time: Int
      var value: Double
    }

    struct Rows {
      var readings: [Int: Stored] = [:]
      var conflicts: Set<Conflict> = []
    }

    enum Edit {
      case event(String, before: DiaryEvent?, after: DiaryEvent?)
      case source(String, Int)
      case addition(String, Rows)
      case removal(String, Rows)
      case exclusion(String, [Int], Bool)
      case replacement(String, [Int: (before: Double, after: Double)])
    }

    let undoLimit: Int
    /// The sources with their numbers in the order in which they were added.
    private var numbers: [String: Int] = [:]
    var readings: [String: [Int: Stored]] = [:]
    var conflicts: [String: Set<Conflict>] = [:]
    var events: [String: DiaryEvent] = [:]
    /// The identifiers of removed events.
    var removed: Set<String> = []
    private(set) var done: [[Edit]] = []
    private(set) var undone: [[Edit]] = []

    init(undoLimit: Int = 100) { self.undoLimit = undoLimit }

    /// The sources in the order in which they were added.
    var sources: [String] { numbers.sorted { $0.value < $1.value }.map(\.key) }

    private var nextNumber: Int { (numbers.values.max() ?? 0) + 1 }

    /// Records the edits of a transaction.
    mutating func record(_ edits: [Edit]) {
      guard !edits.isEmpty else { return }
      undone = []
      done = Array((done + [edits]).suffix(undoLimit))
    }

    mutating func add(
      _ new: [(time: Int, reading: Stored)], from source: String, replacing: Bool,
      isStep: Bool = false
    ) -> (counts: [Int], edits: [Edit]) {
      var edits: [Edit] = []
      if numbers[source] == nil {
        let number = nextNumber
        numbers[source] = number
        if isStep { edits.append(.source(source, number)) }
      }
      var added = Rows()
      var counts = [0, 0, 0, 0]
      var replaced: [Int: (before: Double, after: Double)] = [:]
      // The last of several readings at one instant.
      for (time, reading) in Dictionary(new.map { ($0.time, $0.reading) }, uniquingKeysWith: { $1 })
      {
        guard let known = readings[source]?[time] else {
          counts[0] += 1
          readings[source, default: [:]][time] = reading
          added.readings[time] = reading
          continue
        }
        let isEqual = known.value == reading.value
        counts[isEqual ? 1 : replacing ? 2 : 3] += 1
        if !isEqual, !replacing {
          let conflict = Conflict(time: time, value: reading.value)
          if conflicts[source, default: []].insert(conflict).inserted {
            added.conflicts.insert(conflict)
          }
        }
        guard !isEqual, replacing else { continue }
        replaced[time] = (known.value, reading.value)
        readings[source]?[time]?.value = reading.value
      }
      if !replaced.isEmpty { edits.append(.replacement(source, replaced)) }
      if isStep, !added.readings.isEmpty || !added.conflicts.isEmpty {
        edits.append(.addition(source, added))
      }
      return (counts, edits)
    }

    mutating func exclude(_ isExcluded: Bool, _ range: Range<Int>, of source: String) -> [Edit] {
      let times = (readings[source] ?? [:]).filter {
        range.contains($0.key) && $0.value.isExcluded != isExcluded
      }.map(\.key)
      return times.isEmpty ? [] : [make(.exclusion(source, times, isExcluded))]
    }

    mutating func remove(_ range: Range<Int>, of source: String) -> [Edit] {
      let found = Rows(
        readings: (readings[source] ?? [:]).filter { range.contains($0.key) },
        conflicts: (conflicts[source] ?? []).filter { range.contains($0.time) })
      return found.readings.isEmpty && found.conflicts.isEmpty
        ? [] : [make(.removal(source, found))]
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
        edits +=
          add(theirs.map { ($0, $1) }, from: source, replacing: replacing, isStep: true).edits
        let new = (other.conflicts[source] ?? []).subtracting(conflicts[source] ?? [])
        conflicts[source, default: []].formUnion(new)
        if !new.isEmpty { edits.append(.addition(source, Rows(conflicts: new))) }
        let times = theirs.filter { time, reading in
          reading.isExcluded && readings[source]?[time] == Stored(value: reading.value)
        }.map(\.key)
        if !times.isEmpty { edits.append(make(.exclusion(source, times, true))) }
      }
      for event in other.events.values {
        if events[event.id.rawValue] == nil, !replacing, removed.contains(event.id.rawValue) {
          continue
        }
        edits += put(event, replacing: replacing).edits
      }
      return edits
    }

    /// Undoes a step, or redoes one. Returns `false` if there is none.
    mutating func take(backwards: Bool) -> Bool {
      guard let step = backwards ? done.popLast() : undone.popLast() else { return false }
      var made: [Edit] = []
      for edit in backwards ? step.reversed() : step {
        if case .source(let name, _) = edit {
          let isEmpty = (readings[name] ?? [:]).isEmpty && (conflicts[name] ?? []).isEmpty
          guard backwards ? isEmpty : numbers[name] == nil else { continue }
        }
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
        if events[id] != nil { removed.remove(id) } else if !backwards { removed.insert(id) }
        return edit
      case .source(let name, let number):
        let isFree = !numbers.values.contains(number)
        numbers[name] = backwards ? nil : isFree ? number : nextNumber
        return edit
      case .addition(let source, let rows):
        return .addition(source, move(rows, of: source, adding: !backwards))
      case .removal(let source, let rows):
        return .removal(source, move(rows, of: source, adding: backwards))
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

    /// Adds or removes rows that are not there, or are as they were. Returns those.
    private mutating func move(_ rows: Rows, of source: String, adding: Bool) -> Rows {
      var moved = Rows()
      moved.readings = rows.readings.filter { time, reading in
        readings[source]?[time] == (adding ? nil : reading)
      }
      for (time, reading) in moved.readings {
        readings[source, default: [:]][time] = adding ? reading : nil
      }
      let known = conflicts[source] ?? []
      moved.conflicts = rows.conflicts.filter { known.contains($0) != adding }
      conflicts[source] =
        adding ? known.union(moved.conflicts) : known.subtracting(moved.conflicts)
      return moved
    }
  }
#endif
