// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
  var share = 1.0
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

/// Work that some tasks share and whose results are taken in order, so that what comes of it does not
/// depend on how many there are.
struct OrderedTasks: Sendable {
  private let width: Int

  /// - Parameter tasks: How many tasks share the work, or `nil` for one to a core.
  init(sharedBy tasks: Int?) {
    precondition(tasks.map { $0 > 0 } ?? true, "Work is shared by at least one task")
    width = tasks ?? max(ProcessInfo.processInfo.activeProcessorCount, 1)
  }

  /// The results of `body` for each number below `count`.
  func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
  ) async throws -> [Value] {
    var results: [Value] = []
    try await run(count, body, consume: { results.append($1) })
    return results
  }

  /// Calls `body` with each number below `count`, and `consume` with each result in order. Of what `body` throws
  /// the first in order is thrown, too.
  ///
  /// - Parameter most: At most so many results wait for their turn.
  func run<Value: Sendable>(
    _ count: Int, waiting most: Int = 16, _ body: @escaping @Sendable (Int) throws -> Value,
    consume: (Int, Value) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
      var started = 0
      var consumed = 0
      var waiting: [Int: Result<Value, any Error>] = [:]
      func start() {
        guard started < min(count, consumed + width + most) else { return }
        let number = started
        started += 1
        group.addTask {
          try Task.checkCancellation()
          return (number, Result { try body(number) })
        }
      }
      for _ in 0..<width { start() }
      while let (number, result) = try await group.next() {
        waiting[number] = result
        while let next = waiting.removeValue(forKey: consumed) {
          try consume(consumed, next.get())
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
