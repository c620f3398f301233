// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Synchronization

/// The progress of a call, and whether it was canceled.
final class CallTask: Sendable {
  private let canceled = Atomic<Bool>(false)
  private let progress = Atomic<UInt64>(0)

  var isCanceled: Bool { canceled.load(ordering: .relaxed) }

  /// The completed fraction, from 0 to 1.
  var fraction: Double {
    get { Double(bitPattern: progress.load(ordering: .relaxed)) }
    set { progress.store(newValue.bitPattern, ordering: .relaxed) }
  }

  func cancel() { canceled.store(true, ordering: .relaxed) }
}

/// Returns the number of threads for some work: as many as were asked for, or one for each core.
func threadCount(_ tasks: Int?, for count: Int) throws -> Int {
  if let tasks, tasks < 1 { throw BindingError.argument("`tasks` must be at least 1.") }
  return min(tasks ?? ProcessInfo.processInfo.activeProcessorCount, max(count, 1))
}

/// Returns the results of `body` for each number below `count`, in order, computed on several threads.
///
/// The threads end with the call, so that a process can fork afterwards.
///
/// - Throws: The error of the lowest number whose `body` threw, of those that were run.
func concurrently<Value: Sendable>(
  _ count: Int, tasks: Int?, _ task: CallTask?,
  _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
  let threads = try threadCount(tasks, for: count)
  guard threads > 1 else {
    return try (0..<count).map { index in
      if task?.isCanceled == true { throw BindingError.canceled }
      let value = try body(index)
      task?.fraction = Double(index + 1) / Double(count)
      return value
    }
  }
  let work = ConcurrentWork<Value>(count)
  let ended = DispatchSemaphore(value: 0)
  for _ in 0..<threads {
    let thread = Thread {
      work.run(task, body)
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  for _ in 0..<threads { ended.wait() }
  if task?.isCanceled == true { throw BindingError.canceled }
  return try work.values()
}

/// Work that several threads share.
private final class ConcurrentWork<Value: Sendable>: Sendable {
  private let count: Int
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let hasFailed = Atomic<Bool>(false)
  private let results: Mutex<[Result<Value, BindingError>?]>

  init(_ count: Int) {
    self.count = count
    results = Mutex(Array(repeating: nil, count: count))
  }

  func run(_ task: CallTask?, _ body: @Sendable (Int) throws -> Value) {
    while task?.isCanceled != true, !hasFailed.load(ordering: .relaxed) {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      let result: Result<Value, BindingError>
      do {
        result = .success(try body(index))
      } catch {
        result = .failure(BindingError(error))
        hasFailed.store(true, ordering: .relaxed)
      }
      results.withLock { $0[index] = result }
      let done = done.add(1, ordering: .relaxed).newValue
      task?.fraction = Double(done) / Double(count)
    }
  }

  func values() throws -> [Value] {
    let results = results.withLock { $0 }
    for case .failure(let error)? in results { throw error }
    let values = try results.compactMap { try $0?.get() }
    guard values.count == count else { throw BindingError.canceled }
    return values
  }
}

/// Waits for asynchronous work, which is canceled if the task is.
func waiting<Value: Sendable>(
  _ task: CallTask?, _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let box = ResultBox<Value>()
  let ended = DispatchSemaphore(value: 0)
  let work = Task {
    do {
      box.store(.success(try await body()))
    } catch {
      box.store(.failure(BindingError(error)))
    }
    ended.signal()
  }
  while ended.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
    if task?.isCanceled == true { work.cancel() }
  }
  return try box.value()
}

/// The result of asynchronous work.
private final class ResultBox<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, BindingError>?>(nil)

  func store(_ value: Result<Value, BindingError>) { result.withLock { $0 = value } }

  func value() throws -> Value {
    guard let result = result.withLock({ $0 }) else { throw BindingError.canceled }
    return try result.get()
  }
}
