// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Several days, each of them and all together: what a report is made of.
///
///     let report = try history.periodReport(day.advanced(by: -13)...day)
///     for day in report.days { row(day.day, day.statistics?.mean) }
///     report.period.statistics?.timeInRanges.inRange
///     report.period.isSufficient(for: .timeInRange)
public struct PeriodReport: Hashable, Codable, Sendable {
  /// The days that have readings or events, in order.
  public let days: [DayReport]
  /// All days together, those without readings among them.
  public let period: PeriodSummary
  /// The edges that divide concentrations.
  public let bands: RangeBands
  /// The median of all readings, or `nil` without readings.
  public let median: Glucose?

  /// The mean part of a day for which readings stand, from 0 to 1, over the days with readings, or `nil`
  /// if there are none. ``PeriodSummary/coverage`` counts all days.
  public var coverage: Double? {
    let covered = days.filter { $0.statistics != nil }.map(\.coverage)
    return covered.total.map { $0 / Double(covered.count) }
  }
}

extension GlucoseHistory {
  /// What each of `days` was like and what all of them were like together, from one read of the
  /// history.
  ///
  /// - Parameters:
  ///   - days: The days, of one zone: a range or an array, in any order.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: The present, until which days are expected to be recorded and a condition counts that
  ///     still goes on; `nil` for the end of each day.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of readings and events, if few events last for days.
  public func periodReport(
    _ days: some Collection<LocalDay>, bands: RangeBands = .consensus, now: Date? = nil
  ) throws -> PeriodReport {
    let days = Set(days).sorted()
    guard let first = days.first, let last = days.last else {
      return PeriodReport(
        days: [], period: PeriodSummary([], of: GlucoseSeries(), bands: bands, now: now),
        bands: bands,
        median: nil)
    }
    let series = try series(around: first.start..<last.end)
    let events = DayEvents(try events(in: first.start..<last.end))
    let own = series.readings(of: days)
    return PeriodReport(
      days: days.map { DayReport($0, series, events, bands, now) }.filter { !$0.isEmpty },
      period: PeriodSummary(days, of: own, bands: bands, now: now), bands: bands, median: own.median
    )
  }
}

extension GlucoseSeries {
  /// The readings of `days`, which ascend, and of no other days.
  package func readings(of days: [LocalDay]) -> GlucoseSeries {
    selecting(
      days.map { index(atOrAfter: $0.start)..<index(atOrAfter: $0.end) })
  }
}

extension Recording {
  /// The days of `zone` on which there are readings or on which an event begins, in order.
  ///
  /// - Complexity: O(*n*)
  public func recordedDays(in zone: TimeZone) -> [LocalDay] {
    let begun = events.filter(\.time.timeIntervalSinceReferenceDate.isFinite).map {
      LocalDay(containing: $0.time, in: zone)
    }
    return Set(series.days(in: zone).map(\.day) + begun).sorted()
  }
}
