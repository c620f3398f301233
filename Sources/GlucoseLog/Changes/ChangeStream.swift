#if Logbook
  internal import Foundation
  internal import GlucoseMath

  /// An observation of the changes of a logbook, which ends when the object is released.
  package final class ChangeObservation: Sendable {
    fileprivate let body: @Sendable (LogbookChange) -> Void

    fileprivate init(_ body: @escaping @Sendable (LogbookChange) -> Void) { self.body = body }
  }

  /// Delivers each change to all listeners and observers.
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

    var isHeard: Bool {
      state.withLock { state in
        !state.listeners.isEmpty || state.observers.contains { $0.observation != nil }
      }
    }

    /// Sends a change, unless `items` is empty.
    ///
    /// If the buffer of a listener is full, the listener receives ``LogbookChange/Item/everything``
    /// after the buffered changes.
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

    /// Calls `body` with all changes from now on, until the returned object is released.
    func observe(_ body: @escaping @Sendable (LogbookChange) -> Void) -> ChangeObservation {
      let observation = ChangeObservation(body)
      state.withLock { state in
        state.observers.removeAll { $0.observation == nil }
        state.observers.append(Observer(observation: observation))
      }
      return observation
    }

    /// Returns a stream of all changes from now on, at most `limit` of which are buffered. The
    /// stream is empty if the logbook is closed.
    func listen(limit: Int?, startsAtOnce: Bool) -> AsyncStream<LogbookChange> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: LogbookChange.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
      if startsAtOnce { continuation.yield(LogbookChange([.everything])) }
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

    /// Ends all streams, including those requested later. Observers receive
    /// ``LogbookChange/Item/everything``: their next read throws, which ends what waits for a change.
    func finish() {
      let all = state.withLock { state in
        defer { state = State(isFinished: true) }
        return state
      }
      for observation in all.observers.compactMap(\.observation) {
        observation.body(LogbookChange([.everything]))
      }
      for listener in all.listeners.values { listener.finish() }
    }

    deinit { finish() }
  }
#endif
