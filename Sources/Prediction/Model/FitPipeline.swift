// SPDX-License-Identifier: Apache-2.0

package import GlucoseDiary
internal import GlucoseMath

/// A fit, from recordings to a calibrated model.
///
/// The normal equations of all folds give hyperparameters and weights; the errors of each fold
/// under the weights of the others calibrate intervals and crossing probabilities. The test parts
/// measure coverage or, without these, each fold that of intervals calibrated on the others.
package struct FitPipeline: StagedWork {
  private enum Step {
    case landmarks, sums, weights, errors, crossings, coverage
    /// The selection of the fit without the prior, with which the fit with it is compared.
    case alternative

    /// The approximate fraction of the work.
    var share: Double {
      switch self {
      case .landmarks: 0.02
      case .sums: 0.5
      case .weights, .crossings: 0.03
      case .errors: 0.12
      case .coverage: 0.3
      case .alternative: 0
      }
    }
  }

  private let recordings: [Recording]
  private var options: FitOptions
  private var steps: ArraySlice<Step>
  package let totalShare: Double

  private var cadence = SensorCadence.fiveMinutes
  /// The empty statistics of a fit with a prior.
  @Shared private var emptyWithPrior: FitStatistics? = nil
  /// The empty statistics of the next sums, or `nil` for those with features of the fit's own.
  @Shared private var empty: FitStatistics? = nil
  private var placing: KernelLandmarks.Placing?
  private var kernelSample = KernelSample()
  private var statistics: FitStatistics?
  /// The fit without the prior, in features of its own, if it has enough readings.
  private var alternative: (statistics: FitStatistics, hyperparameters: Hyperparameters)?
  private(set) var point: PointModel?
  /// The errors of each fold.
  private var sample: [CalibrationSet]?
  /// The coverage of intervals on each fold, or `nil` if the test parts measure it.
  private var measuredByFold: EmpiricalCoverage?
  @Shared private var range: ResidualModel? = nil
  private var crossings: [[[Double]]?] = []
  @Shared private var unmeasured: Forecaster? = nil
  private var coverage: FitPart.Coverage?
  private let measuresCoverage: Bool

  /// Creates a fit to recordings.
  ///
  /// - Parameter measuresCoverage: A Boolean value that indicates whether to measure coverage on
  ///   the test parts.
  package init(
    _ recordings: [Recording], _ options: FitOptions, measuresCoverage: Bool = true
  ) throws(FitError) {
    guard let first = recordings.first else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first.series) else {
      throw FitError(.cadence(found: first.series.cadence, expected: nil), record: 0)
    }
    try options.check(cadence)
    self.init(
      recordings, options, steps: [.landmarks, .sums], measuresCoverage: measuresCoverage)
    self.cadence = cadence
  }

  /// Creates a fit with a prior.
  ///
  /// - Parameter isCompared: A Boolean value that indicates whether the fit is compared with one
  ///   without the prior, of which the better one is the result.
  init(
    _ recordings: [Recording], _ options: FitOptions, prior: Forecaster, isCompared: Bool = true
  ) throws(FitError) {
    guard !recordings.isEmpty else { throw FitError(.noRecords) }
    try options.adopting(prior).check(prior.cadence)
    let empty = try FitStatistics(options, prior: prior)
    // Both fits have the same origins.
    var own = isCompared ? options : empty.options
    (own.cadence, own.history) = (empty.cadence, empty.options.history)
    self.init(
      recordings, own, steps: isCompared ? [.landmarks, .sums, .alternative, .sums] : [.sums])
    emptyWithPrior = empty
    if !isCompared { useFeaturesOfPrior() }
    cadence = empty.cadence
  }

  /// Creates a fit from complete statistics, with intervals that are calibrated on recordings of
  /// some of their people.
  init(_ statistics: FitStatistics, calibratedOn recordings: [Recording]) throws(FitError) {
    guard !recordings.isEmpty else { throw FitError(.noRecords) }
    self.init(recordings, statistics.options, steps: [])
    self.statistics = statistics
    cadence = statistics.cadence
  }

  private init(
    _ recordings: [Recording], _ options: FitOptions, steps: [Step], measuresCoverage: Bool = true
  ) {
    self.recordings = recordings
    self.options = options
    self.measuresCoverage = measuresCoverage
    var steps = steps + [.weights, .errors, .crossings]
    if measuresCoverage, options.testPercentage > .zero { steps.append(.coverage) }
    self.steps = steps[...]
    totalShare = steps.reduce(0) { $0 + $1.share }
  }

  /// Creates the part of a fit that computes ``point`` from complete statistics.
  init(weighing statistics: FitStatistics, measuresCoverage: Bool = true) {
    self.init([], statistics.options, steps: [], measuresCoverage: measuresCoverage)
    self.statistics = statistics
    cadence = statistics.cadence
    steps = [.weights]
  }

  /// Returns the model of ``point``, calibrated on `sample`.
  mutating func calibrated(on sample: [CalibrationSet]) throws(FitError) -> Forecaster {
    self.sample = sample
    steps = [.crossings]
    try run()
    return try model()
  }

  /// Returns the model, once all stages are complete.
  package func model() throws(FitError) -> Forecaster {
    guard var model = unmeasured ?? calibrated() else { throw FitError(.notSolvable) }
    model.measured =
      coverage?.everyone ?? measuredByFold.flatMap { $0.counts.contains(0) ? nil : $0 }
    model.measuredPersonal = coverage?.personal
    return model
  }

  package mutating func nextStage() throws(FitError) -> Stage<Self>? {
    guard let step = steps.popFirst() else { return nil }
    switch step {
    case .landmarks: return landmarkStage()
    case .sums: return sumStage()
    case .alternative:
      alternative = statistics.flatMap { own in
        (try? own.hyperparameters()).map { (own, $0) }
      }
      useFeaturesOfPrior()
      return Stage(share: 0, count: 0) { _ in { _ in } }
    case .weights: return try weightStage()
    case .errors: return errorStage()
    case .crossings: return try crossingStage()
    case .coverage: return coverageStage()
    }
  }

  /// Returns the result of an earlier step: each step is in ``steps`` after those that it needs.
  private static func result<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("An earlier step must have this result") }
    return value
  }

  // MARK: - Sums

  /// The number of readings in a block of recordings whose sums are computed in one part.
  static let blockReadings = 32_768

  /// The recordings in blocks. The blocks depend on the recordings alone and are merged in their
  /// order, so that the numbers of a fit do not depend on the number of tasks.
  private var blocks: [Range<Int>] { Self.blocks(ofReadings: recordings.map(\.series.count)) }

  /// Returns the blocks of recordings with these numbers of readings.
  static func blocks(ofReadings counts: [Int]) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var (start, readings) = (0, 0)
    for (index, count) in counts.enumerated() {
      readings += count
      guard readings >= blockReadings || index + 1 == counts.count else { continue }
      blocks.append(start..<index + 1)
      (start, readings) = (index + 1, 0)
    }
    return blocks
  }

  private mutating func landmarkStage() -> Stage<Self> {
    let (recordings, blocks) = (recordings, blocks)
    if options.detail.includes(.kernel) {
      placing = KernelLandmarks.Placing(originCount, cadence: cadence, options)
    }
    let placing = placing
    return Stage(share: Step.landmarks.share, count: placing == nil ? 0 : blocks.count) { number in
      let sample = blocks[number].reduce(into: KernelSample()) { sample, person in
        if let placing { sample += placing.sample(of: recordings[person].series) }
      }
      return { $0.kernelSample += sample }
    }
  }

  private mutating func sumStage() -> Stage<Self> {
    let landmarks = placing?.landmarks(among: kernelSample)
    kernelSample = KernelSample()
    let empty = empty ?? FitStatistics(cadence: cadence, options, landmarks: landmarks)
    statistics = empty
    let (recordings, blocks) = (recordings, blocks)
    // Each result is tens of matrices.
    return Stage(share: Step.sums.share, count: blocks.count, waiting: 0) {
      number throws(FitError) in
      var own = empty
      try own.add(recordings[blocks[number]], numberedFrom: blocks[number].lowerBound)
      return { [own] work throws(FitError) in try work.statistics?.add(own) }
    }
  }

  /// Begins the sums of a fit with the prior.
  private mutating func useFeaturesOfPrior() {
    guard let emptyWithPrior else { return }
    (empty, options) = (emptyWithPrior, emptyWithPrior.options)
  }

  // MARK: - Weights

  private mutating func weightStage() throws(FitError) -> Stage<Self> {
    guard var statistics, statistics.recordCount > 0 else { throw FitError(.noRecords) }
    var hyperparameters: Hyperparameters
    do {
      hyperparameters = try statistics.hyperparameters()
    } catch {
      guard let own = alternative else { throw error }
      (statistics, hyperparameters) = own
    }
    if let own = alternative, own.hyperparameters.isBetter(than: hyperparameters) {
      (statistics, hyperparameters) = own
    }
    alternative = nil
    (self.statistics, options) = (statistics, statistics.options)
    if statistics.prior == nil { hyperparameters.map.levelSupport = statistics.levels.support }
    let sums = statistics.sums
    guard
      let point = PointModel(
        hyperparameters, sums.sum(), folds: FoldRule.count, statistics.prior)
    else {
      throw FitError(.notSolvable)
    }
    self.point = point
    return Stage(share: Step.weights.share, count: FoldRule.count) { fold in
      let weights = point.weights(leaving: sums.sum(leaving: fold, sharingGram: true))
      return { $0.point?.foldWeights[fold] = weights }
    }
  }

  // MARK: - Calibration

  private var rows: DesignRows {
    var rows = (statistics ?? FitStatistics(cadence: cadence, options)).rows
    if let point { rows.map = point.map }
    return rows
  }

  /// The number of origins before the tests, counted once.
  private lazy var originCount: Int = {
    let rows = rows
    return recordings.reduce(0) { $0 + rows.originCount(beforeTestOf: $1.series, options) }
  }()

  private var readingCount: Int { recordings.reduce(0) { $0 + $1.series.count } }

  private mutating func errorStage() -> Stage<Self> {
    let point = Self.result(point)
    let none = [CalibrationSet](outcomes: rows.leads.count)
    sample = none
    let (recordings, options) = (recordings, options)
    let rows = rows.calibrating(among: originCount)
    return Stage(share: Step.errors.share, count: recordings.count) { number in
      var result = none
      result.add(recordings[number], rows, options, point.foldWeights)
      return { [result] in $0.sample? += result }
    }
  }

  private mutating func crossingStage() throws(FitError) -> Stage<Self> {
    let folds = Self.result(sample)
    self.sample = nil
    var sample = folds.joined
    let range = try ResidualModel(&sample)
    let isMeasured = measuresCoverage && options.testPercentage == .zero
    if isMeasured { measuredByFold = EmpiricalCoverage(outcomes: sample.outcomes) }
    let measured = sample
    self.range = range
    let sides = CrossingModel.sides
    let count = sides.count + (isMeasured ? folds.count : 0)
    return Stage(share: Step.crossings.share, count: count) { number in
      guard number < sides.count else {
        let own = EmpiricalCoverage(of: folds, leavingOut: number - sides.count)
        return { $0.measuredByFold? += own }
      }
      let weights = CrossingModel.weights(sides[number], measured, range)
      return { $0.crossings.append(weights) }
    }
  }

  private func calibrated() -> Forecaster? {
    guard let point, var range, let statistics else { return nil }
    range.crossings = CrossingModel(crossings)
    var model = Forecaster(point, range, options, recordCount: statistics.recordCount)
    model.zone = statistics.zone
    return model
  }

  private mutating func coverageStage() -> Stage<Self> {
    let model = Self.result(calibrated())
    unmeasured = model
    coverage = FitPart.Coverage(outcomes: model.steps)
    let measured = measuredRecordings
    return Stage(share: Step.coverage.share, count: measured.count) { number in
      let result = model.coverage(of: measured[number])
      return { $0.coverage? += result }
    }
  }

  /// The recordings on whose test parts coverage is measured: all, or a subset with enough
  /// readings, chosen by a hash of their content and not by their position.
  private var measuredRecordings: [Recording] {
    let count = Self.measuredCount(ofPeople: recordings.count, readings: readingCount)
    guard count < recordings.count else { return recordings }
    let keyed = recordings.map { (hash: $0.series.contentHash, recording: $0) }
    return keyed.ordered { $0.hash < $1.hash }.prefix(count).map(\.recording)
  }
}

extension FitStatistics {
  /// Returns the hyperparameters with the least error on the validation part.
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
