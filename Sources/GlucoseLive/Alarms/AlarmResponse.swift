// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person's response to an alarm: what is acknowledged, and until when it is snoozed.
///
/// The host keeps one for each alarm, stores it where it likes, and asks with it whether to announce:
///
///     if snapshot.low.isDue(at: snapshot.date, after: response) {
///       notify(snapshot.low)
///       response.acknowledge(snapshot.low)                                // not announced again
///     }
///     response.snooze(until: snapshot.date.addingTimeInterval(1800))      // announced again then
public struct AlarmResponse: Hashable, Codable, Sendable {
  /// The time up to which (`≤`) announcements need no repetition.
  public var acknowledged: Date?
  /// The time before which (`<`) nothing is announced.
  public var snoozedUntil: Date?

  /// Creates a response.
  public init(acknowledged: Date? = nil, snoozedUntil: Date? = nil) {
    self.acknowledged = acknowledged
    self.snoozedUntil = snoozedUntil
  }

  /// Acknowledges the announcement of the alarm's episode, which is then not due again. A snooze ends.
  public mutating func acknowledge(_ alarm: CrossingAlarm) {
    guard let time = alarm.announcement?.time else { return }
    acknowledged = max(acknowledged ?? time, time)
    snoozedUntil = nil
  }

  /// Silences the alarm until `time`. What is then still active is due again.
  public mutating func snooze(until time: Date) {
    acknowledged = nil
    snoozedUntil = time
  }
}

extension CrossingAlarm {
  /// Returns a Boolean value that indicates whether the alarm is to be announced at `now`: a crossing is
  /// expected or present, and it is neither acknowledged nor snoozed.
  public func isDue(at now: Date, after response: AlarmResponse = AlarmResponse()) -> Bool {
    guard let announcement else { return false }
    switch state {
    case .inactive, .recovering, .unknown: return false
    case .expected, .present, .persistent: break
    }
    // What was expected from an older reading, and announced before this episode's first arrived.
    let isKnown = response.acknowledged.map { $0 == episode?.previous } ?? false
    return (response.acknowledged ?? .distantPast) < announcement.time
      && !(isKnown && announcement.kind == .expected)
      && (response.snoozedUntil ?? .distantPast) <= now
  }
}
