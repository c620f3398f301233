// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A question that a day answers with yes or no, put together with `&&`, `||` and `!`.
///
///     let calm = try history.reports(month, where: .has(.low) && !.has(.illness))
///     let starred = DayFilter.days(starredDays) && .coverage(atLeast: 0.7)
///
/// A filter is a value: it can be compared, stored and sent.
public indirect enum DayFilter: Hashable, Codable, Sendable {
  /// The day has the tag.
  case has(DayTag)
  /// Readings stand for at least (`≥`) this share of the day.
  case coverage(atLeast: Double)
  /// The day of the week is one of these, as ISO 8601 numbers them: 1 for Monday, 7 for Sunday.
  case weekday(Set<Int>)
  /// The day is one of these: those that carry a star, for instance.
  case days(Set<LocalDay>)
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
  public func matches(_ report: DayReport) -> Bool {
    switch self {
    case .has(let tag): report.tags.contains(tag)
    case .coverage(let share): report.coverage >= share
    case .weekday(let weekdays): weekdays.contains(report.day.weekday)
    case .days(let days): days.contains(report.day)
    case .all(let filters): filters.allSatisfy { $0.matches(report) }
    case .any(let filters): filters.contains { $0.matches(report) }
    case .not(let filter): !filter.matches(report)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case has
    case coverage = "isCovered"
    case weekday = "isOnWeekday"
    case days = "isAmong"
    case all, any, not
  }

  private enum CoverageCodingKeys: String, CodingKey {
    case atLeast = "_0"
  }
}

extension GlucoseHistory {
  /// What those of `days` were like for which `filter` holds, in the order of `days`, from one read of
  /// the history.
  ///
  /// - Parameters:
  ///   - days: The days: a range or an array.
  ///   - filter: Which days to report.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: Until when a condition counts that still goes on; `nil` for the end of each day.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: That of `reports(_:bands:now:)`.
  public func reports(
    _ days: some Collection<LocalDay>, where filter: DayFilter, bands: RangeBands = .consensus,
    now: Date? = nil
  ) throws -> [DayReport] {
    try reports(days, bands: bands, now: now).filter { filter.matches($0) }
  }
}
