internal import GlucoseMath

/// A fit to recordings that are distributed over machines, in rounds.
///
/// In each round, every machine computes a ``FitPart`` of its recordings for the current
/// ``FitTask``; the parts are added and passed to ``advance(with:)``. Parts contain counts, sums
/// and samples of rows, and no recording.
///
///     var fit = try PartitionedFit(options)
///     while let task = fit.task {
///       var parts = try partitions.map { try task.part(of: $0) }   // each on its machine
///       var sum = parts.removeFirst()
///       for part in parts { try sum.add(part) }
///       try fit.advance(with: sum)
///     }
///     let model = try fit.model()
///
/// The model is that of ``Forecaster/fit(_:_:prior:)`` for the recordings in the
/// order of their identifiers, to the rounding of sums, whatever the partitions: landmarks are
/// placed among the same origins, intervals are calibrated on the same rows, and coverage is
/// measured for the same people. The validation compares errors, so that another rounding can
/// select another detail or penalty only where two are equally good to about ten digits.
public struct PartitionedFit: Sendable {
  /// The task of the current round, or `nil` once the model is complete.
  public var task: FitTask? { sharedTask }

  @Shared private var sharedTask: FitTask?
  private var options: FitOptions
  @Shared private var prior: Forecaster? = nil
  private(set) var census: [FitPart.Member] = []
  @Shared private(set) var point: PointModel? = nil
  private var crossings: [[[Double]]?] = []
  @Shared private var result: Forecaster? = nil
  private let measuresCoverage: Bool

  /// Creates a fit.
  public init(_ options: FitOptions = FitOptions()) throws(FitError) {
    try self.init(options, measuresCoverage: true)
  }

  /// Creates a fit with a prior, or with that of the options, if any, and with or without a round
  /// that measures coverage.
  package init(
    _ options: FitOptions, prior: Forecaster? = nil, measuresCoverage: Bool = true
  ) throws(FitError) {
    self.options = options
    self.measuresCoverage = measuresCoverage
    if let prior {
      let adopted = options.adopting(prior)
      try adopted.check(prior.cadence)
      self.options = adopted
      self.options.zone = options.zone
      self.prior = try FitStatistics.prior(prior, upTo: options.horizon)
    }
    sharedTask = FitTask(options: self.options, round: .census)
  }

  /// Ends the current round with the sum of its parts.
  ///
  /// - Throws: ``FitError`` if there are too few readings or they are too far apart, if a person is
  ///   in two partitions, or if the part is of another round.
  public mutating func advance(with part: FitPart) throws(FitError) {
    guard let stage = try stage(endingWith: part) else { return }
    try stage.run(on: &self)
    finishStage()
  }

  mutating func advance(with part: FitPart, tasks: Int?) async throws {
    guard let stage = try stage(endingWith: part) else { return }
    try await stage.run(on: &self, tasks: tasks)
    finishStage()
  }

  /// Returns the model, or throws ``FitError`` if rounds are missing.
  public func model() throws(FitError) -> Forecaster {
    guard task == nil, let result else { throw FitError(.incomplete) }
    return result
  }

  /// Ends a round, but for the work of the returned stage.
  private mutating func stage(endingWith part: FitPart) throws(FitError) -> Stage<Self>? {
    guard let task, task.round.rawValue == part.round else { throw FitError(.differentModels) }
    switch task.round {
    case .census: try place(part)
    case .landmarks: start(landmarks: placing?.landmarks(among: part.origins))
    case .sums: return try weightStage(part)
    case .errors: return try calibrationStage(part)
    case .coverage:
      guard let coverage = part.coverage, coverage.leadCount == result?.steps else {
        throw FitError(.differentModels)
      }
      result?.measured = coverage.everyone
      result?.measuredPersonal = coverage.personal
      sharedTask = nil
    }
    return nil
  }

  private mutating func finishStage() {
    if task?.round == .sums { calibrate() } else { measure() }
  }

  private func next(_ round: FitTask.Round) -> FitTask {
    var next = FitTask(options: options, round: round)
    next.model = prior
    return next
  }

  // MARK: - Landmarks

  private var originCount: Int { census.reduce(0) { $0 + $1.origins } }

  private mutating func place(_ part: FitPart) throws(FitError) {
    census = part.members.ordered { $0.id < $1.id }
    guard let first = census.first else { throw FitError(.noRecords) }
    for (one, next) in zip(census, census.dropFirst()) where one.id == next.id {
      throw FitError(.repeatedRecord(id: one.id))
    }
    guard let cadence = options.cadence ?? first.cadence else {
      throw FitError(.cadence(found: first.gap.map { .seconds($0) }, expected: nil), record: 0)
    }
    options.cadence = cadence
    try options.check(cadence)
    if prior == nil { prior = try options.pretrainedModel(for: census) }
    if prior == nil, options.detail.includes(.kernel), placing != nil {
      var next = self.next(.landmarks)
      next.originCount = originCount
      sharedTask = next
    } else {
      start(landmarks: nil)
    }
  }

