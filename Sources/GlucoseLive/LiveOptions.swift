public import Foundation
public import GlucoseMath

/// The alarms and limits of a live session.
///
///     var options = LiveOptions(unit: .mmolL)
///     options.low.crossing      // below 3.9 mmol/L
///     options.high.crossing     // above 10.0 mmol/L
public struct LiveOptions: Equatable, Codable, Sendable {
  /// The alarm for lows. (default: ``CrossingAlarm/standard(_:at:in:)``, below 70 mg/dL or 3.9 mmol/L
  /// within 30 minutes)
  public var low: CrossingAlarm
  /// The alarm for highs. (default: ``CrossingAlarm/standard(_:at:in:)``, above 180 mg/dL or 10.0
  /// mmol/L within 30 minutes)
  public var high: CrossingAlarm
  /// Further alarms, each announced apart from the others. (default: those of
  /// ``CrossingAlarm/level2(_:in:)``, below 54 and above 250 mg/dL, or 3.0 and 13.9 mmol/L)
  public var levels: [CrossingAlarm]
  /// The age above which (`>`) the last reading is stale and has no forecast, or `nil` for 15 minutes,
  /// and up to 20 for a sensor that reads less often than every ten minutes. (default: `nil`)
  ///
  /// It must be longer than the interval of the sensor and the delay of its readings: otherwise each
  /// reading is stale just before the next one arrives, and the silence of the sensor is due.
  public var maximumAge: Duration?
  /// The time after the present up to which (`≤`) a reading is the current one. Later readings are
  /// in ``LiveSnapshot/futureReadings``.
  public var clockTolerance: Duration
  /// The time between two updates of the model with the readings stored since, or `nil` for no
  /// updates. Updates are at multiples of this interval since 2001-01-01 00:00 UTC.
  public var updateInterval: Duration?
  /// The time zone of the night, in which compression lows are searched, for the quality of the
  /// signal in ``LiveSnapshot/signal``, or `nil` for none. (default: `nil`)
  public var nightZone: TimeZone?
  /// The nominal coverage of the intervals of a forecast, from 0.5 to 0.95.
  public let coverage: Double
  /// The numbers of days before and after the focused day that a display contains.
  public let daysBefore, daysAfter: Int

  /// Creates options with alarms at the consensus thresholds in `unit`, that of the readings.
  ///
  /// Thresholds of the two units differ: a reading of 180.1 mg/dL is above 180 mg/dL, but not above
  /// 10.0 mmol/L, which is 180.16 mg/dL.
  ///
  /// - Precondition: `maximumAge` and `updateInterval` must be positive, `clockTolerance` must not
  ///   be negative, `coverage` must be from 0.5 to 0.95, and the numbers of days must be from 0 to
  ///   36,500.
  public init(
    unit: GlucoseUnit, maximumAge: Duration? = nil,
    clockTolerance: Duration = .seconds(60), updateInterval: Duration? = .seconds(86_400),
    coverage: Double = 0.9, daysBefore: Int = 3, daysAfter: Int = 3
  ) {
    low = .standard(.below, in: unit)
    high = .standard(.above, in: unit)
    levels = [.level2(.below, in: unit), .level2(.above, in: unit)]
    self.maximumAge = maximumAge
    self.clockTolerance = clockTolerance
    self.updateInterval = updateInterval
    self.coverage = coverage
    self.daysBefore = daysBefore
    self.daysAfter = daysAfter
    let mistake = mistake
    precondition(mistake == nil, mistake ?? "")
  }

  private enum CodingKeys: String, CodingKey {
    case low, high, levels, maximumAge, clockTolerance, updateInterval, nightZone
    case coverage, daysBefore, daysAfter
  }

  /// Decodes options, with durations in seconds, and validates them by the preconditions of the
  /// initializer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    low = try container.decode(CrossingAlarm.self, forKey: .low)
    high = try container.decode(CrossingAlarm.self, forKey: .high)
    levels = try container.decode([CrossingAlarm].self, forKey: .levels)
    maximumAge = try container.durationIfPresent(forKey: .maximumAge)
    clockTolerance = try container.duration(forKey: .clockTolerance)
    updateInterval = try container.durationIfPresent(forKey: .updateInterval)
    nightZone = try container.decodeIfPresent(TimeZone.self, forKey: .nightZone)
    coverage = try container.decode(Double.self, forKey: .coverage)
    daysBefore = try container.decode(Int.self, forKey: .daysBefore)
    daysAfter = try container.decode(Int.self, forKey: .daysAfter)
    try decoder.require(mistake == nil, mistake ?? "")
  }

  /// Encodes the options, with durations in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(low, forKey: .low)
    try container.encode(high, forKey: .high)
    try container.encode(levels, forKey: .levels)
    try container.encodeIfPresent(seconds: maximumAge, forKey: .maximumAge)
    try container.encode(seconds: clockTolerance, forKey: .clockTolerance)
    try container.encodeIfPresent(seconds: updateInterval, forKey: .updateInterval)
    try container.encodeIfPresent(nightZone, forKey: .nightZone)
    try container.encode(coverage, forKey: .coverage)
    try container.encode(daysBefore, forKey: .daysBefore)
    try container.encode(daysAfter, forKey: .daysAfter)
  }

  var alarms: [CrossingAlarm] {
    get { [low, high] + levels }
    set {
      (low, high) = (newValue[0], newValue[1])
      levels = Array(newValue.dropFirst(2))
    }
  }

  private var mistake: String? {
    if ![maximumAge, updateInterval].allSatisfy({ $0.map { $0 > .zero } ?? true }) {
      return "`maximumAge` and `updateInterval` must be positive"
    }
    if clockTolerance < .zero { return "`clockTolerance` must not be negative" }
    if !(0.5...0.95).contains(coverage) { return "`coverage` must be from 0.5 to 0.95" }
    return (0...36_500).contains(daysBefore) && (0...36_500).contains(daysAfter)
      ? nil : "`daysBefore` and `daysAfter` must be from 0 to 36,500"
  }
}
