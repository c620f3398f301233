public import GlucoseFoundation

/// A fault that a simulated sensor has, with its true time.
public struct SimulatedFault: Equatable, Sendable {
  /// The kind of a fault, named as the kinds of `SignalFault` where the signal can show it.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Pressure on the sensor lowers its signal.
    case compressionLow = "compression"
    /// The sensor repeats a value.
    case stuck
    /// The signal changes by a step, as after a wrong calibration, and returns over hours.
    case jump
    /// Independent noise is added to the readings.
    case noise
    /// A new sensor has an error that decreases over half a day.
    case warmUp
    /// The gain of the sensor changes over its wear.
    case drift
    /// Readings are missing.
    case dropout
  }

  /// The kind.
  public let kind: Kind
  /// The first instant at which readings are affected.
  public let start: Date
  /// The instant from which readings are no longer affected.
  public let end: Date
  /// The size: the fraction by which pressure lowers the signal, the standard deviation of noise
  /// and the height of a jump in mg/dL, the initial relative error of a warm-up, the relative
  /// change per day of a drift, and zero for other kinds.
  public let size: Double
}
