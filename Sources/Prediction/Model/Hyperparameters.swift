/// The hyperparameters of a point model: the detail of its features, and its ridge penalties.
package struct Hyperparameters: Sendable {
  var map: FeatureMap
  package let ridges: [Double]
  let kernelRidges: [Double]
  /// `nil` where the events do not reduce the error; empty without events.
  var eventRidges: [Double?] = []
  var lean: PriorLean?
  /// The squared errors on the validation part, relative to no change, one for each lead, and the
  /// fraction of these above which a difference is not chance.
  var validationErrors: [Double] = []
  var margin = 0.0

  /// Returns the weights of the solution of `sums`, or `nil` if there is none. Those of the event
  /// features are fitted to the residuals of the others, so that a forecast without logged events
  /// is that of a model without events.
  package func weights(of sums: NormalEquations) -> [Double]? {
    let kernel = map.kernel.map { ($0.gram, kernelRidges) }
    func plainWeights(_ sums: NormalEquations) -> [Double]? {
      lean.map { $0.weights(of: sums) } ?? sums.weights(ridges: ridges, kernel: kernel)
    }
    guard !map.layout.events.isEmpty else { return plainWeights(sums) }
    let others = map.layout.withoutEvents
    guard let weights = plainWeights(sums.selecting(others)) else { return nil }
    let residual = sums.residual(of: weights, others, on: Array(map.layout.events))
    return map.layout.joining(weights, residual.weights(ofEvents: eventRidges), sums.outcomes)
  }
}

extension Hyperparameters {
  package init(map: FeatureMap, ridges: [Double], kernelRidges: [Double]) {
    self.init(map: map, ridges: ridges, kernelRidges: kernelRidges, eventRidges: [])
  }

  /// The fraction of the squared error by which each step of detail must improve on the one before
  /// it, so that a larger model is not selected by chance. Rows whose targets overlap count as one,
  /// and with few rows to validate on the fraction is larger. It is at most a half, so that few
  /// rows select the plainest model rather than none.
  private static func worthwhile(_ validation: NormalEquations) -> Double {
    min(0.002 + 6 * Double(validation.outcomes) / Double(max(validation.rows, 1)), 0.5)
  }

  /// Selects the detail and the penalties with the least error on the validation part, by a margin
  /// above chance; `nil` if no detail has a solution. All are tried on the same sums.
  init?(
    for whole: FeatureMap, training: NormalEquations, validation: NormalEquations,
    _ options: FitOptions, _ prior: Forecaster? = nil, _ sums: FoldedSums? = nil
  ) {
    let margin = Self.worthwhile(validation)
    /// Returns the hyperparameters with those of the events, if the map has them, and their errors.
    func validated(
      _ plain: Hyperparameters, _ map: FeatureMap, _ training: NormalEquations,
      _ validation: NormalEquations
    ) -> Hyperparameters? {
      var result = plain
      if !map.layout.events.isEmpty {
        guard result.chooseEvents(of: map, training, validation, options) else { return nil }
      }
      guard let weights = result.weights(of: training) else { return nil }
      result.margin = margin
      result.validationErrors = (0..<training.outcomes).map {
        validation.relativeError(of: weights, outcome: $0)
      }
      return result.validationErrors.allSatisfy(\.isFinite) ? result : nil
    }
    var best, last: Hyperparameters?
    for detail in whole.detail.steps {
      let map = whole.limited(to: detail)
      let (training, validation) = (
        training.limited(to: map.columns), validation.limited(to: map.columns)
      )
      let others = map.layout.events.isEmpty ? nil : map.layout.withoutEvents
      guard
        let plain = Self.penalties(
          map.withoutEvents, others.map(training.selecting) ?? training,
          others.map(validation.selecting) ?? validation, options, last),
        let tried = validated(plain, map, training, validation)
      else { continue }
      last = tried
      guard detail == whole.detail || detail.includes(options.minimumDetail),
        best.map(tried.isBetter(than:)) ?? true
      else { continue }
      best = tried
    }
    if let prior, let sums, let plain = Self.leaning(on: prior, whole, sums),
      let leaning = validated(plain, whole, training, validation)
    {
      // The prior is the default: a fit without it must be better by a margin above chance.
      if best.map({ !$0.isBetter(than: leaning) }) ?? true { best = leaning }
    }
    guard let best else { return nil }
    self = best
  }

