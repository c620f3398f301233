public import GlucoseMath
public import GlucoseFoundation

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

extension NightForecast {
  /// Creates the forecast of the night that starts at a bedtime.
  ///
  ///     let night = try NightForecast(after: series, at: now)
  ///
  /// The model ships with the package and is that of <doc:NightAhead>, with its measured accuracy.
  /// The input is the glucose of the last 24 hours, and of the seven hours after the same time on
  /// each earlier day: a meal or insulin just taken has no effect on it. If the last reading is
  /// below a threshold, the probabilities for it are 1.
  ///
  /// - Throws: ``ForecastUnavailable`` if there is no reading, if the last one is older than 15
  ///   minutes, or 20 with a sensor that measures every 15 minutes, or if less than 70 percent of
  ///   the last 24 hours are covered by readings.
  /// - Complexity: O(*n* + *d*), where *n* is the number of readings and *d* that of days.
  public init(after series: GlucoseSeries, at bedtime: Date) throws(ForecastUnavailable) {
    self.init(try Bedtime(series, at: bedtime), by: .shipped)
  }

  package init(_ bedtime: Bedtime, by model: NightModel) {
    func probabilities(below threshold: Double) -> [Double] {
      var highest = 0.0
      return (1...NightModel.hours).map { hour in
        highest = max(highest, model.probability(bedtime, below: threshold, within: hour))
        return highest
      }
    }
    let below70 = probabilities(below: 70)
    self.init(
      start: bedtime.time, probabilitiesBelow70: below70,
      probabilitiesBelow54: zip(probabilities(below: 54), below70).map(min))
  }
}

extension GlucoseSeries {
  /// Returns the forecast of the night that is ahead, or `nil` unless `now` is one of
  /// `NightForecast.bedtimes`, the record ends at most 15 minutes before it, or 20 with a sensor
  /// that measures every 15 minutes, and not after it, and there is a forecast.
  public func nightAhead(at now: Date, in zone: TimeZone) -> NightForecast? {
    guard let last, last.time <= now, NightForecast.bedtimes.contains(now, in: zone) else {
      return nil
    }
    return try? NightForecast(after: self, at: now)
  }
}
