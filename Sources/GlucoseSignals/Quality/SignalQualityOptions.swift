// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The options of ``SignalQuality``.
public struct SignalQualityOptions: Hashable, Sendable {
  /// The part of the day in which compression lows are searched: by default 22:00 to 8:00.
  public var night = ClockWindow(fromHour: 22, toHour: 8)
  /// The model of glucose and noise, or `nil` to learn it from the readings.
  public var model: SmoothingModel?
  /// The known times at which sensors were inserted. From the readings alone, a new sensor cannot be
  /// distinguished from a gap; without these times no warm-up is found.
  public var sensorStarts: [Date] = []
  /// The time after insertion in which readings are less accurate: by default 12 hours.
  public var warmUp = Duration.seconds(43_200)
  /// The least likelihood of a fault.
  public var leastLikelihood = 0.2
  /// The readings of a second sensor that is worn together with the first, or `nil`.
  public var secondSensor: GlucoseSeries?

  /// Creates the default options.
  public init() {}
}