  /// Returns whether the error is less than that of `other` by a margin above chance.
  func isBetter(than other: Hyperparameters) -> Bool {
    let errors = zip(validationErrors, other.validationErrors)
    return errors.reduce(0) { $0 + $1.0 } < (1 - margin) * errors.reduce(0) { $0 + $1.1 }
  }

  private static func leaning(
    on prior: Forecaster, _ map: FeatureMap, _ sums: FoldedSums
  ) -> Hyperparameters? {
    let others = map.layout.withoutEvents
    let folds = (0..<sums.folds).map { fold in
      (
        others: sums.sum(leaving: fold, sharingGram: true).selecting(others),
        own: sums[fold, 0].sharedGramApproximation.selecting(others)
      )
    }
    guard let lean = PriorLean(prior).chosen(folds) else { return nil }
    return Hyperparameters(
      map: map.withoutEvents, ridges: lean.multiples,
      kernelRidges: map.kernel == nil ? [] : prior.kernelRidges, lean: lean)
  }

  /// Returns the penalties of features without events: those of the plain features or, given those
  /// of a plainer detail, those of the kernel block.
  private static func penalties(
    _ map: FeatureMap, _ training: NormalEquations, _ validation: NormalEquations,
    _ options: FitOptions, _ plainer: Hyperparameters?
  ) -> Hyperparameters? {
    func chosen(
      among candidates: [Double], _ weights: (Double) -> [Double]?
    ) -> [Double]? {
      let chosen = training.best(among: candidates, judgedOn: validation, weights)
        .compactMap(\.self)
      return chosen.count == training.outcomes ? chosen : nil
    }
    guard let kernel = map.kernel else {
      return chosen(among: options.ridgeCandidates) { training.weights(ridge: $0) }
        .map { Hyperparameters(map: map, ridges: $0, kernelRidges: []) }
    }
    guard let ridges = plainer?.ridges else { return nil }
    let gram = kernel.gram
    return chosen(among: options.kernelRidgeCandidates) {
      training.weights(ridges: ridges, kernel: (gram, Array(repeating: $0, count: ridges.count)))
    }.map { Hyperparameters(map: map, ridges: ridges, kernelRidges: $0) }
  }

  /// Selects the penalties of the events of `map`, on the residuals of the other features.
  private mutating func chooseEvents(
    of map: FeatureMap, _ training: NormalEquations, _ validation: NormalEquations,
    _ options: FitOptions
  ) -> Bool {
    let (others, events) = (map.layout.withoutEvents, Array(map.layout.events))
    guard let weights = weights(of: training.selecting(others)) else { return false }
    let residual = training.residual(of: weights, others, on: events)
    eventRidges = residual.best(
      among: options.eventRidgeCandidates,
      judgedOn: validation.residual(of: weights, others, on: events), below: 0.9999, within: 0
    ) { residual.weights(ofEvents: Array(repeating: $0, count: training.outcomes)) }
    self.map = map
    return true
  }
}

extension FeatureLayout {
  fileprivate func joining(_ others: [Double], _ events: [Double], _ outcomes: Int) -> [Double] {
    let (rest, logged) = (others.count / outcomes, events.count / outcomes)
    return (0..<outcomes).flatMap { outcome in
      let own = others[outcome * rest..<(outcome + 1) * rest]
      return own.prefix(self.events.lowerBound) + events[outcome * logged..<(outcome + 1) * logged]
        + own.dropFirst(self.events.lowerBound)
    }
  }
}
