/// Hyperparameters and weights, before calibration.
package struct PointModel: Sendable {
  package var hyperparameters: Hyperparameters
  package var weights: [Double]
  /// The weights fitted to all folds but one, for each fold.
  package var foldWeights: [[Double]]
  /// XᵀX of all folds without the kernel block, per row.
  let meanGram: SymmetricMatrix
  let rowCount: Int

  /// Creates a model of the sum over all folds, or `nil` if the regression has no solution; its
  /// ``foldWeights`` are all its weights, and replaced later.
  package init?(
    _ hyperparameters: Hyperparameters, _ sum: NormalEquations, folds: Int,
    _ prior: Forecaster? = nil
  ) {
    let map = hyperparameters.map
    guard let weights = hyperparameters.weights(of: sum.limited(to: map.columns)) else {
      return nil
    }
    self.hyperparameters = hyperparameters
    self.weights = weights
    foldWeights = Array(repeating: weights, count: folds)
    rowCount = sum.rows
    // The first feature is the constant, so its square is the weight of all rows.
    let own =
      sum.gram.limited(to: map.plainColumns)
      .scaled(by: 1 / max(sum.gram[map.layout.constant, map.layout.constant], 1))
    let adopted = hyperparameters.lean == nil ? nil : prior
    meanGram = (adopted.map { own.adopting($0, map.layout.events) } ?? own).rounded
  }

  var map: FeatureMap { hyperparameters.map }

  /// Returns the weights of the sum over all folds but one, or those of all if it has no rows, as
  /// in a person's short recording, or no solution; without rows, a fit with a prior has its
  /// weights.
  package func weights(leaving sum: NormalEquations) -> [Double] {
    guard sum.rows > 0 || hyperparameters.lean != nil else { return weights }
    return hyperparameters.weights(of: sum.limited(to: map.columns)) ?? weights
  }
}

extension Forecaster {
  package init(
    _ point: PointModel, _ range: ResidualModel, _ options: FitOptions, recordCount: Int,
    measured: EmpiricalCoverage? = nil
  ) {
    map = point.map
    cadence = map.cadence
    self.options = options
    zone = options.zone
    steps = point.weights.count / map.columns
    usesPrior = point.hyperparameters.lean != nil
    ridges = point.hyperparameters.ridges
    kernelRidges = point.hyperparameters.kernelRidges
    eventRidges = point.hyperparameters.eventRidges
    self.recordCount = recordCount
    rowCount = point.rowCount
    meanGram = point.meanGram
    populationWeights = point.weights
    self.range = range
    self.measured = measured
  }
}
