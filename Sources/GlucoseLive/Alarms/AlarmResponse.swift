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
///     let end = snapshot.date.addingTimeInterval(1800)
///     response.snooze(until: end, at: snapshot.date)                      // due after 30 min
public struct AlarmResponse: Equatable, Codable, Sendable {
  /// The time up to which (`≤`) announcements are acknowledged, or `nil` if there is none.
  ///
  /// It is the time of a reading: the announced one, or the last one before a silence. A time more
  /// than five minutes after the alarm's latest reading, or after the date of the silent snapshot, is
  /// that of a wrong date or of a clock that was ahead, and acknowledges nothing.
  public internal(set) var acknowledged: Date?
  /// The time at which the snooze began.
  private var snoozedSince: Date?
  /// The time before which (`<`) no announcement is due, or `nil` without a snooze.
  ///
  /// A snooze by a clock that was ahead silences nothing until five minutes before it began.
  public private(set) var snoozedUntil: Date?

  /// Creates a response without an acknowledgment or a snooze.
  public init() {}

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
    (snoozedSince, snoozedUntil) = (nil, nil)
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
    return acknowledged.addingTimeInterval(repetition) < time && !isSnoozed(at: now)
  }

  private func isSnoozed(at now: Date) -> Bool {
    guard let snoozedSince, let snoozedUntil else { return false }
    return snoozedSince.addingTimeInterval(-300) <= now && now < snoozedUntil
  }

  /// Snoozes the alarm from `now` until `time`. An alarm that is active then is due again.
  public mutating func snooze(until time: Date, at now: Date) {
    acknowledged = nil
    (snoozedSince, snoozedUntil) = (now, time)
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
