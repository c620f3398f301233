import Testing

@testable import Prediction

struct OrderedTasksTests {
  private struct Failed: Error, Equatable { let number: Int }

  @Test(arguments: [1, 2, 7])
  func resultsComeInOrderHoweverManyTasksShareTheWork(tasks: Int) async throws {
    let work = OrderedTasks(sharedBy: tasks)
    #expect(try await work.map(0) { $0 }.isEmpty)
    #expect(try await work.map(50) { $0 * $0 } == (0..<50).map { $0 * $0 })
    var consumed: [Int] = []
    try await work.run(20, waiting: 0) {
      -$0
    } consume: { number, value in
      #expect(value == -number)
      consumed.append(number)
    }
    #expect(consumed == Array(0..<20))
  }

  @Test(arguments: [1, 4])
  func theFirstFailureInOrderIsThrown(tasks: Int) async throws {
    await #expect(throws: Failed(number: 3)) {
      _ = try await OrderedTasks(sharedBy: tasks).map(10) { number in
        if number >= 3 { throw Failed(number: number) }
        return number
      }
    }
  }

  @Test func aCancelledTaskStops() async throws {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await OrderedTasks(sharedBy: 2).map(100) { $0 }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Five parts, of which the first cancels the task.
  private static let canceling = Stage<Int>(count: 5) { _ in
    withUnsafeCurrentTask { $0?.cancel() }
    return { $0 += 1 }
  }

  /// A search runs its fits without suspending, and discards them when it is canceled.
  @Test(arguments: [true, false])
  func onlyDiscardedWorkEndsAtTheNextPart(isDiscarded: Bool) async {
    let task = Task {
      var done = 0
      var error: FitError?
      DiscardableWork.$isCurrent.withValue(isDiscarded) {
        do throws(FitError) {
          try Self.canceling.run(on: &done)
        } catch let thrown {
          error = thrown
        }
      }
      return (done, error?.reason)
    }
    let (done, reason) = await task.value
    #expect(done == (isDiscarded ? 1 : 5))
    #expect(reason == (isDiscarded ? .incomplete : nil))
  }
}
