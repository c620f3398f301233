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

  /// The concentration in mmol/L.
  public var mmolL: Double { mgdL / GlucoseUnit.mmolL.mgdLPerUnit }

  /// A concentration of `value` in `unit`.
  public init(_ value: Double, _ unit: GlucoseUnit) {
    mgdL = value * unit.mgdLPerUnit
  }

  /// A concentration in mg/dL.
  public static func mgdL(_ value: Double) -> Self { Self(value, .mgdL) }

  /// A concentration in mmol/L.
  public static func mmolL(_ value: Double) -> Self { Self(value, .mmolL) }

  /// The concentration as a number in `unit`.
  public func value(in unit: GlucoseUnit) -> Double { mgdL / unit.mgdLPerUnit }

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
