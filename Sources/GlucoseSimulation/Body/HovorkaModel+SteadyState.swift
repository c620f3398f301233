// SPDX-License-Identifier: Apache-2.0

extension HovorkaModel {
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

  /// Sets all compartments except plasma glucose to their steady state at this insulin
  /// concentration.
  private mutating func reachEquilibrium(insulin: Double, concentration: Double) {
    state.insulin = insulin
    state.interstitial = concentration
    state.glucose = concentration * physiology.glucoseVolume * physiology.weight
    state.transport = physiology.transportSensitivity * insulin
    state.disposal = physiology.disposalSensitivity * insulin
    state.suppression = physiology.productionSensitivity * insulin
    state.tissueGlucose =
      state.transport * state.glucose / (physiology.returnRate + state.disposal)
    let flow =
      physiology.insulinElimination * insulin * physiology.insulinVolume * physiology.weight
    state.longInsulin = CompartmentPair(
      first: flow * physiology.longInsulinTime, second: flow * physiology.longInsulinTime)
  }
}
