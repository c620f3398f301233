// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person's response to an alarm: the acknowledged announcement and the end of a snooze.
///
/// The host stores one response for each alarm and uses it to decide whether to announce:
///
///     if snapshot.low.isDue(at: snapshot.date, after: response) {
///       notify(snapshot.low)
///       response.acknowledge(snapshot.low)                                // not due again
///     }
///     response.snooze(until: snapshot.date.addingTimeInterval(1800))      // due after 30 min
public struct AlarmResponse: Hashable, Codable, Sendable {
  /// The time up to which (`≤`) announcements are acknowledged, or `nil` if there is none.
  public var acknowledged: Date?
  /// The time before which (`<`) no announcement is due, or `nil` without a snooze.
  public var snoozedUntil: Date?

  /// Creates a response.
  public init(acknowledged: Date? = nil, snoozedUntil: Date? = nil) {
    self.acknowledged = acknowledged
    self.snoozedUntil = snoozedUntil
  }

  /// Acknowledges the announcement of the alarm's episode, which is then not due again, and ends a
  /// snooze.
  public mutating func acknowledge(_ alarm: CrossingAlarm) {
    guard let time = alarm.announcement?.time else { return }
    acknowledged = max(acknowledged ?? time, time)
    snoozedUntil = nil
  }

  /// Snoozes the alarm until `time`. An alarm that is active then is due again.
  public mutating func snooze(until time: Date) {
    acknowledged = nil
    snoozedUntil = time
  }
}

extension CrossingAlarm {
  /// Returns a Boolean value that indicates whether an announcement of the alarm is due at `now`: a
  /// crossing is expected or present, and the announcement is neither acknowledged nor snoozed.
  public func isDue(at now: Date, after response: AlarmResponse = AlarmResponse()) -> Bool {
    guard let announcement else { return false }
    switch state {
    case .inactive, .recovering, .unknown: return false
    case .expected, .present, .persistent: break
    }
    // The crossing was expected after an older reading and announced before the first reading of
    // this episode arrived.
    let isKnown = response.acknowledged.map { $0 == episode?.previous } ?? false
    return (response.acknowledged ?? .distantPast) < announcement.time
      && !(isKnown && announcement.kind == .expected)
      && (response.snoozedUntil ?? .distantPast) <= now
  }
}
