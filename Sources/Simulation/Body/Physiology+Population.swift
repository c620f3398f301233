// SPDX-License-Identifier: Apache-2.0

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
