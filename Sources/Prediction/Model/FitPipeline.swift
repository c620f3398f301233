internal import GlucoseMath

/// The parts of a fit that need no recording: from sums to weights, and from errors to intervals.
///
/// The normal equations of all folds give hyperparameters and weights; the errors of each fold
/// under the weights of the others calibrate intervals and crossing probabilities and, without test
/// parts, each fold measures the coverage of intervals calibrated on the others.
struct FitPipeline: StagedWork {
  private let statistics: FitStatistics
  private let measuresCoverage: Bool
  var landmarks: KernelLandmarks? { statistics.landmarks }
  private(set) var point: PointModel?
  private var sample: [CalibrationSet]?
  /// The coverage of intervals on each fold, or `nil` if the test parts measure it.
  private var measuredByFold: EmpiricalCoverage?
  @Shared private var range: ResidualModel? = nil
  private var crossings: [[[Double]]?] = []
  private var isComplete = false

  let stageCount = 1

  /// Creates the part of a fit that computes ``point`` from complete statistics.
  init(weighing statistics: FitStatistics, measuresCoverage: Bool = true) {
    self.statistics = statistics
    self.measuresCoverage = measuresCoverage
  }

  func calibrating(on sample: [CalibrationSet]) -> FitPipeline {
    var result = self
    (result.sample, result.isComplete) = (sample, false)
    return result
  }

  /// Returns the model of ``point``, or `nil` if it has not been calibrated.
  func model() -> Forecaster? {
    guard let point, var range else { return nil }
    range.crossings = CrossingModel(crossings)
    var model = Forecaster(point, range, statistics.options, recordCount: statistics.recordCount)
    model.zone = statistics.zone
    model.measured = measuredByFold.flatMap { $0.counts.contains(0) ? nil : $0 }
    return model
  }

  mutating func nextStage() throws(FitError) -> Stage<Self>? {
    guard !isComplete else { return nil }
    isComplete = true
    if let sample { return try crossingStage(sample) }
    return try weightStage()
  }

  private mutating func weightStage() throws(FitError) -> Stage<Self> {
    guard statistics.recordCount > 0 else { throw FitError(.noRecords) }
    var hyperparameters = try statistics.hyperparameters()
    if statistics.prior == nil { hyperparameters.map.levelSupport = statistics.levels.support }
    let sums = statistics.sums
    guard
      let point = PointModel(
        hyperparameters, sums.sum(), folds: FoldRule.count, statistics.prior)
    else {
      throw FitError(.notSolvable)
    }
    self.point = point
    return Stage(count: FoldRule.count) { fold in
      let weights = point.weights(leaving: sums.sum(leaving: fold, sharingGram: true))
      return { $0.point?.foldWeights[fold] = weights }
    }
  }

  private mutating func crossingStage(_ folds: [CalibrationSet]) throws(FitError) -> Stage<Self> {
    sample = nil
    var sample = folds.joined
    let range = try ResidualModel(&sample)
    let isMeasured = measuresCoverage && statistics.options.testPercentage == .zero
    if isMeasured { measuredByFold = EmpiricalCoverage(outcomes: sample.outcomes) }
    let measured = sample
    self.range = range
    let sides = CrossingModel.sides
    let count = sides.count + (isMeasured ? folds.count : 0)
    return Stage(count: count) { number in
      guard number < sides.count else {
        let own = EmpiricalCoverage(of: folds, leavingOut: number - sides.count)
        return { $0.measuredByFold? += own }
      }
      let weights = CrossingModel.weights(sides[number], measured, range)
      return { $0.crossings.append(weights) }
    }
  }
}

extension FitStatistics {
  fileprivate func hyperparameters() throws(FitError) -> Hyperparameters {
    let training = sums.sum(leaving: FoldRule.validationFold)
    let least = Forecaster.fewestRows.fit
    let needed = prior == nil ? max(least, 2 * training.columns) : least
    guard training.rows >= needed else {
      throw FitError(.tooFewRows(found: training.rows, needed: needed))
    }
    guard
      let result = Hyperparameters(
        for: rows.map, training: training, validation: sums[FoldRule.validationFold, 0], options,
        prior, sums)
    else { throw FitError(.notSolvable) }
    return result
  }
}
