internal import DaySummary
internal import GlucoseDiary
internal import Foundation
internal import GlucoseMath
internal import GlucoseSignals
internal import Prediction

/// The alarms and the model of a session after each reading of the last hours.
struct SessionState {
  private(set) var options: LiveOptions
  private(set) var recent: RecentRecording
  private(set) var model: FollowingModel?
  /// Alarms that follow forecasts from different anchors on, in chronological order. The first ones
  /// are the current alarms; the others will replace them and follow the same forecasts.
  private var alarms: [(anchor: Date, alarms: [CrossingAlarm])] = []
  /// The latest reading that the alarms followed, and the forecast after it.
  private var followed: (reading: Reading, forecast: Result<GlucoseForecast, ForecastUnavailable>?)?

  /// The minimum time in seconds for which alarms follow forecasts; the maximum is twice as long.
  private static let memory = 12 * 3600.0
  /// The age in seconds up to which the last reading is shown: two days.
  private static let shown = 172_800.0
  /// The age up to which (`≤`) the forecast after a reading does not depend on its age.
  private static let young = Duration.seconds(150)

  init(
    _ store: any LiveStore, at now: Date, _ forecaster: Forecaster?, _ options: LiveOptions
  ) throws {
    self.options = options
    recent = try RecentRecording(store, since: RecentRecording.start(at: now))
    model = forecaster.map { FollowingModel($0, updateInterval: options.updateInterval) }
  }

  mutating func use(_ forecaster: Forecaster?) {
    model = forecaster.map { FollowingModel($0, updateInterval: options.updateInterval) }
    alarms = []
  }

  /// Returns the readings that the sensor has not delivered before, up to 30 seconds apart.
  func new(_ readings: [Reading]) -> [Reading] {
    readings.filter { reading in
      let series = recent.series
      let first = series.index(atOrAfter: reading.time.addingTimeInterval(-30))
      let end = reading.time.addingTimeInterval(30)
      return !series[positions: first..<series.count].prefix { $0.time <= end }
        .contains { $0.glucose == reading.glucose }
    }
  }

  /// Reads the changes of the store, and updates the model and the alarms up to `now`.
  mutating func follow(_ changes: [StoreChange], of store: any LiveStore, at now: Date) throws {
    var earliest = [try recent.read(changes, from: store), older(changes)].compactMap(\.self).min()
    let start = RecentRecording.start(at: now)
    if recent.start != start {
      let first = try recent.readAgain(from: store, since: start)
      earliest = [earliest, first].compactMap(\.self).min()
    }
    let end = now.addingTimeInterval(options.clockTolerance.inSeconds)
    if let last = followed?.reading.time, last > end { earliest = min(earliest ?? end, end) }
    if let earliest { model?.rewind(before: earliest) }
    let anchor = Self.boundary(at: end).addingTimeInterval(-Self.memory)
    alarms.removeAll { $0.anchor < anchor }
    let isDirty = earliest.map { $0 <= followed?.reading.time ?? .distantPast } ?? false
    if isDirty || alarms.first?.anchor != anchor { try restart(at: anchor, of: store) }
    let series = recent.series.prefix(through: end)
    var first = series.index(atOrAfter: followed.map { max($0.reading.time, anchor) } ?? anchor)
    if first < series.count, series[first].time == followed?.reading.time { first += 1 }
    for position in first..<series.count {
      let past = Recording(series: series[positions: 0..<position + 1], inOrder: recent.events)
      try step(past, of: store)
    }
  }

  /// Returns the earliest time of the changed readings that are older than the recent ones and that
  /// the model depends on, such as those of an imported history, or `nil`.
  private func older(_ changes: [StoreChange]) -> Date? {
    changes.compactMap { change in
      guard case .readings(let times) = change, times.upperBound < recent.start,
        model?.depends(on: times) ?? false
      else { return nil }
      return times.lowerBound
    }.min()
  }

  private static func boundary(at time: Date) -> Date {
    let steps = (time.timeIntervalSinceReferenceDate / memory).rounded(.down)
    return Date(timeIntervalSinceReferenceDate: steps * memory)
  }

  /// Returns alarms that have followed all readings without forecasts up to `anchor`.
  private func alarms(from anchor: Date) -> (anchor: Date, alarms: [CrossingAlarm]) {
    var alarms = options.alarms
    for reading in recent.series.prefix(before: anchor) {
      for index in alarms.indices { alarms[index].update(with: reading, forecast: nil) }
    }
    return (anchor, alarms)
  }

