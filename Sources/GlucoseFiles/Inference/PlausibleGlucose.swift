// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension GlucoseFile {
  /// The concentrations that a file may contain: 10 to 1000 mg/dL, both included.
  ///
  /// Meters show 10 or 20 to 600 mg/dL, sensors 40 to 400 or 500 mg/dL; programs with their own
  /// calibration and some transmitters show less than 40 mg/dL; laboratories have measured somewhat
  /// more than a meter shows. A number outside the range is a code, an error of the unit, or
  /// damage, and its row is rejected. A device's own range does not narrow this range, because
  /// values beyond a sensor's range occur in the records of all of them.
  public static let plausibleRange: ClosedRange<Glucose> =
    .mgdL(PlausibleGlucose.lowest) ... .mgdL(PlausibleGlucose.highest)
}

/// The bounds of ``GlucoseFile/plausibleRange`` as numbers, and related limits.
enum PlausibleGlucose {
  /// The lower bound, in mg/dL.
  static let lowest = 10.0
  /// The upper bound, in mg/dL.
  static let highest = 1000.0
  /// The highest number, in any unit, that is evidence for the content of a column; higher numbers
  /// are damage.
  static let highestEvidence = 2000.0
  /// Numbers in mmol/L that are within the bounds whatever the rounding error of a conversion.
  static let surelyInMmolL = 0.6...55.0
  /// The lowest sensor entry of Nightscout, in mg/dL; lower numbers are or were codes.
  static let lowestOfNightscout = 13.0
  /// The highest number that a meter or a sensor shows, in mg/dL.
  static let highestShown = 600.0

  /// Returns a Boolean value that indicates whether a concentration in mg/dL is within the bounds,
  /// with a tolerance for the rounding error of a conversion and back.
  @inline(__always)
  static func contains(_ mgdL: Double) -> Bool {
    lowest - 1e-9 <= mgdL && mgdL <= highest + 1e-9
  }
}
