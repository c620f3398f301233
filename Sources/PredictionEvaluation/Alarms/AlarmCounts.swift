internal import GlucoseMath
internal import Prediction

/// The counts of alarms and episodes in a test.
public struct AlarmCounts: Equatable, Codable, Sendable {
  /// The number of episodes before which an origin was tested.
  public internal(set) var episodes = 0
  /// The number of these episodes before which an alarm was raised.
  public internal(set) var caught = 0
  /// The number of alarms followed by a reading beyond the threshold within the horizon.
  public internal(set) var trueAlarms = 0
  /// The number of alarms not followed by one.
  public internal(set) var falseAlarms = 0
  /// The number of tested origins that are not beyond the threshold and are followed by readings
  /// up to the horizon, of which none is beyond it.
  var quietOrigins = 0
  /// The number of these origins whose score reaches the cutoff, also if an alarm was raised
  /// within the horizon before.
  var scoredQuietOrigins = 0
  /// The monitored time in weeks: the sum over the origins whose record continues to the horizon.
  public internal(set) var weeks = 0.0
  /// The sum of the minutes from the first alarm to the episode, over caught episodes.
  var leadMinutes = 0.0

  init() {}

  /// Decodes counts, or throws if they do not agree or are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    episodes = try container.decode(Int.self, forKey: .episodes)
    caught = try container.decode(Int.self, forKey: .caught)
    trueAlarms = try container.decode(Int.self, forKey: .trueAlarms)
    falseAlarms = try container.decode(Int.self, forKey: .falseAlarms)
    quietOrigins = try container.decode(Int.self, forKey: .quietOrigins)
    scoredQuietOrigins = try container.decode(Int.self, forKey: .scoredQuietOrigins)
    weeks = try container.decode(Double.self, forKey: .weeks)
    leadMinutes = try container.decode(Double.self, forKey: .leadMinutes)
    try decoder.require(
      [episodes, caught, trueAlarms, falseAlarms, quietOrigins, scoredQuietOrigins]
        .allSatisfy(StoredLimits.counts.contains)
        && caught <= episodes && scoredQuietOrigins <= quietOrigins,
      "Counts of alarms must be from 0 to 2^50, and no more episodes caught than there were")
    try decoder.require(
      [weeks, leadMinutes].allSatisfy { (0...StoredLimits.instant).contains($0) },
      "The times of alarms must be finite and not negative")
  }

  /// The fraction of episodes that were caught, from 0 to 1, or `nil` if there were no episodes.
  public var sensitivity: Double? { episodes > 0 ? Double(caught) / Double(episodes) : nil }

  /// The fraction of alarms that were true, from 0 to 1, or `nil` if there were no alarms.
  public var precision: Double? {
    let alarms = trueAlarms + falseAlarms
    return alarms > 0 ? Double(trueAlarms) / Double(alarms) : nil
  }

  /// The mean time from the first alarm to the episode, over caught episodes, or `nil` if no
  /// episode was caught.
  public var meanLead: Duration? {
    caught > 0 ? .seconds(60 * leadMinutes / Double(caught)) : nil
  }

  /// The number of false alarms per monitored week, or `nil` if no time was monitored.
  public var falseAlarmsPerWeek: Double? { weeks > 0 ? Double(falseAlarms) / weeks : nil }

  /// The fraction of origins without a reading beyond the threshold in the horizon, whose score
  /// does not reach the cutoff, from 0 to 1, or `nil` if there are no such origins.
  public var specificity: Double? {
    quietOrigins > 0 ? 1 - Double(scoredQuietOrigins) / Double(quietOrigins) : nil
  }

  /// The number of true alarms per monitored day, or `nil` if no time was monitored.
  public var trueAlarmsPerDay: Double? { weeks > 0 ? Double(trueAlarms) / (7 * weeks) : nil }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.episodes += rhs.episodes
    lhs.caught += rhs.caught
    lhs.trueAlarms += rhs.trueAlarms
    lhs.falseAlarms += rhs.falseAlarms
    lhs.quietOrigins += rhs.quietOrigins
    lhs.scoredQuietOrigins += rhs.scoredQuietOrigins
    lhs.weeks += rhs.weeks
    lhs.leadMinutes += rhs.leadMinutes
  }
}
