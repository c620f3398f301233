// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

/// The extremes, mean and coverage of one of the days around the day in focus.
public struct RangeBar: Hashable, Codable, Sendable {
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
///     let window = try history.window(around: day)      // three days before and three after
///     for bar in window.bars where bar.offset < 0 { … }
public struct DayWindow: Hashable, Codable, Sendable {
  /// The day in focus.
  public let day: LocalDay
  /// The bars in order of the days, that of the day in focus among them. A day without readings has
  /// none.
  public let bars: [RangeBar]
}

extension History {
  /// The range bars of `day` and the days around it, from one read of the history.
  ///
  /// - Precondition: `before` and `after` are not negative.
  /// - Throws: What the history throws when it cannot be read.
  public func window(
    around day: LocalDay, before: Int = 3, after: Int = 3
  ) throws -> DayWindow {
    precondition(before >= 0 && after >= 0, "A window has no fewer than zero days on each side")
    let reports = try reports(day.advanced(by: -before)...day.advanced(by: after))
    return DayWindow(
      day: day,
      bars: reports.compactMap { report in
        report.statistics.map {
          RangeBar(
            day: report.day, offset: day.distance(to: report.day), minimum: $0.minimum,
            mean: $0.mean, maximum: $0.maximum, coverage: report.coverage)
        }
      })
  }
}
