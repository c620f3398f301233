internal import Foundation
internal import GlucoseMath

/// The changes of a store since they were last fetched, and the streams that wait for a change.
final class ChangeJournal: Sendable {
  private struct Content {
    var changes: [StoreChange] = []
    var observation: (any AnyObject & Sendable)?
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  private let content = Lock(Content())
  private static let limit = 1000

  init(of store: any LiveStore) {
    let observation = store.observe { [weak self] in self?.note($0) }
    content.withLock { $0.observation = observation }
  }

  /// Ends all streams: nothing adds a change any more.
  deinit { for listener in content.withLock({ Array($0.listeners.values) }) { listener.finish() } }

  private func note(_ change: StoreChange) {
    content.withLock { content in
      if content.changes.count >= Self.limit { content.changes = [.everything] }
      content.changes.append(change)
    }
    signal()
  }

  /// Returns the changes since the last call, or everything if the store cannot be observed.
  func fetch() -> [StoreChange] {
    content.withLock { content in
      guard content.observation != nil else { return [.everything] }
      defer { content.changes = [] }
      return content.changes
    }
  }

  var isObserving: Bool { content.withLock { $0.observation != nil } }

  func signal() {
    for listener in content.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Returns a stream with an element after changes, which are combined until it is consumed.
  func signals() -> (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.content.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    content.withLock { $0.listeners[id] = continuation }
    return (stream, continuation)
  }
}
