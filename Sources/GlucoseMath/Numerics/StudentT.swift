package enum StudentT {
  /// Returns the value below which the fraction `probability` of the distribution is, to about
  /// 1e-12, by Newton's method from the middle outward: the upper tail is convex, so that no step
  /// overshoots.
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

  private static func upperTail(_ t: Double, _ n: Double) -> Double {
    BetaDistribution.cumulative(n / (n + t * t), n / 2, 0.5) / 2
  }
}
