// SPDX-License-Identifier: Apache-2.0

public import DaySummary
internal import GlucoseDiary
public import Foundation
public import GlucoseMath
public import Prediction

#if Logbook
  public import GlucoseLog
#endif

/// A session that stores a sensor's readings, and gives a snapshot of what is known after each.
///
///     let session = LiveSession(log, from: "Dexcom G7", forecaster: mine)
///     for try await snapshot in session.snapshots(of: sensor, now: { Date() }) {
///       show(snapshot.current, snapshot.forecast)
///       if snapshot.low.isDue(at: snapshot.date, after: response) { notify(snapshot.low) }
///     }
///
/// A snapshot comes after its readings are stored. All that it holds is derived from the store, so late
/// readings, those of other sensors and those that were excluded are taken into account, and a session
/// that starts again after the process was ended gives the snapshots that the one before would have given.
/// The session works on a queue of its own.
///
/// It informs, and is not for dosing.
public actor LiveSession {
  /// The store of the readings.
  public nonisolated let store: any LiveStore
  /// The alarms and limits.
  public private(set) var options: LiveOptions
  private let executor = DiskExecutor()
  private let journal: ChangeJournal
  private var base: Forecaster?
  private var state: SessionState?

  /// The executor of the session's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Creates a session of one sensor.
  ///
  /// - Parameters:
  ///   - store: The store of the readings.
  ///   - forecaster: The model, or `nil` for snapshots without a forecast. One that has learned from the
  ///     person follows the store from where it last learned; another is personalized as soon as the
  ///     store has a day of readings, see ``LiveOptions/updateInterval``.
  ///   - options: The alarms and limits.
  public init(
    _ store: any LiveStore, forecaster: Forecaster?, options: LiveOptions = LiveOptions()
  ) {
    self.store = store
    self.options = options
    base = forecaster
    journal = ChangeJournal(of: store)
  }

  #if Logbook
    /// Creates a session of one sensor that stores its readings in a logbook.
    ///
    /// - Parameters:
    ///   - log: The logbook.
    ///   - source: The name of the sensor in the logbook.
    ///   - forecaster: The model, or `nil` for snapshots without a forecast.
    ///   - options: The alarms and limits.
    public init(
      _ log: Logbook, from source: ReadingSource, forecaster: Forecaster?,
      options: LiveOptions = LiveOptions()
    ) {
      self.init(
        LogbookStore(log, source: source), forecaster: forecaster, options: options)
    }
  #endif

  /// The model in use: the one that the session was given, with what it has learned since.
  ///
  /// An app that stores it, once a day for instance, and gives it to the next session spares that
  /// session the work of following the store from where the older model last learned.
  public var forecaster: Forecaster? { state.map { $0.model?.model } ?? base }

  /// Uses another model from the next snapshot on.
  public func use(_ forecaster: Forecaster?) {
    base = forecaster
    state?.use(forecaster)
    journal.signal()
  }

  /// Uses other options from the next snapshot on.
  public func use(_ options: LiveOptions) {
    self.options = options
    // A model that has learned from the person goes on from where it is.
    if let model = forecaster, model.isPersonal, base?.isPersonal == true { base = model }
    state = nil
    journal.signal()
  }

  /// Stores readings, and returns what is known at `now`.
  ///
  /// Readings that no series can hold are returned in ``LiveSnapshot/rejected``; the others are stored in
  /// one step. Storing is not canceled with the task that calls: once begun, it is completed and its
  /// snapshot returned.
  ///
  /// - Throws: Any error of the store.
  /// - Precondition: `now` is finite.
  /// - Complexity: That of storing, and one forecast for each reading that is new. Where something earlier
  ///   changed, a forecast for each reading of the last 12 to 24 hours, and of a personal model the
  ///   work of following the readings of the last day or two.
  public func store(_ readings: [Reading], at now: Date) async throws -> LiveSnapshot {
    // A task of its own is not canceled with the caller's.
    try await Task { try await storeToTheEnd(readings, at: now) }.value
  }

  private func storeToTheEnd(_ readings: [Reading], at now: Date) async throws -> LiveSnapshot {
    var rejected: [Reading] = []
    let accepted = readings.filter { reading in
      let isValid = (try? GlucoseSeries([reading])) != nil
      if !isValid { rejected.append(reading) }
      return isValid
    }
    var stored = StoredReadings()
    if !accepted.isEmpty {
      stored = try await store.store(accepted)
      if !journal.isObserving { journal.signal() }
    }
    return try snapshot(at: now, stored, rejected)
  }

  /// Returns what is known at `now`, without a new reading.
  ///
  /// - Throws: Any error of the store.
  /// - Precondition: `now` is finite.
  public func snapshot(at now: Date) throws -> LiveSnapshot {
    try snapshot(at: now, StoredReadings(), [])
  }

  private func snapshot(
    at now: Date, _ stored: StoredReadings, _ rejected: [Reading]
  ) throws -> LiveSnapshot {
    precondition(now.timeIntervalSinceReferenceDate.isFinite, "`now` must be finite")
    // Taken out, so that it is changed in place; if the store throws, all is read anew next time.
    let changes = journal.fetch()
    var state = try self.state ?? SessionState(store, at: now, base, options)
    self.state = nil
    try state.follow(changes, of: store, at: now)
    self.state = state
    return state.snapshot(at: now, stored, rejected)
  }

  /// Returns one state of a screen: what is known at `now`, the plot of a day with the forecast, and the
  /// bars of the days around it, from one state of the store. Days older than ten are read beside.
  ///
  /// - Parameters:
  ///   - now: The present. Nothing recorded after it is drawn.
  ///   - day: The day in focus, in the zone to draw in.
  ///   - options: The unit, the bands, and how to draw.
  /// - Throws: Any error of the store.
  /// - Precondition: `now` is finite.
  public func display(
    at now: Date, day: LocalDay, options: DayPlotOptions = DayPlotOptions()
  ) throws -> LiveDisplay {
    let snapshot = try snapshot(at: now)
    // A reading within the tolerance of clocks is one of now.
    let present = max(now, snapshot.current?.reading.time ?? now)
    let (before, after) = (self.options.daysBefore, self.options.daysAfter)
    let start = day.advanced(by: -before - 1).start
    var recording = state?.recent.recording(through: present) ?? Recording(series: GlucoseSeries())
    if let recent = state?.recent, start < recent.start {
      let end = min(recent.start, day.advanced(by: after + 1).end)
      let older = try store.recording(start..<max(start, end))
      let known = Set(older.events.map(\.id))
      recording = Recording(
        series: try GlucoseSeries(Array(older.series) + Array(recording.series)),
        events: older.events + recording.events.filter { !known.contains($0.id) })
    }
    var options = options
    options.maximumAge = self.options.maximumAge
    let shown = Recording(
      series: recording.series.prefix(through: present),
      events: recording.events.filter { $0.time <= present })
    return LiveDisplay(
      snapshot: snapshot,
      bifocal: try shown.bifocalDay(
        day, before: before, after: after, forecast: snapshot.forecast, now: present,
        options: options))
  }

  /// Returns a snapshot for each reading of a sensor, after it is stored.
  ///
  /// Readings wait in the sensor's sequence while a snapshot is made. The sequence ends where the sensor's
  /// does. It throws any error of the sensor and of the store; the session remains usable.
  ///
  /// - Parameters:
  ///   - readings: The readings in the order in which they arrive, late ones among them.
  ///   - now: Returns the present, and is called after a reading has arrived.
  public nonisolated func snapshots<Readings: AsyncSequence & Sendable>(
    of readings: Readings, now: @escaping @Sendable () -> Date
  ) -> AsyncThrowingMapSequence<Readings, LiveSnapshot> where Readings.Element == Reading {
    readings.map { try await self.store([$0], at: now()) }
  }

  /// Returns the snapshots from now on: at once, after each change of readings or events, when the last
  /// reading becomes stale, and when one later than the present is so no more.
  ///
  /// Any number of listeners may each have a sequence. One that is slow gets the newest snapshot and misses
  /// those before. The sequence ends with an error of the store.
  ///
  /// - Parameter now: Returns the present, and is called for each snapshot.
  public nonisolated func snapshots(
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> AsyncThrowingStream<LiveSnapshot, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: LiveSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let (signals, signal) = journal.signals()
    let task = Task { [weak self] in
      var timer: Task<Void, Never>?
      defer { timer?.cancel() }
      signal.yield()
      for await _ in signals {
        guard let self else { break }
        let snapshot: LiveSnapshot
        do { snapshot = try await self.snapshot(at: now()) } catch {
          continuation.finish(throwing: error)
          return
        }
        continuation.yield(snapshot)
        timer?.cancel()
        timer = nil
        guard let next = snapshot.nextChange else { continue }
        let wait = next.timeIntervalSince(snapshot.date) + 0.01
        timer = Task {
          if (try? await Task.sleep(for: .seconds(wait))) != nil { signal.yield() }
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in
      task.cancel()
      signal.finish()
    }
    return stream
  }
}
