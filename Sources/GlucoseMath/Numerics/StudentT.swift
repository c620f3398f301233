// SPDX-License-Identifier: Apache-2.0

/// The Student-*t* distribution.
package enum StudentT {
  /// Returns the value below which the fraction `probability` of the distribution is.
  ///
  /// Found by Newton's method from the middle outward: the upper tail is convex, so that no step
  /// overshoots. Accurate to about 1e-12.
  package static func quantile(_ probability: Double, degreesOfFreedom n: Double) -> Double {
    if probability < 0.5 { return -quantile(1 - probability, degreesOfFreedom: n) }
    let scale =
      MathFunctions.exponential(MathFunctions.logGamma((n + 1) / 2) - MathFunctions.logGamma(n / 2))
      / (n * .pi).squareRoot()
    var t = 0.0
    for _ in 0..<100 {
      let density =
        scale * MathFunctions.exponential(-(n + 1) / 2 * MathFunctions.logarithm(1 + t * t / n))
      let step = (upperTail(t, n) - (1 - probability)) / density
      t += step
      if step <= 1e-15 * t { break }
    }
    return t
  }

  /// Returns the fraction of the distribution above `t`, which is at least zero.
  private static func upperTail(_ t: Double, _ n: Double) -> Double {
    regularizedBeta(n / (n + t * t), n / 2, 0.5) / 2
  }

  /// Returns the regularized incomplete beta function, by its continued fraction (Abramowitz &
  /// Stegun 26.5.8, evaluated after Lentz).
  private static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    guard x < (a + 1) / (a + b + 2) else { return 1 - regularizedBeta(1 - x, b, a) }
    let front = MathFunctions.exponential(
      MathFunctions.logGamma(a + b) - MathFunctions.logGamma(a) - MathFunctions.logGamma(b) + a
        * MathFunctions.logarithm(x)
        + b * MathFunctions.logarithm(1 - x))
    let tiny = 1e-300
    func guarded(_ value: Double) -> Double { Swift.abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / guarded(1 - (a + b) * x / (a + 1))
    var fraction = d
    for m in 1...500 {
      let m = Double(m)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / guarded(1 + even * d)
      c = guarded(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / guarded(1 + odd * d)
      c = guarded(1 + odd / c)
      fraction *= d * c
      if Swift.abs(d * c - 1) < 1e-15 { break }
    }
    return front * fraction / a
  }
}
