internal import GlucoseMath

/// The properties that a format implies without stating them.
struct FormatDefaults {
  /// The measuring range of a sensor, by the unit that it shows.
  struct Limits {
    var mgdL: ClosedRange<Double>
    var mmolL: ClosedRange<Double>

    func range(_ unit: GlucoseUnit) -> ClosedRange<Double> { unit == .mgdL ? mgdL : mmolL }

    static let dexcom = Self(mgdL: 40...400, mmolL: 2.2...22.2)
    static let libre = Self(mgdL: 40...500, mmolL: 2.2...27.8)
  }

  /// The values of "Low" and "High".
  var limits = Limits.dexcom
  /// A Boolean value that indicates whether a sensor's value at a limit means one beyond it.
  var clampsAtLimits = false
  /// A Boolean value that indicates whether identifiers of people may be numbers of rows.
  var mayNumberRows = false
  /// A Boolean value that indicates whether dates were shifted, so that they are in no time zone.
  var areDatesShifted = false
  /// A Boolean value that indicates whether a meter's readings may be a sensor's, by their times.
  var metersMayBeSensors = false
  /// A Boolean value that indicates whether the name of the glucose column states no device, so that
  /// the readings are a meter's if their times are too far apart for a sensor's.
  var sensorsMayBeMeters = false
  /// A Boolean value that indicates whether all rows, of any kind, are in chronological order.
  var isChronological = false
}
