internal import Dispatch

/// An executor with its own queue, so that disk access blocks neither the caller's actor nor the
/// shared thread pool.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "GlucoseLive.LiveSession")

  /// Runs a job on systems without the newer kind of job.
  func enqueue(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
