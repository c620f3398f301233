internal import GlucoseMath

/// A column of a table of metrics, with a stable name, a unit and the value of a row.
///
/// ``all`` is the whole table. Names do not change between versions; new columns are last.
public struct MetricColumn: Sendable {
  /// The name in a file, such as `mean_mgdl`: lower-case letters, digits and underscores.
  public let name: String
  /// The unit of the numbers, such as "mg/dL", "%" (from 0 to 100), "1/d" (a rate per recorded day), or
  /// "1" (a count, or an index without unit); "0/1" of a flag, 1 for yes and 0 for no; "A–E" of a zone,
  /// from 1 for A to 5 for E, whose letter ``label(for:)`` returns.
  public let unit: String
  /// A short description of the metric.
  public let meaning: String
  private let number: @Sendable (MetricRow) -> Double?

  /// The units of ``all``.
  package enum Unit: String {
    case glucose = "mg/dL"
    case glucosePerHour = "mg/dL/h"
    case glucosePerMinute = "mg/dL/min"
    /// mg/dL × hours per recorded hour.
    case area = "mg/dL·h/h"
    case percent = "%"
    case millimolesPerMole = "mmol/mol"
    case minutes = "min"
    /// Minutes in a day of 24 hours.
    case minutesPerDay = "min/d"
    case days = "d"
    case perDay = "1/d"
    case perNight = "1/night"
    case flag = "0/1"
    case zone = "A–E"
    case dimensionless = "1"
  }

  /// Creates a column, for metrics that ``all`` does not have.
  ///
  /// - Parameters:
  ///   - name: The name in a file.
  ///   - unit: The unit of the numbers.
  ///   - meaning: A short description.
  ///   - value: A function of a row, whose readings are ``MetricRow/series``; `nil` where the
  ///     record leaves the metric undefined.
  public init(
    _ name: String, _ unit: String, _ meaning: String,
    value: @escaping @Sendable (MetricRow) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    number = value
  }

  init(
    _ name: String, _ unit: Unit, _ meaning: String,
    value: @escaping @Sendable (MetricRow) -> Double?
  ) {
    self.init(name, unit.rawValue, meaning, value: value)
  }

  /// Returns a column of one of the metrics of a row.
  static func metric(
    _ name: String, _ unit: Unit, _ meaning: String,
    _ value: @escaping @Sendable (GlycemicMetrics) -> Double?
  ) -> MetricColumn {
    MetricColumn(name, unit, meaning) { value($0.metrics) }
  }

  /// Returns a column of a concentration or of a difference of two in mg/dL.
  static func glucose(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (GlycemicMetrics) -> Glucose?
  ) -> MetricColumn {
    metric(name, .glucose, meaning) { value($0)?.mgdL }
  }

  /// Returns the value of a row, or `nil` where the record leaves it undefined.
  public func value(of row: MetricRow) -> Double? {
    // Restores decimal numbers after rounding errors, such as those of 100 × 0.0099.
    number(row)?.decimal(within: 1e-14)
  }

  /// Returns the text that represents a value in a table: a letter in a column of zones, or `nil`
  /// in a column of numbers.
  public func label(for value: Double) -> String? {
    guard unit == Unit.zone.rawValue else { return nil }
    let zones = GlycemiaRiskIndex.zones
    guard let index = Int(exactly: value), zones.indices.contains(index - 1) else { return nil }
    return String(zones[index - 1])
  }

  /// All columns, in the order of the table.
  public static let all: [MetricColumn] =
    record + distribution + ranges + risk + variability + overTime + episodes + certainty
    + publishedRanges + timePerDay + riskComponents + nocturnalEpisodes + targets

  /// Creates the column with this name, or returns `nil` if there is none.
  public init?(named name: String) {
    guard let column = Self.all.first(where: { $0.name == name }) else { return nil }
    self = column
  }
}
