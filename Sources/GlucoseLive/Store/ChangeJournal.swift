// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseMath

/// The changes of a store since they were last fetched, and those who wait for one.
final class ChangeJournal: Sendable {
  private struct Content {
    var changes: [StoreChange] = []
    var observation: (any AnyObject & Sendable)?
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  private let content = Lock(Content())
  /// More changes than this are as much work as reading everything.
  private static let limit = 1000

  /// Observes a store.
  init(of store: any LiveStore) {
    let observation = store.observe { [weak self] in self?.note($0) }
    content.withLock { $0.observation = observation }
  }

  private func note(_ change: StoreChange) {
    content.withLock { content in
      if content.changes.count >= Self.limit { content.changes = [.everything] }
      content.changes.append(change)
    }
    signal()
  }

  /// Returns the changes since the last call; everything if the store cannot be observed.
  func fetch() -> [StoreChange] {
    content.withLock { content in
      guard content.observation != nil else { return [.everything] }
      defer { content.changes = [] }
      return content.changes
    }
  }

  /// Whether the store can be observed.
  var isObserving: Bool { content.withLock { $0.observation != nil } }

  /// Wakes everyone who waits.
  func signal() {
    for listener in content.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Returns a sequence with an element after a change; several that nobody waited for are one.
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
