/// The hyperparameters of a point model: the detail of its features, and its ridge penalties.
package struct Hyperparameters: Sendable {
  var map: FeatureMap
  package let ridges: [Double]
  /// The ridge penalties of the kernel block, one for each lead; empty without the block.
  let kernelRidges: [Double]
  /// The ridge penalties of the event features, one for each lead, `nil` where the events do not
  /// reduce the error; empty without events.
  var eventRidges: [Double?] = []
  var lean: PriorLean?
  /// The squared errors on the validation part, relative to no change, one for each lead.
  var validationErrors: [Double] = []
  /// The fraction of the errors above which a difference is not chance.
  var margin = 0.0

  /// Returns the weights of the solution of `sums` with these penalties, or `nil` if there is no
  /// solution.
  ///
  /// The weights of the event features are fitted to the residuals of the others, so that the other
  /// weights, and a forecast without logged events, are the same as in a model without events.
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
    func validated(
      _ tried: Hyperparameters, _ training: NormalEquations, _ validation: NormalEquations
    ) -> Hyperparameters? {
      guard let weights = tried.weights(of: training) else { return nil }
      var result = tried
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
      guard
        let tried = Self.penalties(map, training, validation, options, last)
          .flatMap({ validated($0, training, validation) })
      else { continue }
      last = tried
      guard detail == whole.detail || detail.includes(options.minimumDetail),
        best.map(tried.isBetter(than:)) ?? true
      else { continue }
      best = tried
    }
    if let prior, let sums,
      let leaning = Self.leaning(on: prior, whole, training, validation, options, sums)
        .flatMap({ validated($0, training, validation) })
    {
      // The prior is the default: a fit without it must be better by a margin above chance.
      if best.map({ !$0.isBetter(than: leaning) }) ?? true { best = leaning }
    }
    guard let best else { return nil }
    self = best
  }

  /// Returns a Boolean value that indicates whether the error on the validation part is less than
  /// that of `other` by a margin above chance.
  func isBetter(than other: Hyperparameters) -> Bool {
    let errors = zip(validationErrors, other.validationErrors)
    return errors.reduce(0) { $0 + $1.0 } < (1 - margin) * errors.reduce(0) { $0 + $1.1 }
  }

  private static func leaning(
    on prior: Forecaster, _ map: FeatureMap, _ training: NormalEquations,
    _ validation: NormalEquations, _ options: FitOptions, _ sums: FoldedSums
  ) -> Hyperparameters? {
    let others = map.layout.withoutEvents
    let folds = (0..<sums.folds).map { fold in
      (
        others: sums.sum(leaving: fold, sharingGram: true).selecting(others),
        own: sums[fold, 0].sharedGramApproximation.selecting(others)
      )
    }
    guard let lean = PriorLean(prior).chosen(folds) else { return nil }
    let plain = Hyperparameters(
      map: map.withoutEvents, ridges: lean.multiples,
      kernelRidges: map.kernel == nil ? [] : prior.kernelRidges, lean: lean)
    return map.layout.events.isEmpty
      ? plain : choosingEvents(map, training, validation, options, plain)
  }

  /// Returns the penalties of the features: first of the plain ones, then of the kernel block given
  /// those of a plainer detail, and then of the event features on the residuals of the others.
  private static func penalties(
    _ map: FeatureMap, _ training: NormalEquations, _ validation: NormalEquations,
    _ options: FitOptions, _ plainer: Hyperparameters?
  ) -> Hyperparameters? {
    guard map.layout.events.isEmpty else {
      let others = map.layout.withoutEvents
      return penalties(
        map.withoutEvents, training.selecting(others), validation.selecting(others), options,
        plainer
      ).flatMap { choosingEvents(map, training, validation, options, $0) }
    }
    guard let kernel = map.kernel else {
      let ridges = training.best(among: options.ridgeCandidates, judgedOn: validation) {
        training.weights(ridge: $0)
      }.compactMap(\.self)
      return ridges.count == training.outcomes
        ? Hyperparameters(map: map, ridges: ridges, kernelRidges: []) : nil
    }
    guard let ridges = plainer?.ridges else { return nil }
    let gram = kernel.gram
    let kernelRidges = training.best(among: options.kernelRidgeCandidates, judgedOn: validation) {
      training.weights(ridges: ridges, kernel: (gram, Array(repeating: $0, count: ridges.count)))
    }.compactMap(\.self)
    return kernelRidges.count == training.outcomes
      ? Hyperparameters(map: map, ridges: ridges, kernelRidges: kernelRidges) : nil
  }

  private static func choosingEvents(
    _ map: FeatureMap, _ training: NormalEquations, _ validation: NormalEquations,
    _ options: FitOptions, _ plain: Hyperparameters
  ) -> Hyperparameters? {
    let others = map.layout.withoutEvents
    let events = Array(map.layout.events)
    guard let weights = plain.weights(of: training.selecting(others)) else { return nil }
    var result = Hyperparameters(
      map: map, ridges: plain.ridges, kernelRidges: plain.kernelRidges, lean: plain.lean)
    let residual = training.residual(of: weights, others, on: events)
    let validationResidual = validation.residual(of: weights, others, on: events)
    result.eventRidges = residual.best(
      among: options.eventRidgeCandidates, judgedOn: validationResidual, below: 0.9999, within: 0
    ) { residual.weights(ofEvents: Array(repeating: $0, count: training.outcomes)) }
    return result
  }
}

extension FeatureLayout {
  /// Returns the weights of all features, from those of the others and of the event features.
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
