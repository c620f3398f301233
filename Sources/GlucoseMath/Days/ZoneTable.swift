package import GlucoseFoundation

/// The offsets of a time zone from UTC over a range of time, for lookup without a calendar.
///
/// The table is built once: the zone is sampled weekly, and each change is located by bisection.
/// Seconds count from the reference date.
package struct ZoneTable: Sendable {
  package let zone: TimeZone
  /// The start of each offset; the first is −∞.
  private var starts: [Double] = [-.infinity]
  /// The seconds to add to UTC, one value for each start.
  private var offsets: [Double] = []

  /// Creates a table that is valid from two days before `range` to two days after it.
  package init(_ zone: TimeZone, covering range: ClosedRange<Double>) {
    self.zone = zone
    let margin = 2.0 * 86_400
    let end = range.upperBound + margin
    var at = range.lowerBound - margin
    var offset = Self.offset(of: zone, at: at)
    offsets = [offset]
    while at < end {
      let next = Swift.min(at + 7 * 86_400, end)
      let nextOffset = Self.offset(of: zone, at: next)
      if nextOffset != offset {
        starts.append(Self.change(of: zone, from: offset, after: at, notAfter: next))
        offsets.append(nextOffset)
      }
      at = next
      offset = nextOffset
    }
  }

  /// Returns the seconds to add to UTC at `time` to get local time.
  package func offset(at time: Double) -> Double { offsets[index(at: time)] }

  /// Returns the seconds after midnight that clocks show.
  func secondOfDay(at time: Double) -> Double {
    let local = time + offset(at: time)
    return local - (local / 86_400).rounded(.down) * 86_400
  }

  /// Returns the earliest instant whose local day is `ordinal` (days since 1970-01-01) or later.
  /// Days defined in this way are adjacent for every change of clocks, without gap or overlap.
  package func start(ofDay ordinal: Int) -> Double {
    firstInstant(showing: Double(ordinal) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate)
  }

  /// Returns the earliest instant at which clocks show `local`, in seconds after 2001-01-01 00:00
  /// local time, or later: where they skip it, the instant of the change.
  package func firstInstant(showing local: Double) -> Double {
    var index = index(at: local - 15 * 3600)
    while true {
      let instant = Swift.max(local - offsets[index], starts[index])
      if index + 1 == starts.count || instant < starts[index + 1] { return instant }
      index += 1
    }
  }

  /// Returns the last day that starts at or before `time`, as days since 1970-01-01.
  package func day(at time: Double) -> Int {
    let local = time + offset(at: time) + Date.timeIntervalBetween1970AndReferenceDate
    var day = Int((local / 86_400).rounded(.down))
    while start(ofDay: day + 1) <= time { day += 1 }
    return day
  }

  /// Returns the instants at which clocks show `local` seconds after 2001-01-01 00:00 local time,
  /// in ascending order: none in a skipped hour, two in a repeated hour, otherwise one.
  package func instants(ofLocal local: Double) -> [Double] {
    var found: [Double] = []
    var index = index(at: local - 15 * 3600)
    while index < starts.count, starts[index] <= local + 15 * 3600 {
      let instant = local - offsets[index]
      let end = index + 1 < starts.count ? starts[index + 1] : .infinity
      if instant >= starts[index], instant < end { found.append(instant) }
      index += 1
    }
    return found
  }

  /// Calls `body` with each range of time in which clocks do not change, and its offset from UTC.
  func forEachOffset(from start: Double, to end: Double, _ body: (Range<Double>, Double) -> Void) {
    var start = start
    while start < end {
      let index = index(at: start)
      let next = index + 1 < starts.count ? Swift.min(starts[index + 1], end) : end
      body(start..<next, offsets[index])
      start = next
    }
  }

  private func index(at time: Double) -> Int {
    // The first start is before all times.
    starts.partitioningIndex { $0 > time } - 1
  }

  private static func offset(of zone: TimeZone, at time: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time)))
  }

  /// Returns the whole second at which the offset changes from `offset`.
  private static func change(
    of zone: TimeZone, from offset: Double, after low: Double, notAfter high: Double
  ) -> Double {
    var low = low.rounded(.down)
    var high = high.rounded(.up)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if Self.offset(of: zone, at: middle) == offset { low = middle } else { high = middle }
    }
    return high
  }
}
