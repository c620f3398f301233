// SPDX-License-Identifier: Apache-2.0

/// Two compartments in a row: what enters the first leaves the second, later and spread out.
struct CompartmentPair: Hashable, Sendable {
  var first = 0.0
  var second = 0.0

  /// How fast the compartments change when each empties with the time constant `time`.
  func rate(_ time: Double) -> CompartmentPair {
    CompartmentPair(first: -first / time, second: (first - second) / time)
  }

  /// What leaves the second compartment in a minute.
  func outflow(_ time: Double) -> Double { second / time }

  func moved(by rate: CompartmentPair, times step: Double) -> CompartmentPair {
    CompartmentPair(first: first + step * rate.first, second: second + step * rate.second)
  }
}

/// The state of a body, or, with the same fields, its change in a minute.
///
/// Glucose is in mmol, insulin in mU, concentrations are per liter.
struct HovorkaState: Hashable, Sendable {
  /// Glucose in blood and what exchanges with it fast, *Q*₁.
  var glucose = 0.0
  /// Glucose in the tissues, *Q*₂.
  var tissueGlucose = 0.0
  /// The concentration that a sensor under the skin meets.
  var interstitial = 0.0
  /// The concentration of insulin in plasma, *I*.
  var insulin = 0.0
  /// Insulin's effects on transport, disposal and the liver's output, *x*₁, *x*₂ and *x*₃.
  var transport = 0.0
  var disposal = 0.0
  var suppression = 0.0
  /// Insulin under the skin.
  var rapidInsulin = CompartmentPair()
  var longInsulin = CompartmentPair()
  /// Glucose in the gut from sugar alone, from usual food, and from food slowed down by fat.
  var sugar = CompartmentPair()
  var food = CompartmentPair()
  var fattyFood = CompartmentPair()
  /// The heart rate above rest, as a share of that at rest, and the lasting effect of exercise.
  var exertion = 0.0
  var exerciseEffect = 0.0

  /// This state after `step` minutes of change at `rate`.
  func moved(by rate: HovorkaState, times step: Double) -> HovorkaState {
    HovorkaState(
      glucose: glucose + step * rate.glucose,
      tissueGlucose: tissueGlucose + step * rate.tissueGlucose,
      interstitial: interstitial + step * rate.interstitial,
      insulin: insulin + step * rate.insulin,
      transport: transport + step * rate.transport,
      disposal: disposal + step * rate.disposal,
      suppression: suppression + step * rate.suppression,
      rapidInsulin: rapidInsulin.moved(by: rate.rapidInsulin, times: step),
      longInsulin: longInsulin.moved(by: rate.longInsulin, times: step),
      sugar: sugar.moved(by: rate.sugar, times: step),
      food: food.moved(by: rate.food, times: step),
      fattyFood: fattyFood.moved(by: rate.fattyFood, times: step),
      exertion: exertion + step * rate.exertion,
      exerciseEffect: exerciseEffect + step * rate.exerciseEffect)
  }
}

/// What acts on a body from outside the model, besides food and insulin.
struct ExternalInputs: Hashable, Sendable {
  /// What insulin's effect is multiplied with.
  var sensitivity = 1.0
  /// What the liver's output is multiplied with.
  var production = 1.0
  /// The heart rate above rest that the present activity leads to, as a share of that at rest.
  var exertion = 0.0
}
