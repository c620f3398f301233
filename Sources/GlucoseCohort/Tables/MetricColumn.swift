internal import GlucoseMath

/// A column of a table of metrics, with a stable name, a unit and the value of a row.
///
/// ``all`` is the whole table. Names do not change between versions; new columns are last.
public struct MetricColumn: Sendable {
  /// The name in a file, such as `mean_mgdl`: lower-case letters, digits and underscores.
  public let name: String
  /// The unit of the numbers.
  public let unit: Unit
  /// A short description of the metric.
  public let meaning: String
  private let number: @Sendable (MetricRow) -> Double?

  /// A unit of the values in a column.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Unit: String, Hashable, Sendable {
    /// mg/dL.
    case glucose = "mg/dL"
    /// mg/dL per hour.
    case glucosePerHour = "mg/dL/h"
    /// mg/dL per minute.
    case glucosePerMinute = "mg/dL/min"
    /// mg/dL × hours per recorded hour.
    case area = "mg/dL·h/h"
    /// Percent, from 0 to 100.
    case percent = "%"
    /// Millimoles of glycated hemoglobin per mole.
    case millimolesPerMole = "mmol/mol"
    /// Minutes.
    case minutes = "min"
    /// Minutes in a day of 24 hours.
    case minutesPerDay = "min/d"
    /// A number of days.
    case days = "d"
    /// A rate per recorded day.
    case perDay = "1/d"
    /// A rate per recorded night.
    case perNight = "1/night"
    /// 1 for yes, 0 for no.
    case flag = "0/1"
    /// A zone, from 1 for A to 5 for E; ``MetricColumn/label(for:)`` returns its letter.
    case zone = "A–E"
    /// A count, or an index without unit.
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
    _ name: String, _ unit: Unit, _ meaning: String,
    value: @escaping @Sendable (MetricRow) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    number = value
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
    guard unit == .zone else { return nil }
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
