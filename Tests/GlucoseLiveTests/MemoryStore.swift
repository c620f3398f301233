import GlucoseDiary
import Foundation
import GlucoseLive
import GlucoseMath

/// A store of an app's own, in memory, that counts what is read of it.
final class MemoryStore: LiveStore {
  typealias Failure = any Error

  private struct Content {
    var series = GlucoseSeries()
    var events: [DiaryEvent] = []
    var rowsRead = 0
    var wasReadOnMainThread = false
    var observers: [Observer] = []
    var fails = false
  }

  struct ReadingFailed: Error {}

  private final class Observation: Sendable {
    let body: @Sendable (StoreChange) -> Void
    init(_ body: @escaping @Sendable (StoreChange) -> Void) { self.body = body }
  }

  private struct Observer { weak var observation: Observation? }

  private let content = Lock(Content())
  private let isObservable: Bool
  private let delay: Duration

  init(isObservable: Bool = true, delay: Duration = .zero) {
    self.isObservable = isObservable
    self.delay = delay
  }

  var rowsRead: Int { content.withLock { $0.rowsRead } }
  var wasReadOnMainThread: Bool { content.withLock { $0.wasReadOnMainThread } }
  var all: GlucoseSeries { content.withLock { $0.series } }

  func fail(_ fails: Bool) { content.withLock { $0.fails = fails } }

  func store(_ readings: [Reading]) async throws -> StoreResult {
    try await Task.sleep(for: delay)
    let kept = readings.removingRepetitions(of: all)
    let new = try content.withLock { content in
      let before = content.series.count
      content.series = try GlucoseSeries(Array(content.series) + kept)
      return content.series.count - before
    }
    if let first = kept.first, let last = kept.last { send(.readings(first.time...last.time)) }
    return StoreResult(
      added: new, unchanged: kept.count - new, repeated: readings.count - kept.count)
  }

  func log(_ event: DiaryEvent) {
    content.withLock { $0.events.append(event) }
    send(.events(from: event.time))
  }

  func series(in range: Range<Date>) throws -> GlucoseSeries {
    try content.withLock { content in
      if content.fails { throw ReadingFailed() }
      let series = content.series[range]
      content.rowsRead += series.count
      content.wasReadOnMainThread = content.wasReadOnMainThread || Thread.isMainThread
      return series
    }
  }

  func events(in range: Range<Date>) throws -> [DiaryEvent] {
    try content.withLock { content in
      if content.fails { throw ReadingFailed() }
      return content.events.filter { $0.overlaps(range) }
    }
  }

  func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> (any AnyObject & Sendable)? {
    guard isObservable else { return nil }
    let observation = Observation(body)
    content.withLock { $0.observers.append(Observer(observation: observation)) }
    return observation
  }

  private func send(_ change: StoreChange) {
    for observer in content.withLock(\.observers) { observer.observation?.body(change) }
  }
}
