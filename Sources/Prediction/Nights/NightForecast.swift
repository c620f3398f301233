// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath
public import GlucoseFoundation

/// The probabilities of low glucose in the seven hours after bedtime.
///
///     let night = try NightForecast(after: series, at: now)
///     night.probabilityBelow70        // of a reading below 70 mg/dL
///     night.likelyTime                // of the first one, if there is one
///
/// The model ships with the package and is that of <doc:NightAhead>, with its measured accuracy. It
/// was fitted to bedtimes from 21:00 to 02:00. The input is glucose alone: a meal or insulin just
/// taken has no effect on it.
public struct NightForecast: Equatable, Sendable {
  /// The duration of the night: seven hours.
  public static let duration = Duration.seconds(3600 * NightModel.hours)

  /// The time of the forecast, at which the night starts.
  public let start: Date
  /// The probabilities of a reading below 70 mg/dL (`<`) within one, two, up to seven hours, in
  /// ascending order.
  public let probabilitiesBelow70: [Double]
  /// The probabilities of a reading below 54 mg/dL (`<`) within one, two, up to seven hours, in
  /// ascending order; none is greater than that for 70 mg/dL.
  public let probabilitiesBelow54: [Double]

  /// The probability of a reading below 70 mg/dL (`<`) in the night, from 0 to 1.
  public var probabilityBelow70: Double { probabilitiesBelow70.last ?? 0 }
  /// The probability of a reading below 54 mg/dL (`<`) in the night, from 0 to 1.
  public var probabilityBelow54: Double { probabilitiesBelow54.last ?? 0 }

  /// The median time of the first reading below 70 mg/dL, if there is one in the night: the time by
  /// which half of ``probabilityBelow70`` is reached; ``start`` if the last reading is below it.
  public var likelyTime: Date {
    if probabilitiesBelow70.first == 1 { return start }
    let half = probabilityBelow70 / 2
    let hour = probabilitiesBelow70.firstIndex { $0 >= half } ?? 0
    let before = hour > 0 ? probabilitiesBelow70[hour - 1] : 0
    let gain = probabilitiesBelow70[hour] - before
    return start + 3600 * (Double(hour) + (gain > 0 ? (half - before) / gain : 0))
  }

  /// Creates the forecast of the night that starts at a bedtime.
  ///
  /// If the last reading is below a threshold, the probabilities for it are 1.
  ///
  /// - Parameters:
  ///   - series: The readings. Those of the last 24 hours, and of the seven hours after the same time
  ///     on each earlier day, are used; none after `bedtime` is.
  ///   - bedtime: The time at which the night starts.
  /// - Throws: ``ForecastUnavailable`` if there is no reading, if the last one is older than 15
  ///   minutes, or 20 with a sensor that measures every 15 minutes, or if less than 70 percent of
  ///   the last 24 hours are covered by readings.
  /// - Complexity: O(*n* + *d*), where *n* is the number of readings and *d* that of days.
  public init(after series: GlucoseSeries, at bedtime: Date) throws(ForecastUnavailable) {
    self.init(try Bedtime(series, at: bedtime), by: .shipped)
  }

  /// Creates the forecast of a model.
  package init(_ bedtime: Bedtime, by model: NightModel) {
    func probabilities(below threshold: Double) -> [Double] {
      var highest = 0.0
      return (1...NightModel.hours).map { hour in
        highest = max(highest, model.probability(bedtime, below: threshold, within: hour))
        return highest
      }
    }
    start = bedtime.time
    probabilitiesBelow70 = probabilities(below: 70)
    probabilitiesBelow54 = zip(probabilities(below: 54), probabilitiesBelow70).map(min)
  }
}
