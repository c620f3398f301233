// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PretrainedModels {
  /// A prior learned from studies.
  ///
  /// For each kind of sensor one ridge regression over everyone of its cadence. Its penalties, and
  /// how much people with another kind count, are those whose error is least on studies that took
  /// no part in the fit, and its range is that of the errors there.
  ///
  /// The same studies in the same order give the same prior.
  ///
  /// - Throws: ``FitError`` if there is too little data.
  /// - Complexity: O(*n p*²) in the readings and features.
  public static func learned(from studies: [Study]) throws(FitError) -> PretrainedModels {
    try learned(from: studies, centreCount: 300)
  }

  /// The same with so many typical moments in the kernel block.
  static func learned(from studies: [Study], centreCount: Int) throws(FitError) -> PretrainedModels
  {
    var models: [SensorKind: Forecaster] = [:]
    for cadence in SensorCadence.allCases {
      let folds = PriorFolds(studies, cadence)
      guard !folds.kinds.isEmpty else { continue }
      let sums = try PriorSums(folds, cadence, centreCount: centreCount)
      for kind in folds.kinds { models[kind] = try PriorLesson(sums, kind).model() }
    }
    guard !models.isEmpty else { throw FitError(.noRecords) }
    return PretrainedModels(studies: studies.map(\.name), models: models)
  }
}

/// What is learned for one kind of sensor.
struct PriorLesson {
  private static let penalties = [1e-4, 1e-3, 1e-2]
  private static let kernelPenalties = [1e-6, 1e-5, 1e-4, 1e-3]
  /// How much people with another kind of sensor may count.
  private static let shares = [1, 0.1, 0.01]

  private let sums: PriorSums
  private let kind: SensorKind
  private let choice: Hyperparameters
  private let share: Double

  init(_ sums: PriorSums, _ kind: SensorKind) throws(FitError) {
    var least = Double.infinity
    var best: (choice: Hyperparameters, share: Double)?
    let hasOthers = sums.hasOthers(than: kind)
    for share in hasOthers ? Self.shares : [1] {
      let (choice, error) = try Self.choice(sums, kind, share)
      guard error < least else { continue }
      least = error
      best = (choice, share)
    }
    guard let best else { throw FitError(.notSolvable) }
    self.sums = sums
    self.kind = kind
    (choice, share) = best
  }

  /// The penalties of each outcome with the least error on parts that were not fitted, and the sum
  /// of these errors.
  private static func choice(
    _ sums: PriorSums, _ kind: SensorKind, _ share: Double
  ) throws(FitError) -> (choice: Hyperparameters, error: Double) {
    let judged = sums.folds.folds.indices.filter { sums.rows(kind, in: $0) > 0 }
    let others = judged.map { sums.holdingLevel(sums.sum(for: kind, share, leaving: $0)) }
    var best = Array(
      repeating: (error: Double.infinity, plain: 0.0, kernel: 0.0), count: sums.outcomes)
    for plain in penalties {
      for kernel in kernelPenalties {
        let trial = Hyperparameters(
          map: sums.stream.map, penalties: best.map { _ in plain },
          kernelPenalties: best.map { _ in kernel })
        var errors = best.map { _ in 0.0 }
        for (fold, others) in zip(judged, others) where others.rows > 2 * others.columns {
          guard let weights = trial.weights(of: others) else { throw FitError(.notSolvable) }
          for outcome in errors.indices {
            errors[outcome] += sums.error(of: weights, kind, in: fold, outcome: outcome)
          }
        }
        for outcome in errors.indices where errors[outcome] < best[outcome].error {
          best[outcome] = (errors[outcome], plain, kernel)
        }
      }
    }
    return (
      Hyperparameters(
        map: sums.stream.map, penalties: best.map(\.plain), kernelPenalties: best.map(\.kernel)),
      best.reduce(0) { $0 + $1.error }
    )
  }

  /// The model, with the range of the errors on parts that were not fitted.
  func model() throws(FitError) -> Forecaster {
    let all = sums.sum(for: kind, share, leaving: nil)
    guard let weights = choice.weights(of: sums.holdingLevel(all)) else {
      throw FitError(.notSolvable)
    }
    var weightsOfOthers: [[Double]] = []
    for fold in sums.folds.folds.indices {
      let others = sums.sum(for: kind, share, leaving: fold)
      weightsOfOthers.append(choice.weights(of: sums.holdingLevel(others)) ?? weights)
    }
    let errors = PriorErrors(sums.folds, sums.stream, weightsOfOthers, kind)
    guard let range = errors.range() else { throw FitError(.notSolvable) }
    return Forecaster(
      options: sums.options, choice: choice, sums: all, weights: weights, range: range,
      measured: errors.measured(), recordCount: sums.folds.personCount)
  }
}

extension Forecaster {
  /// A model of everyone whose parts are known.
  fileprivate init(
    options: FitOptions, choice: Hyperparameters, sums: NormalEquations, weights: [Double],
    range: ResidualModel, measured: EmpiricalCoverage?, recordCount: Int
  ) {
    cadence = choice.map.cadence
    self.options = options
    zone = options.zone
    map = choice.map
    steps = options.stepsAhead(choice.map.cadence)
    penalties = choice.penalties
    kernelPenalties = choice.kernelPenalties
    self.recordCount = recordCount
    rowCount = sums.rows
    // The first feature is the constant, so its square is the number of rows, whatever they weigh.
    meanGram =
      sums.gram.limited(to: map.plainColumns)
      .scaled(by: 1 / max(sums.gram[0, 0], 1)).rounded
    populationWeights = weights
    self.range = range
    self.measured = measured
  }
}
