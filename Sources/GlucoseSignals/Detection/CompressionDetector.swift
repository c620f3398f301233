// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The probability of a compression low from the shape of a fall and its recovery.
enum CompressionDetector {
  /// The coefficients of the logistic regression with a recovery: of one, of each standardized
  /// input, and of each product of two.
  static let weights: [Double] = [
    -1.769, -1.534, 2.171, 0.746, 0.073, 0.960, -0.608, -0.331, 0.457, 1.074, -0.519, -0.810,
    -0.195, 0.446, 0.552, -2.050, -1.933, -0.742, -0.913, -0.191, -0.333, -0.163, 0.361, -0.154,
    -0.791, -0.563, 0.081, 0.441, 0.715, -2.327, 0.468, -0.379, -0.934, -1.631, 0.284, 0.014,
    -0.765, 0.093, -0.024, -0.405, 0.024, -0.674, 0.172, -0.419, -0.163, 0.286, -0.194, 0.481,
    0.469, 0.277, 0.270, 0.013, -0.174, -0.619, 0.294, -0.344, -0.060, -0.303, 0.247, 0.087,
    0.177, -0.025, 0.142, 0.177, 0.634, -0.737, -0.383, 0.017, -0.069, 0.396, -0.203, 0.080,
    -0.046, -0.067, -0.333, -0.074, 0.098, 0.052, -1.172, -0.313, -0.024, -0.396, -0.046, 0.275,
    -0.209, 0.041, -0.147, -0.537, 0.028, -0.080, 0.098, 0.380, 0.211, -0.471, 0.331, -0.023,
    -0.232, 0.053, 0.007, -0.619, -0.068, -0.042, 0.232, 0.086, 0.183, 0.260, -0.104, 0.175,
    0.038, 0.350, -0.171, 0.079, -0.119, -0.037, 0.145, 0.050, -0.026, -0.085, -0.446, -0.267,
  ]
  /// The means and standard deviations of the inputs with a recovery, in the candidates of the fit.
  static let standards: [(mean: Double, deviation: Double)] = [
    (-1.686, 0.714), (0.766, 0.523), (0.178, 0.643), (0.358, 0.377), (0.501, 0.197),
    (0.465, 0.485), (0.201, 0.851), (0.743, 0.088), (0.479, 0.318), (0.105, 0.286),
    (0.009, 0.143), (0.371, 0.361), (-0.032, 0.123), (0.245, 0.589),
  ]
  /// The coefficients without a recovery so far.
  static let openWeights: [Double] = [
    -9.00, 8.25, -1.96, 1.69, -0.49, -2.53, -5.02, -1.00, -3.15, -0.97,
  ]

  /// Returns the inputs of the logistic regression, the first of which is 1.
  static func inputs(_ features: CompressionFeatures) -> [Double] {
    features.riseRate.map { closedInputs(features, riseRate: $0) } ?? openInputs(features)
  }

  private static func log(_ x: Double) -> Double {
    MathFunctions.logarithm(Swift.max(x, 0.02))
  }

  /// The inputs without a recovery so far.
  private static func openInputs(_ features: CompressionFeatures) -> [Double] {
    let fall = log(features.fallRate)
    let around = log(features.noiseAround)
    return [
      1, fall, Swift.abs(features.earlierRate).clamped(to: 0...3),
      log(features.depth / features.relativeDepth / 100), log(features.duration / 60),
      log(features.roughness), around, features.onset, fall * fall, around * around,
    ]
  }

  /// Returns what is standardized for the inputs with a recovery.
  static func measures(_ features: CompressionFeatures, riseRate: Double) -> [Double] {
    [
      log(features.noiseAround), log(features.depth / 10), log(riseRate), log(features.fallRate),
      features.fallStep, log(features.roughness), features.laterRate.clamped(to: -3...3),
      features.fill, features.riseStep, log(features.depth / features.relativeDepth / 100),
      features.earlierChange.clamped(to: -1...1),
      Swift.abs(features.earlierRate).clamped(to: 0...3),
      features.laterChange.clamped(to: -1...1), features.mismatch.clamped(to: -2...2),
    ]
  }

  /// The inputs with a recovery: each standardized measure, at most four standard deviations from
  /// the mean, and each product of two.
  private static func closedInputs(
    _ features: CompressionFeatures, riseRate: Double
  ) -> [Double] {
    let single = zip(measures(features, riseRate: riseRate), standards).map { value, standard in
      ((value - standard.mean) / standard.deviation).clamped(to: -4...4)
    }
    var inputs = [1] + single
    for first in single.indices {
      for second in first..<single.count { inputs.append(single[first] * single[second]) }
    }
    return inputs
  }

  /// Returns the probability.
  static func probability(_ features: CompressionFeatures) -> Double {
    let inputs = inputs(features)
    let weights = features.riseRate == nil ? openWeights : weights
    return logistic(zip(inputs, weights).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
