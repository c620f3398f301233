import FlyingFox
import FlyingSocks
import Foundation

/// Signals each change of what a page shows: of a logbook, preferences, a source, a model.
actor Signals {
  private var listeners: [UUID: AsyncStream<Data>.Continuation] = [:]

  nonisolated func send() { Task { await send("change") } }

  /// Sends an event now and then, since ages grow.
  func tick() async {
    while (try? await Task.sleep(for: .seconds(15))) != nil { send("tick") }
  }

  private func send(_ name: String) {
    for listener in listeners.values { listener.yield(Self.event(name)) }
  }

  private static func event(_ name: String) -> Data { Data("event: \(name)\ndata:\n\n".utf8) }

  /// Returns the events from now on as server-sent ones, first a change. A slow client receives the
  /// newest only.
  func listen() -> ByteStream {
    let (events, continuation) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    listeners[id] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
    continuation.yield(Self.event("change"))
    return ByteStream(parts: events)
  }

  private func forget(_ id: UUID) { listeners[id] = nil }
}

/// The parts of a response that is not in memory as a whole.
struct ByteStream: AsyncBufferedSequence {
  typealias Element = UInt8
  let parts: AsyncStream<Data>

  struct Iterator: AsyncBufferedIteratorProtocol {
    var parts: AsyncStream<Data>.Iterator

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      await parts.next(isolation: nil)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(parts: parts.makeAsyncIterator()) }
}
