// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The likelihood of a compression low from the shape of a fall and its recovery.
enum CompressionDetector {
  /// The coefficients of the logistic regression with a recovery.
  static let weights: [Double] = [
    -11.50, 2.81, 2.79, -0.95, 2.35, -1.64, 3.49, 0.67, -2.57, -2.82,
    2.79, -0.05, -1.32, -0.34,
  ]
  /// The coefficients without a recovery so far.
  static let openWeights: [Double] = [
    -9.00, 8.25, -1.96, 1.69, -0.49, -2.53, -5.02, -1.00, -3.15, -0.97,
  ]

  /// Returns the inputs of the logistic regression, the first of which is 1.
  static func inputs(_ features: CompressionFeatures) -> [Double] {
    func log(_ x: Double) -> Double { MathFunctions.logarithm(Swift.max(x, 0.02)) }
    let fall = log(features.fallRate)
    let earlier = Swift.abs(features.earlierRate).clamped(to: 0...3)
    let base = log(features.depth / features.relativeDepth / 100)
    let duration = log(features.duration / 60)
    let roughness = log(features.roughness)
    let around = log(features.noiseAround)
    guard let rise = features.riseRate else {
      return [
        1, fall, earlier, base, duration, roughness, around, features.onset, fall * fall,
        around * around,
      ]
    }
    return [
      1, fall, log(rise), earlier, base, Swift.abs(features.mismatch).clamped(to: 0...2),
      features.fill, duration, roughness, around, features.onset,
      Swift.min(features.release, 1.5), fall * fall, around * around,
    ]
  }

  /// Returns the likelihood.
  static func likelihood(_ features: CompressionFeatures) -> Double {
    let inputs = inputs(features)
    let weights = features.riseRate == nil ? openWeights : weights
    return logistic(zip(inputs, weights).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
