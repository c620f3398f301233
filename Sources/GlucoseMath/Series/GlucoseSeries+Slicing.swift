public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the readings at or after the start of `range` and before its end, without copying.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of readings.
  public subscript(range: Range<Date>) -> GlucoseSeries {
    self[positions: index(atOrAfter: range.lowerBound)..<index(atOrAfter: range.upperBound)]
  }

  /// Returns the readings before `end`, without copying.
  public func prefix(before end: Date) -> GlucoseSeries {
    self[positions: 0..<index(atOrAfter: end)]
  }

  /// Returns the readings at or before `end`, without copying.
  public func prefix(through end: Date) -> GlucoseSeries {
    let position = index(atOrAfter: end)
    let includesEnd = position < count && self[position].time == end
    return self[positions: 0..<(includesEnd ? position + 1 : position)]
  }

  /// Returns the readings at `positions` as a series, without copying.
  ///
  /// - Precondition: `positions` is within `0..<count`.
  public subscript(positions positions: Range<Int>) -> GlucoseSeries {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count,
      "`positions` must be within 0..<count")
    return GlucoseSeries(
      columns: columns,
      rows: (rows.lowerBound + positions.lowerBound)..<(rows.lowerBound + positions.upperBound))
  }

  /// Returns the position of the first reading at or after `time`, or ``count`` if there is none.
  public func index(atOrAfter time: Date) -> Int {
    let row = columns.times.firstRow(
      atOrAfter: time.timeIntervalSinceReferenceDate, in: rows, near: rows.lowerBound)
    return row - rows.lowerBound
  }

  /// The median gap between readings, the upper of two middle ones, or `nil` below two readings.
  public var cadence: Duration? {
    guard count >= 2 else { return nil }
    let times = columns.times
    let first = rows.lowerBound
    let gaps = count - 1
    let middle = selectRanks([gaps / 2], count: gaps, binsPerUnit: 1) {
      times[first + $0 + 1] - times[first + $0]
    }
    return .seconds(middle[0])
  }

  /// The age above which (`>`) the last reading is stale by default: five minutes more than the
  /// median of the last eight gaps, from 15 to 20, so that it is not stale before the next is due.
  package var defaultMaximumAge: Duration {
    let (least, delay) = (Duration.seconds(900), Duration.seconds(300))
    guard let interval = self[positions: Swift.max(count - 9, 0)..<count].cadence else {
      return least
    }
    return Swift.min(Swift.max(interval + delay, least), least + delay)
  }
}

extension [Double] {
  /// Returns the first of the sorted `rows` whose time is at or after `time`, from `hint` outward.
  func firstRow(atOrAfter time: Double, in rows: Range<Int>, near hint: Int) -> Int {
    var low = rows.lowerBound
    var high = rows.upperBound
    var step = 1
    let hint = Swift.min(Swift.max(hint, low), high)
    if hint < high, self[hint] < time {
      low = hint + 1
      while low + step < high, self[low + step - 1] < time {
        low += step
        step *= 2
      }
      high = Swift.min(low + step, high)
    } else {
      high = hint
      while high - step > low, self[high - step] >= time {
        high -= step
        step *= 2
      }
      low = Swift.max(high - step, low)
    }
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension GlucoseSeries {
  /// Returns the readings at ascending ranges of positions in `0..<count` as one series.
  package func selecting(_ ranges: [Range<Int>]) -> GlucoseSeries {
    var gathered = Columns()
    var end = 0
    for range in ranges {
      precondition(
        range.lowerBound >= end && range.upperBound <= count,
        "Ranges of positions must ascend and be within 0..<count")
      end = range.upperBound
      gathered.append(
        columns, (rows.lowerBound + range.lowerBound)..<(rows.lowerBound + range.upperBound))
    }
    return GlucoseSeries(columns: gathered, rows: 0..<gathered.times.count)
  }

  /// Returns the readings at none of the positions in ranges, which may be in any order and overlap.
  package func removing(_ ranges: [Range<Int>]) -> GlucoseSeries {
    var kept: [Range<Int>] = []
    var next = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { kept.append(next..<range.lowerBound) }
      next = Swift.max(next, range.upperBound)
    }
    guard next > 0 else { return self }
    if next < count { kept.append(next..<count) }
    return selecting(kept)
  }

  /// Replaces the readings at or after the range's start and before its end with a series in the
  /// range; readings before it are not touched if no other series shares the arrays.
  package mutating func replaceReadings(in range: Range<Date>, with other: GlucoseSeries) {
    precondition(
      other.timeRange.map { $0.lowerBound >= range.lowerBound && $0.upperBound < range.upperBound }
        ?? true, "The readings that replace others must be in the range")
    let first = rows.lowerBound + index(atOrAfter: range.lowerBound)
    let end = rows.lowerBound + index(atOrAfter: range.upperBound)
    columns.times.replaceSubrange(first..<end, with: other.times)
    columns.values.replaceSubrange(first..<end, with: other.values)
    columns.flags.replaceSubrange(first..<end, with: other.flags)
    rows = rows.lowerBound..<(rows.upperBound - (end - first) + other.count)
  }
}
