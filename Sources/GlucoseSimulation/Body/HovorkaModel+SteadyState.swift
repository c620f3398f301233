// SPDX-License-Identifier: Apache-2.0

extension HovorkaModel {
  /// A body at rest and fasting that long-acting insulin holds at `concentration` mmol/L.
  init(_ physiology: Physiology, steadyAt concentration: Double) {
    self.init(physiology)
    var low = 0.0
    var high = 1000.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      settle(insulin: middle, concentration: concentration)
      // More insulin lowers glucose, so the balance falls as insulin rises.
      if rate(of: state, under: ExternalInputs()).glucose > 0 {
        low = middle
      } else {
        high = middle
      }
    }
  }

  /// The units of long-acting insulin that a steady body absorbs in a day.
  var basalUnitsPerDay: Double {
    state.longInsulin.outflow(physiology.longInsulinTime) * 1440 / 1000
  }

  /// Sets everything but the blood's own balance to where it rests with this insulin.
  private mutating func settle(insulin: Double, concentration: Double) {
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
