// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What a format leaves unsaid because it is always so.
struct FormatDefaults {
  /// The range of a sensor, by the unit in which it is set.
  struct Limits {
    var mgdL: ClosedRange<Double>
    var mmolL: ClosedRange<Double>

    /// The limits in a unit.
    func range(_ unit: GlucoseUnit) -> ClosedRange<Double> {
      switch unit {
      case .mgdL: mgdL
      case .mmolL: mmolL
      }
    }

    /// 40 to 400 mg/dL, 2.2 to 22.2 mmol/L.
    static let dexcom = Self(mgdL: 40...400, mmolL: 2.2...22.2)
    /// 40 to 500 mg/dL, 2.2 to 27.8 mmol/L.
    static let libre = Self(mgdL: 40...500, mmolL: 2.2...27.8)
  }

  /// The values that "Low" and "High" stand for.
  var limits: Limits
  /// Whether a sensor's value at a limit, or beyond, means that it was out of range.
  var clampsAtLimits = false
  /// Whether what looks like a person's identifier may be the row's.
  var mayNumberRows = false
  /// Whether the dates were shifted to hide the person, so that no zone's clock shows them.
  var areDatesShifted = false
  /// Whether what stands in a meter's column may be a sensor's, which its rows then show.
  var metersMayBeSensors = false
  /// How many of the low bits of a stream's device tell parts of it apart.
  var devicePartBits = 0
  /// Whether all rows of the file stand in order of time, whatever they record.
  var isChronological = false
}
