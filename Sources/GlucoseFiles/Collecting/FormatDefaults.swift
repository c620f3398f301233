internal import GlucoseMath

/// The properties that a format implies without stating them.
struct FormatDefaults {
  /// The measuring range of a sensor, by the unit that it shows.
  struct Limits {
    var mgdL: ClosedRange<Double>
    var mmolL: ClosedRange<Double>

    func range(_ unit: GlucoseUnit) -> ClosedRange<Double> {
      switch unit {
      case .mgdL: mgdL
      case .mmolL: mmolL
      }
    }

    static let dexcom = Self(mgdL: 40...400, mmolL: 2.2...22.2)
    static let libre = Self(mgdL: 40...500, mmolL: 2.2...27.8)
  }

  /// The values of "Low" and "High".
  var limits = Limits.dexcom
  /// A Boolean value that indicates whether a sensor's value at or beyond a limit means that
  /// glucose was out of range.
  var clampsAtLimits = false
  /// A Boolean value that indicates whether an apparent identifier of a person may be the number of
  /// the row.
  var mayNumberRows = false
  /// A Boolean value that indicates whether the dates were shifted to protect the person, so that
  /// they are in no time zone.
  var areDatesShifted = false
  /// A Boolean value that indicates whether a meter column may contain a sensor's readings, as its
  /// times then show.
  var metersMayBeSensors = false
  /// A Boolean value that indicates whether the name of the glucose column states no device, so that
  /// the readings are a meter's if their times are too far apart for a sensor's.
  var sensorsMayBeMeters = false
  /// A Boolean value that indicates whether all rows of the file are in chronological order,
  /// whatever their kind.
  var isChronological = false
}
