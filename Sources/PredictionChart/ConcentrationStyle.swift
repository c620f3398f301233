// SPDX-License-Identifier: Apache-2.0

internal import DayChart
internal import GlucoseMath

/// How concentrations, differences of them, and other measures are written.
struct ConcentrationStyle {
  let unit: GlucoseUnit

  /// A difference of concentrations given in mg/dL, such as an error, in ``unit``.
  func value(_ mgdL: Double) -> Double { Glucose.mgdL(mgdL).value(in: unit) }

  /// A difference of concentrations given in mg/dL, to about a hundredth of 1 mg/dL.
  func exact(_ mgdL: Double?) -> String? {
    mgdL.map { value($0).decimal(places: unit == .mgdL ? 2 : 3) }
  }

  /// A difference of concentrations given in mg/dL, to about a tenth of 1 mg/dL.
  func short(_ mgdL: Double?) -> String? {
    mgdL.map { value($0).decimal(places: unit == .mgdL ? 1 : 2) }
  }

  /// A concentration, as people write it.
  func level(_ glucose: Glucose) -> String {
    glucose.value(in: unit).decimal(places: unit == .mgdL ? 0 : 1)
  }

  /// A crossing with its unit: "below 3.9 mmol/L".
  func crossing(_ crossing: ThresholdCrossing) -> String {
    switch crossing {
    case .below(let threshold): "below \(level(threshold)) \(unit.rawValue)"
    case .above(let threshold): "above \(level(threshold)) \(unit.rawValue)"
    }
  }
}

extension Duration {
  /// The length in whole minutes: "30 min".
  var minutesText: String { inMinutes.decimal(places: 0) + " min" }

  /// The length in minutes and tenths: "21.4 min".
  var tenthsOfMinutesText: String { inMinutes.decimal(places: 1) + " min" }
}
