// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import DaySummary
  import Diary
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

    /// A session for each reading, as if the process had been ended after every one.
    @Test func saysTheSameAfterARestart() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "live-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "log.sqlite").path
      // Close to where the path lies, so that crossings begin, go on within the margin, and end.
      var options = LiveOptions()
      let middle = try #require(series.prefix(2000).map(\.glucose).sorted().dropFirst(700).first)
      options.low = Crossing(.below, middle, margin: 30)
      options.high = Crossing(.above, middle, margin: 30)
      let count = series.count - 80
      try log.add(series[positions: 0..<count], from: "sensor")
      try Logbook(at: path).add(series[positions: 0..<count], from: "sensor")
      let session = session(model, options: options)
      var said: Set<[Bool?]> = []
      var heldByMargin = 0
      for reading in series[positions: count..<series.count] {
        let moment = try await session.take([reading], at: reading.time)
        let again = LiveSession(
          try Logbook(at: path), from: "sensor", in: Self.oslo, forecaster: model,
          options: options)
        #expect(try await again.take([reading], at: reading.time) == moment)
        try again.log.close()
        said.insert([moment.low.isExpected, moment.high.isExpected])
        if let forecast = moment.forecast, moment.low.isExpected == true,
          !forecast.crosses(below: middle, within: .seconds(1800))
        {
          heldByMargin += 1
        }
      }
      #expect(said.count > 1)
      #expect(heldByMargin > 0)
    }

    @Test func forgetsWhatItExpectedAcrossAGap() async throws {
      let now = Date(timeIntervalSinceReferenceDate: 794_000_000)
      var options = LiveOptions()
      options.low = Crossing(.below, .mgdL(70), margin: 100)
      // An hour that ends low, twenty minutes of silence, and an hour that is held only by the margin.
      let first = readings((0..<13).map { 120 - 4.5 * Double($0) }, endingAt: now)
      let second = readings(
        Array(repeating: 120, count: 18), endingAt: now.addingTimeInterval(1200 + 85 * 60))
      let session = session(model, options: options)
      #expect(try await session.take(first, at: now).low.isExpected == true)
      let end = try #require(second.last).time
      #expect(try await session.take(second, at: end).low.isExpected == false)
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

    @Test func tellsHowLikelyALowAndAHighAre() async throws {
      let last = try #require(series.last)
      let moment = try await session(model).take(Array(series), at: last.time)
      let forecast = try #require(moment.forecast)
      let low = forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(1800))
      let high = forecast.probability(ofCrossing: .above(.mgdL(180)), within: .seconds(1800))
      #expect(low != nil)
      #expect(moment.lowProbability == low)
      #expect(moment.highProbability == high)
      let stale = last.time.addingTimeInterval(901)
      #expect(try await session(model).moment(at: stale).lowProbability == nil)
    }

    /// A personal model, and a day and a half of readings that it has not seen.
    private func personal() throws -> (model: Forecaster, start: Int) {
      let start = series.count - 400
      try log.add(series[positions: 0..<start], from: "sensor")
      return (model.personalized(to: series[positions: 0..<start]), start)
    }

    /// The ranges at the ends of forecasts.
    private func widths(_ moment: LiveMoment) -> [Double] {
      moment.forecast?.points.map { $0.upper.mgdL - $0.lower.mgdL } ?? []
    }

    private func areAlike(_ one: [Double], _ other: [Double]) -> Bool {
      one.count == other.count && !one.isEmpty
        && zip(one, other).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    @Test func rangesOfAPersonalModelFollowWhatCame() async throws {
      let (mine, start) = try personal()
      let session = session(mine)
      var moments: [LiveMoment] = []
      for reading in series[positions: start..<series.count] {
        moments.append(try await session.take([reading], at: reading.time))
      }
      let (last, end) = (try #require(moments.last), try #require(series.last).time)
      var adapted = mine
      adapted.recalibrate(with: series)
      let expected = try adapted.forecast(after: series, at: end)
      #expect(areAlike(widths(last), expected.points.map { $0.upper.mgdL - $0.lower.mgdL }))
      let still = try mine.forecast(after: series, at: end)
      #expect(last.forecast?.points.map(\.upper) != still.points.map(\.upper))
      #expect(await session.forecaster == mine)
      // A session that starts only now follows all of it at once.
      let again = self.session(mine)
      #expect(areAlike(widths(try await again.moment(at: end)), widths(last)))
    }

    @Test func aModelThatKnowsEventsIsToldThoseOfTheLogbook() async throws {
      let first = try #require(LocalDay("2026-03-02", in: Self.oslo))
      let recording = VirtualPatient(seed: 12).simulate(days: 15, from: first)
      let start = recording.series.count - 60
      let past = recording.series[positions: 0..<start]
      let began = try #require(past.last).time
      let mine = try Forecaster.fitAlone(
        to: Recording(series: past, events: recording.events.filter { $0.time <= began }),
        in: Self.oslo)
      try #require(mine.usesEvents)
      try log.add(past, from: "sensor")
      try log.add(recording.events)
      let session = session(mine)
      var last: LiveMoment?
      for reading in recording.series[positions: start..<recording.series.count] {
        last = try await session.take([reading], at: reading.time)
      }
      let end = try #require(recording.series.last).time
      var knowing = mine
      knowing.recalibrate(with: recording)
      let expected = try knowing.forecast(after: recording, at: end)
      let found = try #require(last?.forecast)
      #expect(
        zip(found.points, expected.points).allSatisfy {
          abs($0.glucose.mgdL - $1.glucose.mgdL) < 1e-9 && abs($0.upper.mgdL - $1.upper.mgdL) < 1e-9
        })
      // A meal that is logged late is followed too, as after a restart.
      try log.add(Event(at: end.addingTimeInterval(-3600), in: Self.oslo, .meal(Meal(carbs: 90))))
      let later = try await session.moment(at: end)
      #expect(later.forecast != last?.forecast)
      #expect(areAlike(widths(later), widths(try await self.session(mine).moment(at: end))))
    }

    @Test(arguments: [1, 3, 12])
    func aSessionThatStartsLongAfterTheModelLearnedFollowsAllOfItToo(days: Int) async throws {
      let first = try #require(LocalDay("2026-03-02", in: Self.oslo))
      let weeks = VirtualPatient(seed: 12).simulate(days: 36, from: first).series
      let past = weeks[positions: 0..<3 * 288]
      try log.add(past, from: "sensor")
      let mine = model.personalized(to: past)
      let session = session(mine)
      var last: LiveMoment?
      // A day at a time, or a backlog.
      for start in stride(from: past.count, to: weeks.count, by: days * 288) {
        let some = Array(weeks[positions: start..<min(start + days * 288, weeks.count)])
        last = try await session.take(some, at: try #require(some.last).time)
      }
      let end = try #require(weeks.last).time
      let again = try await self.session(mine).moment(at: end)
      #expect(areAlike(widths(again), widths(try #require(last))))
    }

    @Test func aReadingThatComesLateIsFollowedToo() async throws {
      let (mine, start) = try personal()
      let session = session(mine)
      let new = Array(series[positions: start..<series.count])
      let end = try #require(series.last).time
      _ = try await session.take(Array(new[..<200]), at: new[199].time)
      _ = try await session.take(Array(new[212...]), at: end)
      let filled = try await session.take(Array(new[200..<212]), at: end)
      let again = self.session(mine)
      #expect(areAlike(widths(try await again.moment(at: end)), widths(filled)))
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
