// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Intake {
  /// The order of the file's dates.
  func dateOrder(
    caller: DateOrder?, text: (Int) -> String
  ) throws(ReadError) -> Detected<DateOrder>? {
    // Where every year comes first, nothing is open.
    if let first = stamps.first, first.form == .yearFirst,
      stamps.allSatisfy({ $0.form == .yearFirst })
    {
      return Detected(.yearFirst, .notation(text(0)))
    }
    var decision = DateOrderDecision()
    for (index, stamp) in stamps.enumerated() {
      decision.add(stamp, at: index, stream: Int(streamOfEntry[index]))
    }
    return try decision.decide(caller: caller, text: text)
  }

  /// The unit of the values that name none.
  func unit(
    stated: Detected<GlucoseUnit>?, caller: GlucoseUnit?
  ) throws(ReadError) -> Detected<GlucoseUnit>? {
    var decision = UnitDecision()
    var needsUnit = false
    for (value, mark) in zip(values, marks) where !mark.contains(.isMgdL) {
      if !value.isNaN { decision.add(value) } else if !mark.flags.isEmpty { needsUnit = true }
    }
    let unit = try decision.decide(stated: stated, caller: caller)
    // Words such as "Low" alone name limits, which need no unit of the file: any will do.
    if unit == nil, needsUnit { return Detected(.mgdL, .structure("no number in the file")) }
    return unit
  }

  /// The instants of all entries, in seconds since the reference date; NaN for one that never was.
  ///
  /// - Parameters:
  ///   - undecided: Is called with each entry whose local time occurred twice and stayed undecided.
  ///   - reject: Is called with each entry that has no instant.
  func instants(
    _ order: DateOrder, zone: TimeZone?, _ conventions: Conventions, text: (Int) -> String,
    undecided: (Int) -> Void, reject: (Int, RejectedRow.Reason) -> Void
  ) throws(ReadError) -> [Double] {
    var times = Array(repeating: Double.nan, count: stamps.count)
    var least = Double.infinity
    var greatest = -Double.infinity
    var wallClock: Int?
    for (index, stamp) in stamps.enumerated() {
      if stamp.form == .instant {
        times[index] = stamp.seconds
        continue
      }
      guard let local = stamp.local(order) else {
        reject(index, .unreadableTime)
        continue
      }
      if let offset = stamp.offset {
        times[index] = local - Double(offset) * 60
        continue
      }
      times[index] = local
      least = min(least, local)
      greatest = max(greatest, local)
      if wallClock == nil { wallClock = index }
    }
    guard let wallClock else { return times }
    guard let zone else {
      throw ReadError(
        .zoneNeeded(example: text(wallClock)), line: Int(places[wallClock].line),
        text: text(wallClock), expected: "a time zone from the caller, or times with an offset")
    }
    var clock = WallClock(zone, covering: least...greatest)
    var repeated: [Int: RepeatedHour.Time] = [:]
    for index in times.indices where stamps[index].isWallClock && !times[index].isNaN {
      switch clock.moment(times[index]) {
      case .once(let instant): times[index] = instant
      case .twice(let first, let second):
        repeated[index] = RepeatedHour.Time(first: first, second: second, ticks: ticks(index))
      case .never:
        times[index] = .nan
        reject(index, .skippedHour)
      }
    }
    guard !repeated.isEmpty else { return times }
    resolve(repeated, conventions, &times, undecided)
    return times
  }

  private func ticks(_ index: Int) -> Double? {
    guard !ticks.isEmpty, !ticks[index].isNaN else { return nil }
    return ticks[index]
  }

  /// Decides the entries of repeated hours, stream by stream.
  private func resolve(
    _ repeated: [Int: RepeatedHour.Time], _ conventions: Conventions, _ times: inout [Double],
    _ undecided: (Int) -> Void
  ) {
    let usesRows = conventions.isChronological
    var waiting: [Int] = []
    let affected = Set(repeated.keys.map { streamOfEntry[$0] })
    for stream in affected.sorted() {
      var entries = stamps.indices.filter { streamOfEntry[$0] == stream && !times[$0].isNaN }
      if usesRows, streams[Int(stream)].channel != .sensor {
        waiting += entries.filter { repeated[$0] != nil }
        continue
      }
      if isDescending(entries.map { repeated[$0]?.first ?? times[$0] }) { entries.reverse() }
      var start = 0
      while start < entries.count {
        guard let hour = repeated[entries[start]] else {
          start += 1
          continue
        }
        // A run lies in one repeated hour: further on, clocks went back in another year.
        var end = start
        while end < entries.count, let next = repeated[entries[end]],
          abs(next.first - hour.first) < 86_400
        { end += 1 }
        let run = entries[start..<end].compactMap { repeated[$0] }
        let choices = RepeatedHour.resolve(
          run,
          after: start > 0 ? anchor(entries[start - 1], times) : nil,
          before: end < entries.count && repeated[entries[end]] == nil
            ? anchor(entries[end], times) : nil)
        for (entry, choice) in zip(entries[start..<end], choices) {
          times[entry] = choice.instant
          if choice.isUndecided { undecided(entry) }
        }
        start = end
      }
    }
    for entry in waiting.sorted() {
      guard let time = repeated[entry] else { continue }
      let choice = RepeatedHour.resolve(
        time, between: neighbour(of: entry, by: -1, times), and: neighbour(of: entry, by: 1, times))
      times[entry] = choice.instant
      if choice.isUndecided { undecided(entry) }
    }
  }

  private func anchor(_ entry: Int, _ times: [Double]) -> RepeatedHour.Anchor {
    RepeatedHour.Anchor(instant: times[entry], ticks: ticks(entry))
  }

  /// The instant of the next sensor reading before or after an entry in the file.
  private func neighbour(of entry: Int, by step: Int, _ times: [Double]) -> Double? {
    var index = entry + step
    while stamps.indices.contains(index) {
      if streams[Int(streamOfEntry[index])].channel == .sensor, !times[index].isNaN {
        return times[index]
      }
      index += step
    }
    return nil
  }

  private func isDescending(_ times: [Double]) -> Bool {
    var balance = 0
    for (one, two) in zip(times, times.dropFirst()) { balance += two < one ? -1 : two > one ? 1 : 0 }
    return balance < 0
  }
}
