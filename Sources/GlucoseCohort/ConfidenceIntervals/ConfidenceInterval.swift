internal import GlucoseMath

/// A metric estimated from a sample of days, with the interval that contains its value in a long
/// record of such days at a given confidence level.
public struct ConfidenceInterval: Equatable, Sendable {
  /// The value of the metric in the record.
  public let estimate: Double
  /// The lower end of the interval.
  public let lower: Double
  /// The upper end of the interval.
  public let upper: Double
  /// The confidence level, such as 0.95.
  public let confidence: Double
}

/// The confidence intervals of four metrics, from the days' differences and correlation.
public struct MetricConfidenceIntervals: Equatable, Sendable {
  /// The mean in mg/dL.
  public let mean: ConfidenceInterval
  /// The time in the target range in percent of readings, from 0 to 100.
  public let timeInRange: ConfidenceInterval
  /// The glucose management indicator in percent.
  public let glucoseManagementIndicator: ConfidenceInterval
  /// The coefficient of variation in percent.
  public let coefficientOfVariation: ConfidenceInterval
  /// The number of days with readings.
  public let dayCount: Int
}

/// The additive parts of one day, about an origin that all days share.
struct DayTotals {
  var count = 0.0
  var sum = 0.0
  var squares = 0.0
  var inTarget = 0.0

  init() {}

  init(_ day: GlucoseStatistics, about origin: Double) {
    count = Double(day.count)
    let mean = day.mean.mgdL - origin
    let deviation = day.standardDeviation?.mgdL ?? 0
    sum = count * mean
    squares = (count - 1) * deviation * deviation + count * mean * mean
    inTarget = day.timeInRanges.weight(of: .target) ?? 0
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.sum += rhs.sum
    lhs.squares += rhs.squares
    lhs.inTarget += rhs.inTarget
  }

  var deviation: Double {
    Swift.max(0, count > 1 ? (squares - sum * sum / count) / (count - 1) : 0).squareRoot()
  }
}
