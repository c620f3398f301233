internal import Foundation
package import GlucoseMath
package import GlucoseTestSupport

extension SeededGenerator {
  /// Returns a draw from the standard normal distribution (Box and Muller, 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &self)))
      .squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}

/// Records with a known optimal forecast.
package enum Synthetic {
  /// 2025-01-01 00:00 UTC, in seconds since the reference date.
  package static let start = 757_382_400.0

  /// Returns x(t) = 1.7 x(t−1) − 0.72 x(t−2) + e(t) about 140 mg/dL, where e is normal with this
  /// standard deviation.
  package static let coefficients = (first: 1.7, second: -0.72)

  package static func autoregression(
    count: Int, seed: UInt64, noise: Double = 2, step: Double = 300, from start: Double = start
  ) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: seed)
    var (now, before) = (0.0, 0.0)
    var values: [Double] = []
    for _ in 0..<count {
      (now, before) = (
        coefficients.first * now + coefficients.second * before + noise * generator.normal(), now
      )
      values.append(min(max(140 + now, 45), 395))
    }
    return try series(values, step: step, from: start)
  }

  /// Returns the expected values 1, 2 … steps after two values.
  package static func expectation(now: Double, before: Double, steps: Int) -> [Double] {
    var (now, before) = (now - 140, before - 140)
    return (0..<steps).map { _ in
      (now, before) = (coefficients.first * now + coefficients.second * before, now)
      return 140 + now
    }
  }

  package static func series(
    _ values: [Double], step: Double = 300, from start: Double = start
  ) throws -> GlucoseSeries {
    try ValidatedReadings(
      times: values.indices.map { start + Double($0) * step }, values: values
    ).series
  }
}

extension GlucoseSeries {
  package func without(_ positions: Range<Int>) throws -> GlucoseSeries {
    try GlucoseSeries(indices.filter { !positions.contains($0) }.map { self[$0] })
  }

  package func mapped(_ change: (Reading) -> Reading) throws -> GlucoseSeries {
    try GlucoseSeries(map(change))
  }

  package func shifted(by seconds: Double) throws -> GlucoseSeries {
    try mapped {
      Reading(time: $0.time.addingTimeInterval(seconds), glucose: $0.glucose, flags: $0.flags)
    }
  }
}
