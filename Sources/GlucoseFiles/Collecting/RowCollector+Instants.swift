internal import GlucoseMath
internal import GlucoseFoundation

extension RowCollector {
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
          before: later.map { anchor($0, times) },
          hasCadence: streams[stream].channel == .sensor)
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
