// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  /// The rows of the metrics command, and the three ways to write them.
  struct MetricsTable {
    private var rows: [(source: InputOptions.Source, row: MetricRow)] = []

    /// Whether there is no row.
    var isEmpty: Bool { rows.isEmpty }

    /// Adds a row of a recording.
    mutating func add(_ row: MetricRow, of source: InputOptions.Source) {
      rows.append((source, row))
    }

    /// Every column, a line each, for the command's help.
    static var columnHelp: String {
      MetricColumn.all.map { "  \($0.name) (\($0.unit.rawValue)): \($0.meaning)" }
        .joined(separator: "\n")
    }

    /// Comma-separated values with a head line, every number with all its digits.
    var csv: String {
      let head = ["file", "id", "period_start", "period_end"] + MetricColumn.all.map(\.name)
      let lines = rows.map { source, row in
        ([source.file, source.subject.id ?? ""].map(Self.quoted)
          + [row.firstDay.description, row.lastDay.description]
          + MetricColumn.all.map { $0.value(of: row).map(Self.digits) ?? "" })
          .joined(separator: ",")
      }
      return ([head.joined(separator: ",")] + lines).joined(separator: "\n")
    }

    /// A table of the usual metrics, concentrations in the unit of each recording.
    func text(unit: (InputOptions.Source) -> GlucoseUnit) -> String {
      let columns = Self.usual.compactMap { name, title in
        MetricColumn.named(name).map { (column: $0, title: title) }
      }
      let units = rows.map { unit($0.source) }
      var table = TextTable(
        [("id", .left), ("from", .left), ("to", .left)] + columns.map { ($0.title, .right) }
          + [("unit", .left)])
      for ((source, row), unit) in zip(rows, units) {
        table.add(
          [source.name, row.firstDay.description, row.lastDay.description]
            + columns.map { $0.column.text($0.column.value(of: row), in: unit) }
            + [unit.rawValue])
      }
      return table.lines.joined(separator: "\n")
    }

    private static let usual = [
      ("days", "days"), ("readings", "readings"), ("active_percent", "active"),
      ("mean_mgdl", "mean"), ("sd_mgdl", "SD"), ("cv_percent", "CV"), ("gmi_percent", "GMI"),
      ("very_low_percent", "very low"), ("low_percent", "low"), ("in_range_percent", "in range"),
      ("high_percent", "high"), ("very_high_percent", "very high"), ("lbgi", "LBGI"),
      ("hbgi", "HBGI"), ("gri", "GRI"), ("mage_mgdl", "MAGE"), ("modd_mgdl", "MODD"),
      ("low_episodes_per_day", "lows/day"),
    ]

    /// The number with all its digits; a whole one without a point.
    private static func digits(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? value.description
    }

    private static func quoted(_ field: String) -> String {
      guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
      return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
  }

  extension MetricsTable: Encodable {
    private struct Row: Encodable {
      let file: String
      let id: String?
      let periodStart, periodEnd: String
      let metrics: [String: Double?]
    }

    /// Encodes an object to each row; its metrics are named as the columns are.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(
        rows.map { source, row in
          Row(
            file: source.file, id: source.subject.id, periodStart: row.firstDay.description,
            periodEnd: row.lastDay.description, metrics: row.numbers)
        })
    }
  }

  extension MetricRow {
    /// Every number by the name of its column; what is undefined is there without a value.
    var numbers: [String: Double?] {
      Dictionary(uniqueKeysWithValues: MetricColumn.all.map { ($0.name, $0.value(of: self)) })
    }
  }

  extension MetricColumn {
    /// A number of the column as people write it, concentrations in `unit`.
    func text(_ value: Double?, in unit: GlucoseUnit) -> String? {
      guard let value else { return nil }
      switch self.unit {
      case .glucose: return Glucose.mgdL(value).value(in: unit).formatted(places: 1)
      case .glucosePerHour, .area: return (value / unit.mgdLPerUnit).formatted(places: 1)
      case .glucosePerMinute: return (value / unit.mgdLPerUnit).formatted(places: 2)
      case .percent: return value.formatted(places: 1) + " %"
      case .perDay: return value.formatted(places: 2)
      case .minutes: return value.formatted(places: 0)
      case .days, .none: return value.formatted(places: value == value.rounded() ? 0 : 2)
      }
    }

    /// The name of the column's unit where concentrations are in `unit`.
    func unitName(in unit: GlucoseUnit) -> String {
      self.unit.rawValue.replacing("mg/dL", with: unit.rawValue)
    }
  }
#endif
