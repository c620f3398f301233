public import GlucoseMath
public import GlucoseFoundation

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
