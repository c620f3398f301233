#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import Prediction
  import GlucoseSimulation
  import Testing

  struct LiveModelTests {
    let fixture: LiveFixture
    let log: Logbook

    init() throws {
      fixture = try LiveFixture()
      log = try .inMemory()
    }

    func session(_ forecaster: Forecaster?, updateInterval interval: Duration? = nil) -> LiveSession
    {
      LiveSession(
        log, from: "sensor", forecaster: forecaster,
        options: LiveOptions(unit: .mgdL, updateInterval: interval))
    }

    /// A personal model, and the position of the first of `count` readings that it has not seen.
    private func personal(butFor count: Int = 230) throws -> (model: Forecaster, start: Int) {
      let series = fixture.series
      let start = series.count - count
      try log.add(series[positions: 0..<start], from: "sensor")
      return (
        fixture.model.personalized(to: Recording(series: series[positions: 0..<start])), start
      )
    }

    /// The widths of the intervals of a forecast.
    private func widths(_ forecast: GlucoseForecast?) -> [Double] {
      forecast?.points.map { $0.upper.mgdL - $0.lower.mgdL } ?? []
    }

    private func areAlike(_ one: GlucoseForecast?, _ other: GlucoseForecast?) -> Bool {
      func numbers(_ forecast: GlucoseForecast?) -> [Double] {
        widths(forecast) + (forecast?.points.map(\.glucose.mgdL) ?? [])
      }
      return numbers(one).count == numbers(other).count && !numbers(one).isEmpty
        && zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    @Test func intervalsOfAPersonalModelFollowTheReadings() async throws {
      let (mine, start) = try personal()
      let series = fixture.series
      let session = session(mine)
      var last: LiveSnapshot?
      for reading in series[positions: start..<series.count] {
        last = try await session.store([reading], at: reading.time)
      }
      let end = try #require(series.last).time
      var adapted = mine
      adapted.recalibrate(with: Recording(series: series))
      #expect(
        areAlike(last?.forecast, try adapted.forecast(after: Recording(series: series), at: end)))
      let still = try mine.forecast(after: Recording(series: series), at: end)
      #expect(last?.forecast?.points.map(\.upper) != still.points.map(\.upper))
      // The weights stay as they are without an interval of updates.
      #expect(last?.forecast?.points.map(\.glucose) == still.points.map(\.glucose))
      // A session that starts only now follows all of it at once.
      #expect(areAlike(try await self.session(mine).snapshot(at: end).forecast, last?.forecast))
    }

    @Test func thePersonalModelIsUpdatedAtTheStatedInterval() async throws {
      let (mine, start) = try personal(butFor: 160)
      let series = fixture.series
      let session = session(mine, updateInterval: .seconds(2 * 3600))
      var last: LiveSnapshot?
      for reading in series[positions: start..<series.count] {
        last = try await session.store([reading], at: reading.time)
      }
      let end = try #require(series.last).time
      // By hand: after each multiple of two hours, the readings up to it.
      var expected = mine
      let began = try #require(mine.calibratedUntil).timeIntervalSinceReferenceDate
      var update = ((began / 7200).rounded(.down) + 1) * 7200
      var updates = 0
      while update <= end.timeIntervalSinceReferenceDate {
        expected.update(
          with: Recording(
            series: series.prefix(through: Date(timeIntervalSinceReferenceDate: update))))
        update += 7200
        updates += 1
      }
      #expect(updates >= 5)
      expected.recalibrate(with: Recording(series: series))
      #expect(
        areAlike(last?.forecast, try expected.forecast(after: Recording(series: series), at: end)))
      let still = try mine.forecast(after: Recording(series: series), at: end)
      #expect(last?.forecast?.points.map(\.glucose) != still.points.map(\.glucose))
      // After a restart the model is the same, from the old model and from the one of the session.
      let again = self.session(mine, updateInterval: .seconds(2 * 3600))
      #expect(areAlike(try await again.snapshot(at: end).forecast, last?.forecast))
      let learned = try #require(await session.forecaster)
      let onward = self.session(learned, updateInterval: .seconds(2 * 3600))
      #expect(areAlike(try await onward.snapshot(at: end).forecast, last?.forecast))
    }

    @Test func aModelOfEveryoneBecomesPersonalWithADayOfReadings() async throws {
      let series = fixture.series
      let session = session(fixture.model, updateInterval: .seconds(86_400))
      let first = try #require(series.first).time
      var personal: [Date] = []
      for start in stride(from: 0, to: 5 * 144, by: 48) {
        let some = Array(series[positions: start..<start + 48])
        let time = try #require(some.last).time
        _ = try await session.store(some, at: time)
        if await session.forecaster?.isPersonal == true { personal.append(time) }
      }
      let began = try #require(personal.first)
      #expect(began.timeIntervalSince(first) > 86_400)
      #expect(began.timeIntervalSince(first) < 2.5 * 86_400)
      let end = try #require(personal.last)
      let again = self.session(fixture.model, updateInterval: .seconds(86_400))
      let snapshot = try await session.snapshot(at: end)
      #expect(areAlike(try await again.snapshot(at: end).forecast, snapshot.forecast))
    }

    @Test func aModelThatUsesEventsGetsThoseOfTheLogbook() async throws {
      let first = try #require(LocalDay("2026-03-02", in: LiveFixture.oslo))
      let recording = VirtualPatient(seed: 12).simulate(days: 6, from: first)
      let start = recording.series.count - 15
      let past = recording.series[positions: 0..<start]
      let began = try #require(past.last).time
      let mine = try Forecaster.fitAlone(
        to: Recording(series: past, events: recording.events.filter { $0.time <= began }),
        in: LiveFixture.oslo)
      try #require(mine.usesEvents)
      try log.add(past, from: "sensor")
      try log.add(recording.events)
      let session = session(mine)
      var last: LiveSnapshot?
      for reading in recording.series[positions: start..<recording.series.count] {
        last = try await session.store([reading], at: reading.time)
      }
      let end = try #require(recording.series.last).time
      var expected = mine
      expected.recalibrate(with: recording)
      #expect(areAlike(last?.forecast, try expected.forecast(after: recording, at: end)))
      // A meal that is logged late is taken into account too, as after a restart.
      try log.add(
        DiaryEvent(at: end.addingTimeInterval(-3600), in: LiveFixture.oslo, .meal(Meal(carbs: 90))))
      let later = try await session.snapshot(at: end)
      #expect(later.forecast != last?.forecast)
      #expect(areAlike(later.forecast, try await self.session(mine).snapshot(at: end).forecast))
    }

    @Test(arguments: [4, 12])
    func aSessionThatStartsLongAfterTheModelLearnedFollowsAllOfIt(days: Int) async throws {
      let first = try #require(LocalDay("2026-03-02", in: LiveFixture.oslo))
      let weeks = VirtualPatient(seed: 12).simulate(days: 16, from: first).series
      let past = weeks[positions: 0..<2 * 288]
      try log.add(past, from: "sensor")
      let mine = fixture.model.personalized(to: Recording(series: past))
      let session = session(mine)
      var last: LiveSnapshot?
      // Four days at a time, or a backlog.
      for start in stride(from: past.count, to: weeks.count, by: days * 288) {
        let some = Array(weeks[positions: start..<min(start + days * 288, weeks.count)])
        last = try await session.store(some, at: try #require(some.last).time)
      }
      let end = try #require(weeks.last).time
      let again = try await self.session(mine).snapshot(at: end)
      #expect(areAlike(again.forecast, last?.forecast))
    }

    @Test func aReadingThatComesLateIsFollowedToo() async throws {
      let (mine, start) = try personal()
      let series = fixture.series
      let session = session(mine)
      let new = Array(series[positions: start..<series.count])
      let end = try #require(series.last).time
      _ = try await session.store(Array(new[..<150]), at: new[149].time)
      _ = try await session.store(Array(new[162...]), at: end)
      let filled = try await session.store(Array(new[150..<162]), at: end)
      #expect(areAlike(try await self.session(mine).snapshot(at: end).forecast, filled.forecast))
    }

    /// A general model is personalized to the last 90 days, of which a session reads the last ten.
    @Test func aModelOfEveryoneLearnsFromAnImportedHistoryAtOnce() async throws {
      let first = try #require(LocalDay("2026-02-02", in: LiveFixture.oslo))
      let series = VirtualPatient(seed: 12).simulate(days: 20, from: first).series
      let end = try #require(series.last).time
      let start = series.index(atOrAfter: end.addingTimeInterval(-3 * 86_400))
      let session = session(fixture.model, updateInterval: .seconds(86_400))
      let before = try await session.store(
        Array(series[positions: start..<series.count]), at: end)
      #expect(await session.forecaster?.isPersonal == true)
      try log.add(series[positions: 0..<5 * 288], from: "sensor")
      let after = try await session.snapshot(at: end)
      #expect(!areAlike(after.forecast, before.forecast))
      let again = self.session(fixture.model, updateInterval: .seconds(86_400))
      #expect(areAlike(try await again.snapshot(at: end).forecast, after.forecast))
    }

    @Test func otherOptionsKeepWhatTheModelHasLearned() async throws {
      let (mine, start) = try personal()
      let series = fixture.series
      let session = session(mine)
      let end = try #require(series.last).time
      let before = try await session.store(Array(series[positions: start..<series.count]), at: end)
      let learned = try #require(await session.forecaster?.calibratedUntil)
      #expect(learned > (mine.calibratedUntil ?? .distantFuture))
      var options = LiveOptions(unit: .mgdL, updateInterval: nil)
      options.high = CrossingAlarm(.above(.mgdL(60)), hysteresis: .mgdL(5))
      await session.setOptions(options)
      #expect(await session.forecaster?.calibratedUntil == learned)
      let after = try await session.snapshot(at: end)
      #expect(after.high.crossing == .above(.mgdL(60)))
      #expect(areAlike(after.forecast, before.forecast))
    }

    @Test func usesAnotherModelFromTheNextSnapshotOn() async throws {
      let last = try #require(fixture.series.last)
      let session = session(nil)
      #expect(try await session.store(Array(fixture.series), at: last.time).forecast == nil)
      await session.setForecaster(fixture.model)
      let snapshot = try await session.snapshot(at: last.time)
      #expect(snapshot.forecast != nil)
      #expect(snapshot.low.isActive != nil)
      await session.setForecaster(nil)
      #expect(try await session.snapshot(at: last.time).forecast == nil)
    }
  }
#endif
