// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  extension PersonReport: Encodable {
    private enum CodingKeys: String, CodingKey {
      case subject, file, zone, bands, days, all, coverage, enough, tightRangeShare, targets
    }

    /// Encodes the numbers of the table with full precision: concentrations in mg/dL, fractions
    /// from 0 to 1.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(subject, forKey: .subject)
      try container.encode(file, forKey: .file)
      try container.encode(zone.identifier, forKey: .zone)
      try container.encode(report.bands, forKey: .bands)
      try container.encode(report.days.map { Day($0) }, forKey: .days)
      try container.encode(
        report.period.statistics.map { Numbers($0, median: report.median) },
        forKey: .all)
      try container.encode(report.coverage, forKey: .coverage)
      let enough = report.period.sufficiency.map { ($0.metric.rawValue, $0.isSufficient) }
      try container.encode(
        Dictionary(uniqueKeysWithValues: enough), forKey: .enough)
      try container.encode(tight?.inRange, forKey: .tightRangeShare)
      try container.encode(
        targets.map { Target(population: population, result: $0) }, forKey: .targets)
    }

    /// A target of the consensus, and whether it is met.
    private struct Target: Encodable {
      let population: TargetPopulation?
      let measure: GlycemicTarget.Measure
      let comparison: GlycemicTarget.Comparison
      let limitPercent: Double
      let percent: Double?
      let isMet: Bool?

      init(population: TargetPopulation?, result: GlycemicTargetResult) {
        self.population = population
        measure = result.target.measure
        comparison = result.target.comparison
        limitPercent = result.target.limit.percent
        percent = result.percentage?.percent
        isMet = result.isMet
      }
    }

    /// The statistics of a day or of the whole period.
    private struct Numbers: Encodable {
      let count: Int
      let minimum, maximum, mean: Glucose
      let median, standardDeviation: Glucose?
      let coefficientOfVariation: Double?
      let glucoseManagementIndicator: Double
      let shares: [String: Percentage?]

      init(_ statistics: GlucoseStatistics, median: Glucose? = nil) {
        count = statistics.count
        minimum = statistics.minimum
        maximum = statistics.maximum
        mean = statistics.mean
        self.median = median
        standardDeviation = statistics.standardDeviation
        coefficientOfVariation = statistics.coefficientOfVariation
        glucoseManagementIndicator = statistics.glucoseManagementIndicator
        shares = Dictionary(
          uniqueKeysWithValues: RangeBand.allCases.map {
            ($0.rawValue, statistics.timeInRanges[$0])
          })
      }
    }

    /// A day: its statistics and events.
    private struct Day: Encodable {
      let date: String
      let hours: Double
      let coverage: Percentage
      let statistics: Numbers?
      let tags: [String]
      let carbs, protein, fat: Double?
      let insulinUnits: Double?
      let exerciseMinutes: Double
      let conditionMinutes: [String: Double]

      init(_ report: DayReport) {
        date = report.day.description
        hours = report.day.hours
        coverage = report.coverage
        statistics = report.statistics.map { Numbers($0) }
        tags = report.tags.map(\.rawValue).sorted()
        carbs = report.nutrition.carbs
        protein = report.nutrition.protein
        fat = report.nutrition.fat
        insulinUnits = report.insulin.units
        exerciseMinutes = report.exercise.duration.inMinutes
        conditionMinutes = Dictionary(
          uniqueKeysWithValues: report.conditions.map {
            ($0.kind.rawValue, $0.duration.inMinutes)
          })
      }
    }
  }
#endif
