public import GlucoseMath
internal import GlucoseFoundation

/// A causal filter of the readings of a sensor: the level and the rate of change of glucose so far.
///
/// This is a Kalman filter of ``SmoothingModel``. A later reading never changes an earlier value. A
/// gap increases the standard deviations. Of a reading beyond a limit of the device only the side is
/// known: it moves the level to that side as far as the limit requires.
public struct GlucoseFilter: Sendable {
  private let model: SmoothingModel
  /// The filtered value at the last reading, or `nil` before the first.
  public private(set) var last: SmoothedReading?
  private var state = KalmanState(
    level: 0, rate: 0, levelVariance: 0, covariance: 0, rateVariance: 0)

  /// Creates a filter without readings.
  public init(_ model: SmoothingModel = .standard) { self.model = model }

  /// Adds a reading and returns the filtered value, or `nil` for a reading that is ignored: one at
  /// or before the last, with a time that is not finite, or with a value that is not above zero and
  /// at most 100,000 mg/dL.
  @discardableResult
  public mutating func update(with reading: Reading) -> SmoothedReading? {
    let time = reading.time.timeIntervalSinceReferenceDate
    guard time.isFinite, InvalidReading.accepts(reading.glucose.mgdL) else { return nil }
    if let last {
      let minutes = (time - last.reading.time.timeIntervalSinceReferenceDate) / 60
      guard minutes > 0 else { return nil }
      state = state.advanced(by: KalmanTransition(model, minutes: minutes))
      state.update(model.observation(reading.glucose.mgdL, reading.flags, in: state))
    } else {
      state = model.initialState(reading.glucose.mgdL, reading.flags)
    }
    last = SmoothedReading(reading, state)
    return last
  }
}

/// A reading, and the level and rate of change of glucose at its time.
public struct SmoothedReading: Equatable, Sendable {
  /// The reading as it was recorded.
  public let reading: Reading
  /// The smoothed concentration, at least 1 mg/dL.
  public let glucose: Glucose
  /// The standard deviation of the smoothed concentration.
  public let glucoseDeviation: Glucose
  /// The rate of change in mg/dL per minute.
  public let mgdLPerMinute: Double
  /// The standard deviation of the rate of change in mg/dL per minute.
  public let mgdLPerMinuteDeviation: Double

  /// The trend of the rate of change.
  public var trend: GlucoseTrend { GlucoseTrend(mgdLPerMinute: mgdLPerMinute) }

  init(_ reading: Reading, _ state: KalmanState) {
    self.reading = reading
    glucose = .mgdL(Swift.max(1, state.level))
    glucoseDeviation = .mgdL(state.levelVariance.squareRoot())
    mgdLPerMinute = state.rate
    mgdLPerMinuteDeviation = state.rateVariance.squareRoot()
  }
}

extension SmoothingModel {
  /// Returns the state at the first reading: any level is equally likely before it (with 30 mg/dL
  /// more at a limit of the device), and the rate has its stationary distribution.
  func initialState(_ value: Double, _ flags: ReadingFlags) -> KalmanState {
    let isBeyond = !flags.isDisjoint(with: .deviceLimits)
    return KalmanState(
      level: value, rate: 0, levelVariance: noise * noise + (isBeyond ? 900 : 0), covariance: 0,
      rateVariance: rateDeviation * rateDeviation)
  }

  @inline(__always)
  func observation(
    _ value: Double, _ flags: ReadingFlags, in state: KalmanState
  ) -> KalmanObservation {
    flags.isDisjoint(with: .deviceLimits)
      ? KalmanObservation(of: value, variance: noise * noise, in: state)
      : KalmanObservation(
        beyond: value, isBelow: flags.contains(.belowDeviceLimit), variance: noise * noise,
        in: state)
  }
}

extension ReadingFlags {
  static let deviceLimits: ReadingFlags = [.belowDeviceLimit, .aboveDeviceLimit]
}
