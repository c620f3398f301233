internal import GlucoseMath

/// The parameters of a model of glucose and of the noise of a sensor: a level, and a rate of change
/// that returns to zero.
///
/// The level is the integral of the rate, and the rate is an Ornstein–Uhlenbeck process: a random
/// walk that decays to zero with ``rateTimeConstant`` and has the standard deviation
/// ``rateDeviation``. A reading is the level plus independent normal noise with the standard
/// deviation ``noise``. The model with a decaying rate is that of Staal et al. ("Kalman
/// Smoothing for Objective and Automatic Preprocessing of Glucose Data", *IEEE Journal of Biomedical
/// and Health Informatics*), discretized exactly for any time between
/// readings.
///
/// The noise of a sensor that is correlated over several readings is part of the level: no filter of
/// readings alone can separate the two.
public struct SmoothingModel: Equatable, Codable, Sendable {
  /// The standard deviation of the noise of a reading in mg/dL.
  public let noise: Double
  /// The standard deviation of the rate of change in mg/dL per minute.
  public let rateDeviation: Double
  /// The time in which a rate of change decays to 37 % of its value, in minutes.
  public let rateTimeConstant: Double

  /// The supported standard deviations of noise in mg/dL, from that of rounding to whole mg/dL.
  static let noiseBounds = 0.25...30.0
  /// The supported standard deviations of the rate in mg/dL per minute.
  static let rateDeviationBounds = 0.05...10.0
  /// The supported time constants in minutes.
  static let rateTimeConstantBounds = 5.0...240.0

  /// The model of a sensor with readings every five minutes in a person with type 1 diabetes.
  ///
  /// The parameters are round numbers near the medians of the models learned from two sets of
  /// recordings: noise 1.3 and 2.4 mg/dL, rate 1.2 mg/dL per minute, and time constant 8 and 14
  /// minutes.
  public static let standard = SmoothingModel(noise: 1.5, rateDeviation: 1.1, rateTimeConstant: 13)

  /// Creates a model; parameters beyond their bounds become the nearest bound.
  ///
  /// - Precondition: the parameters are not NaN.
  public init(noise: Double, rateDeviation: Double, rateTimeConstant: Double) {
    precondition(
      !noise.isNaN && !rateDeviation.isNaN && !rateTimeConstant.isNaN,
      "The parameters of a smoothing model must be numbers")
    self.noise = noise.clamped(to: Self.noiseBounds)
    self.rateDeviation = rateDeviation.clamped(to: Self.rateDeviationBounds)
    self.rateTimeConstant = rateTimeConstant.clamped(to: Self.rateTimeConstantBounds)
  }

  /// Decodes a model with parameters within their bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    noise = try container.decode(Double.self, forKey: .noise)
    rateDeviation = try container.decode(Double.self, forKey: .rateDeviation)
    rateTimeConstant = try container.decode(Double.self, forKey: .rateTimeConstant)
    try decoder.require(
      Self.noiseBounds.contains(noise) && Self.rateDeviationBounds.contains(rateDeviation)
        && Self.rateTimeConstantBounds.contains(rateTimeConstant),
      "The parameters of a smoothing model must be within their bounds")
  }
}
