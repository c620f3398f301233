// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// An executor with its own queue, so that disk access blocks neither the caller's actor nor the
/// shared thread pool.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "GlucoseLive.LiveSession")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
