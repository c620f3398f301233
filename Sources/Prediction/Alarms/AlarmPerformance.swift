// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The performance of a predictor's alarms at a rate of false alarms that all predictors share.
///
/// At each tested origin that is not beyond the threshold, an alarm sounds if the predictor's score reaches
/// the cutoff and none sounded within the horizon before. It is *true* if a reading beyond the threshold
/// follows within the horizon, else *false*; where the record breaks off before the horizon, by a gap above
/// 30 minutes or its end, it is neither. An *episode* begins with a reading beyond the threshold that has
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
