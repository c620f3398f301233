// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A continuous glucose sensor and the ways in which it errs.
///
/// A reading is *a*(*t*) × glucose under the skin + *b*(*t*) + two autoregressive processes of second
/// order, *t* being the days since the sensor was put in: the model of Facchinetti et al. (*IEEE
/// Transactions on Biomedical Engineering* 61:620, 2014). The defaults are those which Vettoretti et al.
/// (*EMBC* 2019, 10.1109/EMBC.2019.8856790) found for a factory-calibrated sensor, the Dexcom G6.
public struct GlucoseSensor: Hashable, Codable, Sendable {
  /// A number that depends on the days *t* since the sensor was put in: *c*₀ + *c*₁*t* + *c*₂*t*².
  public struct Drift: Hashable, Codable, Sendable {
    /// The value at the start.
    public var constant: Double
    /// The change in a day.
    public var perDay: Double
    /// The change in a day squared.
    public var perDaySquared: Double

    /// A drift with these coefficients.
    public init(_ constant: Double, _ perDay: Double = 0, _ perDaySquared: Double = 0) {
      self.constant = constant
      self.perDay = perDay
      self.perDaySquared = perDaySquared
    }

    func value(_ days: Double) -> Double { constant + days * (perDay + days * perDaySquared) }
  }

  /// Noise in mg/dL that remembers its last two values, five minutes apart.
  public struct Noise: Hashable, Codable, Sendable {
    /// The weight of the last value.
    public var last: Double
    /// The weight of the value before.
    public var beforeLast: Double
    /// The variance of what is new, in (mg/dL)².
    public var variance: Double

    /// A noise with these coefficients.
    public init(last: Double, beforeLast: Double, variance: Double) {
      self.last = last
      self.beforeLast = beforeLast
      self.variance = variance
    }
  }

  /// What glucose under the skin is multiplied with.
  public var gain = Drift(1.048, -0.033, 0.002)
  /// What is added, in mg/dL.
  public var offset = Drift(-6.398, 6.179, -0.448)
  /// How much one sensor's gain differs from another's, as a standard deviation.
  public var gainSpread = 0.05
  /// The slow noise, in Vettoretti et al. that which sensors worn at once have in common.
  public var slowNoise = Noise(last: 1.34, beforeLast: -0.492, variance: 5.538)
  /// The noise of the single sensor.
  public var ownNoise = Noise(last: 1.220, beforeLast: -0.331, variance: 3.641)

  /// The lowest value shown, in mg/dL and above zero; below it, a reading has this value and a flag.
  public var lowerLimit = 40.0
  /// The highest value shown, in mg/dL; above it, a reading has this value and a flag.
  public var upperLimit = 400.0
  /// For how many days a sensor is worn, at least one.
  public var wearDays = 10
  /// For how many minutes a new sensor shows nothing.
  public var warmUp = 120
  /// How often a day readings go missing.
  public var dropoutsPerDay = 1.2
  /// The share of dropouts that last from 20 minutes to three hours; others last up to 15 minutes.
  public var longDropouts = 0.25

  /// The average sensor.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case gain, offset, gainSpread, slowNoise, ownNoise
    case lowerLimit = "lowest"
    case upperLimit = "highest"
    case wearDays = "daysWorn"
    case warmUp, dropoutsPerDay, longDropouts
  }
}

extension GlucoseSensor {
  /// Decodes a sensor that is worn for at least a day and shows concentrations above zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    gain = try container.decode(Drift.self, forKey: .gain)
    offset = try container.decode(Drift.self, forKey: .offset)
    gainSpread = try container.decode(Double.self, forKey: .gainSpread)
    slowNoise = try container.decode(Noise.self, forKey: .slowNoise)
    ownNoise = try container.decode(Noise.self, forKey: .ownNoise)
    lowerLimit = try container.decode(Double.self, forKey: .lowerLimit)
    upperLimit = try container.decode(Double.self, forKey: .upperLimit)
    wearDays = try container.decode(Int.self, forKey: .wearDays)
    warmUp = try container.decode(Int.self, forKey: .warmUp)
    dropoutsPerDay = try container.decode(Double.self, forKey: .dropoutsPerDay)
    longDropouts = try container.decode(Double.self, forKey: .longDropouts)
    try decoder.require(
      (1...36_600).contains(wearDays) && lowerLimit > 0 && lowerLimit <= upperLimit
        && upperLimit.isFinite,
      "A sensor must be worn for 1 to 36,600 days and show concentrations above zero")
  }
}
