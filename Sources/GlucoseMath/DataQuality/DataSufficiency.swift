// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A test of whether a record is long and complete enough for a metric to represent three months.
public struct DataSufficiency: Hashable, Codable, Sendable {
  /// The metric.
  public let metric: Metric
  /// The number of local days with readings.
  public let dayCount: Int
  let activePercent: Double?

  /// The percentage of expected readings that were received, or `nil` where it is undefined; see
  /// ``SensorCoverage``.
  public var activePercentage: Percentage? { activePercent.map { Percentage($0) } }

  /// A Boolean value that indicates whether there are as many days and readings as the metric
  /// requires (`≥` in both).
  public var isSufficient: Bool {
    dayCount >= metric.requirement.days
      && (activePercent ?? 0) >= metric.requirement.activePercent
  }

  /// The requirement of a metric, with its source.
  public struct Requirement: Hashable, Codable, Sendable {
    /// The minimum number of days with readings.
    public let days: Int
    let activePercent: Double
    /// The publication of the requirement.
    public let source: String

    /// The minimum percentage of expected readings.
    public var activePercentage: Percentage { Percentage(activePercent) }
  }

  /// A metric, or a group of metrics with the same requirement.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Metric: String, Hashable, Codable, Sendable, CaseIterable {
    /// Mean, glucose management indicator and estimated A1C.
    case mean
    /// Time in the target range.
    case timeInRange
    /// Time above 180 and above 250 mg/dL.
    case timeAboveRange
    /// Time below 70 mg/dL, and the glycemia risk index, which depends on it.
    case timeBelowRange
    /// Time below 54 mg/dL and episodes of hypoglycemia.
    case timeVeryLow
    /// The coefficient of variation, the standard deviation and other measures of variability.
    case variability
    /// The ambulatory glucose profile.
    case ambulatoryGlucoseProfile = "ambulatoryProfile"
    /// The average daily risk range.
    case averageDailyRiskRange

    /// The requirement of the metric.
    public var requirement: Requirement {
      let consensus = "Battelino et al., Diabetes Care 42, 2019"
      let review = "review of sampling duration, Diabetes Technol Ther 2024, 10.1089/dia.2023.0476"
      return switch self {
      case .mean, .timeInRange, .timeAboveRange, .ambulatoryGlucoseProfile:
        Requirement(days: 14, activePercent: 70, source: consensus)
      case .timeBelowRange: Requirement(days: 21, activePercent: 70, source: review)
      case .timeVeryLow: Requirement(days: 30, activePercent: 70, source: review)
      case .variability: Requirement(days: 28, activePercent: 70, source: review)
      case .averageDailyRiskRange:
        Requirement(days: 14, activePercent: 70, source: "Kovatchev et al., Diabetes Care 29, 2006")
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case metric = "number"
    case dayCount, activePercent
  }
}

extension DataSufficiency {
  /// Decodes the test of a metric; the percentage must be finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    metric = try container.decode(Metric.self, forKey: .metric)
    dayCount = try container.decode(Int.self, forKey: .dayCount)
    activePercent = try container.finiteNumberIfPresent(forKey: .activePercent)
  }
}

extension DataSufficiency.Requirement {
  /// Decodes a requirement; the percentage must be finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    days = try container.decode(Int.self, forKey: .days)
    activePercent = try container.finiteNumber(forKey: .activePercent)
    source = try container.decode(String.self, forKey: .source)
  }
}

extension GlucoseSeries {
  /// Returns, for each metric, whether the record is long and complete enough.
  ///
  /// - Parameters:
  ///   - zone: The zone whose midnights divide days.
  ///   - range: The time that is expected to be recorded, edges included, or `nil` for the time
  ///     from the first reading to the last. Readings outside do not count.
  /// - Complexity: O(*n*)
  public func dataSufficiency(in zone: TimeZone, over range: Range<Date>? = nil)
    -> [DataSufficiency]
  {
    var dayCount = 0
    (range.map { self[$0] } ?? self).forEachDay(in: zone) { _, _, _ in dayCount += 1 }
    return DataSufficiency.all(
      dayCount: dayCount, activePercentage: sensorCoverage(in: range)?.activePercentage)
  }
}

extension DataSufficiency {
  /// Returns, for each metric, whether a number of days with readings and a percentage of expected
  /// readings are sufficient.
  package static func all(dayCount: Int, activePercentage: Percentage?) -> [DataSufficiency] {
    Metric.allCases.map {
      DataSufficiency(
        metric: $0, dayCount: dayCount, activePercent: activePercentage?.percent)
    }
  }
}
