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
  ///
  /// A time more than a day after the present is that of a clock that was ahead, and snoozes nothing.
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

  /// Returns whether what began at `time` is neither acknowledged, by a clock on which it is `latest`,
  /// nor snoozed. An announcement up to `repetition` seconds after an acknowledged one is its repetition.
  fileprivate func allows(
    _ time: Date, latest: Date, at now: Date, repetition: TimeInterval = 0
  ) -> Bool {
    let acknowledged = acknowledgment(of: time, at: latest) ?? .distantPast
    let snooze = snoozedUntil?.timeIntervalSince(now) ?? 0
    return acknowledged.addingTimeInterval(repetition) < time && !(snooze > 0 && snooze <= 86_400)
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
    // A crossing that was expected some time after a reading may be expected by none of the next ones, or
    // by each of them anew. It is no longer the acknowledged one if it comes later than the lead.
    let wait = episode?.firstBeyond?.timeIntervalSince(response.acknowledged ?? .distantPast) ?? 0
    let isRepetition = announcement.kind == .expected && wait <= lead.inSeconds
    return response.allows(
      announcement.time, latest: latest ?? now, at: now,
      repetition: isRepetition ? recovery.inSeconds : 0)
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
    silentSince.map { response.allows($0, latest: date, at: date) } ?? false
  }
}
