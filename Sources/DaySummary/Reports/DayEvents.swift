internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

struct DayEvents {
  private let momentary: [DiaryEvent]
  /// Events with a duration and ongoing events, in the same order.
  private let lasting: [DiaryEvent]
  /// The latest end among the elements of ``lasting`` up to and including each position.
  private let reaches: [Date]
  /// The time after which nothing counts, or `nil` for no such time.
  private let cutoff: Date?

  init(_ events: [DiaryEvent], until cutoff: Date? = nil) {
    let events = events.filter {
      $0.time.timeIntervalSinceReferenceDate.isFinite && $0.time <= cutoff ?? .distantFuture
    }.chronological
    self.cutoff = cutoff
    momentary = events.filter { !$0.takesTime }
    lasting = events.filter(\.takesTime)
    reaches = lasting.reduce(into: []) { reaches, event in
      reaches.append(Swift.max(reaches.last ?? .distantPast, event.end ?? .distantFuture))
    }
  }

  /// Returns the events that touch `day`, in order of time, then of identifiers.
  func on(_ day: LocalDay, now: Date?) -> [DiaryEvent] {
    let start = momentary.partitioningIndex { $0.time >= day.start }
    let end = momentary.partitioningIndex { $0.time >= day.end }
    let reaching = reaches.partitioningIndex { $0 > day.start }
    let begun = lasting.partitioningIndex { $0.time >= day.end }
    let going = lasting[reaching..<Swift.max(reaching, begun)].filter {
      extent(of: $0, on: day, now: now) != nil
    }
    return (momentary[start..<end] + going).chronological
  }

  func extent(of event: DiaryEvent, on day: LocalDay, now: Date?) -> ClosedRange<Date>? {
    event.extent(on: day, now: now, until: cutoff)
  }
}

extension [DiaryEvent] {
  /// The events in chronological order, then in order of identifiers.
  var chronological: [DiaryEvent] { sorted { ($0.time, $0.id) < ($1.time, $1.id) } }
}

extension DiaryEvent {
  fileprivate var takesTime: Bool { end.map { $0 > time } ?? true }

  /// Returns the part of `day` during which the event lasts, or `nil` if it does not touch the day.
  /// An ongoing event lasts until `now` or, if it is `nil`, to the end of the day, and no event
  /// lasts beyond `cutoff`. An event that ends before it starts has no duration.
  func extent(on day: LocalDay, now: Date?, until cutoff: Date? = nil) -> ClosedRange<Date>? {
    let end = Swift.max(time, Swift.min(end ?? now ?? day.end, cutoff ?? .distantFuture))
    guard time < day.end, end > day.start || time == day.start else { return nil }
    return Swift.max(time, day.start)...Swift.min(end, day.end)
  }
}
