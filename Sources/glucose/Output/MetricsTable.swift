import Foundation
import GlucoseStudy

struct MetricsTable {
  /// A row of metrics, with its recording and the name of its part of the day.
  ///
  /// It has the numbers of the columns only: the episodes and excursions of a year take a third of a
  /// megabyte.
  struct Row {
    let source: InputOptions.Source
    let part: String
    let bands: RangeBands
    let firstDay, lastDay: LocalDay
    let values: [Double?]

    init(source: InputOptions.Source, part: String, bands: RangeBands, row: MetricRow) {
      self.source = source
      self.part = part
      self.bands = bands
      (firstDay, lastDay) = (row.firstDay, row.lastDay)
      values = MetricColumn.all.map { $0.value(of: row) }
    }
  }

  var rows: [Row] = []
  var sources: [InputOptions.Source] = []

  static let identity = ["file", "id", "period_start", "period_end", "zone", "part", "bands_unit"]

  static var columnHelp: String {
    MetricColumn.all.map { "  \($0.name) (\($0.unit)): \($0.meaning)" }
      .joined(separator: "\n")
  }

  func data(_ choices: JSONObject) -> DataTable {
    var table = DataTable("metrics", choices, columns: Self.identity + MetricColumn.all.map(\.name))
    for row in rows {
      let identity: [(any Encodable)?] = [
        row.source.file, row.source.subject.id, row.firstDay.description,
        row.lastDay.description, row.source.zone.identifier, row.part, row.bands.unit.rawValue,
      ]
      table.add(identity + zip(MetricColumn.all, row.values).map { $0.cell($1) })
    }
    return table
  }

  func text(unit: (InputOptions.Source) -> GlucoseUnit) -> String {
    let all = MetricColumn.all
    let columns = Self.usual.compactMap { name, title in
      all.firstIndex { $0.name == name }.map { (index: $0, column: all[$0], title: title) }
    }
    let isSplit = Set(rows.map(\.part)).count > 1
    var table = TextTable(
      [("id", .left), ("from", .left), ("to", .left)] + (isSplit ? [("part", .left)] : [])
        + columns.map { ($0.title, .right) } + [("unit", .left)])
    for row in rows {
      let unit = unit(row.source)
      table.add(
        [row.source.shownName, row.firstDay.description, row.lastDay.description]
          + (isSplit ? [row.part] : [])
          + columns.map { $0.column.text(row.values[$0.index], in: unit) } + [unit.rawValue])
    }
    return table.lines.joined(separator: "\n")
  }

  private static let usual = [
    ("days", "days"), ("readings", "readings"), ("active_percent", "active"),
    ("mean_mgdl", "mean"), ("sd_mgdl", "SD"), ("cv_percent", "CV"), ("gmi_percent", "GMI"),
    ("very_low_percent", "very low"), ("low_percent", "low"), ("in_range_percent", "in range"),
    ("tight_range_percent", "tight range"),
    ("high_percent", "high"), ("very_high_percent", "very high"), ("lbgi", "LBGI"),
    ("hbgi", "HBGI"), ("gri", "GRI"), ("gri_zone", "zone"), ("mage_mgdl", "MAGE"),
    ("modd_mgdl", "MODD"), ("low_episodes_per_day", "lows/day"),
  ]
}

extension MetricColumn {
  func cell(_ value: Double?) -> (any Encodable)? {
    if let name = value.flatMap(label) { name } else { value }
  }

  func text(_ value: Double?, in unit: GlucoseUnit) -> String? {
    guard let value else { return nil }
    switch Unit(rawValue: self.unit) ?? .dimensionless {
    case .glucose: return Glucose.mgdL(value).value(in: unit).formatted(places: 1)
    case .glucosePerHour, .area: return (value / unit.mgdLPerUnit).formatted(places: 1)
    case .glucosePerMinute: return (value / unit.mgdLPerUnit).formatted(places: 2)
    case .percent: return (value / 100).percentage
    case .perDay, .perNight: return value.formatted(places: 2)
    case .millimolesPerMole: return value.formatted(places: 1)
    case .minutes, .minutesPerDay: return value.formatted(places: 0)
    case .flag: return value == 1 ? "yes" : "no"
    case .zone: return label(for: value)
    case .days, .dimensionless: return value.formatted(places: value == value.rounded() ? 0 : 2)
    }
  }
}
