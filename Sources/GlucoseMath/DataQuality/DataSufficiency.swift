public import GlucoseFoundation

/// A test of whether a record is long and complete enough for its metrics and for targets: 14 days
/// with 70 % of the readings (Battelino et al., *Diabetes Care* 42, 2019).
public struct DataSufficiency: Equatable, Sendable {
  /// The number of local days with readings.
  public let dayCount: Int
  /// The percentage of expected readings that were received, or `nil`; see ``SensorCoverage``.
  public let activePercentage: Percentage?

  /// The minimum number of days with readings: 14.
  public static let requiredDayCount = 14
  /// The minimum percentage of expected readings: 70 %.
  public static let requiredActivePercentage = Percentage(70)

  package init(dayCount: Int, activePercentage: Percentage?) {
    self.dayCount = dayCount
    self.activePercentage = activePercentage
  }

  /// Whether there are as many days and readings as required (`≥` in both).
  public var isSufficient: Bool {
    dayCount >= Self.requiredDayCount && activePercentage ?? .zero >= Self.requiredActivePercentage
  }

  /// The measures that more days would determine more precisely, each with the number of days with
  /// readings from which it represents three months: time below range from 21 days, the coefficient of
  /// variation from 28, and time below 54 mg/dL from 30 (review of sampling duration, *Diabetes Technol
  /// Ther* 2024, 10.1089/dia.2023.0476).
  public var longerSampling: [(measure: GlycemicTarget.Measure, dayCount: Int)] {
    [(.belowRange, 21), (.coefficientOfVariation, 28), (.veryLow, 30)].filter { dayCount < $0.1 }
  }
}

extension GlucoseSeries {
  /// Returns whether the record is long and complete enough for its metrics and for targets.
  ///
  /// - Parameters:
  ///   - zone: The zone whose midnights divide days.
  ///   - range: The time that is expected to be recorded, edges included, or `nil` for the
  ///     time from the first reading to the last. Readings outside do not count.
  public func dataSufficiency(in zone: TimeZone, over range: Range<Date>? = nil) -> DataSufficiency
  {
    var dayCount = 0
    (range.map { self[$0] } ?? self).forEachDay(in: zone) { _, _, _ in dayCount += 1 }
    return DataSufficiency(
      dayCount: dayCount, activePercentage: sensorCoverage(in: range)?.activePercentage)
  }
}
