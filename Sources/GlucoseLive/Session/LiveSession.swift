public import DaySummary
internal import Dispatch
internal import GlucoseDiary
public import Foundation
public import GlucoseMath
public import Prediction

#if Logbook
  public import GlucoseLog
#endif

/// A session that stores the readings of a sensor and returns a snapshot after each.
///
///     let session = LiveSession(
///       log, from: "Dexcom G7", forecaster: mine, options: LiveOptions(unit: .mmolL))
///     for try await snapshot in session.snapshots(of: sensor, now: { Date() }) {
///       show(snapshot.current, snapshot.forecast)
///       if snapshot.low.isDue(at: snapshot.date, after: response) { notify(snapshot.low) }
///     }
///
/// A snapshot is created after its readings are stored. It is derived from the store, so late
/// readings, readings of other sensors, and exclusions are included, and a restarted session
/// returns the same snapshots as an uninterrupted one. Only what arrived at another time than its
/// own, or is not in the series, is known to the session alone, until the next arrival: a reading
/// that is beyond a threshold is announced, also if its time is wrong or it is not in the series,
/// unless it is backfilled or of another feed whose difference from the trace is known. After a day,
/// the numbers of its forecasts may differ by the rounding of sums, about 10⁻¹³ mg/dL. The session
/// runs on its own queue.
///
/// A reading is backfilled if it is more than 150 seconds old and not later than the newest stored
/// one, except the newest of the readings since the last arrival, as after the clock of the sensor
/// was set back: they arrive more than 150 seconds after the newest stored reading, and at least
/// (`≥`) 0.8 of the sensor's interval and the time that they span after another arrival.
///
/// It informs and never doses.
public actor LiveSession {
  /// The store of the readings.
  public nonisolated let store: any LiveStore
  /// The alarms and limits. Alarms with ``CrossingAlarm/falseAlarmsPerWeek`` have the probabilities
  /// that they have learned: store the options, for example once a day, and pass them to the next
  /// session.
  public private(set) var options: LiveOptions
  private let executor = DiskExecutor()
  private let journal: ChangeJournal
  private var base: Forecaster?
  private var state: SessionState?
  private var arrivals: Arrivals

  /// The executor of the session, which has its own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Creates a session for one sensor.
  ///
  /// - Parameters:
  ///   - store: The store of the readings.
  ///   - forecaster: The model, or `nil` for snapshots without a forecast. A personal model follows
  ///     the store from the end of its training data; a general model is personalized when the
  ///     store has a day of readings; see ``LiveOptions/updateInterval``.
  ///   - options: The alarms and limits.
  public init(_ store: any LiveStore, forecaster: Forecaster?, options: LiveOptions) {
    self.store = store
    self.options = options
    base = forecaster
    arrivals = Arrivals(options)
    journal = ChangeJournal(of: store)
  }

  #if Logbook
    /// Creates a session for one sensor that stores its readings in a logbook under the name `source`.
    public init(
      _ log: Logbook, from source: ReadingSource, forecaster: Forecaster?, options: LiveOptions
    ) {
      self.init(LogbookStore(log: log, source: source), forecaster: forecaster, options: options)
    }
  #endif

  /// The model in use: the model of the initializer, with its updates since.
  ///
  /// Store it, for example once a day, and pass it to the next session, which then has fewer
  /// readings to follow.
  public var forecaster: Forecaster? { state.map { $0.model?.model } ?? base }

  /// Replaces the model from the next snapshot on.
  public func setForecaster(_ forecaster: Forecaster?) {
    base = forecaster
    state?.use(forecaster)
    journal.signal()
  }

  /// Replaces the options from the next snapshot on. Edit ``options`` to keep what alarms have
  /// learned.
  public func setOptions(_ options: LiveOptions) {
    self.options = options
    arrivals = Arrivals(options)
    // A personal model keeps its updates.
    if let model = forecaster, model.isPersonal, base?.isPersonal == true { base = model }
    state = nil
    journal.signal()
  }

  /// Stores readings, and returns the snapshot at `now`.
  ///
  /// Invalid readings are returned in ``LiveSnapshot/rejected``; the others are stored in one step.
  /// Cancellation of the calling task does not cancel the call: it completes and returns its
  /// snapshot.
  ///
  /// - Precondition: `now` must be finite.
  /// - Complexity: The cost of storing, and one forecast for each new reading. If earlier data
  ///   changed, one forecast for each reading of the last 12 to 24 hours and, with a personal
  ///   model, the updates of the last day or two.
  public func store(_ readings: [Reading], at now: Date) async throws -> LiveSnapshot {
    // An unstructured task is not canceled with the caller's task.
    try await Task { try await storeToTheEnd(readings, at: now) }.value
  }

  private func storeToTheEnd(_ readings: [Reading], at now: Date) async throws -> LiveSnapshot {
    var rejected: [Reading] = []
    let accepted = readings.filter { reading in
      let isValid = (try? GlucoseSeries([reading])) != nil
      if !isValid { rejected.append(reading) }
      return isValid
    }
    guard !accepted.isEmpty else { return try snapshot(at: now, StoreResult(), rejected) }
    // Readings that the store refuses have arrived, too. An error of reading is that of the snapshot.
    let state = try? currentState(at: now)
    arrivals.add(
      state?.new(accepted) ?? accepted, at: now, after: state?.recent.series)
    let stored = try await store.store(accepted)
    if !journal.isObserving { journal.signal() }
    return try snapshot(at: now, stored, rejected, isArrival: true)
  }

  /// Returns the snapshot at `now`, without a new reading.
  ///
  /// - Precondition: `now` must be finite.
  public func snapshot(at now: Date) throws -> LiveSnapshot {
    try snapshot(at: now, StoreResult(), [])
  }

  private func snapshot(
    at now: Date, _ stored: StoreResult, _ rejected: [Reading], isArrival: Bool = false
  ) throws -> LiveSnapshot {
    precondition(now.timeIntervalSinceReferenceDate.isFinite, "`now` must be finite")
    let difference = arrivals.difference
    let present = now.addingTimeInterval(-difference)
    // Moved out, so that it is mutated in place; if the store throws, the next call reads
    // everything.
    let changes = journal.fetch()
    var state = try currentState(at: present)
    self.state = nil
    try state.follow(changes, of: store, at: present)
    self.state = state
    options = state.options
    var snapshot = state.snapshot(
      at: present, stored, rejected, lastArrival: arrivals.last.map(now.timeIntervalSince))
    snapshot.date = now
    snapshot.clockDifference = difference == 0 ? nil : .seconds(difference)
    if isArrival { arrivals.settle(in: state.recent.series, snapshot.current) }
    arrivals.announce(in: &snapshot)
    return snapshot
  }

  /// Returns the state, or that of the store at `now` if there is none.
  private func currentState(at now: Date) throws -> SessionState {
    if let state { return state }
    let state = try SessionState(store, at: now, base, options)
    self.state = state
    return state
  }

  /// Returns the content of a screen: the snapshot at `now`, the plot of a day with the forecast,
  /// and the bars of the days around it, from one state of the store. Data older than ten days is
  /// read separately.
  ///
  /// - Parameters:
  ///   - now: The present. Later readings are not drawn.
  ///   - day: The focused day, in the time zone of the plot.
  ///   - options: The unit, the bands, and the drawing options.
  ///   - includesPlans: A Boolean value that indicates whether events later than `now`, which are
  ///     plans, are drawn.
  ///   - basal: The basal insulin to draw, such as that of a `BasalSchedule`.
  /// - Precondition: `now` must be finite.
  public func display(
    at now: Date, day: LocalDay, options: DayPlotOptions,
    includingPlans includesPlans: Bool = false, basal: [BasalSegment] = []
  ) throws -> LiveDisplay {
    let snapshot = try snapshot(at: now)
    // A reading within the clock tolerance is treated as current.
    let clock = now.addingTimeInterval(-arrivals.difference)
    let present = max(clock, snapshot.current?.reading.time ?? clock)
    let (before, after) = (self.options.daysBefore, self.options.daysAfter)
    // An event of another time zone may be placed on a day up to 26 hours from its instant.
    let start = day.advanced(by: -before - 2).start
    var recording = state?.recent.recording(through: present) ?? Recording(series: GlucoseSeries())
    if let recent = state?.recent, start < recent.start {
      let end = min(recent.start, day.advanced(by: after + 2).end)
      let older = try store.recording(in: start..<max(start, end))
      let known = Set(older.events.map(\.id))
      recording = Recording(
        series: try GlucoseSeries(Array(older.series) + Array(recording.series)),
        events: older.events + recording.events.filter { !known.contains($0.id) })
    }
    var options = options
    options.maximumAge = snapshot.maximumAge
    let shown = Recording(
      series: recording.series.prefix(through: present),
      inOrder: recording.events.filter { includesPlans || $0.time <= present })
    return LiveDisplay(
      snapshot: snapshot,
      bifocal: shown.bifocalDay(
        of: day, before: before, after: after, forecast: snapshot.forecast, basal: basal,
        now: present, options: options))
  }

  /// Returns a sequence with a snapshot after each reading of a sensor is stored.
  ///
  /// While a snapshot is created, readings wait in the sequence of the sensor. The returned
  /// sequence ends with the sequence of the sensor, and throws any error from the sensor and the
  /// store; the session remains usable. A reading that the store threw for has left the sequence of
  /// the sensor and is not stored.
  ///
  /// - Parameters:
  ///   - readings: The readings in the order of arrival, including late ones.
  ///   - now: A function that returns the present, called after the arrival of a reading.
  public nonisolated func snapshots<Readings: AsyncSequence & Sendable>(
    of readings: Readings, now: @escaping @Sendable () -> Date
  ) -> AsyncThrowingMapSequence<Readings, LiveSnapshot> where Readings.Element == Reading {
    readings.map { try await self.store([$0], at: now()) }
  }

  /// Returns the snapshots from now on: at once, after each change of readings or events, when the
  /// last reading becomes stale, and when a reading later than the present no longer is.
  ///
  /// There may be any number of streams. A slow consumer receives the newest snapshot and misses
  /// earlier ones. An error from the store ends the stream, as does the release of the session.
  ///
  /// - Parameter now: A function that returns the present, called for each snapshot.
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

/// An executor with its own queue, so that disk access blocks neither the caller's actor nor the
/// shared thread pool.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "GlucoseLive.LiveSession")

  /// Runs a job on systems without the newer kind of job.
  func enqueue(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
