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

/// Returns the results of `body` for each number below `count`, in order, computed on several threads: as
/// many as `tasks`, or one for each core.
///
/// The threads, with all that they refer to, end before the call does, so that a process can fork
/// afterwards.
///
/// - Throws: The error of the lowest number whose `body` threw, of those that were run.
func concurrently<Value: Sendable>(
  _ count: Int, tasks: Int?, _ task: CallTask?,
  _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
  let threads = min(tasks ?? ProcessInfo.processInfo.activeProcessorCount, max(count, 1))
  let work = ConcurrentWork<Value>(count)
  if threads > 1 { onThreads(threads) { work.run(task, body) } } else { work.run(task, body) }
  if task?.isCanceled == true { throw BindingError.canceled }
  return try work.values()
}

/// Returns the results of `body` for each number below `count`, in order, with the threads and the task of a call.
func concurrently<Value: Sendable>(
  _ count: Int, _ call: Call, _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] { try concurrently(count, tasks: call.tasks(), call.task, body) }

/// Calls `body` on several threads, and waits until they have ended.
private func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  #if canImport(Darwin)
    typealias ThreadID = pthread_t?
  #else
    typealias ThreadID = pthread_t
  #endif
  let threads = UnsafeMutablePointer<ThreadID>.allocate(capacity: count)
  defer { unsafe threads.deallocate() }
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  unsafe pthread_attr_init(attributes)
  defer {
    unsafe pthread_attr_destroy(attributes)
    unsafe attributes.deallocate()
  }
  unsafe pthread_attr_setstacksize(attributes, 8 << 20)
  var started = 0
  while started < count {
    let work = unsafe Unmanaged.passRetained(ThreadWork(body))
    let code = unsafe pthread_create(
      threads + started, attributes,
      { argument in
        unsafe ThreadWork.run(argument)
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      break
    }
    started += 1
  }
  // Without any thread, the work is done here.
  if started == 0 { body() }
  for index in 0..<started {
    #if canImport(Darwin)
      if let thread = unsafe threads[index] { unsafe pthread_join(thread, nil) }
    #else
      unsafe pthread_join(threads[index], nil)
    #endif
  }
}

/// What a thread does.
private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Does the work of a retained object, and releases it.
  static func run(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body()
  }
}

/// Work that several threads share.
private final class ConcurrentWork<Value: Sendable>: Sendable {
  private let count: Int
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let hasFailed = Atomic<Bool>(false)
  private let results: Mutex<[Result<Value, any Error>?]>

  init(_ count: Int) {
    self.count = count
    results = Mutex(Array(repeating: nil, count: count))
  }

  func run(_ task: CallTask?, _ body: @Sendable (Int) throws -> Value) {
    while task?.isCanceled != true, !hasFailed.load(ordering: .relaxed) {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      let result = Result { try body(index) }
      if case .failure = result { hasFailed.store(true, ordering: .relaxed) }
      store(result, at: index)
      let done = done.add(1, ordering: .relaxed).newValue
      task?.fraction = Double(done) / Double(count)
    }
  }

  func store(_ result: Result<Value, any Error>, at index: Int) {
    results.withLock { $0[index] = result }
  }

  /// Returns the results, or throws the first error.
  func values() throws -> [Value] {
    let values = try results.withLock { $0 }.compactMap { try $0?.get() }
    guard values.count == count else { throw BindingError.canceled }
    return values
  }
}

/// Waits for asynchronous work, which is canceled if the task is.
func waiting<Value: Sendable>(
  _ task: CallTask?, _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let work = ConcurrentWork<Value>(1)
  let ended = DispatchSemaphore(value: 0)
  let running = Task {
    do {
      work.store(.success(try await body()), at: 0)
    } catch {
      work.store(.failure(error), at: 0)
    }
    ended.signal()
  }
  while ended.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
    if task?.isCanceled == true { running.cancel() }
  }
  return try work.values()[0]
}
