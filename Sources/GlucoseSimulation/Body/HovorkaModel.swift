internal import GlucoseMath

/// A body and the differential equations of its state.
struct HovorkaModel: Sendable {
  let physiology: Physiology
  var state = HovorkaState()
  private let glucoseLiters: Double
  private let insulinLiters: Double
  private let production: Double
  private let uptake: Double

  init(_ physiology: Physiology) {
    self.physiology = physiology
    glucoseLiters = physiology.glucoseVolume * physiology.weight
    insulinLiters = physiology.insulinVolume * physiology.weight
    production = physiology.glucoseProduction * physiology.weight
    uptake = physiology.insulinIndependentUptake * physiology.weight
  }

  var plasma: Glucose { .mmolL(state.glucose / glucoseLiters) }

  /// The interstitial concentration of glucose, at the sensor.
  var interstitial: Glucose { .mmolL(state.interstitial) }

  /// Advances the state by `minutes`, in equal steps of the fourth-order Runge–Kutta method.
  mutating func advance(minutes: Double, steps: Int = 1, under circumstances: ExternalInputs) {
    let step = minutes / Double(steps)
    for _ in 0..<steps {
      let first = rate(of: state, under: circumstances)
      let second = rate(of: state.moved(by: first, times: step / 2), under: circumstances)
      let third = rate(of: state.moved(by: second, times: step / 2), under: circumstances)
      let fourth = rate(of: state.moved(by: third, times: step), under: circumstances)
      state = state.moved(by: first, times: step / 6).moved(by: second, times: step / 3)
        .moved(by: third, times: step / 3).moved(by: fourth, times: step / 6)
    }
  }

  /// Returns the change of the state per minute: equations 1 to 11 of Hovorka et al. 2004, with a
  /// pair of compartments for long-acting insulin, three pairs for food of different speeds, and
  /// exercise after Breton (*Journal of Diabetes Science and Technology* 2:169, 2008).
  func rate(of now: HovorkaState, under circumstances: ExternalInputs) -> HovorkaState {
    let body = physiology
    let concentration = now.glucose / glucoseLiters

    let uptake = concentration < 4.5 ? uptake * concentration / 4.5 : uptake
    let renal =
      concentration > body.renalThreshold
      ? body.renalClearance * (concentration - body.renalThreshold) * glucoseLiters : 0
    let alarm = body.counterRegulation * max(0, 3.5 - concentration)
    let produced = production * (circumstances.production * max(0, 1 - now.suppression) + alarm)
    let eaten =
      now.sugar.outflow(sugarTime) + now.food.outflow(body.mealTime)
      + now.fattyFood.outflow(fattyFoodTime)
    let gain = 1 + body.exerciseSensitivity * now.exerciseEffect
    let transport = gain * now.transport * now.glucose
    let disposal = gain * now.disposal * now.tissueGlucose
    let worked = body.exerciseUptake * now.exertion * now.glucose
    let returned = body.returnRate * now.tissueGlucose
    let absorbed =
      now.rapidInsulin.outflow(body.rapidInsulinTime)
      + now.longInsulin.outflow(body.longInsulinTime)
    let effective = circumstances.sensitivity * now.insulin

    var rate = HovorkaState()
    rate.glucose = produced + eaten + returned - transport - uptake - renal - worked
    rate.tissueGlucose = transport - returned - disposal
    rate.interstitial = (concentration - now.interstitial) / body.interstitialTime
    rate.insulin = absorbed / insulinLiters - body.insulinElimination * now.insulin
    rate.transport = body.transportRate * (body.transportSensitivity * effective - now.transport)
    rate.disposal = body.disposalRate * (body.disposalSensitivity * effective - now.disposal)
    rate.suppression =
      body.productionRate * (body.productionSensitivity * effective - now.suppression)
    rate.rapidInsulin = now.rapidInsulin.rate(body.rapidInsulinTime)
    rate.longInsulin = now.longInsulin.rate(body.longInsulinTime)
    rate.sugar = now.sugar.rate(sugarTime)
    rate.food = now.food.rate(body.mealTime)
    rate.fattyFood = now.fattyFood.rate(fattyFoodTime)
    rate.exertion = (circumstances.exertion - now.exertion) / 5
    let strain = Self.strain(now.exertion)
    rate.exerciseEffect = strain - (strain + 1.0 / 600) * now.exerciseEffect
    return rate
  }

  /// Returns the activation of the lasting effect of exercise: 0 at rest, near 1 in any real
  /// exertion (Breton 2008, with *n* = 4 and *a* = 0.1).
  private static func strain(_ exertion: Double) -> Double {
    let square = exertion * exertion * 100
    let fourth = square * square
    return fourth / (1 + fourth)
  }

  /// Sugar is absorbed faster than a meal, and a fatty meal more slowly.
  private var sugarTime: Double { 0.4 * physiology.mealTime }
  private var fattyFoodTime: Double { 2.5 * physiology.mealTime }
}

extension HovorkaModel {
  /// Adds carbohydrate to the gut. The part `sugar` is absorbed fast. Of the rest, fat slows down a
  /// fraction: a third with 25 g of fat, half with 50 g (direction from Wolpert et al., *Diabetes
  /// Care* 36:810, 2013).
  mutating func eat(carbs: Double, sugar: Double = 0, fat: Double = 0) {
    let perGram = 1000 / 180.1559 * physiology.carbBioavailability
    let slow = fat / (fat + 50)
    state.sugar.first += perGram * sugar
    state.food.first += perGram * (carbs - sugar) * (1 - slow)
    state.fattyFood.first += perGram * (carbs - sugar) * slow
  }

  mutating func inject(rapid units: Double) { state.rapidInsulin.first += 1000 * units }

  mutating func inject(long units: Double) { state.longInsulin.first += 1000 * units }

  /// Creates a fasting body at rest that long-acting insulin keeps at `concentration` mmol/L.
  init(_ physiology: Physiology, steadyAt concentration: Double) {
    self.init(physiology)
    var low = 0.0
    var high = 1000.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      reachEquilibrium(insulin: middle, concentration: concentration)
      // More insulin lowers glucose, so the rate decreases as insulin increases.
      if rate(of: state, under: ExternalInputs()).glucose > 0 {
        low = middle
      } else {
        high = middle
      }
    }
  }

  /// The units of long-acting insulin that a body in a steady state absorbs per day.
  var basalUnitsPerDay: Double {
    state.longInsulin.outflow(physiology.longInsulinTime) * 1440 / 1000
  }

  /// Sets all compartments but plasma glucose to their steady state at an insulin concentration.
  private mutating func reachEquilibrium(insulin: Double, concentration: Double) {
    state.insulin = insulin
    state.interstitial = concentration
    state.glucose = concentration * physiology.glucoseVolume * physiology.weight
    state.transport = physiology.transportSensitivity * insulin
    state.disposal = physiology.disposalSensitivity * insulin
    state.suppression = physiology.productionSensitivity * insulin
    state.tissueGlucose = state.transport * state.glucose / (physiology.returnRate + state.disposal)
    let flow =
      physiology.insulinElimination * insulin * physiology.insulinVolume * physiology.weight
    state.longInsulin = CompartmentPair(
      first: flow * physiology.longInsulinTime, second: flow * physiology.longInsulinTime)
  }
}
