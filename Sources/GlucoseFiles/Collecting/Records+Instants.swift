internal import GlucoseFoundation

extension Records {
  /// Returns the instants of all entries, in seconds since the reference date; NaN for a time that
  /// does not exist. Calls `twice` with each entry whose local time occurred twice.
  func instants(
    _ order: DateOrder, zone: TimeZone?, _ conventions: FormatDefaults,
    twice: (Int, _ isUndecided: Bool) -> Void, reject: (Int, RejectedRow.Reason) -> Void
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
        .zoneNeeded(example: timeText(wallClock)), line: entries[wallClock].line,
        text: timeText(wallClock), expected: "a time zone, or times with an offset")
    }
    var clock = WallClock(zone, covering: least...greatest)
    var repeated: [Repeated] = []
    for index in times.indices where entries[index].stamp.isWallClock && !times[index].isNaN {
      switch clock.moment(times[index]) {
      case .once(let instant): times[index] = instant
      case .twice(let first, let second):
        times[index] = first
        repeated.append(
          (index, RepeatedHour.Time(first: first, second: second, ticks: ticks(index))))
      case .never:
        times[index] = .nan
        reject(index, .skippedHour)
      }
    }
    if !repeated.isEmpty { resolve(repeated, conventions, &times, twice) }
    return times
  }

  private typealias Repeated = (entry: Int, time: RepeatedHour.Time)

  private func ticks(_ index: Int) -> Double? {
    guard !ticks.isEmpty, !ticks[index].isNaN else { return nil }
    return ticks[index]
  }

  /// Resolves the entries of repeated hours, whose `times` are the first instants, by streams.
  private func resolve(
    _ repeated: [Repeated], _ conventions: FormatDefaults, _ times: inout [Double],
    _ twice: (Int, Bool) -> Void
  ) {
    var hours = Array(repeating: [Repeated](), count: streams.count)
    for hour in repeated { hours[entries[hour.entry].stream].append(hour) }
    // The entries of these streams that have an instant.
    var places = Array(repeating: [Int](), count: streams.count)
    for index in entries.indices where !times[index].isNaN && !hours[entries[index].stream].isEmpty
    {
      places[entries[index].stream].append(index)
    }
    var waiting: [Repeated] = []
    for stream in streams.indices {
      if conventions.isChronological, streams[stream].channel != .sensor {
        waiting += hours[stream]
      } else {
        resolve(
          hours[stream], among: places[stream], hasCadence: streams[stream].channel == .sensor,
          &times, twice)
      }
    }
    for hour in waiting {
      let choice = RepeatedHour.resolve(
        hour.time, between: neighbor(of: hour.entry, by: -1, times),
        and: neighbor(of: hour.entry, by: 1, times))
      times[hour.entry] = choice.instant
      twice(hour.entry, choice.isUndecided)
    }
  }

  private func resolve(
    _ hours: [Repeated], among places: [Int], hasCadence: Bool, _ times: inout [Double],
    _ twice: (Int, Bool) -> Void
  ) {
    let balance = zip(places, places.dropFirst()).reduce(0) { balance, pair in
      let (one, two) = (times[pair.0], times[pair.1])
      return balance + (two > one ? 1 : two < one ? -1 : 0)
    }
    var (start, place) = (0, 0)
    while start < hours.count {
      while places[place] != hours[start].entry { place += 1 }
      let before = place > 0 ? places[place - 1] : nil
      var end = start + 1
      place += 1
      // The next repeated hour in the file belongs to another year.
      while end < hours.count, place < places.count, places[place] == hours[end].entry,
        abs(hours[end].time.first - hours[start].time.first) < 86_400
      { (end, place) = (end + 1, place + 1) }
      var run = Array(hours[start..<end])
      var (earlier, later) = (before, place < places.count ? places[place] : nil)
      if balance < 0 {
        run.reverse()
        swap(&earlier, &later)
      }
      let choices = RepeatedHour.resolve(
        run.map(\.time), after: earlier.map { anchor($0, times) },
        before: later.map { anchor($0, times) }, hasCadence: hasCadence)
      for (hour, choice) in zip(run, choices) {
        times[hour.entry] = choice.instant
        twice(hour.entry, choice.isUndecided)
      }
      start = end
    }
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
