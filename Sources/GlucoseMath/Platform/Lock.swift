#if canImport(Darwin)
  internal import os
#elseif THREAD_SANITIZER
  internal import Glibc
#else
  internal import Synchronization
#endif

/// A value that one thread at a time may read or change.
///
/// `Mutex` came with iOS 18 and macOS 15, so Apple's systems use the unfair lock of `os`, which came with
/// iOS 16 and macOS 13. The project's checks, which run on Linux, compile that branch against the lock's interface.
package final class Lock<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    private let storage: OSAllocatedUnfairLock<Value>

    package init(_ value: Value) { storage = OSAllocatedUnfairLock(initialState: value) }

    package func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      // Unchecked allows a body that is not sendable; it cannot escape, and value and result are.
      try storage.withLockUnchecked(body)
    }
  #elseif THREAD_SANITIZER
    // The thread sanitizer does not know `Mutex` on Linux, so its build has the lock of POSIX. The value is
    // read and changed within the lock alone, and the lock is an allocation of its own, which does not move.
    private nonisolated(unsafe) var value: Value
    private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(
      capacity: 1)

    package init(_ value: Value) {
      self.value = value
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    package func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value)
    }
  #else
    private let storage: Mutex<Value>

    package init(_ value: Value) { storage = Mutex(value) }

    package func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try storage.withLock { try body(&$0) }
    }
  #endif
}
