package enum BetaDistribution {
  /// Returns the fraction of the distribution below `x`, the regularized incomplete beta function,
  /// by about √(*a* + *b*) terms of a continued fraction (Abramowitz & Stegun 26.5.8, after Lentz).
  static func cumulative(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // The fraction converges fast on the side of the mean where the smaller tail is.
    return x < (a + 1) / (a + b + 2) ? tail(x, a, b) : 1 - tail(1 - x, b, a)
  }

  private static func tail(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let front = MathFunctions.exponential(
      MathFunctions.logGamma(a + b) - MathFunctions.logGamma(a) - MathFunctions.logGamma(b) + a
        * MathFunctions.logarithm(x) + b * MathFunctions.logarithm(1 - x))
    let tiny = 1e-300
    func guarded(_ value: Double) -> Double { Swift.abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / guarded(1 - (a + b) * x / (a + 1))
    var fraction = d
    for m in 1...10_000 {
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

  /// Returns the lower one-sided confidence bound of the probability of an outcome that occurred
  /// `count` times in `total` independent trials (Clopper and Pearson, *Biometrika* 26:404, 1934):
  /// the 1 − `confidence` quantile of the beta distribution with `count` and `total` − `count` + 1.
  /// The numbers need not be whole.
  package static func lowerBound(_ count: Double, of total: Double, confidence: Double) -> Double {
    precondition(
      total > 0 && (0...total).contains(count), "The count of trials must be positive and not less")
    guard count > 0 else { return 0 }
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return low }
      if cumulative(middle, count, total - count + 1) < 1 - confidence {
        low = middle
      } else {
        high = middle
      }
    }
  }
}
