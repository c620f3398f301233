public import GlucoseDiary
public import DaySummary
public import Foundation
public import GlucoseMath
public import GlucoseSignals
public import Prediction

/// The state at an instant: the last reading, the forecast after it, and the alarms.
///
/// A snapshot is a plain value: it can be stored, passed to a widget, or created for a preview.
public struct LiveSnapshot: Equatable, Sendable {
  /// The instant of the snapshot.
  public var date: Date
  /// The numbers of readings that were stored and dropped, of the readings passed with the
  /// snapshot.
  public var stored: StoreResult
  /// The invalid readings of those passed: readings whose time is outside the years 1 to 9999, or
  /// whose concentration is not above zero and at most 100,000 mg/dL.
  public var rejected: [Reading]
  /// The last reading, with its age and trend, or `nil` if there is none in the last two days.
  public var current: CurrentGlucose?
  /// The readings that are later than the present by more than ``LiveOptions/clockTolerance``, in
  /// chronological order, at most the last 100. The present is that of the sensor if there is a
  /// ``clockDifference``.
  ///
  /// If there are any, some times are wrong. They are in no forecast and change no alarm; a reading
  /// beyond a threshold is announced when it arrives, whatever its time.
  public var futureReadings: [Reading]
  /// The time by which the clock of the device is ahead of the times of the readings, negative if
  /// it is behind, or `nil` if they agree.
  ///
  /// It is the median of the differences between the arrivals and the times of the last readings of
  /// a session, of at least three, if it is more than ``LiveOptions/clockTolerance`` below zero or
  /// above ``maximumAge``. Ages, forecasts, and alarms are then those at the date minus the
  /// difference. Indicate that the clocks differ.
  public var clockDifference: Duration?
  /// The time at which a new reading last arrived in this session, if it is not the current one or
  /// was more than 150 seconds old when it arrived, or else `nil`.
  public var lastArrival: Date?
  /// The forecast after the last reading, or `nil` if there is none.
  public var forecast: GlucoseForecast?
  /// The reason that there is no forecast. `nil` if there is one, or if the session has no model.
  public var forecastError: ForecastUnavailable?
  /// The alarm for lows.
  public var low: CrossingAlarm
  /// The alarm for highs.
  public var high: CrossingAlarm
  /// The alarms of ``LiveOptions/levels``, in the same order.
  public var levels: [CrossingAlarm]
  /// The age above which (`>`) the last reading is stale.
  public var maximumAge: Duration
  /// The quality of the sensor's signal at the last reading, or `nil` without
  /// ``LiveOptions/nightZone`` and without a reading in the last hour.
  public var signal: SignalStatus?

  /// Creates a snapshot.
  public init(
    date: Date, stored: StoreResult = StoreResult(), rejected: [Reading] = [],
    current: CurrentGlucose?, futureReadings: [Reading] = [], clockDifference: Duration? = nil,
    lastArrival: Date? = nil, forecast: GlucoseForecast? = nil,
    forecastError: ForecastUnavailable? = nil, low: CrossingAlarm, high: CrossingAlarm,
    levels: [CrossingAlarm] = [], maximumAge: Duration = .seconds(900), signal: SignalStatus? = nil
  ) {
    self.date = date
    self.stored = stored
    self.rejected = rejected
    self.current = current
    self.futureReadings = futureReadings
    self.clockDifference = clockDifference
    self.lastArrival = lastArrival
    self.forecast = forecast
    self.forecastError = forecastError
    self.low = low
    self.high = high
    self.levels = levels
    self.maximumAge = maximumAge
    self.signal = signal
  }

  /// The fault of the sensor with the greatest score, if the signal is doubtful, or else `nil`.
  ///
  ///     if snapshot.low.isDue(at: snapshot.date, after: response) {
  ///       notify(snapshot.low, mayBe: snapshot.suspectedFault?.kind)   // such as .compressionLow
  ///     }
  ///
  /// The property does not suppress an alarm or change a forecast: a suspected compression
  /// low may be a low. Show the fault beside them, with its `evidence`.
  public var suspectedFault: SignalFault? {
    guard let signal, signal.isDoubtful else { return nil }
    return signal.faults.max { $0.score < $1.score }
  }

