// SPDX-License-Identifier: Apache-2.0

/// A glucose concentration.
///
/// Values are stored in mg/dL; the unit appears only where a number enters or leaves.
///
///     Glucose.mmolL(5.6) < .mgdL(140)    // true
///
/// A difference of two concentrations, such as a standard deviation, is a `Glucose` too and may be
/// negative. Whether a value can be a *reading* is checked where readings enter a ``GlucoseSeries``.
public struct Glucose: Hashable, Comparable, Codable, Sendable {
  /// The concentration in mg/dL.
  public let mgdL: Double

  /// The concentration in mmol/L; see ``value(in:)``.
  public var mmolL: Double { value(in: .mmolL) }

  /// A concentration of `value` in `unit`.
  ///
  /// A decimal number of mmol/L becomes the `Double` nearest to its product, not to a product of
  /// rounded numbers: 5.5 mmol/L is 99.085745 mg/dL.
  public init(_ value: Double, _ unit: GlucoseUnit) {
    mgdL = unit == .mgdL ? value : (value * unit.mgdLPerUnit).nearbyDecimal
  }

  /// A concentration in mg/dL.
  public static func mgdL(_ value: Double) -> Self { Self(value, .mgdL) }

  /// A concentration in mmol/L.
  public static func mmolL(_ value: Double) -> Self { Self(value, .mmolL) }

  /// The concentration as a number in `unit`.
  ///
  /// A number with at most three decimal places comes back as it was: `Glucose(5.5, .mmolL)` has the
  /// value 5.5 in mmol/L, and not 5.499999999999999.
  public func value(in unit: GlucoseUnit) -> Double {
    unit == .mgdL ? mgdL : (mgdL / unit.mgdLPerUnit).nearbyDecimal
  }

  /// Whether `lhs` is the lower concentration.
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

/// A unit in which glucose concentrations are written.
public enum GlucoseUnit: String, Hashable, Codable, Sendable, CaseIterable {
  /// Milligrams per deciliter.
  case mgdL = "mg/dL"
  /// Millimoles per liter.
  case mmolL = "mmol/L"

  /// How many mg/dL make one of this unit.
  ///
  /// 1 mmol/L is 18.01559 mg/dL, for glucose has a molar mass of 180.1559 g/mol.
  public var mgdLPerUnit: Double {
    switch self {
    case .mgdL: 1
    case .mmolL: 18.01559
    }
  }
}
