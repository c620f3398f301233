public import GlucoseMath

/// What limits the alarms of all predictors alike: the cutoff of a predictor's scores is the lowest
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
