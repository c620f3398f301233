public import GlucoseMath
internal import Prediction

/// A limit at which the alarms of predictors are compared; the cutoff of their scores is the lowest
/// that keeps to it.
public enum AlarmLimit: Hashable, Codable, Sendable {
  /// At most (`≤`) this number of false alarms per monitored week.
  case falseAlarmsPerWeek(Double)
  /// At least (`≥`) this specificity, as ``AlarmCounts/specificity`` defines it.
  case specificity(Percentage)

  /// The specificity that is published for a product, Low Glucose Predict in the Accu-Chek
  /// SmartGuide Predict app, beside sensor readings: 98.25 %, of lows below 70 mg/dL within 30
  /// minutes (Glatzer et al., *Journal of Diabetes Science and Technology*, 2026,
  /// doi:10.1177/19322968251412451).
  ///
  /// <doc:Backtests> has what the publication defines and what is chosen here.
  public static let lowGlucosePredict = AlarmLimit.specificity(Percentage(98.25))

  private enum CodingKeys: String, CodingKey {
    case falseAlarmsPerWeek, specificity
  }

  /// Decodes a limit from the number under its name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let rate = try container.decodeIfPresent(Double.self, forKey: .falseAlarmsPerWeek) {
      self = .falseAlarmsPerWeek(rate)
    } else {
      self = .specificity(try container.decode(Percentage.self, forKey: .specificity))
    }
  }

  /// Encodes the limit under its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .falseAlarmsPerWeek(let rate): try container.encode(rate, forKey: .falseAlarmsPerWeek)
    case .specificity(let least): try container.encode(least, forKey: .specificity)
    }
  }

  var isFinite: Bool {
    if case .falseAlarmsPerWeek(let rate) = self { rate.isFinite } else { true }
  }
}

/// The performance of a predictor's alarms at a limit that is the same for all predictors, such as
/// a rate of false alarms.
///
/// At each tested origin that is not beyond the threshold, an alarm is raised if the predictor's
/// score reaches the cutoff and no alarm was raised within the horizon before. An alarm is *true*
/// if a reading beyond the threshold follows within the horizon, and otherwise *false*; if the
/// record is interrupted before the horizon, by its end or a gap longer than 30 minutes, it is
/// neither. An *episode* begins with a reading beyond the threshold that has none within the
/// horizon before; it is counted if an origin was tested within the horizon before it, and is
/// *caught* if an alarm was raised there. The cutoff is the lowest down to which all people
/// together keep to the limit, on a grid of cutoffs at most 3 percent apart.
///
/// If only every *n*th origin is tested, an origin monitors the time to the next one, or its
/// horizon if that is shorter. Alarms shorter than that time may then be missed.
public struct AlarmPerformance: Equatable, Codable, Sendable {
  /// The predictor's identifier.
  public let predictor: String
  /// The crossing that the alarm predicts.
  public let crossing: ThresholdCrossing
  /// The limit of the alarms.
  public let limit: AlarmLimit
  /// The least score that raises an alarm.
  public let cutoff: Double
  /// The counts of each person with the predictor.
  public let people: [AlarmCounts]

  /// The sum of the counts of all people.
  public var all: AlarmCounts { people.reduce(into: AlarmCounts()) { $0 += $1 } }

  /// Returns the bootstrap interval of a measure over people, or `nil` with fewer than two people
  /// or if the measure is undefined; see
  /// ``Backtest/bootstrapInterval(of:lead:confidence:draws:seed:measure:)``.
  ///
  ///     test.alarms[0].bootstrapInterval { $0.sensitivity }
  public func bootstrapInterval(
    confidence: Double = 0.95, draws: Int = 1000, seed: UInt64 = 1,
    measure: (AlarmCounts) -> Double?
  ) -> ClosedRange<Double>? {
    Backtest.bootstrapInterval(people.count, confidence, draws, seed) { drawn in
      measure(drawn.reduce(into: AlarmCounts()) { $0 += people[$1] })
    }
  }
}

extension AlarmPerformance {
  /// Decodes alarms, or throws if their numbers are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    predictor = try container.decode(String.self, forKey: .predictor)
    crossing = try container.decode(ThresholdCrossing.self, forKey: .crossing)
    limit = try container.decode(AlarmLimit.self, forKey: .limit)
    cutoff = try container.decode(Double.self, forKey: .cutoff)
    people = try container.decode([AlarmCounts].self, forKey: .people)
    let greatest =
      people.map { max($0.episodes, $0.trueAlarms, $0.falseAlarms, $0.quietOrigins) }
      .max() ?? 0
    try decoder.require(
      limit.isFinite && cutoff.isFinite
        && Double(greatest) * Double(people.count) <= Double(StoredLimits.counts.upperBound),
      "Alarms must have a finite limit and cutoff, and at most 2^50 must be possible together")
  }
}
