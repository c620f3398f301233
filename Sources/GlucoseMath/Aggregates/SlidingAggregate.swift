// SPDX-License-Identifier: Apache-2.0

/// The aggregate of the last days, updated day by day.
///
///     var fortnight = SlidingAggregate(days: 14, bands: bands)
///     for day in series.dailyAggregates(in: zone, bands: bands) {
///       fortnight.add(day)
///       fortnight.aggregate.statistics?.timeInRanges.inRange
///     }
///
/// The window contains the days from `days` − 1 before the newest to the newest, including days
/// without readings. Days that leave the window are subtracted from exact sums, so that the
/// aggregate always equals that of the window's readings to the last bit.
public struct SlidingAggregate: Sendable {
  /// The length of the window in days.
  public let dayCount: Int
  /// The aggregate of the days in the window.
  public private(set) var aggregate: GlucoseAggregate
  private var days: [DayAggregate] = []
  /// The index of the first of ``days`` that is in the window.
  private var first = 0
  /// Positions in ``days`` of increasing minima and of decreasing maxima.
  private var minima = ExtremeQueue()
  private var maxima = ExtremeQueue()

  /// Creates an empty window of `days` days, such as 14, 30 or 90.
  ///
  /// - Precondition: `days` is positive.
  public init(days: Int, bands: RangeBands) {
    precondition(days > 0, "`days` must be positive")
    dayCount = days
    aggregate = GlucoseAggregate(bands: bands)
  }

  /// Adds the next day and removes the days that are no longer in the window.
  ///
  /// - Precondition: the day is later than those added before, and its bands are the window's.
  /// - Complexity: O(1), amortized over days.
  public mutating func add(_ day: DayAggregate) {
    precondition(
      days.last.map { $0.day < day.day } ?? true, "`day` must be later than the days added before")
    days.append(day)
    aggregate.combine(day.aggregate, sign: 1)
    minima.add(days.count - 1, day.aggregate.minimum)
    maxima.add(days.count - 1, day.aggregate.maximum.map { -$0 })
    while days[first].day.distance(to: day.day) >= dayCount {
      aggregate.combine(days[first].aggregate, sign: -1)
      first += 1
    }
    aggregate.minimum = minima.lowest(from: first)
    aggregate.maximum = maxima.lowest(from: first).map { -$0 }
    if first > 1024, first > days.count / 2 {
      days.removeFirst(first)
      minima.shift(by: first)
      maxima.shift(by: first)
      first = 0
    }
  }
}

/// The minimum of a window that moves forward.
private struct ExtremeQueue {
  private var entries: [(position: Int, value: ShownExtreme)] = []
  private var head = 0

  mutating func add(_ position: Int, _ value: ShownExtreme?) {
    guard let value else { return }
    while entries.count > head, let last = entries.last, last.value >= value {
      entries.removeLast()
    }
    entries.append((position, value))
  }

  mutating func lowest(from position: Int) -> ShownExtreme? {
    while head < entries.count, entries[head].position < position { head += 1 }
    if head > 1024, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
    }
    return head < entries.count ? entries[head].value : nil
  }

  mutating func shift(by offset: Int) {
    for index in entries.indices { entries[index].position -= offset }
  }
}
