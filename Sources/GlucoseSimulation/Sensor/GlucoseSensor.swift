internal import GlucoseMath

/// A continuous glucose sensor with its errors.
///
/// A reading is *a*(*t*) × interstitial glucose + *b*(*t*) + two second-order autoregressive
/// processes, where *t* is the number of days since insertion of the sensor. The model is by
/// Facchinetti et al. (*IEEE Transactions on Biomedical Engineering* 61:620, 2014). The defaults
/// are the values of Vettoretti et al. (*EMBC* 2019, 10.1109/EMBC.2019.8856790) for a
/// factory-calibrated sensor, the Dexcom G6.
public struct GlucoseSensor: Equatable, Sendable {
  /// A quadratic function of the days *t* since insertion: *c*₀ + *c*₁*t* + *c*₂*t*².
  struct Drift: Equatable, Sendable {
    var constant: Double
    var perDay = 0.0
    var perDaySquared = 0.0

    func value(_ days: Double) -> Double { constant + days * (perDay + days * perDaySquared) }
  }

  /// A second-order autoregressive noise in mg/dL, in steps of five minutes.
  struct Noise: Equatable, Sendable {
    /// The coefficient of the last value, five minutes ago.
    var lag1: Double
    /// The coefficient of the value before the last, ten minutes ago.
    var lag2: Double
    /// The variance of the innovations, in (mg/dL)².
    var variance: Double
  }

  /// The gain *a*(*t*).
  var gain = Drift(constant: 1.048, perDay: -0.033, perDaySquared: 0.002)
  /// The offset *b*(*t*) in mg/dL.
  var offset = Drift(constant: -6.398, perDay: 6.179, perDaySquared: -0.448)
  /// The standard deviation of the gain between sensors.
  var gainSpread = 0.05
  /// The slow noise; in Vettoretti et al., the common component of sensors worn simultaneously.
  var slowNoise = Noise(lag1: 1.34, lag2: -0.492, variance: 5.538)
  /// The noise of the individual sensor.
  var ownNoise = Noise(lag1: 1.220, lag2: -0.331, variance: 3.641)

  /// The lower limit in mg/dL, above zero. A lower reading has this value and a flag.
  public var lowerLimit = 40.0
  /// The upper limit in mg/dL. A higher reading has this value and a flag.
  public var upperLimit = 400.0
  /// The number of days that a sensor is worn, at least one.
  public var wearDays = 10
  /// The warm-up time of a new sensor in minutes, without readings.
  public var warmUpMinutes = 120
  var dropoutsPerDay = 1.2
  /// The part of the dropouts of 20 minutes to three hours; others last up to 15 minutes.
  var longDropoutPercentage = Percentage(25)

  /// Creates an average sensor.
  public init() {}
}
