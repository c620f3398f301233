// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

/// Some days taken together.
public struct Period: Hashable, Codable, Sendable {
  /// The number of days asked for.
  public let dayCount: Int
  /// The number of those that have readings.
  public let daysWithReadings: Int
  /// The share of the days' time that readings stand for, from 0 to 1.
  public let coverage: Double
  /// Statistics over all readings of the days, each counting the same; `nil` without readings.
  public let statistics: GlucoseStatistics?

  /// Whether the readings suffice for conclusions: at least 14 days with readings, and these stand for
  /// at least 70 % of the time (`≥`), as the consensus recommends (Battelino et al., *Diabetes Care*
  /// 42, 2019).
  public var hasEnoughReadings: Bool { daysWithReadings >= 14 && coverage >= 0.7 }
}

/// Two periods side by side.
///
///     let change = try history.comparison(of: thisMonth, with: lastMonth)
///     change.difference { $0.shares.target }      // 0.04: four points more in the target
///     change.isConclusive                         // whether both have enough readings
public struct Comparison: Hashable, Codable, Sendable {
  /// The period compared.
  public let period: Period
  /// The period it is compared with.
  public let reference: Period

  /// Whether both periods have enough readings; see ``Period/hasEnoughReadings``.
  public var isConclusive: Bool { period.hasEnoughReadings && reference.hasEnoughReadings }

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
  /// - Throws: What the history throws when it cannot be read.
  public func period(
    _ days: ClosedRange<LocalDay>, bands: RangeBands = .consensus
  ) throws -> Period {
    let range = days.lowerBound.start..<days.upperBound.end
    let series = try series(range)
    var seconds = 0.0
    var covered = 0.0
    var withReadings = 0
    for day in days {
      let length = day.hours * 3600
      seconds += length
      covered += length * series.coverage(of: day)
      if !series[day.interval].isEmpty { withReadings += 1 }
    }
    return Period(
      dayCount: days.count, daysWithReadings: withReadings, coverage: covered / seconds,
      statistics: series.statistics(bands: bands))
  }

  /// `days` and `reference` side by side. The two may overlap and differ in length.
  ///
  /// - Throws: What the history throws when it cannot be read.
  public func comparison(
    of days: ClosedRange<LocalDay>, with reference: ClosedRange<LocalDay>,
    bands: RangeBands = .consensus
  ) throws -> Comparison {
    Comparison(
      period: try period(days, bands: bands), reference: try period(reference, bands: bands))
  }
}
