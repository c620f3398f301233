// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The extremes, mean and coverage of one of the days around the day in focus.
public struct DayRangeBar: Hashable, Codable, Sendable {
  /// The day.
  public let day: LocalDay
  /// How many days after the day in focus; negative before it.
  public let offset: Int
  /// The lowest concentration.
  public let minimum: Glucose
  /// The arithmetic mean of the readings.
  public let mean: Glucose
  /// The highest concentration.
  public let maximum: Glucose
  /// The share of the day that readings stand for, from 0 to 1.
  public let coverage: Double
}

/// A day in focus and a range bar for each day around it.
///
///     var window = try history.surroundingDays(around: day)      // three days before and three after
///     for bar in window.bars where bar.offset < 0 { … }
///     window = try history.window(window, movedTo: day.advanced(by: -1))      // reads one day
public struct SurroundingDays: Hashable, Codable, Sendable {
  /// The day in focus.
  public let day: LocalDay
  /// How many days before the day in focus belong to the window.
  public let before: Int
  /// How many days after the day in focus belong to the window.
  public let after: Int
  /// The bars in order of the days, that of the day in focus among them. A day without readings has
  /// none.
  public let bars: [DayRangeBar]

  /// The days of the window, with and without readings.
  public var days: ClosedRange<LocalDay> { day.advanced(by: -before)...day.advanced(by: after) }

  /// The window around `day` by the readings of `series`, which may hold more than its days.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Complexity: O(*k* log *k* + log *n*), where *k* is the number of readings on the days of the
  ///   window and *n* of all.
  public init(around day: LocalDay, before: Int = 3, after: Int = 3, in series: GlucoseSeries) {
    self.init(around: day, before: before, after: after, known: nil) { _ in series }
  }

  /// The window around `day` of what `known` has, and `read` for the days that it has not.
  fileprivate init<Failure>(
    around day: LocalDay, before: Int, after: Int, known: SurroundingDays?,
    reading read: (ClosedRange<LocalDay>) throws(Failure) -> GlucoseSeries
  ) throws(Failure) {
    precondition(before >= 0 && after >= 0, "A window has no fewer than zero days on each side")
    self.day = day
    self.before = before
    self.after = after
    let days = (-before...after).map { day.advanced(by: $0) }
    let unknown = days.filter { !(known?.days.contains($0) ?? false) }
    var bars = known?.bars.filter { days.contains($0.day) } ?? []
    if let first = unknown.first, let last = unknown.last {
      let series = try read(first...last)
      bars += unknown.compactMap { DayRangeBar($0, in: series) }
    }
    self.bars = bars.map { DayRangeBar($0, offset: day.distance(to: $0.day)) }
      .sorted { $0.offset < $1.offset }
  }
}

extension DayRangeBar {
  /// The bar of `day`, or `nil` if it has no readings.
  fileprivate init?(_ day: LocalDay, in series: GlucoseSeries) {
    guard let statistics = series[day.interval].statistics() else { return nil }
    self.day = day
    offset = 0
    minimum = statistics.minimum
    mean = statistics.mean
    maximum = statistics.maximum
    coverage = series.coverage(of: day)
  }

  fileprivate init(_ bar: DayRangeBar, offset: Int) {
    day = bar.day
    self.offset = offset
    minimum = bar.minimum
    mean = bar.mean
    maximum = bar.maximum
    coverage = bar.coverage
  }
}

extension GlucoseHistory {
  /// The range bars of `day` and the days around it, from one read of the history.
  ///
  /// To draw the day itself as well, ask for `bifocalDay(_:before:after:…)`, which reads once for both.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Throws: What the history throws when it cannot be read.
  public func surroundingDays(
    around day: LocalDay, before: Int = 3, after: Int = 3
  ) throws -> SurroundingDays {
    try SurroundingDays(around: day, before: before, after: after, known: nil) {
      try readings(of: $0)
    }
  }

  /// The window around `day` as wide as `window`, with the bars that `window` has and one read of the
  /// history for the days that it has not.
  ///
  /// A step to a neighboring day reads one day. What changed in the record since `window` was made is
  /// not seen: make a new one then.
  ///
  /// - Precondition: `day` is a day of the zone of the window.
  /// - Throws: What the history throws when it cannot be read.
  public func moving(_ window: SurroundingDays, to day: LocalDay) throws -> SurroundingDays {
    precondition(day.zone == window.day.zone, "A window moves among the days of its zone")
    return try SurroundingDays(
      around: day, before: window.before, after: window.after, known: window
    ) { try readings(of: $0) }
  }

  /// The readings of `days`, and those before them that stand for time in the first.
  private func readings(of days: ClosedRange<LocalDay>) throws -> GlucoseSeries {
    let reach = Duration.slowestSensor.inSeconds
    return try series(in: days.lowerBound.start.addingTimeInterval(-reach)..<days.upperBound.end)
  }
}

extension SurroundingDays {
  /// Decodes a window of at most a hundred years on each side.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    day = try container.decode(LocalDay.self, forKey: .day)
    before = try container.decode(Int.self, forKey: .before)
    after = try container.decode(Int.self, forKey: .after)
    bars = try container.decode([DayRangeBar].self, forKey: .bars)
    try decoder.require(
      (0...36_600).contains(before) && (0...36_600).contains(after)
        && (-99_000...99_000).contains(day.year),
      "A window must have from 0 to 36,600 days on each side, in the years −99,000 to 99,000")
  }
}
