// SPDX-License-Identifier: Apache-2.0

extension RandomSource {
  /// A number at or above 0 and below 1, a multiple of 2⁻³².
  mutating func uniform() -> Double { Double(next()) / 4_294_967_296 }

  /// A number at or above the range's lower bound and below its upper one.
  mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  /// A whole number of the range, each as likely as any other to within 2⁻³².
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int((UInt64(next()) * UInt64(range.count)) >> 32)
  }

  /// One of `choices`, of which there is at least one.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[integer(in: 0...(choices.count - 1))]
  }

  /// Whether something that happens with `probability` does happen.
  mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// A number of the standard normal distribution, as closely as the sum of twelve uniform ones
  /// gives it: mean 0, variance 1, and never beyond ±6, which suits quantities of the living.
  mutating func normal() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += uniform() }
    return sum - 6
  }

  /// A number of the normal distribution.
  mutating func normal(mean: Double, spread: Double) -> Double { mean + spread * normal() }

  /// A positive number whose logarithm is normal with the standard deviation `spread`, and within
  /// 2.5 of these about `median`.
  mutating func logNormal(median: Double, spread: Double) -> Double {
    median * exponential(spread * min(max(normal(), -2.5), 2.5))
  }
}

/// *e* to the power of `x`, for *x* of a few units, from +, × and ÷ alone so that its bits do not
/// depend on a platform's mathematical library.
///
/// The Taylor series at *x* / 1024, squared ten times; right to about 12 digits.
func exponential(_ x: Double) -> Double {
  let x = x / 1024
  var power = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
  for _ in 0..<10 { power *= power }
  return power
}
