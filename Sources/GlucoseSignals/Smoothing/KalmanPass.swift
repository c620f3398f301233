internal import GlucoseMath

/// The forward pass of the filter: the predicted state and the observation of each reading.
struct KalmanPass {
  let model: SmoothingModel
  private let times: ArraySlice<Double>
  private(set) var predicted: [KalmanState] = []
  private(set) var observations: [KalmanObservation] = []
  private(set) var filtered: [KalmanState] = []

  init(_ series: GlucoseSeries, _ model: SmoothingModel) {
    self.model = model
    times = series.times
    let (values, flags) = (series.values, series.flags)
    predicted.reserveCapacity(times.count)
    observations.reserveCapacity(times.count)
    filtered.reserveCapacity(times.count)
    var steps = CachedTransition(model)
    var state: KalmanState?
    var before = 0.0
    for row in times.indices {
      let time = times[row]
      let now: KalmanState
      let observation: KalmanObservation
      if let state {
        now = state.advanced(by: steps.transition(minutes: (time - before) / 60))
        observation = model.observation(values[row], flags[row], in: now)
      } else {
        now = model.initialState(values[row], flags[row])
        observation = .none
      }
      var next = now
      next.update(observation)
      predicted.append(now)
      observations.append(observation)
      filtered.append(next)
      state = next
      before = time
    }
  }

  /// Calls `body` with each reading, from the last to the first, and what the readings from it on
  /// add to its predicted state.
  ///
  /// This is the disturbance smoother of de Jong (*Journal of the American Statistical Association*
  /// 84:1085, 1989): the states of Rauch, Tung and Striebel without the inverse of a covariance.
  func forEachBackward(_ body: (Int, Disturbance) -> Void) {
    var steps = CachedTransition(model)
    var (r1, r2, n11, n12, n22) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in predicted.indices.reversed() {
      let (state, observation) = (predicted[index], observations[index])
      if index + 1 < predicted.count {
        let row = times.startIndex + index
        let step = steps.transition(minutes: (times[row + 1] - times[row]) / 60)
        // r and N before the transition: Fᵀr and FᵀNF.
        let (gain, decay) = (step.gain, step.decay)
        r2 = gain * r1 + decay * r2
        n22 = gain * gain * n11 + 2 * gain * decay * n12 + decay * decay * n22
        n12 = gain * n11 + decay * n12
      }
      let weight = observation.weight
      let k1 = state.levelVariance * weight
      let k2 = state.covariance * weight
      let smoothedError = observation.weightedInnovation - k1 * r1 - k2 * r2
      let precision = weight + k1 * k1 * n11 + 2 * k1 * k2 * n12 + k2 * k2 * n22
      // r and N before the observation: Hᵀu + r, and HᵀH/S + LᵀNL with L = I − KH.
      r1 += smoothedError
      let rest = 1 - k1
      n11 = weight + rest * rest * n11 - 2 * rest * k2 * n12 + k2 * k2 * n22
      n12 = rest * n12 - k2 * n22
      body(
        index,
        Disturbance(
          level: r1, rate: r2, levelPrecision: n11, covariance: n12, ratePrecision: n22,
          error: smoothedError, errorPrecision: precision))
    }
  }

  /// Returns the state at a reading given all readings.
  func smoothed(_ index: Int, _ disturbance: Disturbance) -> KalmanState {
    let state = predicted[index]
    let (p11, p12, p22) = (state.levelVariance, state.covariance, state.rateVariance)
    let (n11, n12, n22) = (
      disturbance.levelPrecision, disturbance.covariance, disturbance.ratePrecision
    )
    // Rows of PN.
    let (a11, a12) = (p11 * n11 + p12 * n12, p11 * n12 + p12 * n22)
    let (a21, a22) = (p12 * n11 + p22 * n12, p12 * n12 + p22 * n22)
    return KalmanState(
      level: state.level + p11 * disturbance.level + p12 * disturbance.rate,
      rate: state.rate + p12 * disturbance.level + p22 * disturbance.rate,
      levelVariance: Swift.max(0, p11 - a11 * p11 - a12 * p12),
      covariance: p12 - a11 * p12 - a12 * p22,
      rateVariance: Swift.max(0, p22 - a21 * p12 - a22 * p22))
  }
}

/// The contribution of the readings from one on to the state predicted for it.
struct Disturbance {
  /// The elements of *r*.
  let level, rate: Double
  /// The elements of the symmetric matrix *N*.
  let levelPrecision, covariance, ratePrecision: Double
  /// The smoothed error of the observation, *u*, and its variance, *D*: *u*/*D* is the difference
  /// of the reading from its expected value given all other readings.
  let error, errorPrecision: Double
}

/// The transition of the last time between readings, which is mostly that of the next.
struct CachedTransition {
  private let model: SmoothingModel
  private var minutes = -1.0
  private var step: KalmanTransition

  init(_ model: SmoothingModel) {
    self.model = model
    step = KalmanTransition(model, minutes: 0)
  }

  @inline(__always)
  mutating func transition(minutes: Double) -> KalmanTransition {
    if minutes != self.minutes {
      self.minutes = minutes
      step = KalmanTransition(model, minutes: minutes)
    }
    return step
  }
}
