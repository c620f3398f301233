// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import Synchronization

  /// Hands each change to everyone who listens.
  final class Broadcaster: Sendable {
    private let state = Mutex(State())

    private struct State {
      var listeners: [UUID: AsyncStream<LogChange>.Continuation] = [:]
      var isFinished = false
    }

    /// A Boolean value that indicates whether anyone listens.
    var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Sends a change, unless nothing changed.
    ///
    /// A listener that has fallen behind gets a change of everything after those it has room for.
    func send(_ items: [LogChange.Item]) {
      guard !items.isEmpty else { return }
      let change = LogChange(items)
      for listener in state.withLock({ Array($0.listeners.values) }) {
        if case .dropped = listener.yield(change) { listener.yield(LogChange([.everything])) }
      }
    }

    /// All changes from now on, of which at most `limit` wait; none if no change will follow.
    func listen(limit: Int?) -> AsyncStream<LogChange> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: LogChange.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
      let id = UUID()
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
      }
      let isFinished = state.withLock { state in
        if !state.isFinished { state.listeners[id] = continuation }
        return state.isFinished
      }
      if isFinished { continuation.finish() }
      return stream
    }

    /// Ends the streams of all listeners, of now and later.
    func finish() {
      let all = state.withLock { state in
        defer { state = State(isFinished: true) }
        return Array(state.listeners.values)
      }
      for listener in all { listener.finish() }
    }

    deinit { finish() }
  }
#endif
