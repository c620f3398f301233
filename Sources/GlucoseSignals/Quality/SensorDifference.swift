// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The difference of a sensor from a second sensor that is worn at the same time, and its drift.
///
///     if let difference = SensorDifference(of: arm, from: belly) {
///       print(difference.bias, difference.driftPerDay, difference.driftError)
///     }
///
/// Differences are relative to the mean of both sensors, as neither is the truth, and are the medians
/// of six hours, because errors of a sensor last for hours. Two sensors that drift together have no
/// difference.
public struct SensorDifference: Hashable, Codable, Sendable {
  /// The difference in a part of the record.
  public struct Part: Hashable, Codable, Sendable {
    /// The time of the first and last pair.
    public let range: ClosedRange<Date>
    /// The median relative difference, as a fraction with its sign.
    public let difference: Double
    /// The number of pairs.
    public let pairCount: Int
  }

  /// The parts of six hours, in chronological order.
  public let parts: [Part]
  /// The median relative difference of the parts, as a fraction with its sign.
  public let bias: Double
  /// The change of the relative difference per day, by least squares over the parts, or `nil` below
  /// four parts.
  public let driftPerDay: Double?
  /// The standard error of ``driftPerDay``, which assumes that the parts are independent.
  public let driftError: Double?

  /// The relative difference above which a part is a fault: 15 %.
  public static let limit = 0.15

  /// Creates the difference of two series, or returns `nil` if no part of six hours has six pairs.
  ///
  /// Each reading within the limits of the device is paired with the second sensor, interpolated
  /// linearly between readings at most 20 minutes apart.
  ///
  /// - Complexity: O(*n* + *m*), where *m* is the number of readings of the second sensor.
  public init?(of series: GlucoseSeries, from second: GlucoseSeries) {
    var parts: [Part] = []
    var current: (slot: Double, first: Date, last: Date, values: [Double])?
    func finish() {
      guard let found = current, found.values.count >= 6, let median = found.values.upperMedian
      else { return }
      parts.append(
        Part(
          range: found.first...found.last, difference: median, pairCount: found.values.count))
    }
    var row = 0
    for reading in series where reading.flags.isDisjoint(with: .deviceLimits) {
      let time = reading.time
      while row + 1 < second.count, second[row + 1].time <= time { row += 1 }
      guard let other = second.interpolated(at: time, after: row) else { continue }
      let difference = 2 * (reading.glucose.mgdL - other) / (reading.glucose.mgdL + other)
      let slot = (time.timeIntervalSinceReferenceDate / 21_600).rounded(.down)
      if current?.slot != slot {
        finish()
        current = (slot, time, time, [])
      }
      current?.last = time
      current?.values.append(difference)
    }
    finish()
    guard let bias = parts.map(\.difference).upperMedian else { return nil }
    self.parts = parts
    self.bias = bias
    (driftPerDay, driftError) = Self.slope(of: parts)
  }

  /// Returns the slope of the differences per day and its standard error.
  private static func slope(of parts: [Part]) -> (Double?, Double?) {
    guard parts.count >= 4 else { return (nil, nil) }
    let days = parts.map { $0.range.lowerBound.timeIntervalSinceReferenceDate / 86_400 }
    let n = Double(parts.count)
    let (meanDay, mean) = (
      days.reduce(0, +) / n, parts.reduce(0) { $0 + $1.difference } / n
    )
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (day, part) in zip(days, parts) {
      let (x, y) = (day - meanDay, part.difference - mean)
      xx += x * x
      xy += x * y
      yy += y * y
    }
    guard xx > 0 else { return (nil, nil) }
    let slope = xy / xx
    return (slope, (Swift.max(0, yy - slope * xy) / (n - 2) / xx).squareRoot())
  }

  /// Returns the parts whose difference exceeds the limit as faults of the first sensor.
  ///
  /// The readings alone do not show which of the two sensors differs from glucose: the likelihood is
  /// one half.
  func faults(of series: GlucoseSeries) -> [SignalFault] {
    parts.filter { Swift.abs($0.difference) > Self.limit }.map { part in
      let first = series.index(atOrAfter: part.range.lowerBound)
      let readings = series[positions: first..<series.prefix(through: part.range.upperBound).count]
      let mean = readings.values.reduce(0, +) / Double(Swift.max(1, readings.count))
      return SignalFault(
        .drift, from: part.range.lowerBound, through: part.range.upperBound,
        readingCount: readings.count, likelihood: 0.5, size: .mgdL(part.difference * mean))
    }
  }
}

extension GlucoseSeries {
  /// Returns the value in mg/dL at a time between the reading at `row` and the next, or `nil` outside
  /// of them, at a limit of the device, or if they are more than 20 minutes apart.
  fileprivate func interpolated(at time: Date, after row: Int) -> Double? {
    guard row < count, self[row].time <= time, self[row].flags.isDisjoint(with: .deviceLimits)
    else { return nil }
    if self[row].time == time { return self[row].glucose.mgdL }
    guard row + 1 < count, self[row + 1].flags.isDisjoint(with: .deviceLimits) else { return nil }
    let gap = self[row + 1].time.timeIntervalSince(self[row].time)
    guard gap <= 1200 else { return nil }
    let share = time.timeIntervalSince(self[row].time) / gap
    return self[row].glucose.mgdL + share * (self[row + 1].glucose.mgdL - self[row].glucose.mgdL)
  }
}
