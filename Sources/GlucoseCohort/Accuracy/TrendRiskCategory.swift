public import GlucoseMath

/// The risk of a trend of a sensor that differs from the trend of the reference, by the Trend Accuracy
/// Matrix of the Diabetes Technology Society (Klonoff et al., *Journal of Diabetes Science and
/// Technology* 18:1346, 2024).
///
/// Trends are in five steps, with the limits 1 and 2 mg/dL per minute of `GlucoseTrend`. The
/// numbers are the categories, those in parentheses for a reference below 100 (`<`) and above 180
/// mg/dL (`>`), where they differ:
///
/// | reference | sensor < −2 | −2 to −1 | −1 to 1 | 1 to 2 | > 2 |
/// |---|---|---|---|---|---|
/// | < −2 mg/dL/min | 1 | 3 | 3 (5, 3) | 5 (5, 4) | 5 (5, 4) |
/// | −2 to −1 | 2 | 1 | 3 | 3 (5, 3) | 3 (5, 3) |
/// | −1 to 1 | 2 | 2 | 1 | 3 | 3 (5, 3) |
/// | 1 to 2 | 2 | 2 | 2 | 1 | 3 |
/// | > 2 | 4 | 4 | 2 | 2 | 1 |
public enum TrendRiskCategory: Int, Hashable, Sendable, CaseIterable {
  /// The trends are equal.
  case noRisk = 1
  /// The trend of the sensor is lower.
  case underestimate
  /// The trend of the sensor is higher.
  case overestimate
  /// The sensor falls while the reference rises rapidly; above 180 mg/dL, also the opposite.
  case extremeUnderestimate
  /// The sensor rises while the reference falls rapidly; below 100 mg/dL, also any trend that is
  /// higher by two steps.
  case extremeOverestimate

  /// Creates the category of the trends of a sensor and of the reference, and of the concentration
  /// of the reference.
  public init(measured: GlucoseTrend, reference: GlucoseTrend, at glucose: Glucose) {
    self.init(measured, reference, isLow: glucose.mgdL < 100, isHigh: glucose.mgdL > 180)
  }

  init(_ measured: GlucoseTrend, _ reference: GlucoseTrend, isLow: Bool, isHigh: Bool) {
    let (sensor, truth) = (measured.step, reference.step)
    if sensor == truth {
      self = .noRisk
    } else if sensor < truth {
      self = truth == 2 && sensor < 0 ? .extremeUnderestimate : .underestimate
    } else if truth == -2 && sensor > 0 {
      self = isHigh ? .extremeUnderestimate : .extremeOverestimate
    } else {
      self = isLow && sensor - truth > 1 ? .extremeOverestimate : .overestimate
    }
  }
}

extension GlucoseTrend {
  /// The step from −2 for a fall of more than 2 mg/dL per minute to 2 for such a rise.
  fileprivate var step: Int {
    switch self {
    case .fallingRapidly, .falling: -2
    case .fallingSlowly: -1
    case .steady: 0
    case .risingSlowly: 1
    case .rising, .risingRapidly: 2
    }
  }
}

extension AccuracyStudy {
  /// The number of pairs of rates in each category of the Trend Accuracy Matrix; categories without
  /// a pair have 0. Rates are those of ``trends``.
  public var trendRiskCategories: [TrendRiskCategory: Int] {
    var counts = Dictionary(uniqueKeysWithValues: TrendRiskCategory.allCases.map { ($0, 0) })
    for rate in rates {
      let category = TrendRiskCategory(
        GlucoseTrend(mgdLPerMinute: rate.measured), GlucoseTrend(mgdLPerMinute: rate.reference),
        isLow: rate.glucose.mgdL < 100, isHigh: rate.glucose > bands.high)
      counts[category, default: 0] += 1
    }
    return counts
  }
}
