extension RandomSource {
  /// Returns a uniform number in 0..<1, a multiple of 2⁻³².
  mutating func uniform() -> Double { Double(next()) / 4_294_967_296 }

  mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  /// Returns an integer in the range, uniform to within 2⁻³².
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int((UInt64(next()) * UInt64(range.count)) >> 32)
  }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[integer(in: 0...(choices.count - 1))]
  }

  mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// Returns a number from an approximation of the standard normal distribution: the sum of twelve
  /// uniform numbers, with mean 0, variance 1, and limits of ±6.
  mutating func normal() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += uniform() }
    return sum - 6
  }

  mutating func normal(mean: Double, spread: Double) -> Double { mean + spread * normal() }

  /// Returns a number from a log-normal distribution whose logarithm has the standard deviation
  /// `spread` and is clamped to 2.5 standard deviations around the logarithm of `median`.
  mutating func logNormal(median: Double, spread: Double) -> Double {
    median * exponential(spread * min(max(normal(), -2.5), 2.5))
  }
}

/// Returns *e* to the power of `x` for an `x` of a few units, computed with +, ×, and ÷ only, so
/// that the result does not depend on a platform: the Taylor series at *x* / 1024, squared ten
/// times, accurate to about 12 digits.
func exponential(_ x: Double) -> Double {
  let x = x / 1024
  var power = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
  for _ in 0..<10 { power *= power }
  return power
}
