// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Whether a record is long and complete enough for a number to speak for three months.
public struct Sufficiency: Hashable, Codable, Sendable {
  /// The number in question.
  public let number: Number
  /// The local days with readings.
  public let dayCount: Int
  /// The percentage of expected readings that are there, or `nil` below two readings.
  public let coverage: Double?

  /// Whether there are as many days and as much coverage as the number needs (`≥` in both).
  public var isEnough: Bool {
    dayCount >= number.requirement.days && (coverage ?? 0) >= number.requirement.coverage
  }

  /// What a number needs, and who says so.
  public struct Requirement: Hashable, Codable, Sendable {
    /// The days with readings.
    public let days: Int
    /// The percentage of expected readings.
    public let coverage: Double
    /// Where the requirement comes from.
    public let source: String
  }

  /// A number, or a group of numbers with the same needs.
  public enum Number: String, Hashable, Codable, Sendable, CaseIterable {
    /// Mean, glucose management indicator and estimated A1C.
    case mean
    /// Time in the target range.
    case timeInRange
    /// Time above 180 and above 250 mg/dL.
    case timeAboveRange
    /// Time below 70 mg/dL, and the glycaemia risk index, which rests on it.
    case timeBelowRange
    /// Time below 54 mg/dL and episodes of hypoglycaemia.
    case timeVeryLow
    /// The coefficient of variation, the standard deviation and other measures of variability.
    case variability
    /// The ambulatory profile.
    case ambulatoryProfile
    /// The average daily risk range.
    case averageDailyRiskRange

    /// What the number needs.
    public var requirement: Requirement {
      let consensus = "Battelino et al., Diabetes Care 42, 2019"
      let review = "review of sampling duration, Diabetes Technol Ther 2024, 10.1089/dia.2023.0476"
      return switch self {
      case .mean, .timeInRange, .timeAboveRange, .ambulatoryProfile:
        Requirement(days: 14, coverage: 70, source: consensus)
      case .timeBelowRange: Requirement(days: 21, coverage: 70, source: review)
      case .timeVeryLow: Requirement(days: 30, coverage: 70, source: review)
      case .variability: Requirement(days: 28, coverage: 70, source: review)
      case .averageDailyRiskRange:
        Requirement(days: 14, coverage: 70, source: "Kovatchev et al., Diabetes Care 29, 2006")
      }
    }
  }
}

extension GlucoseSeries {
  /// For each number, whether the record is long and complete enough.
  ///
  /// - Complexity: O(*n*)
  public func sufficiency(in zone: TimeZone) -> [Sufficiency] {
    var dayCount = 0
    forEachDay(in: zone) { _, _, _ in dayCount += 1 }
    return Sufficiency.all(dayCount: dayCount, coverage: wearTime()?.percent)
  }
}

extension Sufficiency {
  /// The verdict on each number.
  static func all(dayCount: Int, coverage: Double?) -> [Sufficiency] {
    Number.allCases.map { Sufficiency(number: $0, dayCount: dayCount, coverage: coverage) }
  }
}
