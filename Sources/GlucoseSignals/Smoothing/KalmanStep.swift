internal import GlucoseMath

/// The mean and covariance of level (mg/dL) and rate (mg/dL per minute) at an instant.
struct KalmanState: Equatable, Sendable {
  var level: Double
  var rate: Double
  /// The elements of the symmetric covariance.
  var levelVariance: Double
  var covariance: Double
  var rateVariance: Double
}

/// The exact transition of the model over a time.
struct KalmanTransition: Sendable {
  /// The minutes of level that a unit of rate adds, τ(1 − φ).
  let gain: Double
  /// The fraction of the rate that remains, φ.
  let decay: Double
  /// The elements of the symmetric covariance of the process noise.
  let levelNoise: Double
  let noiseCovariance: Double
  let rateNoise: Double

  init(_ model: SmoothingModel, minutes: Double) {
    let (tau, variance) = (model.rateTimeConstant, model.rateDeviation * model.rateDeviation)
    let h = minutes / tau
    let decay = MathFunctions.exponential(-h)
    self.decay = decay
    gain = tau * (1 - decay)
    // The closed form cancels for short times; the series is accurate to 1e-9 below 0.01.
    let integrated =
      h < 0.01
      ? h * h * h * (2 / 3.0 - h * (1 / 2.0 - h * (7 / 30.0 - h / 12)))
      : 2 * h - 3 + decay * (4 - decay)
    levelNoise = variance * tau * tau * integrated
    noiseCovariance = variance * tau * (1 - decay) * (1 - decay)
    rateNoise = variance * (1 - decay * decay)
  }
}

extension KalmanState {
  @inline(__always)
  func advanced(by step: KalmanTransition) -> KalmanState {
    let (gain, decay) = (step.gain, step.decay)
    return KalmanState(
      level: level + gain * rate, rate: decay * rate,
      levelVariance: levelVariance + gain * (2 * covariance + gain * rateVariance)
        + step.levelNoise,
      covariance: decay * (covariance + gain * rateVariance) + step.noiseCovariance,
      rateVariance: decay * decay * rateVariance + step.rateNoise)
  }

  /// Updates the state with an observation, given by its precision weight 1/S, where S is the
  /// variance of the innovation, and the innovation divided by S.
  @inline(__always)
  mutating func update(_ observation: KalmanObservation) {
    let weight = observation.weight
    level += levelVariance * observation.weightedInnovation
    rate += covariance * observation.weightedInnovation
    rateVariance -= covariance * covariance * weight
    let rest = 1 - levelVariance * weight
    covariance *= rest
    levelVariance *= rest
  }
}

/// An observation of the level as its effect on the predicted state.
struct KalmanObservation: Equatable, Sendable {
  /// The reciprocal of the variance of the innovation, or 0 for an observation without information.
  let weight: Double
  /// The innovation divided by its variance.
  let weightedInnovation: Double

  static let none = KalmanObservation(weight: 0, weightedInnovation: 0)

  private init(weight: Double, weightedInnovation: Double) {
    self.weight = weight
    self.weightedInnovation = weightedInnovation
  }

  @inline(__always)
  init(of value: Double, variance: Double, in state: KalmanState) {
    weight = 1 / (state.levelVariance + variance)
    weightedInnovation = (value - state.level) * weight
  }

  /// Creates the observation of a value beyond a limit of the device: the level plus noise is below
  /// (or above) it, a truncated normal distribution, which is replaced with a normal one of the
  /// same moments.
  init(beyond limit: Double, isBelow: Bool, variance: Double, in state: KalmanState) {
    let total = state.levelVariance + variance
    let deviation = total.squareRoot()
    // Both cases are mirror images.
    let z = (isBelow ? limit - state.level : state.level - limit) / deviation
    let ratio = inverseMillsRatio(z)
    // The fraction by which the variance of the value decreases, between 0 and 1.
    let shrinkage = Swift.min(ratio * (ratio + z), 1 - 1e-9)
    guard shrinkage > 1e-12 else {
      self = .none
      return
    }
    // An observation of the level with this weight decreases its variance equally.
    weight = shrinkage / total
    weightedInnovation = (isBelow ? -ratio : ratio) / deviation
  }
}

/// Returns φ(z) / Φ(z) of the standard normal distribution.
func inverseMillsRatio(_ z: Double) -> Double {
  if z < -25 {
    // The quotient of two numbers near zero; the asymptotic series is accurate to 1e-8.
    let inverse = 1 / (z * z)
    return -z / (1 - inverse * (1 - inverse * (3 - inverse * 15)))
  }
  let density = MathFunctions.exponential(-z * z / 2) * 0.398_942_280_401_432_7
  return density / (0.5 * MathFunctions.complementaryErrorFunction(-z * 0.707_106_781_186_547_6))
}
