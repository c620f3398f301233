#if Logbook
  internal import Foundation
  internal import GlucoseMath

  /// An observation of the changes of a logbook, which ends when the object is released.
  package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  final class ChangeStream: Sendable {
    private typealias Receiver = @Sendable (LogbookChange?) -> Void

    private struct State {
      /// The observers, which note a change before a listener can wake, and then the listeners.
      var receivers: [(id: UUID, receive: Receiver)] = []
      var isFinished = false
    }

    private let state = Lock(State())

    var isHeard: Bool { state.withLock { !$0.receivers.isEmpty } }

    func send(_ items: [LogbookChange.Item]) {
      guard !items.isEmpty else { return }
      let change = LogbookChange(items)
      for receiver in state.withLock(\.receivers) { receiver.receive(change) }
    }

    /// Calls `body` with all changes from now on, until the returned object is released. At the end it
    /// receives ``LogbookChange/Item/everything``: the next read throws, which ends what waits for a
    /// change.
    func observe(_ body: @escaping @Sendable (LogbookChange) -> Void) -> ChangeObservation {
      let id = UUID()
      _ = add(id, first: true) { body($0 ?? LogbookChange([.everything])) }
      return ChangeObservation { [weak self] in self?.remove(id) }
    }

    /// Returns a stream of the changes from now on that affect a range, or of all, at most `limit` of
    /// which are buffered. If the buffer is full, ``LogbookChange/Item/everything`` follows the buffered
    /// changes. The stream is empty if the logbook is closed.
    func listen(
      affecting range: Range<Date>?, limit: Int?, startsAtOnce: Bool
    ) -> AsyncStream<LogbookChange> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: LogbookChange.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
      if startsAtOnce { continuation.yield(LogbookChange([.everything])) }
      let id = UUID()
      continuation.onTermination = { [weak self] _ in self?.remove(id) }
      let isOpen = add(id, first: false) { change in
        guard let change else { return continuation.finish() }
        if let range, !change.affects(range) { return }
        if case .dropped = continuation.yield(change) {
          continuation.yield(LogbookChange([.everything]))
        }
      }
      if !isOpen { continuation.finish() }
      return stream
    }

    /// Returns `false` if there are no more changes.
    private func add(_ id: UUID, first: Bool, _ receive: @escaping Receiver) -> Bool {
      state.withLock { state in
        guard !state.isFinished else { return false }
        state.receivers.insert((id, receive), at: first ? 0 : state.receivers.count)
        return true
      }
    }

    private func remove(_ id: UUID) {
      // Released after the lock, since a receiver may be the last reference to what ends another.
      _ = state.withLock { state in
        state.receivers.firstIndex { $0.id == id }.map { state.receivers.remove(at: $0) }
      }
    }

    func finish() {
      let all = state.withLock { state in
        defer { state = State(isFinished: true) }
        return state.receivers
      }
      for receiver in all { receiver.receive(nil) }
    }

    deinit { finish() }
  }
#endif
