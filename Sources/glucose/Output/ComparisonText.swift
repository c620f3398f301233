// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseStudy

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
        let name = change.column.name
        table.add([
          // The name of the column is of a table in mg/dL.
          unit == .mgdL ? name : name.replacing("_mgdl", with: ""),
          change.column.unitName(in: unit),
          change.column.text(change.reference, in: unit),
          change.column.text(change.current, in: unit),
          change.column.text(change.difference, in: unit),
          change.confidenceInterval.flatMap { range in
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

    /// A sentence on whether there is enough data and, if there is, one on what more days would make
    /// more precise.
    private var verdicts: [String] {
      let percent = DataSufficiency.requiredActivePercentage.percent.formatted(places: 0)
      let verdict =
        "\(comparison.isSufficient ? "Enough" : "Not enough") data in both (required: "
        + "\(DataSufficiency.requiredDayCount) days and \(percent) % of readings; "
        + "Battelino et al., Diabetes Care 42, 2019)."
      let shorter = [comparison.reference, comparison.current].map(\.sufficiency)
        .min { $0.dayCount < $1.dayCount }
      guard comparison.isSufficient, let longer = shorter?.longerSampling, !longer.isEmpty else {
        return [verdict]
      }
      return [verdict, "More precise from this number of days: \(longer.text)."]
    }
  }

  extension ComparisonText: Encodable {
    private enum CodingKeys: String, CodingKey {
      case schema, version, unit, convention, bands, reference, current, overlap
      case sharedReadingCount = "shared_reading_count"
      case differences
      case confidenceIntervals = "confidence_intervals"
      case isSufficient = "is_sufficient"
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

    /// Encodes both rows, the overlap, the differences by column, the intervals of four of them, and
    /// whether there is enough data.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("swift-glucose/compare", forKey: .schema)
      try container.encode(1, forKey: .version)
      try container.encode(GlucoseUnit.mgdL.rawValue, forKey: .unit)
      try container.encode(convention, forKey: .convention)
      try container.encode(DataTable.Edges(referenceBands), forKey: .bands)
      try container.encode(Side(comparison.reference, referenceBands), forKey: .reference)
      try container.encode(Side(comparison.current, bands), forKey: .current)
      try container.encode(comparison.overlap.rawValue, forKey: .overlap)
      try container.encode(comparison.sharedReadingCount, forKey: .sharedReadingCount)
      let changes = comparison.changes
      try container.encode(
        Dictionary(uniqueKeysWithValues: changes.map { ($0.column.name, $0.difference) }),
        forKey: .differences)
      let intervals = changes.compactMap { change in
        change.confidenceInterval.map {
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
      try container.encode(comparison.isSufficient, forKey: .isSufficient)
    }
  }
#endif
