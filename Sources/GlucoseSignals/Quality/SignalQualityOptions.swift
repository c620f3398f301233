public import GlucoseMath
public import GlucoseFoundation

/// The options of ``SignalQuality``.
public struct SignalQualityOptions: Equatable, Sendable {
  /// The night, by default 0:00 to 6:00. Compression lows are searched from two hours before it to
  /// two hours after it, if at all.
  public var night = ClockWindow.overnight
  /// The model of glucose and noise, or `nil` to learn it from the readings.
  public var model: SmoothingModel?
  /// The known times at which sensors were inserted. From the readings alone, a new sensor cannot
  /// be distinguished from a gap; without these times no warm-up is found.
  public var sensorStarts: [Date] = []
  /// The time after insertion in which readings are less accurate: by default 12 hours.
  public var warmUp = Duration.seconds(43_200)
  /// A Boolean value that indicates whether compression lows are searched.
  ///
  /// By default they are not, because a true low at night can have the same shape.
  public var findsCompressionLows = false
  /// The least score of a fault.
  public var minimumScore = 0.2
  /// The readings of a second sensor that is worn together with the first, or `nil`.
  public var secondSensor: GlucoseSeries?

  /// Creates the default options.
  public init() {}
}

extension ClockWindow {
  /// Returns the window with as many minutes added at both ends, or the whole day if these meet.
  func extended(by minutes: Int) -> ClockWindow {
    let length = (endMinute - startMinute + 1440) % 1440
    guard length > 0, length + 2 * minutes < 1440 else {
      return ClockWindow(fromHour: 0, toHour: 24)
    }
    return ClockWindow(
      fromMinute: (startMinute + 1440 - minutes) % 1440, toMinute: (endMinute + minutes) % 1440)
  }
}
