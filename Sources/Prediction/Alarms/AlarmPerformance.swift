// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// The performance of a predictor's alarms at a rate of false alarms that is the same for all
/// predictors.
///
/// At each tested origin that is not beyond the threshold, an alarm is raised if the predictor's
/// score reaches the cutoff and no alarm was raised within the horizon before. An alarm is *true*
/// if a reading beyond the threshold follows within the horizon, and otherwise *false*; if the
/// record is interrupted before the horizon, by its end or a gap longer than 30 minutes, it is
/// neither. An *episode* begins with a reading beyond the threshold that has none within the
/// horizon before; it is counted if an origin was tested within the horizon before it, and is
/// *caught* if an alarm was raised there. The cutoff is the lowest down to which all people
/// together have at most the allowed rate of false alarms, on a grid of cutoffs at most 3 percent
/// apart.
///
/// If only every *n*th origin is tested, an origin monitors the time to the next one, or its
/// horizon if that is shorter. Alarms shorter than that time may then be missed.
public struct AlarmPerformance: Hashable, Codable, Sendable {
  /// The predictor's identifier.
  public let predictor: String
  /// The crossing that the alarm predicts.
  public let crossing: ThresholdCrossing
  /// The maximum rate of false alarms per week.
  public let maximumFalseAlarmsPerWeek: Double
  /// The least score that raises an alarm.
  public let cutoff: Double
  /// The counts of each person with the predictor.
  public let people: [AlarmCounts]

  /// The sum of the counts of all people.
  public var all: AlarmCounts {
    var all = AlarmCounts()
    for person in people { all += person }
    return all
  }
}
