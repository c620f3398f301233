// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// An executor with a queue of its own, so that reading and writing a disk blocks neither the actor of the
/// caller nor the threads that all tasks share.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "GlucoseLive.LiveSession")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
