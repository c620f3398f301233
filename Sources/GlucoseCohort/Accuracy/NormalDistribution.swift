internal import GlucoseMath

enum NormalDistribution {
  static func cumulative(_ x: Double) -> Double {
    MathFunctions.complementaryErrorFunction(-x / 2.0.squareRoot()) / 2
  }

  /// Returns the value below which a fraction above 0 and below 1 of the distribution is.
  static func quantile(_ probability: Double) -> Double {
    var (low, high) = (-40.0, 40.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return middle }
      if cumulative(middle) < probability { low = middle } else { high = middle }
    }
  }
}
