public import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A predicate on days, combined with `&&`, `||`, and `!`.
///
///     let calm = try history.reports(
///       of: month, where: .has(.low) && !.has(.illness), bands: bands)
///     let starred = DayFilter.days(starredDays) && .coverage(atLeast: Percentage(70))
///
/// A filter is a value that can be compared, stored, and sent.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public indirect enum DayFilter: Equatable, Sendable {
  /// The day has the tag.
  case has(DayTag)
  /// At least (`≥`) this part of the day is covered by readings.
  case coverage(atLeast: Percentage)
  /// The day of the week is in the set, in ISO 8601 numbering: 1 for Monday, 7 for Sunday.
  case weekday(Set<Int>)
  /// The day is in the set, such as the set of starred days.
  case days(Set<LocalDay>)
  /// Every filter matches; always matches if there are none.
  case all([DayFilter])
  /// At least one filter matches; never matches if there are none.
  case any([DayFilter])
  /// The filter does not match.
  case not(DayFilter)

  /// Returns a filter that matches if both filters match.
  public static func && (lhs: Self, rhs: Self) -> Self { .all([lhs, rhs]) }

  /// Returns a filter that matches if at least one of the filters matches.
  public static func || (lhs: Self, rhs: Self) -> Self { .any([lhs, rhs]) }

  /// Returns a filter that matches if `filter` does not.
  public static prefix func ! (filter: Self) -> Self { .not(filter) }

  /// Returns a Boolean value that indicates whether the filter matches the day of `report`.
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
}

extension DayFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case has, coverage, weekday, days, all, any, not
  }

  /// Decodes a filter: an object with one key, which is the name of the case, and its value.
  ///
  /// - Throws: `DecodingError` if there is another number of keys, or an unknown one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A filter must have one known key"))
    }
    func value<Value: Decodable>() throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    self =
      switch key {
      case .has: .has(try value())
      case .coverage: .coverage(atLeast: try value())
      case .weekday: .weekday(try value())
      case .days: .days(try value())
      case .all: .all(try value())
      case .any: .any(try value())
      case .not: .not(try value())
      }
  }

  /// Encodes the filter as an object with one key, the name of the case; sets are sorted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .has(let tag): try container.encode(tag, forKey: .has)
    case .coverage(let percentage): try container.encode(percentage, forKey: .coverage)
    case .weekday(let weekdays): try container.encode(weekdays.sorted(), forKey: .weekday)
    case .days(let days): try container.encode(days.sorted(), forKey: .days)
    case .all(let filters): try container.encode(filters, forKey: .all)
    case .any(let filters): try container.encode(filters, forKey: .any)
    case .not(let filter): try container.encode(filter, forKey: .not)
    }
  }
}

extension GlucoseHistory {
  /// Returns the reports of those of `days` that `filter` matches; see
  /// ``reports(of:bands:now:until:)``.
  public func reports(
    of days: some Collection<LocalDay>, where filter: DayFilter, bands: RangeBands,
    now: Date? = nil, until cutoff: Date? = nil
  ) throws(Failure) -> [DayReport] {
    try reports(of: days, bands: bands, now: now, until: cutoff).filter { filter.matches($0) }
  }
}
