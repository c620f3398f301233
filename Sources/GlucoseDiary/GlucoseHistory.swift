public import GlucoseMath
public import GlucoseFoundation

/// A record of readings and events that can be read for any range of time.
///
/// A ``Recording`` and a logbook conform to this protocol. Reports and plots read a record only
/// through it; forecasts and models take a ``Recording``.
///
/// A history in memory, such as ``Recording``, cannot fail: its ``Failure`` is `Never`, and its
/// reports, plots and filters need no `try`.
public protocol GlucoseHistory {
  /// The error that reading the history throws; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Returns the readings at or after the start of the range and before its end.
  func series(in range: Range<Date>) throws(Failure) -> GlucoseSeries

  /// Returns the events that overlap the range, in chronological order.
  func events(in range: Range<Date>) throws(Failure) -> [DiaryEvent]
}

/// A history in memory, such as the contents of a file or the result of a simulation.
public struct Recording: GlucoseHistory, Equatable, Codable, Sendable {
  /// All readings.
  public let series: GlucoseSeries
  /// All events, sorted by time and, at the same instant, by identifier.
  public let events: [DiaryEvent]

  /// Creates a recording from readings and events in any order.
  public init(series: GlucoseSeries, events: [DiaryEvent] = []) {
    self.series = series
    self.events = events.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// Creates a recording from events sorted by time and then by identifier, without copying them.
  package init(series: GlucoseSeries, inOrder events: [DiaryEvent]) {
    self.series = series
    self.events = events
  }

  /// Decodes readings and events, which may be in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      series: try container.decode(GlucoseSeries.self, forKey: .series),
      events: try container.decode([DiaryEvent].self, forKey: .events))
  }

  /// Reading a recording cannot fail.
  public typealias Failure = Never

  /// Returns the readings at or after the range's start and before its end, without a copy.
  public func series(in range: Range<Date>) -> GlucoseSeries { series[range] }

  /// Returns the readings at or before `end`, and events that began by then, without a copy of the readings.
  public func prefix(through end: Date) -> Recording {
    let count = events.partitioningIndex { $0.time > end }
    return Recording(
      series: series.prefix(through: end),
      inOrder: count == events.count ? events : Array(events[..<count]))
  }

  /// Returns the events that overlap the range, in chronological order.
  public func events(in range: Range<Date>) -> [DiaryEvent] { events.filter { $0.overlaps(range) } }
}
