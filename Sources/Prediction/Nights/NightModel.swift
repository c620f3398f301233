package import GlucoseMath
package import GlucoseFoundation

/// A model of the probability of a reading below a threshold within hours of bedtime.
///
/// One logistic regression on the features of a ``Bedtime`` is fitted to all thresholds and hours
/// together, so that the many nights whose lowest reading is near a threshold contribute to the
/// probability of the few below it. The weights of the features depend on the logarithm of the
/// hour, and not on the threshold.
package struct NightModel: Equatable, Sendable {
  package static let hours = NightForecast.hours

  /// The thresholds in mg/dL that the regression is fitted to.
  package static let thresholds = ThresholdSide.below.fitted

  /// The least number of bedtimes with, and without, a reading below 70 mg/dL, for a fit.
  package static let enough = 100

  static let shipped = NightModel(weights: ShippedNights.weights)

  /// The weights: of the constant, the features, the threshold, the hour, its square, and the
  /// product of both; and of the products of the features with the hour.
  package let weights: [Double]

  init(weights: [Double]) {
    precondition(weights.count == Self.columns, "`weights` must have one element per column")
    self.weights = weights
  }

  package init?(fittedTo nights: [ObservedNight]) {
    let lows = nights.count { $0.hours(to: 70) != nil }
    guard min(lows, nights.count - lows) >= Self.enough else { return nil }
    var features: [Double] = []
    var events: [Bool] = []
    for night in nights {
      for threshold in Self.thresholds
      where !ThresholdSide.below.isBeyond(night.bedtime.level, threshold) {
        let first = night.hours(to: threshold) ?? .infinity
        for hour in 1...Self.hours {
          features += Self.row(night.bedtime.features, threshold, hour)
          events.append(first <= Double(hour))
        }
      }
    }
    let start = [Double](repeating: 0, count: Self.columns)
    guard
      let weights = CrossingModel.LogisticRegression.weights(
        features, events, startingFrom: start)
    else { return nil }
    self.weights = weights
  }

  static let columns = 2 * Bedtime.featureCount + 5

  /// Returns the columns of the regression; the first is the constant one.
  private static func row(_ features: [Double], _ threshold: Double, _ hour: Int) -> [Double] {
    let place = ThresholdSide.below.feature(threshold)
    let lead = MathFunctions.logarithm(Double(hour) / Double(hours))
    return [1] + features + [place, lead, lead * lead, place * lead] + features.map { $0 * lead }
  }

  /// Returns the probability of a reading below a threshold; 1 if the last reading is below it.
  func probability(_ bedtime: Bedtime, below threshold: Double, within hour: Int) -> Double {
    if ThresholdSide.below.isBeyond(bedtime.level, threshold) { return 1 }
    let row = Self.row(bedtime.features, threshold, hour)
    return CrossingModel.LogisticRegression.probability(
      zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 })
  }
}

package struct ObservedNight: Sendable {
  package let bedtime: Bedtime
  /// The hours from bedtime to the first reading below each of ``NightModel/thresholds``.
  private let firsts: [Double?]

  /// Creates a night; `nil` without a forecast at its start, or if 70 percent are not covered.
  package init?(_ series: GlucoseSeries, from start: Date) {
    guard let night = series.night(from: start),
      let bedtime = try? Bedtime(series, at: start)
    else { return nil }
    self.bedtime = bedtime
    firsts = NightModel.thresholds.map { threshold in
      night.first { ThresholdSide.below.isBeyond($0.glucose.mgdL, threshold) }.map {
        $0.time.timeIntervalSince(start) / 3600
      }
    }
  }

  /// Returns the hours to the first reading below one of the thresholds, `nil` if there is none.
  package func hours(to threshold: Double) -> Double? {
    NightModel.thresholds.firstIndex(of: threshold).flatMap { firsts[$0] }
  }
}
