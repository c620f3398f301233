// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// How the alarms of a predictor fared at a rate of false alarms that all predictors share.
///
/// At each tested moment that is not beyond the threshold, an alarm sounds if the predictor's score reaches
/// the cutoff and none sounded within the horizon before. It is *true* if a reading beyond the
/// threshold comes within the horizon, else *false*; where readings are missing for more than 15
/// minutes before it could be told, it counts for nothing. An *episode* begins with a reading
/// beyond the threshold that has none within the horizon before; it counts if a moment was tested within
/// the horizon before it, and is *caught* if an alarm sounded there. The cutoff is the lowest at which
/// everyone's false alarms together are as rare as asked.
public struct AlarmPerformance: Hashable, Codable, Sendable {
  /// The predictor's name.
  public let predictor: String
  /// What the alarm warns of.
  public let crossing: ThresholdCrossing
  /// The most false alarms per week that were allowed.
  public let maximumFalseAlarmsPerWeek: Double
  /// The least score at which an alarm sounds.
  public let cutoff: Double
  /// What came of it, person by person.
  public let people: [AlarmCounts]

  /// What came of it for all people together.
  public var all: AlarmCounts {
    var all = AlarmCounts()
    for person in people { all += person }
    return all
  }
}

/// How often what was said to be likely came.
public struct CrossingReliability: Hashable, Codable, Sendable {
  /// The probabilities between which bins lie.
  public static let edges = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

  /// The predictor's name.
  public let predictor: String
  /// What the probabilities are of.
  public let crossing: ThresholdCrossing
  /// For each bin, the number of moments.
  public private(set) var counts: [Int]
  private var expected: [Double]
  private var came: [Int]
  private var squares = 0.0

  init(predictor: String, crossing: ThresholdCrossing) {
    self.predictor = predictor
    self.crossing = crossing
    counts = Array(repeating: 0, count: Self.edges.count + 1)
    expected = Array(repeating: 0, count: counts.count)
    came = counts
  }

  /// The mean probability in a bin, or `nil` if it has no moment.
  public func expected(bin: Int) -> Double? {
    counts[bin] > 0 ? expected[bin] / Double(counts[bin]) : nil
  }

  /// The share of moments in a bin after which it came, or `nil` if there are none.
  public func observed(bin: Int) -> Double? {
    counts[bin] > 0 ? Double(came[bin]) / Double(counts[bin]) : nil
  }

  /// The mean squared difference of probability and outcome (Brier, *Monthly Weather Review* 78, 1950), less being
  /// better, or `nil` if nothing was compared.
  public var brierScore: Double? {
    let count = counts.reduce(0, +)
    return count > 0 ? squares / Double(count) : nil
  }

  mutating func add(_ probability: Double, _ event: Bool) {
    let bin = Self.edges.partitioningIndex { $0 > probability }
    counts[bin] += 1
    expected[bin] += probability
    came[bin] += event ? 1 : 0
    squares += (probability - (event ? 1 : 0)) * (probability - (event ? 1 : 0))
  }
}
