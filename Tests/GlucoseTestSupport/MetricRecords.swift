package import GlucoseMath

import Foundation

/// Records invented for the tests of metrics.
package enum MetricRecords {
  /// 2024-01-10 00:00 UTC.
  package static let midnight = 726_537_600.0

  /// Readings of one value after another, `minutes` apart, from midnight UTC.
  package static func series(
    _ values: [Double], everyMinutes minutes: Double = 5, from start: Double = midnight
  ) throws -> GlucoseSeries {
    try ValidatedReadings(
      times: values.indices.map { start + Double($0) * minutes * 60 }, values: values
    ).series
  }

  /// A wave with meals and noise, the same on every machine.
  package static func wave(
    days: Double, everyMinutes minutes: Double = 5, from start: Double = midnight,
    wholeNumbers: Bool = true, seed: UInt64 = 7
  ) throws -> GlucoseSeries {
    var state = seed
    let values = (0..<Int(days * 1440 / minutes)).map { index -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(state >> 40) / Double(1 << 24) * 16 - 8
      let hour = Double(index) * minutes / 60
      let value =
        140 + 60 * sin(hour / 24 * 2 * .pi * 3) + 30 * sin(hour / 24 * 2 * .pi * 0.7) + noise
      return wholeNumbers ? max(value.rounded(), 40) : max(value, 40)
    }
    return try series(values, everyMinutes: minutes, from: start)
  }

  /// The same readings with every value changed.
  package static func map(_ series: GlucoseSeries, _ change: (Double) -> Double) throws
    -> GlucoseSeries
  {
    try ValidatedReadings(times: Array(series.times), values: series.values.map(change)).series
  }
}

/// Whether two numbers agree to a relative 1e-10, or both are absent.
package func agree(_ lhs: Double?, _ rhs: Double?, within tolerance: Double = 1e-10) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return abs(lhs - rhs) <= tolerance * max(abs(lhs), abs(rhs), 1e-12)
}
