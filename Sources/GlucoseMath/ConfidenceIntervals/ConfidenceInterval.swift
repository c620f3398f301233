// SPDX-License-Identifier: Apache-2.0

/// A number estimated from some days, and the interval in which the number of a long record of such
/// days lies with a given confidence.
public struct ConfidenceInterval: Hashable, Codable, Sendable {
  /// The number from the record itself.
  public let estimate: Double
  /// The lower end of the interval.
  public let lower: Double
  /// The upper end of the interval.
  public let upper: Double
  /// The share of such intervals that hold the number, such as 0.95.
  public let confidence: Double
}

/// The certainty of four numbers, from how much days differ and how much they resemble their neighbors.
public struct MetricConfidenceIntervals: Hashable, Codable, Sendable {
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

  static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.sum += rhs.sum
    lhs.squares += rhs.squares
    lhs.inTarget += rhs.inTarget
  }

  /// Mean, percentage in the target range and standard deviation.
  func numbers(origin: Double) -> (mean: Double, target: Double, deviation: Double) {
    let variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0
    return (
      origin + sum / count, 100 * inTarget / count, Swift.max(0, variance).squareRoot()
    )
  }
}
