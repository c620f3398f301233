/// A reference concentration and the measurement of a sensor or meter at the same time.
public struct GlucosePair: Equatable, Sendable {
  /// The concentration by the reference method.
  public let reference: Glucose
  /// The concentration measured by the device under test.
  public let measured: Glucose

  /// Creates a pair of concentrations.
  ///
  /// - Precondition: both are finite and above zero.
  public init(reference: Glucose, measured: Glucose) {
    precondition(
      [reference, measured].allSatisfy { $0.mgdL > 0 && $0.mgdL.isFinite },
      "The concentrations of a pair must be finite and above zero")
    self.reference = reference
    self.measured = measured
  }

  /// The absolute relative difference in percent: 100 × |measured − reference| / reference.
  ///
  /// A number with at most eight decimal places is restored: 8 of 10 mmol/L differ by 20 percent, not
  /// by 20.000000000000004, and are at a limit of 20 percent in both units.
  package var absoluteRelativeDifference: Double {
    (100 * Swift.abs(measured.mgdL - reference.mgdL) / reference.mgdL).decimal(within: 1e-14)
  }

  /// The absolute difference in percent of the mean of both.
  package var absoluteDifferenceRelativeToMean: Double {
    200 * Swift.abs(measured.mgdL - reference.mgdL) / (measured.mgdL + reference.mgdL)
  }
}

/// The clinical risk of a measurement error, from none to dangerous.
public enum ErrorGridZone: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No effect on clinical action.
  case a
  /// Altered action, or none, with little or no effect on the outcome.
  case b
  /// Altered action that is likely to affect the outcome: in Clarke's grid a needless correction.
  case c
  /// Altered action with considerable risk: in Clarke's grid a failure to detect.
  case d
  /// The opposite of the right action.
  case e

  /// Returns a Boolean value that indicates whether `lhs` is the milder zone.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
