import Foundation
import GlucoseStudy

extension MetricComparison {
  func text(names: [String], in unit: GlucoseUnit) -> String {
    let rows = [reference, current]
    let heads = zip(zip(["first", "second"], names), rows).map { title, row in
      "\(title.0): \(title.1.safeOnTerminal), \(row.firstDay) to \(row.lastDay), "
        + row.dayCount.counted("day", "days") + " with readings"
    }
    var table = TextTable([
      ("metric", .left), ("unit", .left), ("first", .right), ("second", .right),
      ("difference", .right), ("95 % interval", .left),
    ])
    for change in changes where change.reference != nil || change.current != nil {
      let name = change.column.name
      table.add([
        // The name of the column is of a table in mg/dL.
        unit == .mgdL ? name : name.replacing("_mgdl", with: ""),
        change.column.unit.replacing("mg/dL", with: unit.rawValue),
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
    return (heads + overlapLines + [""] + table.lines + [""] + verdicts).joined(separator: "\n")
  }

  private var overlapLines: [String] {
    let count = sharedReadingCount
    let readings = count.counted("reading is", "readings are")
    return switch overlap {
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

  private var verdicts: [String] {
    let percent = DataSufficiency.requiredActivePercentage.percent.formatted(places: 0)
    let lacking = [("first", reference), ("second", current)]
      .filter { !$0.1.sufficiency.isSufficient }.map(\.0)
    let found =
      switch lacking.count {
      case 0: "Enough data in both"
      case 1: "Not enough data in the \(lacking[0])"
      default: "Not enough data in both"
      }
    let verdict =
      "\(found) (required: "
      + "\(DataSufficiency.requiredDayCount) days and \(percent) % of readings; "
      + "Battelino et al., Diabetes Care 42, 2019)."
    let shorter = [reference, current].map(\.sufficiency).min { $0.dayCount < $1.dayCount }
    guard isSufficient, let longer = shorter?.longerSamplingText, !longer.isEmpty else {
      return [verdict]
    }
    return [verdict, "More precise from this number of days: \(longer)."]
  }

  func json(
    bands: RangeBands, referenceBands: RangeBands, _ convention: MetricConvention
  ) -> JSONObject {
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
    return JSONObject(
      schema: "compare",
      [
        "convention": convention.description, "bands": referenceBands.edges,
        "reference": reference.json(referenceBands), "current": current.json(bands),
        "overlap": overlap.rawValue, "sharedReadingCount": sharedReadingCount,
        "differences": Dictionary(
          uniqueKeysWithValues: changes.map { ($0.column.name, $0.difference) }),
        "confidenceIntervals": intervals.isEmpty
          ? nil : Dictionary(uniqueKeysWithValues: intervals), "isSufficient": isSufficient,
      ])
  }
}

extension MetricRow {
  fileprivate func json(_ bands: RangeBands) -> JSONObject {
    [
      "periodStart": firstDay.description, "periodEnd": lastDay.description,
      "zone": firstDay.zone.identifier, "bandsUnit": bands.unit.rawValue,
      "metrics": JSONObject(MetricColumn.all.map { ($0.name, $0.cell($0.value(of: self))) })
        .withNulls,
    ]
  }
}
