// SPDX-License-Identifier: Apache-2.0

/// The parameters of a body with type 1 diabetes, in the model of Hovorka et al., *Physiological
/// Measurement* 25:905, 2004.
///
/// Every default is a population mean from the literature; a letter in *italics* is the parameter's
/// symbol there. Unless another source is named, means are those that Wilinska et al. (*Journal of
/// Diabetes Science and Technology* 4:132, 2010) give for this model.
public struct Physiology: Hashable, Codable, Sendable {
  /// The weight of the body in kilograms.
  public var weight = 74.9

  /// The liver's output of glucose without insulin, *EGP*₀, in mmol per kilogram and minute.
  public var glucoseProduction = 0.0169
  /// The uptake of glucose that needs no insulin, *F*₀₁, in mmol per kilogram and minute.
  public var insulinIndependentUptake = 0.0111
  /// The share of glucose in the tissues that returns to the blood in a minute, *k*₁₂.
  public var returnRate = 0.060
  /// The volume in which glucose is distributed, *V*_G, in liters per kilogram.
  public var glucoseVolume = 0.16
  /// The concentration above which the kidneys let glucose pass, in mmol/L (Hovorka 2004).
  public var renalThreshold = 9.0
  /// The share of glucose above the threshold that the kidneys clear in a minute (Hovorka 2004).
  public var renalClearance = 0.003

  /// How far the liver's output rises for each mmol/L below 3.5 mmol/L, as a share of that without
  /// insulin: what adrenaline does where glucagon fails (Cryer, *New England Journal of Medicine*
  /// 369:362, 2013; the size is an assumption, for the model itself has no counter-regulation).
  public var counterRegulation = 0.25

  /// How far a mU/L of insulin raises the transport of glucose into tissues, *S*_IT, in 1/min.
  public var transportSensitivity = 18.41e-4
  /// How far a mU/L of insulin raises the disposal of glucose in tissues, *S*_ID, in 1/min.
  public var disposalSensitivity = 5.05e-4
  /// Which share of the liver's output a mU/L of insulin suppresses, *S*_IE.
  public var productionSensitivity = 190e-4
  /// How fast insulin's effect on transport follows its concentration, *k*_a1, in 1/min.
  public var transportRate = 0.0034
  /// How fast insulin's effect on disposal follows its concentration, *k*_a2, in 1/min.
  public var disposalRate = 0.056
  /// How fast insulin's effect on the liver follows its concentration, *k*_a3, in 1/min.
  public var productionRate = 0.024

  /// The time from an injection of rapid insulin to its fastest absorption, *t*_max,I, in minutes.
  public var rapidInsulinTime = 55.0
  /// The time constant of each of the two steps in which long-acting insulin is absorbed, in
  /// minutes: a half-life of 12.5 h, as of insulin glargine (Heise et al., *Expert Opinion on Drug
  /// Metabolism & Toxicology* 11:1193, 2015).
  public var longInsulinTime = 1080.0
  /// The share of insulin in the blood that is eliminated in a minute, *k*_e.
  public var insulinElimination = 0.14
  /// The volume in which insulin is distributed, *V*_I, in liters per kilogram.
  public var insulinVolume = 0.12

  /// The share of eaten carbohydrate that reaches the blood, *A*_G (Hovorka 2004).
  public var carbBioavailability = 0.8
  /// The time from a meal to its fastest absorption, *t*_max,G, in minutes.
  public var mealTime = 40.0

  /// How far the uptake of glucose rises in exercise at twice the resting heart rate, as a share of
  /// the glucose in the blood and minute; set so that exercise lowers glucose about as far as Riddell
  /// et al. (*Diabetes Care* 46:704, 2023) measured.
  public var exerciseUptake = 0.010
  /// How far exercise raises the effect of insulin in the hours after it, as a share.
  public var exerciseSensitivity = 0.25

  /// How far the liver's output rises before waking, as a share: the dawn phenomenon.
  public var dawnRise = 0.10
  /// The standard deviation of the logarithm of insulin's effect, which drifts over hours and days.
  public var sensitivitySpread = 0.22
  /// The standard deviation of the logarithm of how much of an injection of rapid insulin takes
  /// effect (Heinemann, *Diabetes Technology & Therapeutics* 4:673, 2002: 20 to 30 %).
  public var injectionSpread = 0.2
  /// The mean time by which glucose in the tissue follows glucose in blood, in minutes (Basu et al.,
  /// *Diabetes* 62:4083, 2013: 5 to 6 minutes).
  public var interstitialTime = 6.0

  /// The average body.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case weight, glucoseProduction, insulinIndependentUptake, returnRate, glucoseVolume
    case renalThreshold, renalClearance, counterRegulation, transportSensitivity
    case disposalSensitivity, productionSensitivity, transportRate, disposalRate
    case productionRate, rapidInsulinTime, longInsulinTime, insulinElimination, insulinVolume
    case carbBioavailability = "carbohydrateUse"
    case mealTime, exerciseUptake, exerciseSensitivity, dawnRise, sensitivitySpread
    case injectionSpread, interstitialTime
  }
}

extension Physiology {
  /// A body drawn from the population.
  ///
  /// Sensitivities are log-normal, with the spreads that the interquartile ranges of Rashid et al.
  /// (*Computers & Chemical Engineering* 130:106565, 2019) imply: 21–29 for transport, 4–7 for
  /// disposal. Half of the people have a dawn phenomenon (Ostrovski et al., *Canadian Journal of
  /// Diabetes* 44, 2020: 52 %). The other spreads are moderate assumptions.
  init(seed: UInt64) {
    var random = RandomSource(seed: seed, for: .physiology)
    self.init()
    func vary(_ parameter: WritableKeyPath<Physiology, Double>, by spread: Double) {
      self[keyPath: parameter] = random.logNormal(median: self[keyPath: parameter], spread: spread)
    }
    vary(\.weight, by: 0.15)
    vary(\.glucoseProduction, by: 0.08)
    vary(\.insulinIndependentUptake, by: 0.08)
    vary(\.transportSensitivity, by: 0.24)
    vary(\.disposalSensitivity, by: 0.41)
    vary(\.productionSensitivity, by: 0.25)
    vary(\.rapidInsulinTime, by: 0.15)
    vary(\.mealTime, by: 0.2)
    vary(\.exerciseUptake, by: 0.3)
    vary(\.exerciseSensitivity, by: 0.3)
    vary(\.sensitivitySpread, by: 0.25)
    vary(\.interstitialTime, by: 0.15)
    dawnRise = random.chance(0.52) ? random.uniform(in: 0.10...0.28) : 0
  }
}
