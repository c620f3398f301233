// SPDX-License-Identifier: Apache-2.0

/// A unit in which glucose concentrations are written.
public enum GlucoseUnit: String, Hashable, Codable, Sendable, CaseIterable {
  /// Milligrams per decilitre.
  case mgdL = "mg/dL"
  /// Millimoles per litre.
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
