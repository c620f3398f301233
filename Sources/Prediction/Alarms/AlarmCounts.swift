// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

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

  /// Decodes counts and checks that they agree.
  ///
  /// - Throws: `DecodingError` if a count is negative, too large, or larger than one that it is part of, or a
  ///   time is negative or not finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    episodes = try container.decode(Int.self, forKey: .episodes)
    caught = try container.decode(Int.self, forKey: .caught)
    trueAlarms = try container.decode(Int.self, forKey: .trueAlarms)
    falseAlarms = try container.decode(Int.self, forKey: .falseAlarms)
    weeks = try container.decode(Double.self, forKey: .weeks)
    leadMinutes = try container.decode(Double.self, forKey: .leadMinutes)
    try decoder.require(
      [episodes, caught, trueAlarms, falseAlarms].allSatisfy(StoredLimits.counts.contains)
        && caught <= episodes,
      "Counts of alarms must be from 0 to 2^50, and no more episodes caught than there were")
    try decoder.require(
      [weeks, leadMinutes].allSatisfy { (0...StoredLimits.instant).contains($0) },
      "The times of alarms must be finite and not negative")
  }

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
