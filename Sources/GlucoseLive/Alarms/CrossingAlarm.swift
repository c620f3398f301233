public import Foundation
public import GlucoseMath
public import Prediction

/// An alarm that is active when glucose is beyond a threshold or is expected to cross it soon.
///
///     var low = CrossingAlarm.standard(.below, in: .mgdL)
///     low.update(with: reading, forecast: forecast)
///     low.state             // .expected
///     low.probability       // 0.62
///     low.episodeStart      // identifies the episode
///
/// A reading beyond the threshold activates the alarm, with or without a forecast. So does a
/// forecast that crosses the threshold within ``lead`` with a probability of at least
/// ``alarmProbability`` or, if it has no probabilities of the threshold, by its expected path. The
/// alarm stays active, as one episode, until the readings have been clear of the threshold by
/// ``hysteresis`` for ``recovery`` and no crossing is at least half as probable, or until a reading
/// is beyond the threshold again after one that was clear of it. An episode is announced once, and
/// again as long as it persists if there is a ``repetition``; see ``announcementTime``.
public struct CrossingAlarm: Equatable, Sendable {
  /// The state of the alarm.
  public enum State: Equatable, Sendable {
    /// The latest reading is not beyond the threshold, and no crossing is expected.
    case inactive
    /// A crossing is expected within the lead.
    case expected
    /// The latest reading is beyond the threshold.
    case present
    /// The latest reading is beyond the threshold, and readings have been for
    /// ``CrossingAlarm/persistence``.
    case persistent
    /// The episode has not ended, but its latest reading is not beyond the threshold and no
    /// crossing is expected.
    case recovering
    /// The state cannot be determined, for the given reason.
    case unknown(UnknownReason)
  }