  private var placing: KernelLandmarks.Placing? {
    options.cadence.flatMap { KernelLandmarks.Placing(originCount, cadence: $0, options) }
  }

  private mutating func start(landmarks: KernelLandmarks?) {
    var next = self.next(.sums)
    next.landmarks = landmarks
    sharedTask = next
  }

  // MARK: - Weights

  /// The options of the model, which has the features of its prior.
  private var modelOptions: FitOptions { prior.map(options.adopting) ?? options }

  /// Selects hyperparameters and computes the weights; the parts of the stage are those of the
  /// folds that are left out.
  private mutating func weightStage(_ part: FitPart) throws(FitError) -> Stage<Self> {
    guard let statistics = part.statistics, statistics.recordCount == census.count,
      statistics.options == modelOptions, statistics.cadence == options.cadence,
      statistics.landmarks == prior.map(\.map.kernel) ?? task?.landmarks, statistics.prior == prior
    else { throw FitError(.differentModels) }
    let sums = statistics.sums
    let training = sums.sum(leaving: FoldRule.validationFold)
    let least = Forecaster.fewestRows.fit
    let needed = prior == nil ? max(least, 2 * training.columns) : least
    guard training.rows >= needed else {
      throw FitError(.tooFewRows(found: training.rows, needed: needed))
    }
    guard
      var hyperparameters = Hyperparameters(
        for: statistics.rows.map, training: training, validation: sums[FoldRule.validationFold, 0],
        statistics.options, prior, sums)
    else { throw FitError(.notSolvable) }
    if prior == nil { hyperparameters.map.levelSupport = statistics.levels.support }
    guard let point = PointModel(hyperparameters, sums.sum(), folds: FoldRule.count, prior) else {
      throw FitError(.notSolvable)
    }
    self.point = point
    return Stage(count: FoldRule.count) { fold in
      let weights = point.weights(leaving: sums.sum(leaving: fold, sharingGram: true))
      return { $0.point?.foldWeights[fold] = weights }
    }
  }

  private mutating func calibrate() {
    var next = self.next(.errors)
    if prior == nil { next.landmarks = task?.landmarks }
    next.originCount = originCount
    next.point = point.map(FitTask.Point.init)
    sharedTask = next
  }

  // MARK: - Intervals

  /// Calibrates intervals on the errors of each fold under the weights of the others; the parts of
  /// the stage are the sides of crossings and, without test parts, the folds, on each of which the
  /// coverage of intervals that are calibrated on the others is measured.
  private mutating func calibrationStage(_ part: FitPart) throws(FitError) -> Stage<Self> {
    guard let point, let folds = part.errors,
      folds.map(\.outcomes)
        == Array(repeating: point.hyperparameters.ridges.count, count: FoldRule.count)
    else { throw FitError(.differentModels) }
    var all = folds.joined
    let range = try ResidualModel(&all)
    let sample = all
    var model = Forecaster(point, range, modelOptions, recordCount: census.count)
    model.zone = options.zone
    let isMeasured = measuresCoverage && options.testPercentage == .zero
    if isMeasured { model.measured = EmpiricalCoverage(outcomes: sample.outcomes) }
    (result, crossings) = (model, [])
    let sides = CrossingModel.sides
    return Stage(count: sides.count + (isMeasured ? folds.count : 0)) { number in
      guard number < sides.count else {
        let own = EmpiricalCoverage(of: folds, leavingOut: number - sides.count)
        return { $0.result?.measured? += own }
      }
      let weights = CrossingModel.weights(sides[number], sample, range)
      return { $0.crossings.append(weights) }
    }
  }

  private mutating func measure() {
    let model = CrossingModel(crossings)
    result?.range.crossings = model
    if result?.measured?.counts.contains(0) ?? false { result?.measured = nil }
    (point, crossings) = (nil, [])
    guard measuresCoverage, options.testPercentage > .zero else {
      sharedTask = nil
      return
    }
    var next = self.next(.coverage)
    next.model = result
    next.measuredPeople = measuredMembers.map(\.id).sorted()
    sharedTask = next
  }

  /// The people whose test parts measure coverage: all, or a subset with enough readings, chosen
  /// by a hash of their content and not by their position.
  private var measuredMembers: [FitPart.Member] {
    let count = Self.measuredCount(
      ofPeople: census.count, readings: census.reduce(0) { $0 + $1.readings })
    return Array(census.ordered { ($0.contentHash, $0.id) < ($1.contentHash, $1.id) }.prefix(count))
  }

  /// Returns the number of people to measure coverage on: all, or so many that they have about
  /// 300,000 of the readings.
  static func measuredCount(ofPeople people: Int, readings: Int) -> Int {
    let enough = 300_000
    return readings > enough ? max(people * enough / readings, 1) : people
  }
}
