// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
    precondition(tasks.map { $0 > 0 } ?? true, "Work is shared by at least one task")
    let width = tasks ?? max(ProcessInfo.processInfo.activeProcessorCount, 1)
    let empty = try Self.template(people, options)
    let blocks = FitBlock.all(people)
    var statistics = empty
    // The sums take about half of the time, and so do ranges and what measures them.
    // Each result is some tens of matrices.
    try await inOrder(blocks.count, width, waiting: 1) {
      try blocks[$0].statistics(empty)
    } consume: {
      try statistics.add($1)
      progress(0.5 * Double($0 + 1) / Double(blocks.count))
    }
    try Task.checkCancellation()
    var model = try await Forecaster(unmeasured: statistics, calibratedOn: people, width)
    progress(0.7)
    guard options.heldOut > 0 else {
      progress(1)
      return model
    }
    let unmeasured = model
    var measurements: [Measurement] = []
    let measured = Self.measured(among: people)
    try await inOrder(measured.count, width) {
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
    unmeasured statistics: FitStatistics, calibratedOn people: [Recording], _ width: Int
  ) async throws {
    let groundwork = try Groundwork(statistics)
    let turns = Groundwork.turns
    var means = try await Self.map(turns.count, width) { groundwork.weights(without: turns[$0]) }
    var settled = groundwork
    settled.settle(&means, on: people)
    let (ready, weights) = (settled, means)
    var sample = CalibrationSample(outcomes: groundwork.steps)
    try await Self.inOrder(people.count, width) {
      ready.sample(of: $0, people, weights)
    } consume: {
      sample += $1
    }
    var range = try RangeModel(&sample)
    let (calibrated, all) = (range, sample)
    let sides = CrossingModel.Side.allCases
    range.crossings = CrossingModel(
      try await Self.map(sides.count, width) { CrossingModel.weights(sides[$0], all, calibrated) })
    self.init(ready, range)
  }

  /// The models for some people, each as ``personalised(to:)`` gives it, on all cores.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  public func personalised(to people: [GlucoseSeries], tasks: Int? = nil) async throws
    -> [Forecaster]
  {
    precondition(tasks.map { $0 > 0 } ?? true, "Work is shared by at least one task")
    let width = tasks ?? max(ProcessInfo.processInfo.activeProcessorCount, 1)
    return try await Self.map(people.count, width) { personalised(to: people[$0]) }
  }

  /// The results of `body` for each number below `count`, worked out in `width` tasks.
  private static func map<Result: Sendable>(
    _ count: Int, _ width: Int, _ body: @escaping @Sendable (Int) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    try await inOrder(count, width, body, consume: { results.append($1) })
    return results
  }

  /// Calls `body` with each number below `count` in `width` tasks, and `consume` with each result in
  /// order. At most `waiting` results wait for their turn.
  private static func inOrder<Result: Sendable>(
    _ count: Int, _ width: Int, waiting most: Int = 16,
    _ body: @escaping @Sendable (Int) throws -> Result, consume: (Int, Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var started = 0
      var consumed = 0
      var waiting: [Int: Result] = [:]
      func start() {
        guard started < min(count, consumed + width + most) else { return }
        let number = started
        started += 1
        group.addTask {
          try Task.checkCancellation()
          return (number, try body(number))
        }
      }
      for _ in 0..<width { start() }
      while let (number, result) = try await group.next() {
        waiting[number] = result
        while let next = waiting.removeValue(forKey: consumed) {
          try consume(consumed, next)
          consumed += 1
        }
        while started < min(count, consumed + width + most),
          started - consumed - waiting.count < width
        {
          start()
        }
      }
    }
  }
}