  /// The reason that the state of an alarm is unknown.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum UnknownReason: Equatable, Sendable {
    /// There is no reading in the last two days.
    case noReadings
    /// The last reading is older than the session's maximum age.
    case sensorSilent(since: Date)
    /// The times of the latest readings are not those of their arrival: the clocks of the device and
    /// the sensor disagree.
    case clocksDiffer
    /// The latest reading is not beyond the threshold, and there is no model for a forecast.
    case noModel
    /// The latest reading is not beyond the threshold, and there is no forecast.
    case noForecast(ForecastUnavailable)
  }

  /// The threshold, and the side on which the alarm is active.
  public let crossing: ThresholdCrossing
  /// The time from the present within which a crossing is expected (`≤`).
  public let lead: Duration
  /// The distance from the threshold at which (`≥`) a reading or the path is clear of it.
  public let hysteresis: Glucose
  /// The probability at which (`≥`) a crossing is expected. A higher value results in fewer alarms,
  /// both false and true. With 1, only the expected path is used. A session adjusts it to
  /// ``falseAlarmsPerWeek``.
  public internal(set) var alarmProbability: Double
  /// The number of false alarms a week to which a session adjusts ``alarmProbability``, from 0.25 to
  /// 0.95, by the person's own outcomes, or `nil` if it is fixed.
  public let falseAlarmsPerWeek: Double?
  /// The time for which (`≥`) readings must be clear before an episode ends. A longer gap (`>`)
  /// between readings also ends an episode. Two announcements of readings beyond the threshold are
  /// at least (`≥`) this time apart: a reading that is beyond the threshold again earlier is
  /// announced then, if glucose is still beyond.
  public let recovery: Duration
  /// The time for which (`≥`) readings must be beyond the threshold for the state
  /// ``State/persistent``.
  public let persistence: Duration
  /// The time after an announcement at which (`≥`) it is repeated by a reading beyond the threshold,
  /// or `nil` if it is not repeated.
  public let repetition: Duration?
  /// The state of the alarm after the latest update.
  public private(set) var state = State.unknown(.noReadings)
  /// The probability, from 0 to 1, of a reading beyond the threshold within ``lead`` from the
  /// present, or `nil` if there is no forecast or it has no probabilities of this threshold.
  public private(set) var probability: Double?
  private(set) var episode: Episode?
  private(set) var latest: Date?
  var outcomes = Outcomes()

  /// Creates an alarm without a reading.
  ///
  /// An alarm for people at a threshold of their own is ``standard(_:at:in:)``, which also learns and
  /// repeats its announcements.
  ///
  /// The model card of `Prediction` contains the probabilities that correspond to three false alarms a
  /// week, such as 0.34 to 0.39 for lows in type 1 diabetes with a reading every five minutes.
  ///
  /// Forecasts have probabilities for thresholds of 50 to 100 mg/dL below and 140 to 300 mg/dL above.
  ///
  /// - Precondition: The threshold must be finite and positive; `lead`, `recovery`, `persistence`,
  ///   `repetition`, and `falseAlarmsPerWeek` must be positive; `hysteresis` must be finite and not
  ///   negative; `alarmProbability` must be in 0 < *p* ≤ 1.
  public init(
    _ crossing: ThresholdCrossing, within lead: Duration = .seconds(1800),
    hysteresis: Glucose, alarmProbability: Double = 0.4, falseAlarmsPerWeek: Double? = nil,
    recovery: Duration = .seconds(1200), persistence: Duration = .seconds(7200),
    repetition: Duration? = nil
  ) {
    self.crossing = crossing
    self.lead = lead
    self.hysteresis = hysteresis
    self.alarmProbability = alarmProbability
    self.falseAlarmsPerWeek = falseAlarmsPerWeek
    self.recovery = recovery
    self.persistence = persistence
    self.repetition = repetition
    let mistake = mistake
    precondition(mistake == nil, mistake ?? "")
  }

  /// A Boolean value that indicates whether the alarm is active: a crossing is expected or present,
  /// or the episode has not ended. `nil` if the state is unknown.
  public var isActive: Bool? {
    switch state {
    case .inactive: false
    case .expected, .present, .persistent, .recovering: true
    case .unknown: nil
    }
  }

  /// Whether the latest reading is beyond the threshold.
  var isBeyond: Bool { state == .present || state == .persistent }

  /// Updates the alarm with a reading that is later than the previous one, and the forecast after it, or
  /// the reason that there is none.
  ///
  /// A reading that is earlier by more than ``recovery``, as after a clock was set back, begins anew.
  ///
  /// - Returns: A Boolean value that indicates whether the update changed ``isActive``.
  @discardableResult
  public mutating func update(
    with reading: Reading, forecast: GlucoseForecast?, unknown reason: UnknownReason = .noModel
  ) -> Bool {
    let before = isActive
    if latest.map({ abs(reading.time.timeIntervalSince($0)) > recovery.inSeconds }) ?? true {
      episode = nil
    }
    latest = reading.time
    probability = forecast.flatMap { probability(in: $0, within: lead) }
    let isExpected = forecast.map { expects($0, within: lead, isOpen: episode != nil) }
    if crossing.isBeyond(reading.glucose) {
      enter(at: reading.time)
    } else if episode != nil {
      leave(reading, isExpected, reason)
    } else if isExpected == true {
      episode = Episode(start: reading.time, .expected)
      state = .expected
    } else {
      state = isExpected == nil ? .unknown(reason) : .inactive
    }
    return isActive != before
  }

  /// Updates the alarm at `now`, some time after the latest reading, which is the origin of the
  /// forecast.
  ///
  /// An episode that begins with this update has the time of that reading, so it is announced once,
  /// regardless of the times of updates; see ``isDue(at:after:)``.
  mutating func lookAhead(from now: Date, with forecast: GlucoseForecast) {
    let age = Duration.seconds(max(0, now.timeIntervalSince(forecast.origin.time)))
    probability = probability(in: forecast, within: lead + age)
    switch state {
    case .inactive, .recovering:
      guard expects(forecast, within: lead + age, isOpen: episode != nil) else { return }
      episode = episode ?? Episode(start: forecast.origin.time, .expected)
      state = .expected
    case .expected, .present, .persistent, .unknown: break
    }
  }

  /// Returns the probability of a crossing within a duration, or until the end of a shorter forecast.
  private func probability(in forecast: GlucoseForecast, within duration: Duration) -> Double? {
    forecast.probability(ofCrossing: crossing, within: min(duration, forecast.horizon))
  }

  /// Makes the state unknown. The episode continues if the next reading follows the latest one by
  /// at most ``recovery``.
  public mutating func markUnknown(_ reason: UnknownReason) {
    state = .unknown(reason)
    probability = nil
  }

  /// Replaces the state and the episode by those of an alarm with the same settings.
  mutating func adopt(_ other: CrossingAlarm) {
    (state, episode, latest) = (other.state, other.episode, other.latest)
  }

  private mutating func enter(at time: Date) {
    var episode = episode ?? Episode(start: time, .present)
    let age = time.timeIntervalSince(episode.announcement.time)
    if episode.hasCleared, age >= recovery.inSeconds {
      episode = Episode(start: time, .present)
    } else if episode.firstBeyond == nil && age > lead.inSeconds
      || repetition.map({ age >= $0.inSeconds }) ?? false
    {
      episode.announcement = Announcement(time: time, kind: .present)
    }
    episode.firstBeyond = episode.firstBeyond ?? time
    let since = episode.beyondSince ?? time
    episode.beyondSince = since
    episode.clearSince = nil
    self.episode = episode
    state = time.timeIntervalSince(since) >= persistence.inSeconds ? .persistent : .present
  }

  /// Updates an episode with a reading that is not beyond the threshold.
  private mutating func leave(_ reading: Reading, _ isExpected: Bool?, _ reason: UnknownReason) {
    let isClear = !relaxed(by: hysteresis).isBeyond(reading.glucose)
    if isClear {
      episode?.beyondSince = nil
      if episode?.firstBeyond != nil { episode?.hasCleared = true }
    }
    guard isClear, isExpected != true else {
      episode?.clearSince = nil
      state = isExpected == true ? .expected : .recovering
      return
    }
    let since = episode?.clearSince ?? reading.time
    episode?.clearSince = since
    state = .recovering
    if reading.time.timeIntervalSince(since) >= recovery.inSeconds {
      episode = nil
      state = isExpected == nil ? .unknown(reason) : .inactive
    }
  }

  /// Whether a crossing is expected or, in an episode, half as probable or within the hysteresis.
  private func expects(_ forecast: GlucoseForecast, within lead: Duration, isOpen: Bool) -> Bool {
    if alarmProbability < 1, let probability {
      return probability >= (isOpen ? alarmProbability / 2 : alarmProbability)
    }
    return forecast.crosses(relaxed(by: isOpen ? hysteresis : .mgdL(0)), within: lead)
  }

  /// Returns the crossing with its threshold moved toward the target range by `distance`. Of
  /// decimal numbers in mmol/L, it is the exact decimal number.
  private func relaxed(by distance: Glucose) -> ThresholdCrossing {
    let shift = crossing.side == .below ? distance.mgdL : -distance.mgdL
    return ThresholdCrossing(crossing.side, .mgdL([crossing.threshold.mgdL, shift].decimalSum))
  }
}

