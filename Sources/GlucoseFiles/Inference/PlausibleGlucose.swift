// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension GlucoseFile {
  /// The concentrations that a file may hold: from 10 to 1000 mg/dL, both included.
  ///
  /// Meters show 10 or 20 to 600 mg/dL, sensors 40 to 400 or 500 mg/dL, programs that calibrate by
  /// themselves and some transmitters less than 40 mg/dL; laboratories have measured somewhat more than
  /// a meter shows. A number outside the range is a code, a slip of the unit or damage, and its row is
  /// rejected. A device's own range does not narrow it, for what lies beyond a sensor's range was seen
  /// in the records of all of them.
  public static let plausibleRange: ClosedRange<Glucose> =
    .mgdL(PlausibleGlucose.lowest) ... .mgdL(PlausibleGlucose.highest)
}

/// The bounds of ``GlucoseFile/plausibleRange`` as numbers, and what is known beside them.
enum PlausibleGlucose {
  /// In mg/dL.
  static let lowest = 10.0
  /// In mg/dL.
  static let highest = 1000.0
  /// The highest number, in whatever unit, that counts as evidence of what a column holds; above it
  /// there is only damage.
  static let highestEvidence = 2000.0
  /// In mg/dL, of a sensor's entry of Nightscout, where what lies below is or was a code.
  static let lowestOfNightscout = 13.0
  /// The highest number that a meter or a sensor shows, in mg/dL.
  static let highestShown = 600.0

  /// Whether a concentration in mg/dL is within the bounds; what a conversion there and back changes
  /// does not matter.
  @inline(__always)
  static func contains(_ mgdL: Double) -> Bool {
    lowest - 1e-9 <= mgdL && mgdL <= highest + 1e-9
  }
}
