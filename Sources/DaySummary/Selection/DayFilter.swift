// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// A question that a day answers with yes or no, put together with `&&`, `||` and `!`.
///
///     let calm = try history.reports(month, where: .has(.hypo) && !.has(.illness))
///     let starred = DayFilter.isAmong(starredDays) && .isCovered(0.7)
///
/// A filter is a value: it can be compared, stored and sent.
public indirect enum DayFilter: Hashable, Codable, Sendable {
  /// The day has the tag.
  case has(DayTag)
  /// Readings stand for at least (`≥`) this share of the day.
  case isCovered(Double)
  /// The day of the week is one of these, as ISO 8601 numbers them: 1 for Monday, 7 for Sunday.
  case isOnWeekday(Set<Int>)
  /// The day is one of these: those that carry a star, for instance.
  case isAmong(Set<LocalDay>)
  /// Every filter holds; true if there are none.
  case all([DayFilter])
  /// At least one filter holds; false if there are none.
  case any([DayFilter])
  /// The filter does not hold.
  case not(DayFilter)

  /// Both filters hold.
  public static func && (lhs: Self, rhs: Self) -> Self { .all([lhs, rhs]) }

  /// At least one of the filters holds.
  public static func || (lhs: Self, rhs: Self) -> Self { .any([lhs, rhs]) }

  /// The filter does not hold.
  public static prefix func ! (filter: Self) -> Self { .not(filter) }

  /// Whether the filter holds for the day of `report`.
  public func holds(for report: DayReport) -> Bool {
    switch self {
    case .has(let tag): report.tags.contains(tag)
    case .isCovered(let share): report.coverage >= share
    case .isOnWeekday(let weekdays): weekdays.contains(report.day.weekday)
    case .isAmong(let days): days.contains(report.day)
    case .all(let filters): filters.allSatisfy { $0.holds(for: report) }
    case .any(let filters): filters.contains { $0.holds(for: report) }
    case .not(let filter): !filter.holds(for: report)
    }
  }
}
