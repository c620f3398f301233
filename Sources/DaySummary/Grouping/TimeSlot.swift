internal import GlucoseMath

/// A part of the day, of the week, or of a day of the week, in local clock time.
public struct TimeSlot: Hashable, Sendable, Comparable {
  /// The day of the week in ISO 8601 numbering (1 is Monday), or `nil` for every day.
  public let weekday: Int?
  /// The hour at which the slot starts, from 0 to 23.
  public let startHour: Int
  /// The hour at which the slot ends (excluded), from 1 to 24; at most ``startHour`` if the slot
  /// crosses midnight.
  public let endHour: Int

  /// Returns a Boolean value that indicates whether `lhs` is earlier than `rhs` in the week, then
  /// in the day.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.weekday ?? 0, lhs.startHour) < (rhs.weekday ?? 0, rhs.startHour)
  }
}

/// A division of the day or the week into slots.
public struct TimeGrouping: Equatable, Sendable {
  let byWeekday: Bool
  /// The hours at which slots start, in ascending order.
  let startHours: [Int]

  /// Creates a grouping by slots that start at `startHours`. Each slot ends where the next starts;
  /// the last crosses midnight and ends where the first starts.
  ///
  /// - Precondition: `startHours` is nonempty, ascending, and within 0...23.
  public init(startHours: [Int], byWeekday: Bool = false) {
    precondition(
      !startHours.isEmpty && startHours.allSatisfy { 0..<24 ~= $0 }
        && zip(startHours, startHours.dropFirst()).allSatisfy { $0 < $1 },
      "`startHours` must be nonempty, ascending, and within 0...23")
    self.startHours = startHours
    self.byWeekday = byWeekday
  }

  /// The 24 hours of the day.
  public static let hour = Self(startHours: Array(0..<24))
  /// The seven days of the week.
  public static let weekday = Self(startHours: [0], byWeekday: true)
  /// The 168 hours of the week.
  public static let weekdayAndHour = Self(startHours: Array(0..<24), byWeekday: true)
  /// The night from 0:00 to 6:00 and the day from 6:00 to 24:00, as defined by the consensus on
  /// continuous glucose monitoring (Danne et al., *Diabetes Care* 40, 2017).
  public static let nightAndDay = Self(startHours: [0, 6])
  package static let threeHours = Self(startHours: Array(stride(from: 0, to: 24, by: 3)))

  /// The slots in order, with and without readings.
  public var slots: [TimeSlot] {
    let ends = startHours.dropFirst() + [startHours[0] == 0 ? 24 : startHours[0]]
    return (byWeekday ? (1...7).map { Optional($0) } : [nil]).flatMap { weekday in
      zip(startHours, ends).map { TimeSlot(weekday: weekday, startHour: $0, endHour: $1) }
    }
  }

  var slotOfHour: [Int] {
    (0..<24).map { hour in (startHours.lastIndex { $0 <= hour }) ?? startHours.count - 1 }
  }
}
