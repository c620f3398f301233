public import GlucoseMath

extension SmoothingModel {
  /// The least number of readings to learn from: a day of readings every five minutes.
  static let minimumCount = 288
  /// The maximum number of readings from which a model is learned: the last of a longer series.
  static let maximumCount = 10_000

  /// Creates the model under which the readings are most likely, or returns `nil` for fewer than
  /// 288 readings within the limits of the device, a day of one every five minutes.
  ///
  /// The parameters maximize the likelihood of the innovations of the filter within their bounds
  /// (Harvey, *Forecasting, Structural Time Series Models and the Kalman Filter*, 1989), by the
  /// simplex method of Nelder and Mead on their logarithms. Readings at a limit of the device and
  /// the first reading do not count.
  ///
  /// - Complexity: O(*n*) for up to 10,000 readings, and constant beyond.
  public init?(learnedFrom series: GlucoseSeries) {
    let recent = series[positions: Swift.max(0, series.count - Self.maximumCount)..<series.count]
    guard recent.flags.count(where: { $0.isDisjoint(with: .deviceLimits) }) >= Self.minimumCount
    else { return nil }
    let start = SmoothingModel.standard.logarithms
    let best = minimum(around: start) { -SmoothingModel(logarithms: $0).logLikelihood(of: recent) }
    self.init(logarithms: best)
  }

  /// The logarithm of the likelihood of the readings after the first, up to a constant.
  func logLikelihood(of series: GlucoseSeries) -> Double {
    var steps = CachedTransition(self)
    var state: KalmanState?
    var before = 0.0
    var squares = 0.0
    // The product of variances is accumulated in place of the sum of their logarithms.
    var (logarithms, product) = (0.0, 1.0)
    for (time, (value, flags)) in zip(series.times, zip(series.values, series.flags)) {
      guard var now = state else {
        state = initialState(value, flags)
        before = time
        continue
      }
      now = now.advanced(by: steps.transition(minutes: (time - before) / 60))
      let observation = observation(value, flags, in: now)
      if flags.isDisjoint(with: .deviceLimits) {
        squares +=
          observation.weightedInnovation * observation.weightedInnovation / observation.weight
        product *= observation.weight
        if product < 1e-200 || product > 1e200 {
          logarithms += MathFunctions.logarithm(product)
          product = 1
        }
      }
      now.update(observation)
      state = now
      before = time
    }
    return 0.5 * (logarithms + MathFunctions.logarithm(product) - squares)
  }

  private var logarithms: [Double] {
    [noise, rateDeviation, rateTimeConstant].map { MathFunctions.logarithm($0) }
  }

  private init(logarithms: [Double]) {
    let values = logarithms.map { MathFunctions.exponential($0) }
    self.init(noise: values[0], rateDeviation: values[1], rateTimeConstant: values[2])
  }
}

/// Returns a local minimum of a function of a few variables near `start`, to about 1 % where the
/// variables are logarithms (Nelder and Mead, *The Computer Journal* 7:308, 1965).
func minimum(around start: [Double], of function: ([Double]) -> Double) -> [Double] {
  var simplex = [(point: start, value: function(start))]
  for axis in start.indices {
    var point = start
    point[axis] += 0.5
    simplex.append((point, function(point)))
  }
  let count = Double(start.count)
  for _ in 0..<120 {
    simplex.sort { $0.value < $1.value }
    guard let best = simplex.first, let worst = simplex.last, simplex.count > 2 else { break }
    let extent = simplex.map { zip($0.point, best.point).map { abs($0 - $1) }.max() ?? 0 }.max()
    if let extent, extent < 0.01 { break }
    let center = start.indices.map { axis in
      simplex.dropLast().reduce(0) { $0 + $1.point[axis] } / count
    }
    func along(_ factor: Double) -> (point: [Double], value: Double) {
      let point = zip(center, worst.point).map { $0 + factor * ($1 - $0) }
      return (point, function(point))
    }
    let reflected = along(-1)
    if reflected.value < best.value {
      let expanded = along(-2)
      simplex[simplex.count - 1] = expanded.value < reflected.value ? expanded : reflected
    } else if reflected.value < simplex[simplex.count - 2].value {
      simplex[simplex.count - 1] = reflected
    } else {
      let contracted = along(reflected.value < worst.value ? -0.5 : 0.5)
      if contracted.value < Swift.min(reflected.value, worst.value) {
        simplex[simplex.count - 1] = contracted
      } else {
        simplex = simplex.map { vertex in
          let point = zip(vertex.point, best.point).map { ($0 + $1) / 2 }
          return (point, function(point))
        }
      }
    }
  }
  return simplex.min { $0.value < $1.value }?.point ?? start
}
