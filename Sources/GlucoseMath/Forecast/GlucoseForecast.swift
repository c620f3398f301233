public import GlucoseFoundation

/// Predicted glucose, with a prediction interval at each point.
///
/// A forecast is a type of its own, so that predicted values never enter a ``GlucoseSeries``. The
/// same value is drawn, printed and tested for a crossing.
public struct GlucoseForecast: Equatable, Codable, Sendable {
  /// A predicted concentration at an instant.
  public struct Point: Equatable, Codable, Sendable {
    /// The instant.
    public let time: Date
    /// The predicted concentration.
    public let glucose: Glucose
    /// The lower end of the prediction interval.
    public let lower: Glucose
    /// The upper end of the prediction interval.
    public let upper: Glucose

    /// Creates a point of a forecast.
    ///
    /// - Precondition: `lower` ≤ `glucose` ≤ `upper`.
    public init(time: Date, glucose: Glucose, lower: Glucose, upper: Glucose) {
      precondition(lower <= glucose && glucose <= upper, Self.requirement)
      self.time = time
      self.glucose = glucose
      self.lower = lower
      self.upper = upper
    }

    /// Decodes a point and checks that its interval contains the predicted concentration.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      time = try container.calendarTime(forKey: .time)
      glucose = try container.decode(Glucose.self, forKey: .glucose)
      lower = try container.decode(Glucose.self, forKey: .lower)
      upper = try container.decode(Glucose.self, forKey: .upper)
      try decoder.require(lower <= glucose && glucose <= upper, Self.requirement)
    }

    private static let requirement =
      "The interval of a point must contain the predicted concentration"
  }

  /// The last reading before the forecast.
  public let origin: Reading
  /// The points of the path in chronological order, all after the origin.
  public let points: [Point]
  /// The fraction of outcomes that the interval is designed to contain, such as 0.9.
  public let nominalCoverage: Double
  /// The fraction of outcomes that the interval of the last point contained on recordings that were
  /// not used to build it, or `nil` if it was not measured.
  public let empiricalCoverage: Double?
  /// The probabilities of crossing thresholds, or `nil` if the forecaster does not compute them.
  package let crossings: CrossingProbabilities?

  /// Creates a forecast from `origin` along `points`.
  ///
  /// - Precondition: there is a point, points ascend in time, all are after the origin, and
  ///   `nominalCoverage` is between 0 and 1.
  public init(
    origin: Reading, points: [Point], nominalCoverage: Double, empiricalCoverage: Double? = nil
  ) {
    self.init(
      origin: origin, points: points, nominalCoverage: nominalCoverage,
      empiricalCoverage: empiricalCoverage, crossings: nil)
  }

  /// Creates a forecast with probabilities of crossings for as many points.
  package init(
    origin: Reading, points: [Point], nominalCoverage: Double, empiricalCoverage: Double? = nil,
    crossings: CrossingProbabilities?
  ) {
    let mistake = Self.mistake(origin, points, nominalCoverage, crossings)
    precondition(mistake == nil, mistake ?? "")
    self.origin = origin
    self.points = points
    self.nominalCoverage = nominalCoverage
    self.empiricalCoverage = empiricalCoverage
    self.crossings = crossings
  }

  /// Decodes a forecast and checks the requirements of the initializer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    origin = try container.decode(Reading.self, forKey: .origin)
    points = try container.decode([Point].self, forKey: .points)
    nominalCoverage = try container.decode(Double.self, forKey: .nominalCoverage)
    empiricalCoverage = try container.decodeIfPresent(Double.self, forKey: .empiricalCoverage)
    crossings = try container.decodeIfPresent(CrossingProbabilities.self, forKey: .crossings)
    let mistake = Self.mistake(origin, points, nominalCoverage, crossings)
    try decoder.require(mistake == nil, mistake ?? "")
    try decoder.require(
      empiricalCoverage.map { (0...1).contains($0) } ?? true,
      "An empirical coverage must be between 0 and 1")
  }

  private static func mistake(
    _ origin: Reading, _ points: [Point], _ coverage: Double, _ crossings: CrossingProbabilities?
  ) -> String? {
    if points.isEmpty { return "A forecast must have a point" }
    if !zip([origin.time] + points.map(\.time), points).allSatisfy({ $0 < $1.time }) {
      return "The points of a forecast must be after its origin, in chronological order"
    }
    if let crossings, crossings.pointCount != points.count {
      return "A forecast must have crossing probabilities for each point, or none"
    }
    return coverage > 0 && coverage < 1 ? nil : "A nominal coverage must be between 0 and 1"
  }

  /// Returns a Boolean value that indicates whether the predicted path is beyond a threshold no later
  /// than `duration` after the origin.
  public func crosses(_ crossing: ThresholdCrossing, within duration: Duration) -> Bool {
    points(within: duration).contains { crossing.isBeyond($0.glucose) }
  }

  /// The duration from the origin to the last point; zero if there is no point.
  public var horizon: Duration {
    .seconds(points.last.map { $0.time.timeIntervalSince(origin.time) } ?? 0)
  }

  /// Returns the probability, from 0 to 1, that a reading no later than `duration` after the origin
  /// is beyond a threshold.
  ///
  ///     forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(1800))    // 0.34
  ///
  /// The whole path until then counts. Where the interval of a point until then is wholly beyond the
  /// threshold, the probability is at least (1 + ``nominalCoverage``) / 2, that of the interval and of
  /// values farther from the threshold. The result is `nil` if the forecaster does not compute
  /// probabilities, if `duration` is shorter than that of the first point or longer than ``horizon``, or
  /// if the threshold is outside of those that are given.
  ///
  /// Durations count from the origin: for the half hour after `now`, pass
  /// `.seconds(1800 + now.timeIntervalSince(forecast.origin.time))`.
  public func probability(ofCrossing crossing: ThresholdCrossing, within duration: Duration)
    -> Double?
  {
    let path = points(within: duration)
    guard !path.isEmpty, (duration - horizon).inSeconds <= 0.001,
      let probability = crossings?.probability(of: crossing, byPoint: path.count - 1)
    else { return nil }
    let isCertain = path.contains { crossing.isBeyond($0.lower) && crossing.isBeyond($0.upper) }
    return isCertain ? max(probability, (1 + nominalCoverage) / 2) : probability
  }

  /// The points no later than `duration` after the origin, to a millisecond.
  private func points(within duration: Duration) -> ArraySlice<Point> {
    let end = origin.time.addingTimeInterval(duration.inSeconds + 0.001)
    return points.prefix { $0.time <= end }
  }
}

/// The readings of a day and the forecasts from some of them.
public struct ForecastDay: Equatable, Sendable {
  /// The readings of the day, and those before it since the origin of the first forecast.
  package let readings: GlucoseSeries
  /// The forecasts, in chronological order.
  public let forecasts: [GlucoseForecast]
  /// The time zone of the local clock.
  package let zone: TimeZone

  package init(readings: GlucoseSeries, forecasts: [GlucoseForecast], zone: TimeZone) {
    precondition(!forecasts.isEmpty, "There must be a forecast")
    self.readings = readings
    self.forecasts = forecasts
    self.zone = zone
  }
}
