/// The prior of a fit: weights *w*₀ and the strength of the penalty on deviations from them.
///
/// The weights minimize ‖*y* − *X w*‖² + *λ* (*w* − *w*₀)ᵀ *P* (*w* − *w*₀) + *κ n* (*w* − *w*₀)ᵀ
/// *K* (*w* − *w*₀), where *P* is the prior precision of the personal stage for the plain features,
/// *K* the Gram matrix of the landmarks for the kernel block, and *n* the number of rows. The
/// result is the mean of the weights under several pairs of *λ* and *κ* and of *w*₀, weighted
/// exponentially by their errors on folds that were left out.
struct PriorLean: Sendable {
  /// A pair of strengths, and its weight before errors are compared; without *κ*, the kernel block
  /// keeps the prior's weights.
  typealias Strength = (multiple: Double, kernel: Double?, initialWeight: Double)

  static let strengths: [Strength] = [
    (0.01, 1e-5, 0.02), (0.1, 1e-4, 0.05), (1, 1e-3, 0.1), (0.01, nil, 0.03), (0.1, nil, 0.1),
    (1, nil, 0.25), (10, nil, 0.2), (100, nil, 0.1),
  ]
  private static let initialWeightOfPrior = 0.15
  /// The multiple that represents the prior itself where a finite multiple is stored.
  static let keepingPrior = 1e12

  /// *w*₀, *P* and *K* (if there is a kernel block), without events.
  private let prior: [Double]
  private let precision: SymmetricMatrix
  private let kernel: SymmetricMatrix?
  private let columns, outcomes: Int
  /// The weights of each strength, one for each target.
  private var shares: [[Double]]

  init(_ model: Forecaster) {
    let kept = model.map.layout.withoutEvents
    columns = kept.count
    outcomes = model.steps
    prior = (0..<model.steps).flatMap { outcome in
      kept.map { model.populationWeights[outcome * model.map.columns + $0] }
    }
    precision = model.priorPrecision.limited(
      to: model.map.plainColumns - model.map.layout.events.count)
    kernel = model.map.kernel?.gram
    shares = Self.strengths.map { strength in
      Array(repeating: strength.initialWeight, count: model.steps)
    }
  }

  /// The multiples of the prior precision with the largest weights, one for each target.
  var multiples: [Double] {
    (0..<outcomes).map { outcome in
      let rest = 1 - shares.reduce(0) { $0 + $1[outcome] }
      let best = shares.indices.max { shares[$0][outcome] < shares[$1][outcome] } ?? 0
      return shares[best][outcome] > rest ? Self.strengths[best].multiple : Self.keepingPrior
    }
  }

  /// Returns the solution of `sums` of the features without events, or `nil` if there is none.
  func weights(of sums: NormalEquations) -> [Double]? {
    var result = prior
    let residual = residual(of: sums)
    let plain = residual.limited(to: precision.size)
    for (strength, shares) in zip(Self.strengths, shares)
    where shares.contains(where: { $0 > 1e-6 }) {
      guard let corrections = corrections(strength, residual, plain) else { return nil }
      for index in result.indices { result[index] += shares[index / columns] * corrections[index] }
    }
    return result
  }

  /// Returns the same prior with strengths weighted by their errors on folds that were left out.
  func chosen(_ folds: [(others: NormalEquations, own: NormalEquations)]) -> PriorLean? {
    var losses = shares.map { $0.map { _ in 0.0 } }
    var squares = [Double](repeating: 0, count: outcomes)
    var counts = squares
    for (others, own) in folds where own.rows > 0 && others.rows > 0 {
      let residual = residual(of: others)
      let plain = residual.limited(to: precision.size)
      for outcome in 0..<outcomes {
        squares[outcome] += own.squares[outcome] * own.relativeError(of: prior, outcome: outcome)
        counts[outcome] += Double(own.counts[outcome])
      }
      for (number, strength) in Self.strengths.enumerated() {
        guard let corrections = corrections(strength, residual, plain) else { return nil }
        let weights = zip(prior, corrections).map { $0 + $1 }
        for outcome in 0..<outcomes {
          losses[number][outcome] +=
            own.squares[outcome]
            * (own.relativeError(of: weights, outcome: outcome)
              - own.relativeError(of: prior, outcome: outcome))
        }
      }
    }
    var result = self
    for outcome in 0..<outcomes where counts[outcome] > 0 {
      let scale =
        PersonalState.PrecisionMixture.overlap * Double(outcome + 1)
        * max(squares[outcome] / counts[outcome], 1e-9)
      let weights = PersonalState.PrecisionMixture.weights(
        ofLosses: losses.map { $0[outcome] / scale } + [0],
        startingFrom: Self.strengths.map(\.initialWeight) + [Self.initialWeightOfPrior])
      for number in shares.indices { result.shares[number][outcome] = weights[number] }
    }
    return result
  }

  private func residual(of sums: NormalEquations) -> NormalEquations {
    sums.residual(of: prior, Array(0..<columns), on: Array(0..<columns))
  }

  /// Returns the deviations from the prior under a strength, given the sums of all features and those
  /// of the plain ones.
  private func corrections(
    _ strength: Strength, _ residual: NormalEquations, _ plainResidual: NormalEquations
  ) -> [Double]? {
    let plain = precision.size
    guard let share = strength.kernel, let kernel, kernel.size + plain == columns else {
      guard
        let own = plainResidual.weights(penalty: precision.scaled(by: strength.multiple))
      else { return nil }
      let kernelWeights = [Double](repeating: 0, count: columns - plain)
      return (0..<outcomes).flatMap { own[$0 * plain..<($0 + 1) * plain] + kernelWeights }
    }
    var penalty = SymmetricMatrix(size: columns)
    penalty.add(precision, times: strength.multiple, from: 0)
    penalty.add(kernel, times: share * Double(max(residual.rows, 1)), from: plain)
    return residual.weights(penalty: penalty)
  }
}

extension SymmetricMatrix {
  /// Returns this mean Gram matrix with the elements of a prior's, except for `events`, whose
  /// products with the others are zero, so that the matrix stays positive.
  func adopting(_ prior: Forecaster, _ events: Range<Int>) -> SymmetricMatrix {
    var result = self
    for row in 0..<min(events.lowerBound, prior.meanGram.size) {
      for column in row..<min(events.lowerBound, prior.meanGram.size) {
        result[row, column] = prior.meanGram[row, column]
      }
      for event in events { result[row, event] = 0 }
    }
    return result
  }
}
