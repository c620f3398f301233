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
public protocol History {
  /// The readings at or after the range's start and before its end.
  func series(_ range: Range<Date>) throws -> GlucoseSeries

  /// The events that happened or went on at some time in the range, in order of time.
  func events(_ range: Range<Date>) throws -> [Event]
}

/// A history that lies in memory: what was read from a file, or made by a simulation.
public struct Recording: History, Hashable, Codable, Sendable {
  /// All readings.
  public let series: GlucoseSeries
  /// All events, in order of time and, within an instant, of their identifiers.
  public let events: [Event]

  /// A recording of these readings and events, which may come in any order.
  public init(series: GlucoseSeries, events: [Event] = []) {
    self.series = series
    self.events = events.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// Decodes readings and events, which may come in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      series: try container.decode(GlucoseSeries.self, forKey: .series),
      events: try container.decode([Event].self, forKey: .events))
  }

  /// The readings at or after the range's start and before its end. Copies none.
  public func series(_ range: Range<Date>) -> GlucoseSeries { series[range] }

  /// The events that happened or went on at some time in the range, in order of time.
  ///
  /// - Complexity: O(*n*)
  public func events(_ range: Range<Date>) -> [Event] { events.filter { $0.overlaps(range) } }
}
