// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// The output of the compare command.
  struct ComparisonText {
    private let comparison: MetricComparison
    private let bands: RangeBands
    private let referenceBands: RangeBands
    private let convention: String

    init(
      _ comparison: MetricComparison, bands: RangeBands, referenceBands: RangeBands,
      _ convention: MetricConvention
    ) {
      self.comparison = comparison
      self.bands = bands
      self.referenceBands = referenceBands
      self.convention = convention.description
    }

    /// Returns a line for each metric, and sentences on the amount of data.
    func text(names: [String], in unit: GlucoseUnit) -> String {
      let rows = [comparison.reference, comparison.current]
      let heads = zip(zip(["first", "second"], names), rows).map { title, row in
        "\(title.0): \(title.1.safeOnTerminal), \(row.firstDay) to \(row.lastDay), "
          + row.dayCount.counted("day", "days") + " with readings"
      }
      var table = TextTable([
        ("metric", .left), ("unit", .left), ("first", .right), ("second", .right),
        ("difference", .right), ("95 % interval", .left),
      ])
      for change in comparison.changes where change.reference != nil || change.current != nil {
        guard !change.column.isVerdict else { continue }
        let name = change.column.name
        table.add([
          // The name of the column is of a table in mg/dL.
          unit == .mgdL ? name : name.replacing("_mgdl", with: ""),
          change.column.unitName(in: unit),
          change.column.text(change.reference, in: unit),
          change.column.text(change.current, in: unit),
          change.column.text(change.difference, in: unit),
          interval(of: change.column).flatMap { range in
            change.column.text(range.lower, in: unit).flatMap { lower in
              change.column.text(range.upper, in: unit).map { "\(lower) to \($0)" }
            }
          } ?? "",
        ])
      }
      return (heads + overlap + [""] + table.lines + [""] + verdicts).joined(separator: "\n")
    }

    /// A sentence on readings that are in both periods, or an empty array if there are none.
    private var overlap: [String] {
      let count = comparison.sharedReadingCount
      let readings = count.counted("reading is", "readings are")
      return switch comparison.overlap {
      case .disjoint: []
      case .partial:
        [
          "The periods overlap: \(readings) in both. Differences have no 95 % confidence interval, "
            + "which requires separate periods."
        ]
      case .complete:
        [
          "A period is compared with itself: \(readings) in both, and no others. Differences have no "
            + "95 % confidence interval."
        ]
      }
    }

    /// Returns the confidence interval of the difference of a column, for the four columns that
    /// have one.
    private func interval(of column: MetricColumn) -> ConfidenceInterval? {
      switch column.name {
      case "mean_mgdl": comparison.confidenceIntervals?.mean
      case "in_range_percent": comparison.confidenceIntervals?.timeInRange
      case "gmi_percent": comparison.confidenceIntervals?.glucoseManagementIndicator
      case "cv_percent": comparison.confidenceIntervals?.coefficientOfVariation
      default: nil
      }
    }

    /// For each group of numbers, a sentence on whether there is enough data.
    private var verdicts: [String] {
      DataSufficiency.Metric.allCases.map { number in
        let needs = number.requirement
        let verdict = comparison.isSufficient(for: number) ? "enough" : "not enough"
        return "\(number.title): \(verdict) data in both (required: \(needs.days) days and "
          + "\(needs.activePercentage.percent.formatted(places: 0)) % of readings; \(needs.source))."
      }
    }
  }

  extension ComparisonText: Encodable {
    private enum CodingKeys: String, CodingKey {
      case schema, version, unit, convention, bands, reference, current, overlap
      case sharedReadingCount = "shared_reading_count"
      case differences
      case confidenceIntervals = "confidence_intervals"
      case sufficiency
    }

    private struct Side: Encodable {
      let periodStart, periodEnd: String
      let zone: String
      let bandsUnit: String
      let metrics: [String: DataTable.Cell]

      private enum CodingKeys: String, CodingKey {
        case periodStart = "period_start"
        case periodEnd = "period_end"
        case zone
        case bandsUnit = "bands_unit"
        case metrics
      }

      init(_ row: MetricRow, _ bands: RangeBands) {
        periodStart = row.firstDay.description
        periodEnd = row.lastDay.description
        zone = row.firstDay.zone.identifier
        bandsUnit = bands.unit.rawValue
        metrics = row.cells
      }
    }

    private struct Sufficiency: Encodable {
      let metric: String
      let isSufficient: Bool

      private enum CodingKeys: String, CodingKey {
        case metric
        case isSufficient = "is_sufficient"
      }
    }

    /// Encodes both rows, the overlap, the differences by column, the intervals of four of them, and
    /// whether there is enough data, by metric.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("swift-glucose/compare", forKey: .schema)
      try container.encode(3, forKey: .version)
      try container.encode(GlucoseUnit.mgdL.rawValue, forKey: .unit)
      try container.encode(convention, forKey: .convention)
      try container.encode(DataTable.Edges(referenceBands), forKey: .bands)
      try container.encode(Side(comparison.reference, referenceBands), forKey: .reference)
      try container.encode(Side(comparison.current, bands), forKey: .current)
      try container.encode(comparison.overlap.rawValue, forKey: .overlap)
      try container.encode(comparison.sharedReadingCount, forKey: .sharedReadingCount)
      let changes = comparison.changes.filter { !$0.column.isVerdict }
      try container.encode(
        Dictionary(uniqueKeysWithValues: changes.map { ($0.column.name, $0.difference) }),
        forKey: .differences)
      let intervals = changes.compactMap { change in
        interval(of: change.column).map {
          (
            change.column.name,
            [
              "estimate": $0.estimate, "lower": $0.lower, "upper": $0.upper,
              "confidence": $0.confidence,
            ]
          )
        }
      }
      if !intervals.isEmpty {
        try container.encode(
          Dictionary(uniqueKeysWithValues: intervals), forKey: .confidenceIntervals)
      }
      let sufficiency = DataSufficiency.Metric.allCases.map {
        Sufficiency(
          metric: $0.rawValue.inSnakeCase, isSufficient: comparison.isSufficient(for: $0))
      }
      try container.encode(sufficiency, forKey: .sufficiency)
    }
  }

  extension MetricColumn {
    /// A Boolean value that indicates whether the column is a verdict or the bound of an interval,
    /// which has no difference.
    fileprivate var isVerdict: Bool {
      name.hasPrefix("enough_for_") || name.contains("_lower_") || name.contains("_upper_")
    }
  }

  extension DataSufficiency.Metric {
    /// The name of the number for display.
    fileprivate var title: String {
      switch self {
      case .mean: "mean and glucose management indicator"
      case .timeInRange: "time in range"
      case .timeAboveRange: "time above range"
      case .timeBelowRange: "time below range"
      case .timeVeryLow: "time very low"
      case .variability: "variability"
      case .ambulatoryGlucoseProfile: "ambulatory profile"
      case .averageDailyRiskRange: "average daily risk range"
      }
    }
  }
#endif
