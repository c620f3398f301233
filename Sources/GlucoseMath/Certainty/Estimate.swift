// SPDX-License-Identifier: Apache-2.0

/// A number estimated from days, and the standard error that the spread of days gives it.
struct Estimate {
  var value: Double
  var error: Double
  var degreesOfFreedom: Double

  /// Half the width of the Student-*t* range.
  func halfWidth(_ confidence: Double) -> Double {
    guard error > 0 else { return 0 }
    return error * Student.quantile((1 + confidence) / 2, degreesOfFreedom: degreesOfFreedom)
  }

  /// The difference of two independent estimates, with Welch's degrees of freedom (*Biometrika* 34,
  /// 1947).
  static func - (lhs: Self, rhs: Self) -> Self {
    let left = lhs.error * lhs.error
    let right = rhs.error * rhs.error
    let spread =
      left * left / lhs.degreesOfFreedom + right * right / rhs.degreesOfFreedom
    return Estimate(
      value: lhs.value - rhs.value, error: (left + right).squareRoot(),
      degreesOfFreedom: spread > 0 ? (left + right) * (left + right) / spread : 1)
  }
}

/// The four numbers whose certainty is reckoned.
struct Estimates {
  let mean: Estimate
  let timeInRange: Estimate
  let glucoseManagementIndicator: Estimate
  let coefficientOfVariation: Estimate
  let dayCount: Int
}
