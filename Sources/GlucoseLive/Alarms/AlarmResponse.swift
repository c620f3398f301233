internal import DaySummary
public import Foundation
internal import GlucoseMath

/// A person's response to an alarm: the acknowledged announcement and the end of a snooze.
///
/// The host stores one response for each alarm, and one for the silence of the sensor, and uses it
/// to decide whether to announce:
///
///     if snapshot.low.isDue(at: snapshot.date, after: response) {
///       notify(snapshot.low)
///       response.acknowledge(snapshot.low)                                // not due again
///     }
///     response.snooze(until: snapshot.date.addingTimeInterval(1800))      // due after 30 min
public struct AlarmResponse: Equatable, Codable, Sendable {
  /// The time up to which (`≤`) announcements are acknowledged, or `nil` if there is none.
  ///
  /// A time more than five minutes after the present is that of a reading with a wrong date or of a
  /// clock that was ahead. It acknowledges no announcement of the present.
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
    acknowledge(time, at: alarm.latest ?? time)
  }

  /// Acknowledges the silence of the sensor, which is not due again until another reading has been
  /// received, and ends a snooze.
  public mutating func acknowledgeSilence(of snapshot: LiveSnapshot) {
    guard let time = snapshot.silentSince else { return }
    acknowledge(time, at: snapshot.date)
  }

  private mutating func acknowledge(_ time: Date, at now: Date) {
    acknowledged = acknowledgment(of: time, at: now).map { max($0, time) } ?? time
    snoozedUntil = nil
  }

  /// Returns the time up to which announcements are acknowledged, unless it is too late for `time`.
  private func acknowledgment(of time: Date, at now: Date) -> Date? {
    let latest = max(now, time).addingTimeInterval(300)
    return acknowledged.flatMap { $0 <= latest ? $0 : nil }
  }

  /// Returns whether what began at `time` is neither acknowledged nor snoozed.
  fileprivate func allows(_ time: Date, at now: Date) -> Bool {
    (acknowledgment(of: time, at: now) ?? .distantPast) < time
      && (snoozedUntil ?? .distantPast) <= now
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
    guard let announcement, isBeyond || state == .expected else { return false }
    // The crossing was expected after an older reading and announced before the first reading of
    // this episode arrived.
    let isKnown = response.acknowledged.map { $0 == episode?.previous } ?? false
    return response.allows(announcement.time, at: now)
      && !(isKnown && announcement.kind == .expected)
  }
}

extension LiveSnapshot {
  /// The time of the last reading, if the reading is stale: the start of the sensor's silence. `nil`
  /// if the reading is not stale, if there is none in the last two days, or if a new reading, of any
  /// time, arrived in the maximum age before the date.
  public var silentSince: Date? {
    guard let current, current.isStale, !isHeard(at: date) else { return nil }
    return current.reading.time
  }

  /// Returns a Boolean value that indicates whether an announcement of the sensor's silence is due:
  /// the last reading is stale, and its silence is neither acknowledged nor snoozed.
  ///
  ///     if snapshot.isSilenceDue(after: response) {
  ///       notify("The sensor is silent")
  ///       response.acknowledgeSilence(of: snapshot)
  ///     }
  public func isSilenceDue(after response: AlarmResponse = AlarmResponse()) -> Bool {
    silentSince.map { response.allows($0, at: date) } ?? false
  }
}
