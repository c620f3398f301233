// SPDX-License-Identifier: Apache-2.0

internal import DayChart
internal import GlucoseMath

/// The format of concentrations, differences, and other measures.
struct ConcentrationStyle {
  let unit: GlucoseUnit

  /// Returns a difference of concentrations in mg/dL, such as an error, as a number in ``unit``.
  func value(_ mgdL: Double) -> Double { Glucose.mgdL(mgdL).value(in: unit) }

  /// Returns a difference of concentrations in mg/dL as text, to about a hundredth of 1 mg/dL.
  func exact(_ mgdL: Double?) -> String? {
    mgdL.map { value($0).decimal(places: unit == .mgdL ? 2 : 3) }
  }

  /// Returns a difference of concentrations in mg/dL as text, to about a tenth of 1 mg/dL.
  func short(_ mgdL: Double?) -> String? {
    mgdL.map { value($0).decimal(places: unit == .mgdL ? 1 : 2) }
  }

  /// Returns a concentration as text, in the customary precision.
  func level(_ glucose: Glucose) -> String {
    glucose.value(in: unit).decimal(places: unit == .mgdL ? 0 : 1)
  }

  /// Returns a crossing with its unit as text: "below 3.9 mmol/L".
  func crossing(_ crossing: ThresholdCrossing) -> String {
    switch crossing {
    case .below(let threshold): "below \(level(threshold)) \(unit.rawValue)"
    case .above(let threshold): "above \(level(threshold)) \(unit.rawValue)"
    }
  }
}

extension Duration {
  /// The duration in whole minutes: "30 min".
  var minutesText: String { inMinutes.decimal(places: 0) + " min" }

  /// The duration in minutes and tenths: "21.4 min".
  var tenthsOfMinutesText: String { inMinutes.decimal(places: 1) + " min" }
}
