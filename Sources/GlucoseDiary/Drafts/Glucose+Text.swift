public import GlucoseMath

extension Glucose {
  /// Returns the concentration as people write it: whole mg/dL, or mmol/L with one decimal.
  ///
  ///     Glucose.mmolL(5.6).text(in: .mmolL, style: .comma)    // "5,6"
  ///     Glucose.mmolL(5.6).text(in: .mgdL)                    // "101"
  ///
  /// Halves are rounded away from zero.
  public func text(in unit: GlucoseUnit, style: DecimalStyle = .point) -> String {
    let number = value(in: unit)
    return number.decimalText(places: unit == .mgdL ? 0 : 1)?
      .replacing(".", with: style.separator) ?? style.format(number)
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
