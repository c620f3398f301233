// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A part of the day, of the week, or of a day of the week, by what clocks show.
public struct TimeSlot: Hashable, Codable, Sendable, Comparable {
  /// The day of the week as ISO 8601 numbers it, 1 for Monday, or `nil` for every day.
  public let weekday: Int?
  /// The hour at which the slot begins, 0 to 23.
  public let startHour: Int
  /// The hour at which it ends, which does not belong to it, 1 to 24; less than or equal to
  /// ``startHour`` if the slot goes over midnight.
  public let endHour: Int

  /// Whether the slot lasts from midnight to midnight.
  public var isWholeDay: Bool { startHour == 0 && endHour == 24 }

  /// Whether `lhs` comes first in the week, then in the day.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.weekday ?? 0, lhs.startHour) < (rhs.weekday ?? 0, rhs.startHour)
  }
}

/// How readings are told apart by the time at which they were taken.
public struct TimeGrouping: Hashable, Sendable {
  /// Whether days of the week are told apart.
  public let byWeekday: Bool
  /// The hours at which slots begin, ascending.
  public let startHours: [Int]

  /// Slots that begin at these hours, each lasting until the next begins, the last over midnight until
  /// the first.
  ///
  /// - Precondition: `startHours` ascend from 0 or above to at most 23, and there is at least one.
  public init(startHours: [Int], byWeekday: Bool = false) {
    precondition(
      !startHours.isEmpty && startHours.allSatisfy { 0..<24 ~= $0 }
        && zip(startHours, startHours.dropFirst()).allSatisfy { $0 < $1 },
      "The hours at which slots begin ascend and lie between 0 and 23")
    self.startHours = startHours
    self.byWeekday = byWeekday
  }

  /// The 24 hours of the day.
  public static let hour = Self(startHours: Array(0..<24))
  /// The seven days of the week.
  public static let weekday = Self(startHours: [0], byWeekday: true)
  /// The 168 hours of the week.
  public static let weekdayAndHour = Self(startHours: Array(0..<24), byWeekday: true)
  /// The night from 0:00 to 6:00 and the day from 6:00 to 24:00, as the consensus on continuous
  /// monitoring divides them (Danne et al., *Diabetes Care* 40, 2017).
  public static let nightAndDay = Self(startHours: [0, 6])
  /// Eight parts of three hours.
  public static let threeHours = Self(startHours: Array(stride(from: 0, to: 24, by: 3)))

  /// The slots in order, whether or not there are readings in them.
  public var slots: [TimeSlot] {
    let ends = startHours.dropFirst() + [startHours[0] == 0 ? 24 : startHours[0]]
    return (byWeekday ? (1...7).map { Optional($0) } : [nil]).flatMap { weekday in
      zip(startHours, ends).map { TimeSlot(weekday: weekday, startHour: $0, endHour: $1) }
    }
  }

  /// The position among ``slots`` of each hour of the day on Mondays.
  var slotOfHour: [Int] {
    (0..<24).map { hour in (startHours.lastIndex { $0 <= hour }) ?? startHours.count - 1 }
  }
}

extension TimeSlot {
  /// Decodes a slot of hours of the day.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weekday = try container.decodeIfPresent(Int.self, forKey: .weekday)
    startHour = try container.decode(Int.self, forKey: .startHour)
    endHour = try container.decode(Int.self, forKey: .endHour)
    try decoder.require(
      weekday.map { (1...7).contains($0) } ?? true, "A weekday must lie between 1 and 7")
    try decoder.require(
      (0...23).contains(startHour) && (1...24).contains(endHour),
      "A slot must begin from 0 to 23 and end from 1 to 24")
  }
}
