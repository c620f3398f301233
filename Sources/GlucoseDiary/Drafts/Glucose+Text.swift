// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension Glucose {
  /// Returns the concentration as people write it in `unit`: whole mg/dL, or mmol/L with one
  /// decimal.
  ///
  ///     Glucose.mmolL(5.6).text(in: .mmolL, style: .comma)    // "5,6"
  ///     Glucose.mmolL(5.6).text(in: .mgdL)                    // "101"
  ///
  /// Halves are rounded away from zero.
  public func text(in unit: GlucoseUnit, style: DecimalStyle = .point) -> String {
    let number = value(in: unit)
    let scale = unit == .mgdL ? 1.0 : 10
    let scaled = (number.magnitude * scale).rounded()
    // A larger number is whole or not finite, and not a concentration.
    guard scaled < 1e15 else { return style.format(number) }
    let (whole, tenth) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return sign + "\(whole)" + (unit == .mgdL ? "" : style.separator + "\(tenth)")
  }
}

extension Reading {
  /// Returns the concentration as a device shows it in `unit`: "<" or ">" and the device's limit for
  /// "Low" or "High", whose true value is beyond the limit.
  ///
  ///     reading.text(in: .mmolL)                     // "5.6"
  ///     low.text(in: .mmolL, style: .comma)          // "<2,2"
  public func text(in unit: GlucoseUnit, style: DecimalStyle = .point) -> String {
    flags.limitSign + glucose.text(in: unit, style: style)
  }
}
