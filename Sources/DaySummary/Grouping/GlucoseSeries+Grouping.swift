public import GlucoseMath
public import GlucoseFoundation

/// The readings in one slot of the day or the week.
public struct SlotReadings: Equatable, Sendable {
  /// The slot.
  public let slot: TimeSlot
  /// The number of dates with readings in the slot.
  public let dayCount: Int
  /// The readings of all dates in chronological order.
  ///
  /// Statistics of single readings are valid: mean, standard deviation, time in ranges, quantiles.
  /// Statistics of successive readings, such as rates of change, are not, because the slot has a
  /// gap after each day.
  public let series: GlucoseSeries
}

extension GlucoseSeries {
  /// Returns the readings of each slot of the day or the week; slots without readings are omitted.
  ///
  ///     for group in series.grouped(by: .hour, in: zone) {
  ///       plot(group.slot.startHour, group.series.median)
  ///     }
  ///
  /// A reading belongs to its weekday and hour on a clock in `zone`. An hour that occurs twice when
  /// clocks change contains the readings of both. In a slot that crosses midnight, each reading
  /// counts on its own date.
  public func grouped(by grouping: TimeGrouping, in zone: TimeZone) -> [SlotReadings] {
    guard let range = timeRange else { return [] }
    let table = ZoneTable(
      zone,
      covering: range.lowerBound
        .timeIntervalSinceReferenceDate...range.upperBound.timeIntervalSinceReferenceDate)
    let slots = grouping.slots
    let slotOfHour = grouping.slotOfHour
    var gathered = [SlotRanges](repeating: SlotRanges(), count: slots.count)
    for (position, time) in times.enumerated() {
      let clock = WeekClock(time + table.offset(at: time))
      let slot =
        slotOfHour[clock.hour]
        + (grouping.byWeekday ? (clock.weekday - 1) * grouping.startHours.count : 0)
      gathered[slot].add(position, onDate: clock.date)
    }
    return zip(slots, gathered).compactMap { slot, gathered in
      gathered.ranges.isEmpty
        ? nil
        : SlotReadings(slot: slot, dayCount: gathered.dayCount, series: selecting(gathered.ranges))
    }
  }
}

struct WeekClock {
  /// Days since 2001-01-01, a Monday.
  let date: Int
  let hour: Int

  init(_ local: Double) {
    let days = (local / 86_400).rounded(.down)
    date = Int(days)
    hour = Swift.min(Int((local - days * 86_400) / 3600), 23)
  }

  /// The day of the week in ISO 8601 numbering.
  var weekday: Int {
    let remainder = date % 7
    return (remainder < 0 ? remainder + 7 : remainder) + 1
  }
}

private struct SlotRanges {
  private(set) var ranges: [Range<Int>] = []
  private(set) var dayCount = 0
  private var lastDate: Int?

  mutating func add(_ position: Int, onDate date: Int) {
    if let last = ranges.last, last.upperBound == position {
      ranges[ranges.count - 1] = last.lowerBound..<position + 1
    } else {
      ranges.append(position..<position + 1)
    }
    if date != lastDate { dayCount += 1 }
    lastDate = date
  }
}
