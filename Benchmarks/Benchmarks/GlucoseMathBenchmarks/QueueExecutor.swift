// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs tasks on threads of its own.
///
/// The harness waits for a measurement on one of the threads that all tasks share, of which there is one
/// to a core: what is measured there has a core less than the machine.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "cohort", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
