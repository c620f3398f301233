// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record of readings and events that can be asked for any stretch of time.
///
/// This is the joint between what keeps a record and what makes sense of it: a file just read and a
/// logbook both conform, and reports, pictures and forecasts need nothing else.
public protocol GlucoseHistory {
  /// The readings at or after the range's start and before its end.
  func series(in range: Range<Date>) throws -> GlucoseSeries

  /// The events that happened or went on at some time in the range, in order of time.
  func events(in range: Range<Date>) throws -> [DiaryEvent]
}

/// A history that lies in memory: what was read from a file, or made by a simulation.
public struct Recording: GlucoseHistory, Hashable, Codable, Sendable {
  /// All readings.
  public let series: GlucoseSeries
  /// All events, in order of time and, within an instant, of their identifiers.
  public let events: [DiaryEvent]

  /// A recording of these readings and events, which may come in any order.
  public init(series: GlucoseSeries, events: [DiaryEvent] = []) {
    self.series = series
    self.events = events.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// Creates a recording of events that are in order already. Copies nothing.
  ///
  /// - Parameter events: Events in order of time and, within an instant, of their identifiers.
  package init(series: GlucoseSeries, inOrder events: [DiaryEvent]) {
    self.series = series
    self.events = events
  }

  /// Decodes readings and events, which may come in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      series: try container.decode(GlucoseSeries.self, forKey: .series),
      events: try container.decode([DiaryEvent].self, forKey: .events))
  }

  /// The readings at or after the range's start and before its end. Copies none.
  public func series(in range: Range<Date>) -> GlucoseSeries { series[range] }

  /// The readings at or before `end`, and the events that began at or before it.
  ///
  /// - Complexity: O(log *n* + *e*) for *n* readings and *e* events before `end`. Copies no reading.
  public func prefix(through end: Date) -> Recording {
    let count = events.partitioningIndex { $0.time > end }
    return Recording(
      series: series.prefix(through: end),
      inOrder: count == events.count ? events : Array(events[..<count]))
  }

  /// The events that happened or went on at some time in the range, in order of time.
  ///
  /// - Complexity: O(*n*)
  public func events(in range: Range<Date>) -> [DiaryEvent] { events.filter { $0.overlaps(range) } }
}
