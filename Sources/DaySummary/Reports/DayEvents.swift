// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Events in an order in which those of a day are found quickly.
struct DayEvents {
  /// Events that took no time, in order of time, then of identifiers.
  private let momentary: [DiaryEvent]
  /// Events that took time or still go on, in the same order.
  private let lasting: [DiaryEvent]
  /// Up to when those of ``lasting`` go on that began no later than the one at the same position.
  private let reaches: [Date]

  /// An event without a finite time is on no day and left out.
  init(_ events: [DiaryEvent]) {
    let events = events.filter(\.time.timeIntervalSinceReferenceDate.isFinite).chronological
    momentary = events.filter { !$0.takesTime }
    lasting = events.filter(\.takesTime)
    reaches = lasting.reduce(into: []) { reaches, event in
      reaches.append(Swift.max(reaches.last ?? .distantPast, event.end ?? .distantFuture))
    }
  }

  /// The events that touch `day`, in order of time, then of identifiers.
  ///
  /// - Complexity: O(log *n* + *l*), where *l* is the number of events that took time and began between
  ///   the first one to reach the day and the day's end.
  func on(_ day: LocalDay, now: Date?) -> [DiaryEvent] {
    let start = momentary.partitioningIndex { $0.time >= day.start }
    let end = momentary.partitioningIndex { $0.time >= day.end }
    let reaching = reaches.partitioningIndex { $0 > day.start }
    let begun = lasting.partitioningIndex { $0.time >= day.end }
    let going = lasting[reaching..<Swift.max(reaching, begun)].filter {
      $0.extent(on: day, now: now) != nil
    }
    return (momentary[start..<end] + going).chronological
  }
}

extension [DiaryEvent] {
  /// The events in order of time, those of one instant in order of their identifiers.
  var chronological: [DiaryEvent] { sorted { ($0.time, $0.id) < ($1.time, $1.id) } }
}

extension DiaryEvent {
  /// Whether the event lasts for longer than an instant, as far as is known.
  fileprivate var takesTime: Bool { end.map { $0 > time } ?? true }

  /// The part of `day` during which the event went on, or `nil` if it does not touch the day.
  ///
  /// An event that still goes on lasts until `now`, or without one to the end of the day; one that
  /// ends before it begins takes no time.
  func extent(on day: LocalDay, now: Date?) -> ClosedRange<Date>? {
    let end = Swift.max(time, end ?? now ?? day.end)
    guard time < day.end, end > day.start || time == day.start else { return nil }
    return Swift.max(time, day.start)...Swift.min(end, day.end)
  }
}
