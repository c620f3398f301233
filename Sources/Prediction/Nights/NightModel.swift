internal import GlucoseMath
internal import GlucoseFoundation

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

  static let shipped = NightModel(weights: ShippedNights.weights)

  /// The weights: of the constant, the features, the threshold, the hour, its square, and the
  /// product of both; and of the products of the features with the hour.
  package let weights: [Double]

  package init(weights: [Double]) {
    precondition(weights.count == Self.columns, "`weights` must have one element per column")
    self.weights = weights
  }

  package static let columns = 2 * Bedtime.featureCount + 5

  /// Returns the columns of the regression; the first is the constant one.
  package static func row(_ features: [Double], _ threshold: Double, _ hour: Int) -> [Double] {
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
