// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import Synchronization

  /// Hands each change to everyone who listens.
  final class Broadcaster: Sendable {
    private let listeners = Mutex<[UUID: AsyncStream<LogChange>.Continuation]>([:])

    /// Sends a change, unless nothing changed.
    func send(_ items: [LogChange.Item]) {
      guard !items.isEmpty else { return }
      let change = LogChange(items)
      for listener in listeners.withLock({ Array($0.values) }) { listener.yield(change) }
    }

    /// All changes from now on.
    func listen() -> AsyncStream<LogChange> {
      let (stream, continuation) = AsyncStream.makeStream(of: LogChange.self)
      let id = UUID()
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { _ = $0.removeValue(forKey: id) }
      }
      listeners.withLock { $0[id] = continuation }
      return stream
    }

    /// Tells everyone that no change will follow.
    func finish() {
      let all = listeners.withLock { listeners in
        defer { listeners = [:] }
        return Array(listeners.values)
      }
      for listener in all { listener.finish() }
    }

    deinit { finish() }
  }
#endif
