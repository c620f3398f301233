// SPDX-License-Identifier: Apache-2.0

/// The aggregate of the last days, kept up to date as days come.
///
///     var fortnight = SlidingAggregate(days: 14)
///     for day in series.dailyAggregates(in: zone) {
///       fortnight.add(day)
///       fortnight.aggregate.statistics?.timeInRanges.inRange
///     }
///
/// A window holds the days from `days` − 1 before the newest to the newest; days without readings are
/// in it and hold nothing. What leaves is taken away from exact sums, so that a window always equals
/// the aggregate of its readings to the last bit.
public struct SlidingAggregate: Sendable {
  /// How many days the window spans.
  public let dayCount: Int
  /// The aggregate of the days in the window.
  public private(set) var aggregate: GlucoseAggregate
  private var days: [DayAggregate] = []
  /// The first of ``days`` that is still in the window.
  private var first = 0
  /// Positions in ``days`` of ever higher minima, and of ever lower maxima.
  private var minima = ExtremeQueue()
  private var maxima = ExtremeQueue()

  /// An empty window over `days` days, for instance 14, 30 or 90.
  ///
  /// - Precondition: `days` is positive.
  public init(days: Int, bands: RangeBands = .consensus) {
    precondition(days > 0, "A window spans at least one day")
    dayCount = days
    aggregate = GlucoseAggregate(bands: bands)
  }

  /// Adds the next day and lets go of the days that are now too old.
  ///
  /// - Precondition: the day comes after those added before, and its bands are the window's.
  /// - Complexity: O(1), amortised over days.
  public mutating func add(_ day: DayAggregate) {
    precondition(
      days.last.map { $0.day < day.day } ?? true, "Days are added in the order of time")
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

/// The lowest value of a window that moves forward.
private struct ExtremeQueue {
  private var entries: [(position: Int, value: Double)] = []
  private var head = 0

  mutating func add(_ position: Int, _ value: Double?) {
    guard let value else { return }
    while entries.count > head, let last = entries.last, last.value >= value {
      entries.removeLast()
    }
    entries.append((position, value))
  }

  mutating func lowest(from position: Int) -> Double? {
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
