/// The parameters of a body with type 1 diabetes in the model of Hovorka et al., *Physiological
/// Measurement* 25:905, 2004.
///
/// Every default is a population mean from the literature; a letter in *italics* is the parameter's
/// symbol in the paper. Unless another source is named, means are the values of Wilinska et al.
/// (*Journal of Diabetes Science and Technology* 4:132, 2010) for this model.
struct Physiology: Equatable, Sendable {
  /// The body weight in kilograms.
  var weight = 74.9

  /// The hepatic output of glucose without insulin, *EGP*₀, in mmol per kilogram per minute.
  var glucoseProduction = 0.0169
  /// The insulin-independent uptake of glucose, *F*₀₁, in mmol per kilogram per minute.
  var insulinIndependentUptake = 0.0111
  /// The fraction of glucose in the tissues that returns to the plasma per minute, *k*₁₂.
  var returnRate = 0.060
  /// The distribution volume of glucose, *V*_G, in liters per kilogram.
  var glucoseVolume = 0.16
  /// The concentration above which the kidneys excrete glucose, in mmol/L (Hovorka 2004).
  var renalThreshold = 9.0
  /// The part of glucose above the threshold that the kidneys excrete per minute (Hovorka 2004).
  var renalClearance = 0.003

  /// The increase of the hepatic output per mmol/L below 3.5 mmol/L, as a fraction of the output
  /// without insulin: the effect of adrenaline where glucagon fails (Cryer, *New England Journal of
  /// Medicine* 369:362, 2013). The size is an assumption; the original model has no
  /// counter-regulation.
  var counterRegulation = 0.25

  /// The sensitivity of the transport of glucose to insulin, *S*_IT, in 1/min per mU/L.
  var transportSensitivity = 18.41e-4
  /// The sensitivity of the disposal of glucose to insulin, *S*_ID, in 1/min per mU/L.
  var disposalSensitivity = 5.05e-4
  /// The sensitivity of the hepatic output to insulin, *S*_IE, as a fraction per mU/L.
  var productionSensitivity = 190e-4
  /// The deactivation rate of insulin's effect on transport, *k*_a1, in 1/min.
  var transportRate = 0.0034
  /// The deactivation rate of insulin's effect on disposal, *k*_a2, in 1/min.
  var disposalRate = 0.056
  /// The deactivation rate of insulin's effect on the hepatic output, *k*_a3, in 1/min.
  var productionRate = 0.024

  /// The time to the maximum absorption of rapid-acting insulin, *t*_max,I, in minutes.
  var rapidInsulinTime = 55.0
  /// The time constant of each of the two compartments of long-acting insulin, in minutes: a
  /// half-life of 12.5 h, as of insulin glargine (Heise et al., *Expert Opinion on Drug Metabolism
  /// & Toxicology* 11:1193, 2015).
  var longInsulinTime = 1080.0
  /// The fraction of insulin in plasma that is eliminated per minute, *k*_e.
  var insulinElimination = 0.14
  /// The distribution volume of insulin, *V*_I, in liters per kilogram.
  var insulinVolume = 0.12

  /// The fraction of eaten carbohydrate that is absorbed, *A*_G (Hovorka 2004).
  var carbBioavailability = 0.8
  /// The time from a meal to its maximum absorption, *t*_max,G, in minutes.
  var mealTime = 40.0

  /// The increase of the uptake of glucose during exercise at twice the resting heart rate, as a
  /// fraction of the glucose in plasma per minute. The size is set so that exercise lowers glucose
  /// about as much as in Riddell et al. (*Diabetes Care* 46:704, 2023).
  var exerciseUptake = 0.010
  /// The increase of insulin's effect in the hours after exercise, as a fraction.
  var exerciseSensitivity = 0.25

  /// The increase of the hepatic output before waking, as a fraction: the dawn phenomenon.
  var dawnRise = 0.10
  /// The standard deviation of the logarithm of insulin's effect, which drifts over hours and days.
  var sensitivitySpread = 0.22
  /// The standard deviation of the logarithm of the effective fraction of an injection (Heinemann,
  /// *Diabetes Technology & Therapeutics* 4:673, 2002: 20 to 30 %).
  var injectionSpread = 0.2
  /// The mean lag of interstitial glucose behind plasma glucose, in minutes (Basu et al.,
  /// *Diabetes* 62:4083, 2013: 5 to 6 minutes).
  var interstitialTime = 6.0
}

extension Physiology {
  /// Creates a body drawn from the population.
  ///
  /// Sensitivities are log-normal. Their standard deviations follow from the interquartile ranges
  /// of Rashid et al. (*Computers & Chemical Engineering* 130:106565, 2019): 21–29 for transport,
  /// 4–7 for disposal. Half of the people have a dawn phenomenon (Ostrovski et al., *Canadian
  /// Journal of Diabetes* 44, 2020: 52 %). The other standard deviations are moderate assumptions.
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
