// SPDX-License-Identifier: Apache-2.0

/// The alarms and episodes of a test: counts that add.
public struct AlarmCounts: Hashable, Codable, Sendable {
  /// The number of episodes before which an origin was tested.
  public internal(set) var episodes = 0
  /// The number of these before which an alarm sounded.
  public internal(set) var caught = 0
  /// The number of alarms that a reading beyond the threshold followed within the horizon.
  public internal(set) var trueAlarms = 0
  /// The number of alarms that none followed.
  public internal(set) var falseAlarms = 0
  /// The time watched, in weeks: that of the origins whose record goes on to the horizon.
  public internal(set) var weeks = 0.0
  /// The minutes from the first alarm to the episode, summed over those caught.
  var leadMinutes = 0.0

  /// Creates counts of nothing.
  public init() {}

  /// The fraction of episodes that were caught, or `nil` if there were none.
  public var sensitivity: Double? { episodes > 0 ? Double(caught) / Double(episodes) : nil }

  /// The fraction of alarms that were true, or `nil` if there were none.
  public var precision: Double? {
    let alarms = trueAlarms + falseAlarms
    return alarms > 0 ? Double(trueAlarms) / Double(alarms) : nil
  }

  /// The mean time from the first alarm to the episode over those caught, or `nil` if none was.
  public var meanLead: Duration? {
    caught > 0 ? .seconds(60 * leadMinutes / Double(caught)) : nil
  }

  /// The false alarms per week watched, or `nil` if nothing was watched.
  public var falseAlarmsPerWeek: Double? { weeks > 0 ? Double(falseAlarms) / weeks : nil }

  /// Adds the counts of another part.
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.episodes += rhs.episodes
    lhs.caught += rhs.caught
    lhs.trueAlarms += rhs.trueAlarms
    lhs.falseAlarms += rhs.falseAlarms
    lhs.weeks += rhs.weeks
    lhs.leadMinutes += rhs.leadMinutes
  }
}