extension CrossingAlarm: Codable {
  private enum CodingKeys: String, CodingKey {
    case direction, threshold, lead
    case hysteresis, alarmProbability, falseAlarmsPerWeek, recovery, persistence, repetition
    case state, probability, episode, latest, outcomes
  }

  /// Decodes an alarm and validates it by the preconditions of the initializer.
  ///
  /// Durations are in seconds, concentrations in mg/dL. The keys of the ``State`` are beside those
  /// of the settings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    crossing = ThresholdCrossing(
      try container.decode(ThresholdSide.self, forKey: .direction),
      try container.decode(Glucose.self, forKey: .threshold))
    lead = try container.duration(forKey: .lead)
    hysteresis = try container.decode(Glucose.self, forKey: .hysteresis)
    alarmProbability = try container.decode(Double.self, forKey: .alarmProbability)
    falseAlarmsPerWeek = try container.decodeIfPresent(Double.self, forKey: .falseAlarmsPerWeek)
    recovery = try container.duration(forKey: .recovery)
    persistence = try container.duration(forKey: .persistence)
    repetition = try container.durationIfPresent(forKey: .repetition)
    state = try State(from: decoder)
    probability = try container.decodeIfPresent(Double.self, forKey: .probability)
    episode = try container.decodeIfPresent(Episode.self, forKey: .episode)
    latest = try container.decodeIfPresent(Date.self, forKey: .latest)
    outcomes = try container.decodeIfPresent(Outcomes.self, forKey: .outcomes) ?? Outcomes()
    try decoder.require(mistake == nil, mistake ?? "")
    try decoder.require(outcomes.isValid, "`outcomes` must be finite and not negative")
    try decoder.require(
      probability.map { (0...1).contains($0) } ?? true, "A probability must be between 0 and 1")
  }

  /// Encodes the settings and the state, such as
  /// `{"direction":"below","threshold":70,"lead":1800,…,"state":"unknown","reason":"noReadings"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(crossing.side, forKey: .direction)
    try container.encode(crossing.threshold, forKey: .threshold)
    try container.encode(seconds: lead, forKey: .lead)
    try container.encode(hysteresis, forKey: .hysteresis)
    try container.encode(alarmProbability, forKey: .alarmProbability)
    try container.encodeIfPresent(falseAlarmsPerWeek, forKey: .falseAlarmsPerWeek)
    try container.encode(seconds: recovery, forKey: .recovery)
    try container.encode(seconds: persistence, forKey: .persistence)
    try container.encodeIfPresent(seconds: repetition, forKey: .repetition)
    try state.encode(to: encoder)
    try container.encodeIfPresent(probability, forKey: .probability)
    try container.encodeIfPresent(episode, forKey: .episode)
    try container.encodeIfPresent(latest, forKey: .latest)
    if outcomes != Outcomes() { try container.encode(outcomes, forKey: .outcomes) }
  }

  private var mistake: String? {
    if !(crossing.threshold.mgdL.isFinite && crossing.threshold.mgdL > 0) {
      return "The threshold must be finite and positive"
    }
    if lead <= .zero { return "`lead` must be positive" }
    if recovery <= .zero || persistence <= .zero || repetition.map({ $0 <= .zero }) ?? false {
      return "`recovery`, `persistence`, and `repetition` must be positive"
    }
    if falseAlarmsPerWeek.map({ !($0 > 0 && $0.isFinite) }) ?? false {
      return "`falseAlarmsPerWeek` must be finite and positive"
    }
    if !(hysteresis.mgdL.isFinite && hysteresis.mgdL >= 0) {
      return "`hysteresis` must be finite and not negative"
    }
    return alarmProbability > 0 && alarmProbability <= 1
      ? nil : "`alarmProbability` must be above 0 and at most 1"
  }
}
