// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import os
#else
  internal import Synchronization
#endif

/// A value that one thread at a time may read or change.
///
/// `Mutex` came with iOS 18 and macOS 15, so Apple's systems use the unfair lock of `os`, which came with
/// iOS 16 and macOS 13. That branch has not been compiled by the project's checks, which run on Linux.
package final class Lock<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    private let storage: OSAllocatedUnfairLock<Value>

    /// Creates a lock of a value.
    package init(_ value: Value) { storage = OSAllocatedUnfairLock(initialState: value) }

    /// Returns the result of `body`, which no other thread interrupts.
    package func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      // Unchecked allows a body that is not sendable; it cannot escape, and value and result are.
      try storage.withLockUnchecked(body)
    }
  #else
    private let storage: Mutex<Value>

    /// Creates a lock of a value.
    package init(_ value: Value) { storage = Mutex(value) }

    /// Returns the result of `body`, which no other thread interrupts.
    package func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try storage.withLock { try body(&$0) }
    }
  #endif
}
