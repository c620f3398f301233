// SPDX-License-Identifier: Apache-2.0

/// What validation chose: how much a model looks at, and how strongly its weights are held.
struct Hyperparameters {
  /// The features of the detail whose error on later rows is least.
  var map: FeatureMap
  /// The penalties, one to an outcome.
  let penalties: [Double]
  /// The penalties of the kernel block, one to an outcome; none without the block.
  let kernelPenalties: [Double]

  /// The penalties of what was logged, one to an outcome, `nil` where it is better left out; none without
  /// events.
  var eventPenalties: [Double?] = []

  /// The weights that `sums` give with these penalties, or `nil` if there is no solution.
  ///
  /// The weights of what was logged are fitted to what the others leave, so that those are the same as
  /// without events, and so is a forecast where nothing was logged.
  func weights(of sums: NormalEquations) -> [Double]? {
    let kernel = map.kernel.map { ($0.gram, kernelPenalties) }
    guard !map.layout.events.isEmpty else { return sums.weights(ridges: penalties, kernel: kernel) }
    let others = map.layout.withoutEvents
    guard let weights = sums.selecting(others).weights(ridges: penalties, kernel: kernel) else {
      return nil
    }
    let residual = sums.residual(of: weights, others, on: Array(map.layout.events))
    return map.layout.joining(weights, residual.weights(ofEvents: eventPenalties), sums.outcomes)
  }
}

extension FitStatistics {
  /// The share of the squared error by which a step of detail must improve on the one before, so that
  /// chance does not make a model large. With few rows to judge on chance is large, and rows whose
  /// outcomes overlap count for one.
  private var worthwhile: Double {
    0.002 + 6 * Double(late.outcomes) / Double(max(late.rows, 1))
  }

  /// The detail and the penalties whose error on the later rows is least by more than chance, or `nil`
  /// if no detail has a solution. All are tried on the same sums.
  ///
  /// - Parameter early: ``early``, which is not stored.
  func choice(_ early: NormalEquations) -> Hyperparameters? {
    var best, last: Hyperparameters?
    var least = Double.infinity
    for detail in stream.map.detail.steps {
      let map = stream.map.limited(to: detail)
      let early = early.limited(to: map.columns)
      let late = late.limited(to: map.columns)
      guard let choice = Self.choice(map, early, late, options, last),
        let weights = choice.weights(of: early)
      else { continue }
      last = choice
      guard detail == stream.map.detail || detail.includes(options.minimumDetail) else { continue }
      let error = (0..<early.outcomes).reduce(0) {
        $0 + late.relativeError(of: weights, outcome: $1)
      }
      guard error < (1 - worthwhile) * least else { continue }
      best = choice
      least = error
    }
    return best
  }

  private static func choice(
    _ map: FeatureMap, _ early: NormalEquations, _ late: NormalEquations, _ options: FitOptions,
    _ plainer: Hyperparameters?
  ) -> Hyperparameters? {
    guard map.layout.events.isEmpty else {
      return choiceWithEvents(map, early, late, options, plainer)
    }
    guard let kernel = map.kernel else {
      return early.bestRidges(among: options.penalties, judgedOn: late)
        .map { Hyperparameters(map: map, penalties: $0, kernelPenalties: []) }
    }
    guard let penalties = plainer?.penalties,
      let kernelPenalties = early.bestKernelRidges(
        among: options.kernelPenalties, kernel.gram, with: penalties, judgedOn: late)
    else { return nil }
    return Hyperparameters(map: map, penalties: penalties, kernelPenalties: kernelPenalties)
  }

  /// The choice of the other features' penalties, and then of those of what was logged, on what the others
  /// leave.
  private static func choiceWithEvents(
    _ map: FeatureMap, _ early: NormalEquations, _ late: NormalEquations, _ options: FitOptions,
    _ plainer: Hyperparameters?
  ) -> Hyperparameters? {
    let others = map.layout.withoutEvents
    let events = Array(map.layout.events)
    let (plainEarly, plainLate) = (early.selecting(others), late.selecting(others))
    guard
      let plain = choice(map.withoutEvents, plainEarly, plainLate, options, plainer),
      let weights = plain.weights(of: plainEarly)
    else { return nil }
    var result = Hyperparameters(
      map: map, penalties: plain.penalties, kernelPenalties: plain.kernelPenalties)
    let earlyRest = early.residual(of: weights, others, on: events)
    let lateRest = late.residual(of: weights, others, on: events)
    var least = [Double](repeating: 0.9999, count: early.outcomes)
    result.eventPenalties = Array(repeating: nil, count: early.outcomes)
    for share in options.eventPenalties {
      let tried = [Double?](repeating: share, count: early.outcomes)
      let weights = earlyRest.weights(ofEvents: tried)
      for outcome in 0..<early.outcomes {
        let error = lateRest.relativeError(of: weights, outcome: outcome)
        guard error < least[outcome] else { continue }
        least[outcome] = error
        result.eventPenalties[outcome] = share
      }
    }
    return result
  }
}

extension NormalEquations {
  /// The weights of what was logged, zero where there is no penalty or no solution.
  func weights(ofEvents penalties: [Double?]) -> [Double] {
    let shares = penalties.map { $0 ?? 1 }
    var weights =
      weights(everyRidge: shares) ?? Array(repeating: 0, count: columns * outcomes)
    for outcome in 0..<outcomes where penalties[outcome] == nil {
      for index in (outcome * columns)..<(outcome + 1) * columns { weights[index] = 0 }
    }
    return weights
  }
}

extension FeatureLayout {
  /// The weights of all features, from those of the others and of what was logged.
  fileprivate func joining(_ others: [Double], _ events: [Double], _ outcomes: Int) -> [Double] {
    let (rest, logged) = (others.count / outcomes, events.count / outcomes)
    return (0..<outcomes).flatMap { outcome in
      let own = others[(outcome * rest)..<(outcome + 1) * rest]
      var weights = Array(own.prefix(self.events.lowerBound))
      weights += events[(outcome * logged)..<(outcome + 1) * logged]
      weights += own.dropFirst(self.events.lowerBound)
      return weights
    }
  }
}
