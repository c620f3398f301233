// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
