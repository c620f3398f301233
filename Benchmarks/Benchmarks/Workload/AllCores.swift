import Dispatch

/// Runs `work` and its tasks on threads of their own, as many as the machine has use for.
///
/// The harness waits for a measurement on one of the threads that all tasks share, of which there is one
/// to a core: what is measured there has a core less than the machine.
public func onAllCores<Result: Sendable>(
  _ work: @Sendable () async throws -> Result
) async rethrows -> Result {
  try await withTaskExecutorPreference(QueueExecutor.shared) { try await work() }
}

private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "all cores", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
