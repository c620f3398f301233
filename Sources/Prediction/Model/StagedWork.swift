// SPDX-License-Identifier: Apache-2.0

/// Work in stages, each of parts that do not depend on each other and whose results are merged in their order.
///
/// It is run on one core without suspending, or on all cores with progress and cancellation; what comes of it is the
/// same to the last bit.
protocol StagedWork: Sendable {
  /// The share of the work that all stages take.
  var totalShare: Double { get }

  /// The next stage, or `nil` when all is done.
  mutating func nextStage() throws(FitError) -> Stage<Self>?
}

/// A stage of work.
struct Stage<Work: StagedWork>: Sendable {
  /// Merges the result of a part into the work.
  typealias Merge = @Sendable (inout Work) throws(FitError) -> Void

  /// How much of the work it is.
  let share: Double
  /// The number of parts.
  let count: Int
  /// How many results may wait for their turn to be merged.
  var waiting = 16
  /// Works out a part.
  let part: @Sendable (Int) throws(FitError) -> Merge
}

extension StagedWork {
  /// Runs all stages.
  mutating func run() throws(FitError) {
    while let stage = try nextStage() {
      for number in 0..<stage.count {
        let merge = try stage.part(number)
        try merge(&self)
      }
    }
  }

  /// Runs all stages on several cores.
  ///
  /// - Parameters:
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with the share of the work that is done, ascending to one.
  /// - Throws: ``FitError``, or `CancellationError` if the task was canceled.
  mutating func run(tasks: Int?, progress: @Sendable (Double) -> Void) async throws {
    let work = OrderedTasks(sharedBy: tasks)
    let total = totalShare
    var done = 0.0
    while let stage = try nextStage() {
      try Task.checkCancellation()
      try await work.run(stage.count, waiting: stage.waiting) {
        try stage.part($0)
      } consume: { number, merge in
        try merge(&self)
        let share = stage.share * Double(number + 1) / Double(stage.count)
        progress(min((done + share) / total, 0.999))
      }
      done += stage.share
    }
    progress(1)
  }
}
