// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

extension Forecaster {
  /// Fits a model as ``fit(_:_:)`` does, on all cores.
  ///
  ///     let model = try await Forecaster.fit(people, options) { share in
  ///       print("\(Int(100 * share)) %")
  ///     }
  ///
  /// Work is spread over people. Sums are added in their order, so that the model is the same to the last
  /// bit however many tasks share it.
  ///
  /// - Parameters:
  ///   - people: A record to a person.
  ///   - options: How the model is fitted.
  ///   - tasks: How many tasks share the work, or `nil` for one to a core.
  ///   - progress: Called with the share of the work that is done, ascending to one.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart; `CancellationError`
  ///   if the task was cancelled.
  /// - Complexity: O(*n p*²) for *p* features; memory of the longest record and of about twenty Gram
  ///   matrices to a task.
  public static func fit(
    _ people: [GlucoseSeries], _ options: FitOptions, tasks: Int? = nil,
    progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    try await fit(
      recordings: people.map { Recording(series: $0) }, options, tasks: tasks, progress: progress)
  }

  /// Fits a model as ``fit(recordings:_:)`` does, on all cores; see ``fit(_:_:tasks:progress:)``.
  ///
  /// - Throws: ``FitError``, or `CancellationError` if the task was cancelled.
  public static func fit(
    recordings people: [Recording], _ options: FitOptions, tasks: Int? = nil,
    progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    let work = OrderedTasks(sharedBy: tasks)
    let empty = try Self.template(people, options)
    let blocks = FitBlock.all(people)
    var statistics = empty
    // The sums take about half of the time, and so do ranges and what measures them.
    // Each result is some tens of matrices.
    try await work.run(blocks.count, waiting: 1) {
      try blocks[$0].statistics(empty)
    } consume: {
      try statistics.add($1)
      progress(0.5 * Double($0 + 1) / Double(blocks.count))
    }
    try Task.checkCancellation()
    var model = try await Forecaster(unmeasured: statistics, calibratedOn: people, work)
    progress(0.7)
    guard options.heldOut > 0 else {
      progress(1)
      return model
    }
    let unmeasured = model
    var measurements: [Measurement] = []
    let measured = Self.measured(among: people)
    try await work.run(measured.count) {
      unmeasured.measurement(on: measured[$0])
    } consume: {
      measurements.append($1)
      progress(0.7 + 0.3 * Double($0 + 1) / Double(measured.count))
    }
    model.add(measurements)
    return model
  }

  /// The model before it is known how often its ranges hold what was held out.
  private init(
    unmeasured statistics: FitStatistics, calibratedOn people: [Recording], _ work: OrderedTasks
  ) async throws {
    let groundwork = try PointModel(statistics)
    let turns = PointModel.turns
    var means = try await work.map(turns.count) { groundwork.weights(without: turns[$0]) }
    var settled = groundwork
    settled.settle(&means, on: people)
    let (ready, weights) = (settled, means)
    var sample = CalibrationSet(outcomes: groundwork.steps)
    try await work.run(people.count) {
      ready.sample(of: $0, people, weights)
    } consume: {
      sample += $1
    }
    var range = try ResidualModel(&sample)
    let (calibrated, all) = (range, sample)
    let sides = CrossingModel.Side.allCases
    range.crossings = CrossingModel(
      try await work.map(sides.count) { CrossingModel.weights(sides[$0], all, calibrated) })
    self.init(ready, range)
  }

  /// The models for some people, each as ``personalized(to:)`` gives it, on all cores.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  public func personalized(to people: [GlucoseSeries], tasks: Int? = nil) async throws
    -> [Forecaster]
  {
    try await OrderedTasks(sharedBy: tasks).map(people.count) { personalized(to: people[$0]) }
  }
}
