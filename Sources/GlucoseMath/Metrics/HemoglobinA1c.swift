public import GlucoseFoundation

/// A result of a laboratory for hemoglobin A1c.
///
/// The units are those of the NGSP (percent) and of the IFCC (mmol/mol), which the master equation
/// connects: NGSP = 0.09148 · IFCC + 2.152 (Hoelzel et al., *Clinical Chemistry* 50:166, 2004).
public struct HemoglobinA1c: Equatable, Codable, Sendable {
  /// The result in percent (NGSP).
  public let percent: Double

  /// The accepted results in percent: 3 to 20. A number beyond them probably has another unit.
  public static let bounds = 3.0...20.0

  /// Creates a result in percent (NGSP), or returns `nil` beyond ``bounds``.
  public init?(percent: Double) {
    guard Self.bounds.contains(percent) else { return nil }
    self.percent = percent
  }

  /// Creates a result in mmol/mol (IFCC), or returns `nil` beyond ``bounds``.
  public init?(mmolPerMol: Double) { self.init(percent: 0.09148 * mmolPerMol + 2.152) }

  /// The result in mmol/mol (IFCC).
  public var mmolPerMol: Double { (percent - 2.152) / 0.09148 }

  /// Decodes a number in percent within ``bounds``.
  public init(from decoder: any Decoder) throws {
    percent = try decoder.singleValueContainer().decode(Double.self)
    try decoder.require(
      Self.bounds.contains(percent), "A hemoglobin A1c must be between 3 and 20 percent")
  }

  /// Encodes the result as a number in percent.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(percent)
  }
}

/// A hemoglobin A1c of a laboratory beside the GMI of the days before it, as
/// `GlucoseHistory/hemoglobinA1cComparisons(over:in:window:)` returns it.
///
/// The two differ in most people because the lifetime of red blood cells differs; a difference of
/// at least 0.5 percentage points is common (Perlman et al., *Diabetes Technology & Therapeutics*
/// 23:253, 2021) and an error of neither.
public struct HemoglobinA1cComparison: Equatable, Sendable {
  /// The result of the laboratory.
  public let laboratory: HemoglobinA1c
  /// The time at which blood was drawn.
  public let time: Date
  /// The time whose readings are compared, which ends with ``time``.
  public let range: Range<Date>
  /// The glucose management indicator of the readings in ``range``, in percent.
  public let glucoseManagementIndicator: Double
  /// Whether there are enough days and readings in ``range``.
  public let sufficiency: DataSufficiency

  /// The laboratory's result minus the glucose management indicator, in percentage points.
  public var difference: Double { laboratory.percent - glucoseManagementIndicator }

  /// Compares a result with the readings before it, or returns `nil` if there are none.
  ///
  /// - Parameters:
  ///   - laboratory: The result.
  ///   - time: The time at which blood was drawn.
  ///   - series: The readings.
  ///   - zone: The zone whose midnights divide days.
  ///   - window: The length of the time before `time`, by default 84 days: red blood cells
  ///     live for about four months, and the last 8 to 12 weeks count most (Nathan et al., *Diabetes
  ///     Care* 31:1473, 2008).
  /// - Precondition: `window` is positive.
  package init?(
    _ laboratory: HemoglobinA1c, at time: Date, _ series: GlucoseSeries, in zone: TimeZone,
    window: Duration = .seconds(84 * 86_400)
  ) {
    precondition(window > .zero, "`window` must be positive")
    let range = time.addingTimeInterval(-window.inSeconds)..<time
    let readings = series[range]
    guard let mean = readings.statistics(bands: .consensus(in: .mgdL)) else { return nil }
    self.laboratory = laboratory
    self.time = time
    self.range = range
    glucoseManagementIndicator = mean.glucoseManagementIndicator
    sufficiency = series.dataSufficiency(in: zone, over: range)
  }
}
