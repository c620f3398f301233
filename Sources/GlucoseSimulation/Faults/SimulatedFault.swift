public import GlucoseMath
public import GlucoseFoundation

/// A fault that a simulated sensor has, with its true time.
public struct SimulatedFault: Equatable, Sendable {
  /// The kind of a fault, named as the kinds of `SignalFault` where the signal can show it.
  public struct Kind: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name of the kind in persisted forms.
    public let rawValue: String

    /// Creates the kind named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pressure on the sensor lowers its signal.
    public static let compressionLow = Self(rawValue: "compression")
    /// The sensor repeats a value.
    public static let stuck = Self(rawValue: "stuck")
    /// The signal changes by a step, as after a wrong calibration, and returns over hours.
    public static let jump = Self(rawValue: "jump")
    /// Independent noise is added to the readings.
    public static let noise = Self(rawValue: "noise")
    /// A new sensor has an error that decreases over half a day.
    public static let warmUp = Self(rawValue: "warmUp")
    /// The gain of the sensor changes over its wear.
    public static let drift = Self(rawValue: "drift")
    /// Readings are missing.
    public static let dropout = Self(rawValue: "dropout")

    /// The predefined kinds.
    public static let allCases = [compressionLow, stuck, jump, noise, warmUp, drift, dropout]
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

/// A series with simulated faults, and the faults.
public struct FaultySeries: Equatable, Sendable {
  /// The readings with the faults.
  public let series: GlucoseSeries
  /// The faults in the order of their start.
  public let faults: [SimulatedFault]
  /// The times at which sensors were inserted, in chronological order.
  public let sensorStarts: [Date]
}
