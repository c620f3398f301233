internal import GlucoseDiary
internal import Foundation
internal import GlucoseMath

struct RecentRecording {
  private(set) var start: Date
  private(set) var series: GlucoseSeries
  private(set) var events: [DiaryEvent]

  /// The days before the present that a forecast needs, with a margin for late readings.
  static let days = 10.0

  /// Reads the data of a store from a time on.
  init(_ store: any LiveStore, since start: Date) throws {
    self.start = start
    let recording = try store.recording(in: start..<Date.distantFuture)
    series = recording.series
    events = recording.events
  }

  /// Returns the start of the recording at `now`: a midnight in UTC, which changes once a day.
  static func start(at now: Date) -> Date {
    Date(
      timeIntervalSinceReferenceDate: ((now.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        - days) * 86_400)
  }

  /// Reads the changed data again. Returns the earliest time at which it may differ.
  mutating func read(_ changes: [StoreChange], from store: any LiveStore) throws -> Date? {
    var earliest: Date?
    var hasNewEvents = false
    for change in changes {
      switch change {
      case .readings(let times) where times.upperBound >= start:
        let first = try read(times, from: store)
        earliest = [earliest, times.lowerBound < start ? start : first].compactMap(\.self).min()
      case .events(let first):
        hasNewEvents = true
        earliest = min(earliest ?? .distantFuture, first)
      case .readings: break
      case .everything:
        // A store that cannot be observed is read for each snapshot, so unchanged data is common.
        let first = try readAgain(from: store, since: start)
        return [earliest, first].compactMap(\.self).min()
      }
    }
    if hasNewEvents {
      let found = try store.events(in: start..<Date.distantFuture)
      events = Recording(series: GlucoseSeries(), events: found).events
    }
    return earliest
  }

  /// Reads all data. Returns the earliest time at which both recordings differ where both have data.
  mutating func readAgain(from store: any LiveStore, since start: Date) throws -> Date? {
    let found = try RecentRecording(store, since: start)
    let common = max(self.start, start)..<Date.distantFuture
    let first = [
      Self.earliestDifference(series[common], found.series[common], \.time),
      Self.earliestDifference(
        events.filter { $0.overlaps(common) }, found.events.filter { $0.overlaps(common) }, \.time),
    ]
    self = found
    return first.compactMap(\.self).min()
  }

  /// Reads the readings of a range and those around it, since a store may drop a reading seconds after
  /// another, or seconds before an excluded one. Returns the earliest difference, or `nil`.
  private mutating func read(
    _ times: ClosedRange<Date>, from store: any LiveStore
  ) throws -> Date? {
    let lower = max(times.lowerBound.addingTimeInterval(-60), start)
    let range = lower..<times.upperBound.addingTimeInterval(60)
    let found = try store.series(in: range)
    let first = Self.earliestDifference(series[range], found, \.time)
    series.replaceReadings(in: range, with: found)
    return first
  }

  private static func earliestDifference<Items: Collection>(
    _ items: Items, _ others: Items, _ time: (Items.Element) -> Date
  ) -> Date? where Items.Element: Equatable {
    let first = zip(items, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let same = first ?? min(items.count, others.count)
    return [items, others].compactMap { $0.dropFirst(same).first.map(time) }.min()
  }

  func recording(through end: Date) -> Recording {
    Recording(series: series.prefix(through: end), inOrder: events)
  }
}
