// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import DaySummary
  import Foundation
  import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import Prediction
  import Simulation
  import Synchronization
  import Testing

  struct LiveSessionTests {
    static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    /// Ten days of a virtual person, and a model fitted to them.
    static let series = LocalDay(year: 2026, month: 3, day: 2, in: oslo).map {
      VirtualPatient(seed: 4).simulate(days: 10, from: $0).series
    }
    static let model: Forecaster? = series.flatMap { try? Forecaster.fit([$0]) }

    let series: GlucoseSeries
    let model: Forecaster
    let log: Logbook

    init() throws {
      series = try #require(Self.series)
      model = try #require(Self.model)
      log = try .inMemory()
    }

    func session(
      _ forecaster: Forecaster?, options: LiveOptions = LiveOptions()
    ) -> LiveSession {
      LiveSession(log, from: "sensor", in: Self.oslo, forecaster: forecaster, options: options)
    }

    /// Readings every five minutes up to `last`, of these values.
    func readings(_ values: [Double], endingAt last: Date) -> [Reading] {
      values.enumerated().map { index, value in
        Reading(
          time: last.addingTimeInterval(-300 * Double(values.count - 1 - index)),
          glucose: .mgdL(value))
      }
    }

    @Test func saysForEachReadingWhatTheLogbookSaysAfterIt() async throws {
      let first = series.count - 20
      try log.add(series[positions: 0..<first], from: "sensor")
      let sensor = AsyncStream { continuation in
        for reading in series.suffix(20) { continuation.yield(reading) }
        continuation.finish()
      }
      let clock = Clock(series.suffix(20).map(\.time))
      var moments: [LiveMoment] = []
      for try await moment in session(model).moments(of: sensor, now: { clock.next() }) {
        moments.append(moment)
        #expect(try log.latestReading(atOrBefore: .distantFuture) == moment.current?.reading)
      }
      #expect(moments.map(\.time) == series.suffix(20).map(\.time))
      #expect(moments.allSatisfy { $0.intake.added == 1 && $0.refused.isEmpty })
      let last = try #require(moments.last)
      #expect(try log.series(.distantPast ..< .distantFuture) == series)
      let day = LocalDay(containing: last.time, in: Self.oslo)
      #expect(try last.window == log.window(around: day))
      #expect(last.window.bars.map(\.offset) == [-3, -2, -1, 0])
      #expect(try last.forecast == model.forecast(after: series, at: last.time))
      #expect(last.staleAfter == last.time.addingTimeInterval(900))
    }

    @Test func expectsALowBeforeItIsThere() async throws {
      let now = Date(timeIntervalSinceReferenceDate: 794_000_000)
      let falling = readings((0..<30).map { 72 + 4 * Double(29 - $0) }, endingAt: now)
      let session = session(model)
      let before = try await session.take(Array(falling.dropLast(20)), at: falling[9].time)
      #expect(before.low.isExpected == nil)
      #expect(before.unavailable != nil)
      let moment = try await session.take(falling, at: now)
      #expect(moment.intake.added == 20)
      #expect(moment.intake.unchanged == 10)
      #expect(moment.low.isExpected == true)
      #expect(moment.high.isExpected == false)
    }

    @Test func forgetsWhatItExpectedWhenTheSensorFallsSilent() async throws {
      let last = try #require(series.last)
      let session = session(model)
      let moment = try await session.take(Array(series), at: last.time)
      #expect(moment.low.isExpected != nil)
      let stale = try #require(moment.staleAfter)
      #expect(try await session.moment(at: stale).current?.isStale == false)
      let silent = try await session.moment(at: stale.addingTimeInterval(1))
      #expect(silent.current?.isStale == true)
      #expect(silent.forecast == nil)
      #expect(silent.unavailable != nil)
      #expect(silent.low.isExpected == nil)
      #expect(silent.high.isExpected == nil)
      #expect(silent.intake == LogbookIntake())
    }

    @Test func setsAsideWhatNoLogbookCanHoldAndStoresTheRest() async throws {
      let now = Date(timeIntervalSinceReferenceDate: 794_000_000)
      var given = readings([100, 0, 101], endingAt: now)
      given.append(
        Reading(time: Date(timeIntervalSinceReferenceDate: .infinity), glucose: .mgdL(90)))
      let moment = try await session(nil).take(given, at: now)
      #expect(moment.refused == [given[1], given[3]])
      #expect(moment.intake.added == 2)
      #expect(moment.forecast == nil)
      #expect(moment.unavailable == nil)
      #expect(moment.current?.reading == given[2])
    }

    @Test func fillsInReadingsThatComeLate() async throws {
      let last = try #require(series.last)
      let session = session(model)
      let all = Array(series)
      let cut = all.count - 12
      let hole = try await session.take(Array(all[..<(cut - 12)]) + all[cut...], at: last.time)
      #expect(hole.forecast == nil)
      let filled = try await session.take(Array(all[(cut - 12)..<cut]), at: last.time)
      #expect(filled.intake.added == 12)
      #expect(try filled.forecast == model.forecast(after: series, at: last.time))
    }

    @Test func usesAnotherModelWhenToldTo() async throws {
      let last = try #require(series.last)
      let session = session(nil)
      #expect(try await session.take(Array(series), at: last.time).forecast == nil)
      await session.use(model)
      #expect(try await session.moment(at: last.time).forecast != nil)
    }

    @Test func throwsWhatTheLogbookThrows() async throws {
      try log.close()
      await #expect(throws: LogbookError.self) {
        try await session(model).take(readings([100], endingAt: .distantPast), at: .distantPast)
      }
    }
  }

  /// Instants, one to a call.
  final class Clock: Sendable {
    private let instants: Mutex<[Date]>

    init(_ instants: [Date]) { self.instants = Mutex(instants.reversed()) }

    func next() -> Date { instants.withLock { $0.removeLast() } }
  }
#endif
