// SPDX-License-Identifier: Apache-2.0

/// The Student-*t* distribution.
enum Student {
  /// The value below which the share `probability` of the distribution lies.
  ///
  /// Found by Newton's method from the middle outwards: the upper tail is convex, so that no step goes
  /// too far. Right to about 1e-12.
  static func quantile(_ probability: Double, degreesOfFreedom n: Double) -> Double {
    if probability < 0.5 { return -quantile(1 - probability, degreesOfFreedom: n) }
    let scale =
      Elementary.exponential(Elementary.logGamma((n + 1) / 2) - Elementary.logGamma(n / 2))
      / (n * .pi).squareRoot()
    var t = 0.0
    for _ in 0..<100 {
      let density =
        scale * Elementary.exponential(-(n + 1) / 2 * Elementary.logarithm(1 + t * t / n))
      let step = (upperTail(t, n) - (1 - probability)) / density
      t += step
      if step <= 1e-15 * t { break }
    }
    return t
  }

  /// The share of the distribution above `t`, which is at least zero.
  private static func upperTail(_ t: Double, _ n: Double) -> Double {
    regularizedBeta(n / (n + t * t), n / 2, 0.5) / 2
  }

  /// The regularised incomplete beta function, by its continued fraction (Abramowitz & Stegun
  /// 26.5.8, evaluated after Lentz).
  private static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    guard x < (a + 1) / (a + b + 2) else { return 1 - regularizedBeta(1 - x, b, a) }
    let front = Elementary.exponential(
      Elementary.logGamma(a + b) - Elementary.logGamma(a) - Elementary.logGamma(b) + a
        * Elementary.logarithm(x)
        + b * Elementary.logarithm(1 - x))
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

/// Steele, Lea and Flood's generator (2014): small, fast, and the same everywhere.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
