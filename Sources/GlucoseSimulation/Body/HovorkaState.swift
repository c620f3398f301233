/// Two compartments in series, which delay and spread an input.
struct CompartmentPair: Equatable, Sendable {
  var first = 0.0
  var second = 0.0

  /// Returns the change of the compartments per minute with the time constant `time` of each.
  func rate(_ time: Double) -> CompartmentPair {
    CompartmentPair(first: -first / time, second: (first - second) / time)
  }

  func outflow(_ time: Double) -> Double { second / time }

  func moved(by rate: CompartmentPair, times step: Double) -> CompartmentPair {
    CompartmentPair(first: first + step * rate.first, second: second + step * rate.second)
  }
}

/// The state of a body or, with the same fields, its change per minute. Glucose is in mmol and
/// insulin in mU; concentrations are per liter.
struct HovorkaState: Equatable, Sendable {
  /// Glucose in plasma and in rapidly exchanging tissues, *Q*₁.
  var glucose = 0.0
  /// Glucose in the other tissues, *Q*₂.
  var tissueGlucose = 0.0
  /// The interstitial concentration of glucose, at the sensor.
  var interstitial = 0.0
  /// The concentration of insulin in plasma, *I*.
  var insulin = 0.0
  /// Insulin's effects on transport, disposal, and hepatic output: *x*₁, *x*₂, and *x*₃.
  var transport = 0.0
  var disposal = 0.0
  var suppression = 0.0
  /// Insulin under the skin.
  var rapidInsulin = CompartmentPair()
  var longInsulin = CompartmentPair()
  /// Glucose in the gut from sugar, from usual food, and from food slowed down by fat.
  var sugar = CompartmentPair()
  var food = CompartmentPair()
  var fattyFood = CompartmentPair()
  /// The heart rate above rest as a fraction of that at rest, and the lasting effect.
  var exertion = 0.0
  var exerciseEffect = 0.0

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

/// The external inputs of a body besides food and insulin.
struct ExternalInputs: Equatable, Sendable {
  /// The factor of insulin's effect.
  var sensitivity = 1.0
  /// The factor of the hepatic output of glucose.
  var production = 1.0
  /// The target heart rate above rest, as a fraction of the resting heart rate.
  var exertion = 0.0
}