  private mutating func restart(at anchor: Date, of store: any LiveStore) throws {
    alarms = [alarms(from: anchor)]
    followed = nil
    let before = recent.series.prefix(before: anchor)
    model?.rewind(before: anchor)
    guard let model, let last = before.last?.time else { return }
    var past = Recording(series: before, inOrder: recent.events)
    if let needed = model.needed, needed < recent.start {
      let end = last.addingTimeInterval(0.001)
      past = try store.recording(in: min(needed, end)..<end)
    }
    try self.model?.advance(through: past, read: store.recording)
  }

  private mutating func step(_ past: Recording, of store: any LiveStore) throws {
    guard let reading = past.series.last else { return }
    try model?.advance(through: past, read: store.recording)
    var result: Result<GlucoseForecast, ForecastUnavailable>?
    if let model = model?.model {
      result = Result { () throws(ForecastUnavailable) in
        try model.forecast(
          after: past, at: reading.time, coverage: options.coverage, maximumAge: options.maximumAge)
      }
    }
    followed = (reading, result)
    let boundary = Self.boundary(at: reading.time)
    if alarms.last.map({ $0.anchor < boundary }) ?? false { alarms.append(alarms(from: boundary)) }
    let forecast = try? result?.get()
    let reason: CrossingAlarm.UnknownReason =
      if case .failure(let error) = result { .noForecast(error) } else { .noModel }
    for index in alarms.indices {
      for alarm in alarms[index].alarms.indices {
        alarms[index].alarms[alarm].update(with: reading, forecast: forecast, unknown: reason)
      }
    }
    learn()
  }

  private mutating func learn() {
    guard let current = alarms.first?.alarms else { return }
    for (index, alarm) in current.enumerated() where alarm.falseAlarmsPerWeek != nil {
      options.alarms[index].learn(from: alarm)
      let learned = options.alarms[index]
      for anchor in alarms.indices { alarms[anchor].alarms[index].adoptOutcomes(learned) }
    }
  }

  /// The options of the signal beside an alarm, of which a compression low may be suspected.
  private static let signalOptions = {
    var options = SignalQualityOptions()
    options.findsCompressionLows = true
    return options
  }()

  /// Returns the snapshot at `now`, the present of the sensor, after ``follow(_:of:at:)`` with the same
  /// time. `lastArrival` is the age of the last arrival, or `nil` if there is none.
  func snapshot(
    at now: Date, _ stored: StoreResult, _ rejected: [Reading], lastArrival: TimeInterval?
  ) -> LiveSnapshot {
    let end = now.addingTimeInterval(options.clockTolerance.inSeconds)
    let past = recent.series.prefix(through: end)
    let shown = past.index(atOrAfter: now.addingTimeInterval(-Self.shown))
    let lately = past[positions: shown..<past.count]
    // A reading within the clock tolerance is treated as current.
    let present = max(now, lately.last?.time ?? now)
    let maximumAge = options.maximumAge ?? past.defaultMaximumAge
    let alarms = alarms.first?.alarms ?? options.alarms
    var snapshot = LiveSnapshot(
      date: now, stored: stored, rejected: rejected,
      current: CurrentGlucose(lately, at: present, maximumAge: maximumAge),
      futureReadings: Array(recent.series[positions: past.count..<recent.series.count].suffix(100)),
      low: alarms[0], high: alarms[1], levels: Array(alarms.dropFirst(2)), maximumAge: maximumAge,
      signal: options.nightZone.flatMap {
        lately.signalStatus(at: present, in: $0, options: Self.signalOptions)
      })
    forecast(at: present, past, into: &snapshot)
    let isHeard = lastArrival.map { (0...maximumAge.inSeconds).contains($0) } ?? false
    snapshot.markAlarmsUnknown(isHeard: isHeard)
    return snapshot
  }

  private func forecast(
    at present: Date, _ past: GlucoseSeries, into snapshot: inout LiveSnapshot
  ) {
    guard let model = model?.model else { return }
    var result = followed?.reading == past.last ? followed?.forecast : nil
    // The forecast after an older reading extends further; see `Forecaster.forecast(after:at:)`.
    if result == nil || snapshot.current.map({ $0.age > Self.young }) ?? true {
      result = Result { () throws(ForecastUnavailable) in
        try model.forecast(
          after: Recording(series: past, inOrder: recent.events), at: present,
          coverage: options.coverage, maximumAge: snapshot.maximumAge)
      }
    }
    switch result {
    case .success(let forecast):
      snapshot.forecast = forecast
      snapshot.updateAlarms { $0.lookAhead(from: present, with: forecast) }
    case .failure(let error): snapshot.forecastError = error
    case nil: break
    }
  }
}