  /// The instant after which (`>`) the last reading is stale, or `nil` if there is no reading.
  public var staleDate: Date? {
    current.map { $0.reading.time.addingTimeInterval(maximumAge.inSeconds + difference) }
  }

  private var difference: TimeInterval { clockDifference?.inSeconds ?? 0 }

  /// Returns whether a new reading arrived in the maximum age before an instant.
  func isHeard(at now: Date) -> Bool {
    lastArrival.map { (0...maximumAge.inSeconds).contains(now.timeIntervalSince($0)) } ?? false
  }

  private var firstFuture: Date? { futureReadings.first?.time.addingTimeInterval(difference) }

  /// The next instant at which the snapshot changes without a new reading.
  var nextChange: Date? {
    // Just after the limit, which itself is not stale yet.
    let heard = lastArrival.flatMap { current == nil ? nil : $0 }
    let limits = [staleDate, heard?.addingTimeInterval(maximumAge.inSeconds)]
    let changes = limits.map { $0?.addingTimeInterval(0.001) } + [firstFuture]
    return changes.compactMap(\.self).filter { $0 > date }.min()
  }

  mutating func updateAlarms(_ update: (inout CrossingAlarm) -> Void) {
    update(&low)
    update(&high)
    for index in levels.indices { update(&levels[index]) }
  }

  /// Makes the alarms unknown if the last reading is stale or missing. A reading that arrived just
  /// now counts, whatever its time.
  mutating func markAlarmsUnknown(isHeard: Bool) {
    guard current?.isStale ?? true else { return }
    let reason: CrossingAlarm.UnknownReason =
      if isHeard || current == nil && !futureReadings.isEmpty {
        .clocksDiffer
      } else if let current {
        .sensorSilent(since: current.reading.time)
      } else {
        .noReadings
      }
    updateAlarms { alarm in
      if !(isHeard && alarm.isBeyond) { alarm.markUnknown(reason) }
    }
  }

  /// Returns the snapshot at a later instant if no reading is stored until then, and all of
  /// ``futureReadings`` are still in the future.
  ///
  /// The last reading is older, and the lead of the alarms begins at the later instant, as far as
  /// the forecast extends; once the reading is stale, there is no forecast and the state of the
  /// alarms is unknown. The forecast is that of this snapshot; the forecast of a session at the
  /// later instant extends further.
  ///
  /// At an instant before ``date``, as after the clock of the device was set back, it is this
  /// snapshot.
  public func advanced(to later: Date) -> LiveSnapshot {
    guard later >= date else { return self }
    var next = self
    next.date = later
    next.stored = StoreResult()
    next.rejected = []
    if let signal, later.timeIntervalSince(signal.time) >= 3600 { next.signal = nil }
    guard let current else { return next }
    let present = later.addingTimeInterval(-difference)
    let age = Duration.seconds(max(0, present.timeIntervalSince(current.reading.time)))
    next.current = CurrentGlucose(
      reading: current.reading, age: age, isStale: age > maximumAge,
      mgdLPerMinute: current.mgdLPerMinute)
    guard age > maximumAge else {
      if let forecast { next.updateAlarms { $0.lookAhead(from: present, with: forecast) } }
      return next
    }
    if forecast != nil || forecastError != nil {
      next.forecastError = ForecastUnavailable(.stale(age: age, limit: maximumAge))
    }
    next.forecast = nil
    next.markAlarmsUnknown(isHeard: isHeard(at: later))
    return next
  }

  /// Returns the snapshots for the timeline of a widget: this one, one after each `interval`, and a
  /// last one when the reading becomes stale.
  ///
  /// If there are ``futureReadings``, the timeline ends before the first of them is in the past,
  /// and after one day at the latest; request a new snapshot from the session then. An interval
  /// below one second is treated as one second.
  ///
  /// - Precondition: `interval` is positive.
  public func timeline(every interval: Duration = .seconds(300)) -> [LiveSnapshot] {
    precondition(interval > .zero, "`interval` must be positive")
    var entries = [self]
    guard let change = nextChange else { return entries }
    let end = min(change, date.addingTimeInterval(86_400))
    let step = max(interval.inSeconds, 1)
    var next = date.addingTimeInterval(step)
    while next < end {
      entries.append(advanced(to: next))
      next = next.addingTimeInterval(step)
    }
    if end != firstFuture { entries.append(advanced(to: end)) }
    return entries
  }
}

