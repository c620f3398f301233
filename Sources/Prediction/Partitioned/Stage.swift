internal import GlucoseFoundation

/// Independent parts of some work, whose results are merged in order, on one core without suspending
/// or on all cores: the result is the same to the last bit.
struct Stage<Work: Sendable>: Sendable {
  /// Merges the result of a part into the work.
  typealias Merge = @Sendable (inout Work) throws(FitError) -> Void

  let count: Int
  let part: @Sendable (Int) throws(FitError) -> Merge

  /// Runs all parts, or ends at the next one if the result will be discarded.
  func run(on work: inout Work) throws(FitError) {
    for number in 0..<count {
      guard !DiscardableWork.isCanceled else { throw FitError(.incomplete) }
      let merge = try part(number)
      try merge(&work)
    }
  }

  /// Runs all parts on several cores; throws ``FitError``, or `CancellationError` if the task was
  /// canceled.
  func run(on work: inout Work, tasks: Int?) async throws {
    try await OrderedTasks(sharedBy: tasks).run(count, part) { try $1(&work) }
  }
}

/// Work that several tasks share, with results in order, whatever the number of tasks.
package struct OrderedTasks: Sendable {
  private let width: Int

  package init(sharedBy tasks: Int?) {
    precondition(tasks.map { $0 > 0 } ?? true, "`tasks` must be positive")
    width = tasks ?? max(ProcessInfo.processInfo.activeProcessorCount, 1)
  }

  package func map<Value: Sendable>(
    _ count: Int, progress: (Double) -> Void = { _ in },
    _ body: @escaping @Sendable (Int) throws -> Value
  ) async throws -> [Value] {
    var results: [Value] = []
    try await run(count, progress: progress, body, consume: { results.append($1) })
    return results
  }

  /// Calls `body` with each number below `count`, and `consume` with each result in order, for
  /// which at most `most` results wait, then `progress` with the fraction of results so far.
  ///
  /// - Throws: `CancellationError` if the task was canceled, when the blocks of rows in progress
  ///   are complete, or the first error in order that `body` throws.
  @_semantics("optimize.sil.specialize.generic.never")
  package func run<Value: Sendable>(
    _ count: Int, waiting most: Int = 16, progress: (Double) -> Void = { _ in },
    _ body: @escaping @Sendable (Int) throws -> Value, consume: (Int, Value) throws -> Void
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
          let result = DiscardableWork.$isCurrent.withValue(true) { Result { try body(number) } }
          try Task.checkCancellation()
          return (number, result)
        }
      }
      for _ in 0..<width { start() }
      while let (number, result) = try await group.next() {
        waiting[number] = result
        while let next = waiting.removeValue(forKey: consumed) {
          try consume(consumed, next.get())
          consumed += 1
          progress(Double(consumed) / Double(count))
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

/// Work whose result or error is discarded if its task is canceled, so that it may end early.
package enum DiscardableWork {
  /// A Boolean value that indicates whether the current task does such work.
  @TaskLocal static var isCurrent = false

  package static var isCanceled: Bool { isCurrent && Task.isCancelled }
}
