/// The frequencies of the faults of a sensor, to be added to a series with known truth.
///
///     let recording = VirtualPatient(seed: 7).simulate(days: 14, from: day)
///     let faulty = SensorFaults().applied(to: recording.series, in: zone, seed: 7)
///     faulty.faults        // what happened, and when
///     faulty.series        // what the sensor shows
///
/// Equal series, frequencies, and seeds produce equal faults on every platform. A simulation is
/// unchanged: faults are added to its readings, and the virtual person does not react to them. The
/// sizes are assumptions that cover what users report, not measurements.
public struct SensorFaults: Equatable, Sendable {
  /// The probability that the wearer lies on the sensor in a night. Pressure lasts for 15 minutes
  /// to 3 hours between midnight and 6:00 and lowers the signal by 15 to 55 %, with time constants
  /// of 3 to 10 minutes at the beginning and at the end.
  public var compressionLowsPerNight = 0.3
  /// The probability of a stuck value in a day, for 40 minutes to 3 hours.
  public var stuckPerDay = 0.1
  /// The probability of a jump in a day, of 25 to 60 mg/dL, with a time constant of three hours.
  public var jumpsPerDay = 0.15
  /// The probability of a burst of noise in a day, for 45 minutes to 3 hours with a standard
  /// deviation of 8 to 20 mg/dL.
  public var noiseBurstsPerDay = 0.15
  /// The probability of missing readings in a day, for 20 minutes to 3 hours.
  public var dropoutsPerDay = 0.2
  /// The days that a sensor is worn, or `nil` for no change of sensors. A new sensor shows nothing
  /// for two hours.
  public var wearDays: Int? = 10
  /// A Boolean value that indicates whether a new sensor has a relative error of up to 25 % and
  /// noise of 10 mg/dL, which decay with a time constant of four hours.
  public var hasWarmUpErrors = true
  /// The standard deviation between sensors of the relative change of the gain per day.
  public var driftPerDay = 0.0

  /// Creates the default frequencies.
  public init() {}

  /// No faults, as a start for single kinds.
  public static let none: SensorFaults = {
    var faults = SensorFaults()
    faults.compressionLowsPerNight = 0
    faults.stuckPerDay = 0
    faults.jumpsPerDay = 0
    faults.noiseBurstsPerDay = 0
    faults.dropoutsPerDay = 0
    faults.wearDays = nil
    faults.hasWarmUpErrors = false
    return faults
  }()
}
