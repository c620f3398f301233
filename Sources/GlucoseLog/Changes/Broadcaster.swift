// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import Synchronization

  /// Observes the changes of a logbook for as long as it exists.
  package final class ChangeObservation: Sendable {
    fileprivate let body: @Sendable (LogChange) -> Void

    fileprivate init(_ body: @escaping @Sendable (LogChange) -> Void) { self.body = body }
  }

  extension Logbook {
    /// Calls `body` with each change before the call that writes it returns, as long as the returned object
    /// exists.
    package func observe(_ body: @escaping @Sendable (LogChange) -> Void) -> ChangeObservation {
      broadcaster.observe(body)
    }
  }

  /// Hands each change to everyone who listens.
  final class Broadcaster: Sendable {
    private struct Observer {
      weak var observation: ChangeObservation?
    }

    private let listeners = Mutex<[UUID: AsyncStream<LogChange>.Continuation]>([:])
    private let observers = Mutex<[Observer]>([])

    /// Sends a change, unless nothing changed.
    func send(_ items: [LogChange.Item]) {
      guard !items.isEmpty else { return }
      let change = LogChange(items)
      for observation in observers.withLock({ $0.compactMap(\.observation) }) {
        observation.body(change)
      }
      for listener in listeners.withLock({ Array($0.values) }) { listener.yield(change) }
    }

    /// Has `body` called with all changes from now on.
    func observe(_ body: @escaping @Sendable (LogChange) -> Void) -> ChangeObservation {
      let observation = ChangeObservation(body)
      observers.withLock { observers in
        observers.removeAll { $0.observation == nil }
        observers.append(Observer(observation: observation))
      }
      return observation
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
