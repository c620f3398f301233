// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GlucoseMath

  /// Observes the changes of a logbook for as long as it exists.
  package final class ChangeObservation: Sendable {
    fileprivate let body: @Sendable (LogbookChange) -> Void

    fileprivate init(_ body: @escaping @Sendable (LogbookChange) -> Void) { self.body = body }
  }

  /// Hands each change to everyone who listens.
  final class ChangeStream: Sendable {
    private struct Observer {
      weak var observation: ChangeObservation?
    }

    private struct State {
      var listeners: [UUID: AsyncStream<LogbookChange>.Continuation] = [:]
      var observers: [Observer] = []
      var isFinished = false
    }

    private let state = Lock(State())

    /// A Boolean value that indicates whether anyone listens or observes.
    var isHeard: Bool {
      state.withLock { state in
        !state.listeners.isEmpty || state.observers.contains { $0.observation != nil }
      }
    }

    /// Sends a change, unless nothing changed.
    ///
    /// A listener that has fallen behind gets a change of everything after those it has room for.
    func send(_ items: [LogbookChange.Item]) {
      guard !items.isEmpty else { return }
      let change = LogbookChange(items)
      for observation in state.withLock({ $0.observers.compactMap(\.observation) }) {
        observation.body(change)
      }
      for listener in state.withLock({ Array($0.listeners.values) }) {
        if case .dropped = listener.yield(change) { listener.yield(LogbookChange([.everything])) }
      }
    }

    /// Has `body` called with all changes from now on.
    func observe(_ body: @escaping @Sendable (LogbookChange) -> Void) -> ChangeObservation {
      let observation = ChangeObservation(body)
      state.withLock { state in
        state.observers.removeAll { $0.observation == nil }
        state.observers.append(Observer(observation: observation))
      }
      return observation
    }

    /// All changes from now on, of which at most `limit` wait; none if no change will follow.
    func listen(limit: Int?) -> AsyncStream<LogbookChange> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: LogbookChange.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
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
