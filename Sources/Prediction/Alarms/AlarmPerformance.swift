// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The performance of a predictor's alarms at a rate of false alarms that all predictors share.
///
/// At each tested origin that is not beyond the threshold, an alarm sounds if the predictor's score reaches
/// the cutoff and none sounded within the horizon before. It is *true* if a reading beyond the threshold
/// follows within the horizon, else *false*; where the record breaks off before the horizon, by a gap above
/// 15 minutes or its end, it is neither. An *episode* begins with a reading beyond the threshold that has
/// none within the horizon before; it counts if an origin was tested within the horizon before it, and is
/// *caught* if an alarm sounded there. The cutoff is the lowest down to which the false alarms of all people
/// together are as rare as asked, on a grid of cutoffs at most 3 percent apart.
///
/// Where only each *n*-th origin is tested, an origin watches over the time to the next one, or its horizon
/// if that is shorter. Alarms shorter than that time may then go unnoticed.
public struct AlarmPerformance: Hashable, Codable, Sendable {
  /// The predictor's identifier.
  public let predictor: String
  /// The crossing that the alarm warns of.
  public let crossing: ThresholdCrossing
  /// The greatest rate of false alarms per week that was allowed.
  public let maximumFalseAlarmsPerWeek: Double
  /// The least score at which an alarm sounds.
  public let cutoff: Double
  /// The counts of each person who has the predictor.
  public let people: [AlarmCounts]

  /// The counts of all people together.
  public var all: AlarmCounts {
    var all = AlarmCounts()
    for person in people { all += person }
    return all
  }
}

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
