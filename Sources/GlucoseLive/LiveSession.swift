// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  public import GlucoseLog
  public import GlucoseMath
  public import Prediction

  internal import DaySummary
  internal import Diary

  /// The way of a sensor's readings into a logbook, and what they say of now.
  ///
  ///     let session = LiveSession(log, from: "Dexcom G7", in: oslo, forecaster: mine)
  ///     for try await moment in session.moments(of: sensor, now: { Date() }) {
  ///       show(moment.window, moment.forecast)
  ///       if moment.low.isExpected == true { tell(moment.low) }
  ///     }
  ///
  /// A moment comes after its readings are on disk. Everything it says is read from the logbook, so
  /// readings that came late, those of other sensors and those that were excluded are heeded, and a
  /// session that starts again after the process was ended says what the one before would have said.
  ///
  /// It informs, and is not for dosing.
  public actor LiveSession {
    /// Where readings are stored.
    public nonisolated let log: Logbook
    /// What the logbook calls the sensor.
    public nonisolated let source: ReadingSource
    /// The zone whose days windows are made of.
    public nonisolated let zone: TimeZone
    /// How moments are made.
    public nonisolated let options: LiveOptions
    /// The model that the session was told to use, or `nil` for moments without a forecast. A new one
    /// counts from the next moment on.
    public private(set) var forecaster: Forecaster?
    /// The same, and its ranges have followed what came since.
    private var followed: FollowedModel?

    /// A session of one sensor.
    public init(
      _ log: Logbook, from source: ReadingSource, in zone: TimeZone, forecaster: Forecaster?,
      options: LiveOptions = LiveOptions()
    ) {
      self.log = log
      self.source = source
      self.zone = zone
      self.forecaster = forecaster
      self.options = options
    }

    /// Forecasts with another model from the next moment on: one that has learned since, say.
    public func use(_ forecaster: Forecaster?) {
      self.forecaster = forecaster
      followed = nil
    }

    /// A moment for each reading, after it is on disk.
    ///
    /// Readings wait in the sensor's sequence while a moment is made. The sequence ends where the
    /// sensor's does. It throws what the sensor throws, and a `LogbookError` where a reading could not
    /// be stored; the session stays, and so does what it knows.
    ///
    /// - Parameters:
    ///   - readings: The readings in the order in which they come, late ones among them.
    ///   - now: The present, asked for after a reading came.
    public nonisolated func moments<Readings: AsyncSequence & Sendable>(
      of readings: Readings, now: @escaping @Sendable () -> Date
    ) -> some AsyncSequence<LiveMoment, any Error> & Sendable where Readings.Element == Reading {
      readings.map { try await self.take([$0], at: now()) }
    }

    /// Stores readings, and says what there is to say at `now`.
    ///
    /// Readings that a logbook cannot hold are set aside in ``LiveMoment/refused``, and the others are
    /// stored in one transaction. One that the logbook has at its instant already stays as it was.
    ///
    /// - Throws: `LogbookError` if the logbook cannot be written or read.
    /// - Precondition: `now` is finite.
    /// - Complexity: O(log *n*) in the logbook, and a forecast for each reading of the last two hours; where
    ///   something of the last days was changed, or for a day nothing was taken, also the work of following every
    ///   reading since a personal model learned.
    public func take(_ readings: [Reading], at now: Date) async throws -> LiveMoment {
      let isStorable = readings.map { (try? GlucoseSeries([$0])) != nil }
      let accepted = zip(readings, isStorable).filter(\.1).map(\.0)
      let refused = zip(readings, isStorable).filter { !$0.1 }.map(\.0)
      var intake = LogbookIntake()
      if !accepted.isEmpty {
        let source = source
        intake = try await log.asyncWrite { try $0.add(accepted, from: source) }
      }
      return try moment(at: now, intake, refused)
    }

    /// What there is to say at `now`, without a new reading: for a timer, or when a diary was edited.
    ///
    /// - Throws: `LogbookError` if the logbook cannot be read.
    /// - Precondition: `now` is finite.
    public func moment(at now: Date) throws -> LiveMoment {
      try moment(at: now, LogbookIntake(), [])
    }

    private func moment(
      at now: Date, _ intake: LogbookIntake, _ refused: [Reading]
    ) throws -> LiveMoment {
      let day = LocalDay(containing: now, in: zone)
      let window = try log.window(
        around: day, before: options.daysBefore, after: options.daysAfter)
      let start = now.addingTimeInterval(-Self.reach)
      let recent = try log.series(start..<now.addingTimeInterval(1))
      let forecaster = try follow(recent.prefix(through: now), from: start)
      let lately = recent.position(ofFirstAtOrAfter: now.addingTimeInterval(-Self.shown))
      let current = CurrentGlucose(
        recent[positions: lately..<recent.count], at: now, staleAfter: options.staleAfter)
      var forecast: Forecast?
      var unavailable: ForecastUnavailable?
      if let forecaster {
        do throws(ForecastUnavailable) {
          forecast = try forecaster.forecast(
            after: recent, at: now, coverage: options.coverage, maximumAge: options.staleAfter)
        } catch {
          unavailable = error
        }
      }
      let (low, high) = crossings(by: forecaster, recent.prefix(through: now), now, forecast)
      return LiveMoment(
        time: now, intake: intake, refused: refused, current: current, window: window,
        forecast: forecast, unavailable: unavailable, low: low, high: high,
        staleAfter: current.map {
          $0.reading.time.addingTimeInterval(options.staleAfter.inSeconds)
        })
    }

    /// The model, which knows what was logged if it looks at it, and whose ranges have followed what the logbook
    /// holds up to the end of `recent`.
    ///
    /// A reading or an event of the last nine days that came late, or was excluded, is followed anew from where the
    /// model last learned, so that a session that starts again has the same model: a second's work for a year of
    /// readings.
    private func follow(_ recent: GlucoseSeries, from start: Date) throws -> Forecaster? {
      guard var forecaster, let end = recent.last?.time else { return forecaster }
      func events(from start: Date) throws -> [Event] {
        forecaster.usesEvents ? try log.events(start..<end.addingTimeInterval(1)) : []
      }
      let lately = try events(from: start)
      forecaster.events = lately
      guard let adapted = forecaster.calibratedUntil else { return forecaster }
      if let followed = followed?.following(recent, lately, from: start) {
        self.followed = followed
        return followed.model
      }
      let begin = min(adapted.addingTimeInterval(-Self.reach), end)
      forecaster.events = try events(from: begin)
      forecaster.adapt(to: try log.series(begin..<end.addingTimeInterval(1)).prefix(through: end))
      followed = FollowedModel(model: forecaster, recent: recent, events: lately)
      return forecaster
    }

    /// What the two crossings say at `now`, having heard of every reading of the last hours in turn.
    ///
    /// They are told anew each time rather than kept, so that they are the same after a restart, and
    /// heed a reading that came late.
    private func crossings(
      by forecaster: Forecaster?, _ past: GlucoseSeries, _ now: Date, _ forecast: Forecast?
    ) -> (low: Crossing, high: Crossing) {
      var (low, high) = (options.low, options.high)
      guard let forecaster else { return (low, high) }
      let start = past.position(ofFirstAtOrAfter: now.addingTimeInterval(-Self.memory))
      let times = past[positions: start..<past.count].times
      var before: Double?
      for time in times {
        // Between readings so far apart somebody may have asked, and nothing was known.
        if let before, time - before > options.staleAfter.inSeconds {
          low.update(nil)
          high.update(nil)
        }
        before = time
        let then =
          time == times.last
          ? forecast
          : try? forecaster.forecast(
            after: past, at: Date(timeIntervalSinceReferenceDate: time),
            coverage: options.coverage, maximumAge: options.staleAfter)
        low.update(then)
        high.update(then)
      }
      return (low, high)
    }

    /// Two hours in seconds: for how long a crossing remembers what it said.
    private static let memory = 7200.0

    /// Two days in seconds: for how long a reading is shown as the last.
    private static let shown = 172_800.0

    /// Nine days in seconds: the eight that a forecast looks at, with room for one that begins late.
    private static let reach = 9 * 86_400.0
  }
#endif
