// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Some days taken together.
public struct Period: Hashable, Codable, Sendable {
  /// The number of days asked for.
  public let dayCount: Int
  /// The number of those that have readings.
  public let daysWithReadings: Int
  /// The part of the days' time for which readings stand, from 0 to 1; see `SensorCoverage`. Days
  /// without readings count, the time after the present does not where the present is known.
  public let coverage: Double
  /// Statistics over all readings of the days, each counting the same; `nil` without readings.
  public let statistics: GlucoseStatistics?

  /// For each number, whether there are as many days and readings as it needs, and what it needs;
  /// see `Sufficiency`.
  public let sufficiency: [Sufficiency]

  /// Whether there are as many days and readings as `number` needs.
  public func isEnough(for number: Sufficiency.Number) -> Bool {
    sufficiency.contains { $0.number == number && $0.isEnough }
  }
}

/// Two periods side by side.
///
///     let change = try history.comparison(of: thisMonth, with: lastMonth)
///     change.difference { $0.shares.target }      // 0.04: four points more in the target
///     change.isEnough(for: .timeInRange)          // whether both have enough days and readings
public struct Comparison: Hashable, Codable, Sendable {
  /// The period compared.
  public let period: Period
  /// The period it is compared with.
  public let reference: Period

  /// Whether both periods have as many days and readings as `number` needs for a difference in it to
  /// mean something.
  public func isEnough(for number: Sufficiency.Number) -> Bool {
    period.isEnough(for: number) && reference.isEnough(for: number)
  }

  /// How much higher a number is in the period than in the reference, or `nil` where either is
  /// undefined.
  public func difference(_ value: (GlucoseStatistics) -> Double?) -> Double? {
    guard let now = period.statistics.flatMap(value),
      let before = reference.statistics.flatMap(value)
    else { return nil }
    return now - before
  }

  /// How much higher the mean is in the period than in the reference, as a number in `unit`.
  public func meanDifference(in unit: GlucoseUnit) -> Double? {
    difference { $0.mean.value(in: unit) }
  }
}

extension History {
  /// The readings of `days` taken together, from one read of the history.
  ///
  /// - Parameters:
  ///   - days: The days, those without readings included.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: The present, after which nothing is expected to be recorded; `nil` if all days are over.
  /// - Throws: What the history throws when it cannot be read.
  public func period(
    _ days: ClosedRange<LocalDay>, bands: RangeBands = .consensus, now: Date? = nil
  ) throws -> Period {
    Period(
      Array(days), of: try series(days.lowerBound.start..<days.upperBound.end), bands: bands,
      now: now)
  }

  /// `days` and `reference` side by side. The two may overlap and differ in length.
  ///
  /// - Parameters:
  ///   - days: The days that are compared.
  ///   - reference: The days with which they are compared.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: The present, after which nothing is expected to be recorded; `nil` if all days are over.
  /// - Throws: What the history throws when it cannot be read.
  public func comparison(
    of days: ClosedRange<LocalDay>, with reference: ClosedRange<LocalDay>,
    bands: RangeBands = .consensus, now: Date? = nil
  ) throws -> Comparison {
    Comparison(
      period: try period(days, bands: bands, now: now),
      reference: try period(reference, bands: bands, now: now))
  }
}

extension Period {
  /// The `days`, in order, taken together by the readings of a series that holds none of other days.
  init(_ days: [LocalDay], of series: GlucoseSeries, bands: RangeBands, now: Date?) {
    let covered = series.sensorCoverage(of: days, now: now)
    dayCount = days.count
    daysWithReadings = days.count { !series[$0.interval].isEmpty }
    coverage = covered?.fraction ?? 0
    statistics = series.statistics(bands: bands)
    sufficiency =
      days.isEmpty
      ? [] : Sufficiency.all(dayCount: daysWithReadings, activePercent: covered?.activePercent)
  }
}
