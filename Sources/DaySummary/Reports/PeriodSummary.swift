// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Some days taken together.
public struct PeriodSummary: Hashable, Codable, Sendable {
  /// The number of days asked for.
  public let dayCount: Int
  /// The number of those that have readings.
  public let recordedDayCount: Int
  /// The part of the days' time for which readings stand, from 0 to 1; see `SensorCoverage`. Days
  /// without readings count, the time after the present does not where the present is known.
  public let coverage: Double
  /// Statistics over all readings of the days, each counting the same; `nil` without readings.
  public let statistics: GlucoseStatistics?

  /// For each number, whether there are as many days and readings as it needs, and what it needs;
  /// see `DataSufficiency`.
  public let sufficiency: [DataSufficiency]

  /// Whether there are as many days and readings as `number` needs.
  public func isSufficient(for number: DataSufficiency.Metric) -> Bool {
    sufficiency.contains { $0.metric == number && $0.isSufficient }
  }

  private enum CodingKeys: String, CodingKey {
    case dayCount
    case recordedDayCount = "daysWithReadings"
    case coverage, statistics, sufficiency
  }
}

/// Two periods side by side.
///
///     let change = try history.comparison(of: thisMonth, with: lastMonth)
///     change.difference { $0.timeInRanges.inRange }      // 0.04: four points more in the target
///     change.isSufficient(for: .timeInRange)          // whether both have enough days and readings
public struct PeriodComparison: Hashable, Codable, Sendable {
  /// The period compared.
  public let period: PeriodSummary
  /// The period it is compared with.
  public let reference: PeriodSummary

  /// Whether both periods have as many days and readings as `number` needs for a difference in it to
  /// mean something.
  public func isSufficient(for number: DataSufficiency.Metric) -> Bool {
    period.isSufficient(for: number) && reference.isSufficient(for: number)
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

extension GlucoseHistory {
  /// The readings of `days` taken together, from one read of the history.
  ///
  /// - Parameters:
  ///   - days: The days, those without readings included.
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///   - now: The present, after which nothing is expected to be recorded; `nil` if all days are over.
  /// - Throws: What the history throws when it cannot be read.
  public func period(
    _ days: ClosedRange<LocalDay>, bands: RangeBands = .consensus, now: Date? = nil
  ) throws -> PeriodSummary {
    PeriodSummary(
      Array(days), of: try series(in: days.lowerBound.start..<days.upperBound.end), bands: bands,
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
  ) throws -> PeriodComparison {
    PeriodComparison(
      period: try period(days, bands: bands, now: now),
      reference: try period(reference, bands: bands, now: now))
  }
}

extension PeriodSummary {
  /// The `days`, in order, taken together by the readings of a series that holds none of other days.
  init(_ days: [LocalDay], of series: GlucoseSeries, bands: RangeBands, now: Date?) {
    let covered = series.sensorCoverage(of: days, now: now)
    dayCount = days.count
    recordedDayCount = days.count { !series[$0.interval].isEmpty }
    coverage = covered?.fraction ?? 0
    statistics = series.statistics(bands: bands)
    sufficiency =
      days.isEmpty
      ? [] : DataSufficiency.all(dayCount: recordedDayCount, activePercent: covered?.activePercent)
  }
}
