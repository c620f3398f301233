internal import Foundation
internal import GlucoseMath

extension CrossingAlarm {
  /// The false alarms a week of the last weeks, or `nil` without ``falseAlarmsPerWeek`` and before about
  /// a week of forecasts. Each week counts half as much as the one four weeks later.
  ///
  /// An alarm is false if the crossing that was expected did not come within ``lead``.
  public var falseAlarmRate: Double? {
    outcomes.weeks >= 1 ? outcomes.falseAlarms / outcomes.weeks : nil
  }

  /// The outcomes of the crossings that an alarm expected.
  struct Outcomes: Equatable, Codable, Sendable {
    /// The time of the last reading that counts, so that none counts twice.
    fileprivate(set) var until: Date?
    /// The time of an expected crossing whose outcome is not known.
    fileprivate(set) var pending: Date?
    /// The time with forecasts in weeks, and the false alarms in it; both count half after four weeks.
    fileprivate(set) var weeks = 0.0, falseAlarms = 0.0

    var isValid: Bool { [weeks, falseAlarms].allSatisfy { $0.isFinite && $0 >= 0 } }
  }

  private static let learned = 0.25...0.95
  /// The time in seconds after the lead up to which (`≤`) a reading is the one that was expected.
  private static let tolerance = 150.0
  private static let step = 0.3

  /// Learns ``alarmProbability`` from an alarm with the same settings after its update with a reading.
  ///
  /// Each false alarm raises the log odds of the probability by a step, and each week lowers them by as
  /// many steps as it may have false alarms. Both balance at that rate, for every person and model
  /// (Robbins and Monro, *Annals of Mathematical Statistics* 22, 1951).
  mutating func learn(from alarm: CrossingAlarm) {
    guard let limit = falseAlarmsPerWeek, let now = alarm.latest else { return }
    // A time far ahead is that of a clock that was wrong.
    let until = outcomes.until.flatMap { $0.timeIntervalSince(now) > 172_800 ? nil : $0 }
    guard now > until ?? .distantPast else { return }
    let elapsed = until.map(now.timeIntervalSince) ?? .infinity
    outcomes.until = now
    if elapsed > recovery.inSeconds { outcomes.pending = nil }
    var steps = 0.0
    if alarm.probability != nil, elapsed <= recovery.inSeconds {
      let weeks = elapsed / 604_800
      let weight = exp2(-weeks / 4)
      outcomes.weeks = outcomes.weeks * weight + weeks
      outcomes.falseAlarms *= weight
      steps = -limit * weeks
    }
    if let pending = outcomes.pending,
      now.timeIntervalSince(pending) > lead.inSeconds + Self.tolerance
    {
      outcomes.pending = nil
      outcomes.falseAlarms += 1
      steps += 1
    } else if alarm.isBeyond {
      outcomes.pending = nil
    }
    if alarm.announcement == Announcement(time: now, kind: .expected) { outcomes.pending = now }
    guard steps != 0, Self.learned.contains(alarmProbability) else { return }
    let odds = alarmProbability / (1 - alarmProbability) * exp(Self.step * steps)
    alarmProbability = min(max(odds / (1 + odds), Self.learned.lowerBound), Self.learned.upperBound)
  }

  /// Replaces the probability and the outcomes by those of an alarm with the same settings.
  mutating func adoptOutcomes(_ other: CrossingAlarm) {
    (alarmProbability, outcomes) = (other.alarmProbability, other.outcomes)
  }
}