extension LiveSnapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case date, stored, rejected, current, futureReadings, clockDifference, lastArrival
    case forecast, forecastError, low, high, levels, maximumAge, signal
  }

  /// A reading whose numbers may be NaN or infinite, which JSON numbers cannot represent.
  private struct RejectedReading: Codable {
    let time, mgdL: String
    let flags: ReadingFlags
  }

  /// Decodes a snapshot; its date must be within 30,000 years of 2001. Durations are in seconds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    date = try container.calendarTime(forKey: .date)
    stored = try container.decode(StoreResult.self, forKey: .stored)
    rejected = try container.decode([RejectedReading].self, forKey: .rejected).map { reading in
      guard let time = Double(reading.time), let mgdL = Double(reading.mgdL) else {
        throw DecodingError.dataCorruptedError(
          forKey: .rejected, in: container, debugDescription: "A number must be decimal")
      }
      return Reading(
        time: Date(timeIntervalSinceReferenceDate: time), glucose: .mgdL(mgdL),
        flags: reading.flags)
    }
    current = try container.decodeIfPresent(CurrentGlucose.self, forKey: .current)
    futureReadings = try container.decode([Reading].self, forKey: .futureReadings)
    clockDifference = try container.durationIfPresent(forKey: .clockDifference)
    lastArrival = try container.decodeIfPresent(Date.self, forKey: .lastArrival)
    forecast = try container.decodeIfPresent(GlucoseForecast.self, forKey: .forecast)
    forecastError = try container.decodeIfPresent(ForecastUnavailable.self, forKey: .forecastError)
    low = try container.decode(CrossingAlarm.self, forKey: .low)
    high = try container.decode(CrossingAlarm.self, forKey: .high)
    levels = try container.decode([CrossingAlarm].self, forKey: .levels)
    maximumAge = try container.duration(forKey: .maximumAge)
    signal = try container.decodeIfPresent(SignalStatus.self, forKey: .signal)
  }

  /// Encodes the snapshot, with durations in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(date, forKey: .date)
    try container.encode(stored, forKey: .stored)
    try container.encode(
      rejected.map {
        RejectedReading(
          time: "\($0.time.timeIntervalSinceReferenceDate)", mgdL: "\($0.glucose.mgdL)",
          flags: $0.flags)
      }, forKey: .rejected)
    try container.encodeIfPresent(current, forKey: .current)
    try container.encode(futureReadings, forKey: .futureReadings)
    try container.encodeIfPresent(seconds: clockDifference, forKey: .clockDifference)
    try container.encodeIfPresent(lastArrival, forKey: .lastArrival)
    try container.encodeIfPresent(forecast, forKey: .forecast)
    try container.encodeIfPresent(forecastError, forKey: .forecastError)
    try container.encode(low, forKey: .low)
    try container.encode(high, forKey: .high)
    try container.encode(levels, forKey: .levels)
    try container.encode(seconds: maximumAge, forKey: .maximumAge)
    try container.encodeIfPresent(signal, forKey: .signal)
  }
}

/// The content of a screen, from one state of the store: a snapshot, the plot of a day with the
/// forecast, and the bars of the surrounding days.
public struct LiveDisplay: Equatable, Sendable {
  /// The snapshot.
  public var snapshot: LiveSnapshot
  /// The plot of the focused day and the bars of the surrounding days, without data later than the
  /// date of the snapshot.
  public var bifocal: BifocalDay

  /// Creates the content of a screen.
  public init(snapshot: LiveSnapshot, bifocal: BifocalDay) {
    self.snapshot = snapshot
    self.bifocal = bifocal
  }

  /// The plot of the focused day.
  public var plot: DayPlot { bifocal.plot }

  /// The bars of the surrounding days.
  public var surroundingDays: SurroundingDays { bifocal.surroundingDays }
}
