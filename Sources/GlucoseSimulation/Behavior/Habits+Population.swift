internal import GlucoseMath

extension Habits {
  /// Creates habits drawn from the population. The person has learned the response of their body by
  /// trial, with a small error.
  init(seed: UInt64, body physiology: Physiology) {
    var random = RandomSource(seed: seed, for: .habits)
    let fasting = random.uniform(in: 5.8...9.2)
    let body = HovorkaModel(physiology, steadyAt: fasting)
    self.init(
      carbsPerUnit: Self.trial / body.unitsForTrialMeal
        * random.logNormal(median: 1.0, spread: 0.18),
      correctionFactor: body.dropFromOneUnit * random.logNormal(median: 1.1, spread: 0.2),
      basalUnits: body.basalUnitsPerDay)
    wakeMinute = Self.time(7, 0, spread: 40, &random)
    bedMinute = Self.time(22, 45, spread: 30, &random)
    lunchMinute = Self.time(12, 30, spread: 25, &random)
    dinnerMinute = Self.time(18, 45, spread: 40, &random)
    weekendDelayMinutes = random.integer(in: 0...100)
    portionScale = random.logNormal(median: 1.15, spread: 0.15)
    snackProbability = random.uniform(in: 0.1...0.6)
    countingBias = random.logNormal(median: 0.92, spread: 0.08)
    countingSpread = random.uniform(in: 0.15...0.35)
    bolusLeadMinutes = random.integer(in: 0...15)
    lateBolusProbability = random.uniform(in: 0.05...0.35)
    missedBolusProbability = random.uniform(in: 0.02...0.12)
    lowNoticeProbability = random.uniform(in: 0.06...0.25)
    exerciseProbability = random.uniform(in: 0.05...0.55)
  }

  private static func time(
    _ hour: Int, _ minute: Int, spread: Double, _ random: inout RandomSource
  ) -> Int {
    let shift = min(max(random.normal(), -2), 2) * spread
    return hour * 60 + minute + Int(shift)
  }

  /// The carbohydrate of the trial meal in grams.
  fileprivate static let trial = 60.0
}

extension HovorkaModel {
  /// The units with which glucose returns to its initial value 4½ hours after the trial meal.
  fileprivate var unitsForTrialMeal: Double {
    let start = plasma
    var low = 0.0
    var high = 60.0
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let end = after(minutes: 270) {
        $0.eat(carbs: Habits.trial, sugar: 10, fat: 15)
        $0.inject(rapid: middle)
      }
      if end > start.mgdL { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The decrease of glucose in mmol/L 4 hours after one unit.
  fileprivate var dropFromOneUnit: Double {
    (plasma.mgdL - after(minutes: 240) { $0.inject(rapid: 1) }) / 18.01559
  }

  /// Returns the plasma glucose in mg/dL `minutes` after `change`.
  private func after(minutes: Double, _ change: (inout HovorkaModel) -> Void) -> Double {
    var body = self
    change(&body)
    body.advance(minutes: minutes, steps: Int(minutes / 3), under: ExternalInputs())
    return body.plasma.mgdL
  }
}
