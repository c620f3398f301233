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
  @Shared private var pipeline: FitPipeline? = nil
  @Shared private var unmeasured: Forecaster? = nil
  private var measured: FitPart.Coverage?
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
    guard var work = try remainingWork(after: part) else { return }
    try work.run()
    try finish(work)
  }

  mutating func advance(with part: FitPart, tasks: Int?) async throws {
    guard var work = try remainingWork(after: part) else { return }
    try await work.run(tasks: tasks) { _ in }
    try finish(work)
  }

  private mutating func remainingWork(after part: FitPart) throws(FitError) -> FitPipeline? {
    guard let task, task.round.rawValue == part.round else { throw FitError(.differentModels) }
    switch task.round {
    case .census: try place(part)
    case .landmarks: start(landmarks: placing?.landmarks(among: part.origins))
    case .sums: return try weighing(part)
    case .errors: return try calibrating(part)
    case .coverage:
      guard let coverage = part.coverage, coverage.leadCount == unmeasured?.steps else {
        throw FitError(.differentModels)
      }
      measured = coverage
      sharedTask = nil
    }
    return nil
  }

  /// Returns the model, or throws ``FitError`` if rounds are missing.
  public func model() throws(FitError) -> Forecaster {
    guard task == nil, var model = unmeasured else { throw FitError(.incomplete) }
    if let measured {
      model.measured = measured.everyone
      model.measuredPersonal = measured.personal
    }
    return model
  }

  private var readingCount: Int { census.reduce(0) { $0 + $1.readings } }

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
      var next = FitTask(options: options, round: .landmarks)
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
    var next = FitTask(options: options, round: .sums)
    next.landmarks = landmarks
    next.model = prior
    sharedTask = next
  }

  private func weighing(_ part: FitPart) throws(FitError) -> FitPipeline {
    guard let statistics = part.statistics, statistics.recordCount == census.count,
      statistics.options == prior.map(options.adopting) ?? options,
      statistics.cadence == options.cadence,
      statistics.landmarks == prior.map(\.map.kernel) ?? task?.landmarks, statistics.prior == prior
    else { throw FitError(.differentModels) }
    return FitPipeline(weighing: statistics, measuresCoverage: measuresCoverage)
  }

  private func calibrating(_ part: FitPart) throws(FitError) -> FitPipeline {
    let leads = pipeline?.point?.hyperparameters.ridges.count ?? 0
    guard let pipeline, let errors = part.errors,
      errors.map(\.outcomes) == Array(repeating: leads, count: FoldRule.count)
    else { throw FitError(.differentModels) }
    return pipeline.calibrating(on: errors)
  }

  private mutating func finish(_ work: FitPipeline) throws(FitError) {
    if let model = work.model() { return measure(model) }
    guard let point = work.point else { throw FitError(.notSolvable) }
    pipeline = work
    var next = FitTask(options: options, round: .errors)
    if prior == nil { next.landmarks = work.landmarks }
    next.model = prior
    next.originCount = originCount
    next.point = FitTask.Point(point)
    sharedTask = next
  }

  private mutating func measure(_ model: Forecaster) {
    pipeline = nil
    unmeasured = model
    guard measuresCoverage, options.testPercentage > .zero else {
      sharedTask = nil
      return
    }
    var next = FitTask(options: options, round: .coverage)
    next.model = model
    next.measuredPeople = measuredMembers.map(\.id).sorted()
    sharedTask = next
  }

  /// The people whose test parts measure coverage: all, or a subset with enough readings, chosen
  /// by a hash of their content and not by their position.
  private var measuredMembers: [FitPart.Member] {
    let count = Self.measuredCount(ofPeople: census.count, readings: readingCount)
    return Array(census.ordered { ($0.contentHash, $0.id) < ($1.contentHash, $1.id) }.prefix(count))
  }

  /// Returns the number of people to measure coverage on: all, or so many that they have about
  /// 300,000 of the readings.
  static func measuredCount(ofPeople people: Int, readings: Int) -> Int {
    let enough = 300_000
    return readings > enough ? max(people * enough / readings, 1) : people
  }
}
