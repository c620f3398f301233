import Foundation
import GlucoseMath
import GlucoseTestSupport

/// Readings five minutes apart from the reference date with these values in mg/dL.
func readings(_ values: Double..., from start: Double = 0, step: Double = 300) -> [Reading] {
  readings(values, from: start, step: step)
}

func readings(_ values: [Double], from start: Double = 0, step: Double = 300) -> [Reading] {
  values.enumerated().map { index, value in
    Reading(
      time: Date(timeIntervalSinceReferenceDate: start + step * Double(index)),
      glucose: .mgdL(value))
  }
}

func instant(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

/// Values between 40 and 400 mg/dL.
func randomValues(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
  (0..<count).map { _ in Double.random(in: 40...400, using: &random) }
}

/// Whether two numbers agree to `digits` significant digits.
func agree(_ first: Double, _ second: Double, digits: Double = 12) -> Bool {
  abs(first - second) <= pow(10, -digits) * max(abs(first), abs(second), 1e-300)
}
