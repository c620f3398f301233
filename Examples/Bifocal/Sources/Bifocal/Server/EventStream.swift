import FlyingFox
import FlyingSocks
import Foundation
import GlucoseKit

/// Server-sent events: one after each change of what the pages of anybody show, and one now and then,
/// since ages grow. A slow client receives the newest only.
struct EventStream: AsyncBufferedSequence {
  typealias Element = UInt8
  private let events: AsyncStream<String>

  /// The time between events without a change.
  private static let pause = Duration.seconds(15)

  init(of people: People) async {
    let (events, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    self.events = events
    continuation.yield(Self.event("change"))
    let signals = await people.signals.listen()
    let changes = Task { for await _ in signals { continuation.yield(Self.event("change")) } }
    let ticks = Task {
      while (try? await Task.sleep(for: Self.pause)) != nil {
        continuation.yield(Self.event("tick"))
      }
    }
    continuation.onTermination = { _ in
      changes.cancel()
      ticks.cancel()
    }
  }

  private static func event(_ name: String) -> String { "event: \(name)\ndata:\n\n" }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var events: AsyncStream<String>.Iterator

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      await events.next(isolation: nil).map { [UInt8]($0.utf8) }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }
}
