/// A glucose concentration.
///
/// Values are stored in mg/dL; the unit appears only where a number enters or leaves.
///
///     Glucose.mmolL(5.6) < .mgdL(140)    // true
///
/// A difference of two concentrations, such as a standard deviation, is also a `Glucose` and may be
/// negative. A ``GlucoseSeries`` validates the values of its readings.
public struct Glucose: Hashable, Comparable, Codable, Sendable {
  /// The concentration in mg/dL.
  public let mgdL: Double

  /// The concentration in mmol/L; see ``value(in:)``.
  public var mmolL: Double { value(in: .mmolL) }

  /// Creates a concentration of `value` in `unit`.
  ///
  /// A decimal number of mmol/L becomes the `Double` nearest to the exact product, not to a product
  /// of rounded numbers: 5.5 mmol/L is 99.085745 mg/dL.
  public init(_ value: Double, _ unit: GlucoseUnit) {
    mgdL = unit == .mgdL ? value : (value * unit.mgdLPerUnit).nearbyDecimal
  }

  /// Returns a concentration of `value` mg/dL.
  public static func mgdL(_ value: Double) -> Self { Self(value, .mgdL) }

  /// Returns a concentration of `value` mmol/L.
  public static func mmolL(_ value: Double) -> Self { Self(value, .mmolL) }

  /// Returns the concentration as a number in `unit`.
  ///
  /// A number with at most three decimal places is restored: `Glucose(5.5, .mmolL)` has the value
  /// 5.5 in mmol/L, not 5.499999999999999.
  public func value(in unit: GlucoseUnit) -> Double {
    unit == .mgdL ? mgdL : (mgdL / unit.mgdLPerUnit).nearbyDecimal
  }

  /// Returns a Boolean value that indicates whether `lhs` is the lower concentration.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.mgdL < rhs.mgdL }

  /// Decodes a finite number in mg/dL.
  public init(from decoder: any Decoder) throws {
    mgdL = try decoder.singleValueContainer().decode(Double.self)
    try decoder.require(mgdL.isFinite, "A concentration must be finite")
  }

  /// Encodes the concentration as a number in mg/dL.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(mgdL)
  }
}

/// A unit of glucose concentrations.
public enum GlucoseUnit: String, Hashable, Codable, Sendable, CaseIterable {
  /// Milligrams per deciliter.
  case mgdL = "mg/dL"
  /// Millimoles per liter.
  case mmolL = "mmol/L"

  /// The concentration in mg/dL that equals one of this unit.
  ///
  /// 1 mmol/L is 18.01559 mg/dL, because glucose has a molar mass of 180.1559 g/mol.
  package var mgdLPerUnit: Double {
    switch self {
    case .mgdL: 1
    case .mmolL: 18.01559
    }
  }
}
