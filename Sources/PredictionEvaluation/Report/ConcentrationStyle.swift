internal import DayChart
internal import GlucoseMath

/// The format of concentrations, differences, and other measures.
struct ConcentrationStyle {
  let unit: GlucoseUnit
  var strings = ChartStrings()

  private var unitName: String { strings.name(of: unit) }

  /// Returns a difference of concentrations in mg/dL, such as an error, as a number in ``unit``.
  func value(_ mgdL: Double) -> Double { Glucose.mgdL(mgdL).value(in: unit) }

  /// Returns a difference of concentrations in mg/dL as text, to about a hundredth of 1 mg/dL.
  func exact(_ mgdL: Double?) -> String? {
    mgdL.map { strings.decimal(value($0), places: unit == .mgdL ? 2 : 3) }
  }

  /// Returns a difference of concentrations in mg/dL as text, to about a tenth of 1 mg/dL.
  func short(_ mgdL: Double?) -> String? { mgdL.map { error(value($0), withUnit: false) } }

  /// Returns an error in ``unit``, as a number or with the unit.
  func error(_ value: Double, withUnit: Bool = true) -> String {
    strings.decimal(value, places: unit == .mgdL ? 1 : 2) + (withUnit ? " " + unitName : "")
  }

  func text(_ text: BacktestText) -> String { strings.text(text, ["unit": unitName]) }

  /// Returns a crossing with its unit as text: "below 3.9 mmol/L".
  func crossing(_ crossing: ThresholdCrossing) -> String {
    strings.text(
      crossing.side == .below ? .below : .above,
      ["threshold": strings.concentration(crossing.threshold, in: unit)])
  }
}

extension Duration {
  /// The duration in whole minutes: "30 min".
  var minutesText: String { inMinutes.decimal(places: 0) + " min" }

  /// The duration in minutes and tenths: "21.4 min".
  var tenthsOfMinutesText: String { inMinutes.decimal(places: 1) + " min" }
}
