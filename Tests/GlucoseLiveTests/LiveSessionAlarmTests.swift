#if Logbook
  import DaySummary
  import GlucoseDiary
  import Foundation
  @testable import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import Prediction
  import Testing

  struct LiveSessionAlarmTests {
    let fixture: LiveFixture
    let log: Logbook

    init() throws {
      fixture = try LiveFixture()
      log = try .inMemory()
    }

    func session(
      _ forecaster: Forecaster?,
      options: LiveOptions = LiveOptions(unit: .mgdL, updateInterval: nil)
    ) -> LiveSession {
      LiveSession(log, from: "sensor", forecaster: forecaster, options: options)
    }

    // MARK: - Episodes and forecasts

    @Test func aFirstReadingThatIsLowIsAnnounced() async throws {
      let now = fixture.now
      for model in [nil, fixture.model] {
        let log = try Logbook.inMemory()
        let session = LiveSession(log, from: "sensor", forecaster: model, options: .standard)
        let first = try await session.store(fixture.readings([48], endingAt: now), at: now)
        #expect(first.low.state == .present)
        #expect(first.low.isDue(at: now))
        // After a gap of an hour, and again without a forecast.
        let later = now.addingTimeInterval(3600)
        let second = try await session.store(fixture.readings([46], endingAt: later), at: later)
        #expect(second.forecast == nil)
        #expect(second.low.announcement == .init(time: later, kind: .present))
      }
    }

    @Test func expectsALowBeforeItIsThere() async throws {
      let now = fixture.now
      let falling = fixture.readings((0..<30).map { 72 + 4 * Double(29 - $0) }, endingAt: now)
      let session = session(fixture.model)
      let before = try await session.store(Array(falling.dropLast(20)), at: falling[9].time)
      #expect(before.low.isActive == nil)
      let error = try #require(before.forecastError)
      #expect(before.low.state == .unknown(.noForecast(error)))
      let snapshot = try await session.store(falling, at: now)
      #expect(snapshot.stored.added == 20)
      #expect(snapshot.stored.unchanged == 10)
      #expect(snapshot.low.state == .expected)
      #expect(snapshot.high.isActive == false)
    }

    @Test func anEpisodeOfADayHasItsBeginningAfterARestart() async throws {
      let now = fixture.now
      let values = [Double](repeating: 150, count: 12) + [Double](repeating: 260, count: 288)
      let readings = fixture.readings(values, endingAt: now)
      let session = session(fixture.model)
      var begun: Set<Date> = []
      for reading in readings {
        let snapshot = try await session.store([reading], at: reading.time)
        if snapshot.current?.reading.glucose.mgdL == 260 {
          begun.insert(try #require(snapshot.high.announcement?.time))
        }
      }
      #expect(begun.count == 1)
      let again = try await self.session(fixture.model).snapshot(at: now)
      #expect(again.high.state == .persistent)
      #expect(again.high.announcement?.time == begun.first)
    }

    @Test func forgetsAnEpisodeAcrossASilence() async throws {
      let now = fixture.now
      var options = LiveOptions(unit: .mgdL, updateInterval: nil)
      options.low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(100))
      // An hour that ends low, 25 minutes of silence, and an hour that only the hysteresis would hold.
      let first = fixture.readings((0..<13).map { 120 - 4.5 * Double($0) }, endingAt: now)
      let second = fixture.readings(
        Array(repeating: 120, count: 18), endingAt: now.addingTimeInterval(1500 + 85 * 60))
      let session = session(fixture.model, options: options)
      #expect(try await session.store(first, at: now).low.isActive == true)
      let end = try #require(second.last).time
      #expect(try await session.store(second, at: end).low.isActive == false)
    }

    @Test func isUnknownWithoutRecentReadings() async throws {
      let series = fixture.series
      let last = try #require(series.last)
      let session = session(fixture.model)
      let snapshot = try await session.store(Array(series), at: last.time)
      #expect(snapshot.low.isActive != nil)
      let stale = try #require(snapshot.staleDate)
      #expect(try await session.snapshot(at: stale).current?.isStale == false)
      let silent = try await session.snapshot(at: stale.addingTimeInterval(1))
      #expect(silent.current?.isStale == true)
      #expect(silent.forecast == nil)
      #expect(silent.forecastError != nil)
      #expect(silent.low.state == .unknown(.sensorSilent(since: last.time)))
      #expect(silent.high.state == .unknown(.sensorSilent(since: last.time)))
      #expect(silent.low.probability == nil)
      #expect(silent.stored == StoreResult())
    }

    @Test func givesTheProbabilitiesOfTheForecast() async throws {
      let series = fixture.series
      let last = try #require(series.last)
      let snapshot = try await session(fixture.model).store(Array(series), at: last.time)
      let forecast = try #require(snapshot.forecast)
      let low = forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(1800))
      let high = forecast.probability(ofCrossing: .above(.mgdL(180)), within: .seconds(1800))
      #expect(low != nil)
      #expect(snapshot.low.probability == low)
      #expect(snapshot.high.probability == high)
    }

    @Test(arguments: [(0.0, 0), (150, 0), (160, 1), (440, 1), (840, 3)])
    func aReadingThatIsOldIsLookedAheadFromThePresent(age: Double, steps: Int) async throws {
      let series = fixture.series
      let last = try #require(series.last)
      let session = session(fixture.model)
      let atOnce = try await session.store(Array(series), at: last.time)
      let now = last.time.addingTimeInterval(age)
      let snapshot = try await session.snapshot(at: now)
      let forecast = try #require(snapshot.forecast)
      #expect(try forecast == fixture.model.forecast(after: Recording(series: series), at: now))
      #expect(forecast.points.count == (atOnce.forecast?.points.count ?? 0) + steps)
      let within = min(.seconds(1800 + age), forecast.horizon)
      #expect(
        snapshot.low.probability
          == forecast.probability(ofCrossing: .below(.mgdL(70)), within: within))
      #expect(
        snapshot.high.probability
          == forecast.probability(ofCrossing: .above(.mgdL(180)), within: within))
      #expect(snapshot.low.probability != nil)
    }

    // MARK: - Clocks

    /// A session whose device is ahead of the sensor by `seconds`, which falls from 235 to 51 mg/dL.
    @Test(arguments: [-3600.0, -300, 960, 5400, 31_536_000])
    func alarmsFollowTheSensorWhicheverClockIsWrong(seconds: Double) async throws {
      let now = fixture.now
      let session = session(fixture.model)
      let old = fixture.readings([Double](repeating: 235, count: 24), endingAt: now)
      _ = try await session.store(old, at: now)
      var response = AlarmResponse()
      var due: [Int] = []
      for index in 1...9 {
        let reading = Reading(
          time: now.addingTimeInterval(300 * Double(index)),
          glucose: .mgdL(max(51, 235 - 23 * Double(index))))
        let device = reading.time.addingTimeInterval(seconds)
        let snapshot = try await session.store([reading], at: device)
        if snapshot.low.isDue(at: device, after: response) {
          due.append(index)
          response.acknowledge(snapshot.low)
        }
        #expect(!snapshot.isSilenceDue())
        #expect(snapshot.low.state != .unknown(.sensorSilent(since: reading.time)))
        guard index > 5 else { continue }
        #expect(snapshot.clockDifference == .seconds(seconds))
        #expect(snapshot.current?.reading == reading && snapshot.current?.age == .zero)
        #expect(snapshot.futureReadings.isEmpty && snapshot.forecast != nil)
        #expect(snapshot.staleDate == device.addingTimeInterval(900))
        let silent = try await session.snapshot(at: device.addingTimeInterval(901))
        #expect(silent.isSilenceDue() && silent.low.isActive == nil)
        #expect(snapshot.advanced(to: device.addingTimeInterval(901)).isSilenceDue())
      }
      #expect(due.count == 1)
    }

    /// A sensor that stays near the threshold, whose readings a second program delivers after some
    /// seconds with other values, announces what one of both announces alone: the first or, where both
    /// are half an interval apart, either.
    @Test(arguments: [30.0, 90, 150]) func aSecondFeedAnnouncesNothing(delay: Double) async throws {
      typealias Feed = (seconds: Double, offset: Double)
      func announced(_ feeds: Feed...) async throws -> Int {
        let now = fixture.now
        let session = LiveSession(
          try Logbook.inMemory(), from: "sensor", forecaster: nil,
          options: LiveOptions(unit: .mgdL, updateInterval: nil))
        var response = AlarmResponse()
        var count = 0
        for index in 0..<110 {
          // Four hours above the threshold, then around it.
          let value = index < 60 ? 120 : (72 + 9 * sin(Double(index) / 7)).rounded()
          let time = now.addingTimeInterval(300 * Double(index))
          for feed in feeds {
            let reading = Reading(
              time: time.addingTimeInterval(feed.seconds), glucose: .mgdL(value + feed.offset))
            let snapshot = try await session.store([reading], at: reading.time)
            if snapshot.low.isDue(at: reading.time, after: response) {
              count += 1
              response.acknowledge(snapshot.low)
            }
          }
        }
        return count
      }
      let first: Feed = (0, 0)
      let once = try await announced(first)
      #expect(once > 1)
      for difference in [-12.0, 8] {
        let second: Feed = (delay, difference)
        let twice = try await announced(first, second)
        guard twice != once else { continue }
        let other = try await announced(second)
        #expect(delay == 150 && twice == other, "\(difference) mg/dL: \(twice), \(once)")
      }
    }

    @Test(.timeLimit(.minutes(5))) func streamsEndWhenTheLogbookIsClosed() async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(fixture.readings([100], endingAt: now), at: now)
      var snapshots = session.snapshots(now: { now }).makeAsyncIterator()
      #expect(try await snapshots.next() != nil)
      try log.close()
      await #expect(throws: LogbookError.self) {
        while try await snapshots.next() != nil {}
      }
    }

    @Test func aReadingOfSecondsAheadIsOneOfNow() async throws {
      let now = fixture.now
      let readings = fixture.readings([Double](repeating: 120, count: 24), endingAt: now)
      for (seconds, isOfNow) in [(60.0, true), (61, false)] {
        let log = try Logbook.inMemory()
        let session = LiveSession(
          log, from: "sensor", forecaster: fixture.model,
          options: LiveOptions(unit: .mgdL, updateInterval: nil))
        let snapshot = try await session.store(readings, at: now.addingTimeInterval(-seconds))
        #expect(snapshot.futureReadings.isEmpty == isOfNow)
        #expect((snapshot.current?.reading == readings.last) == isOfNow)
        #expect(snapshot.low.state == .inactive)
        if isOfNow { #expect(snapshot.forecast?.origin == readings.last) }
      }
    }

    @Test func aReadingOfTheFutureHidesNoLowOfNow() async throws {
      let now = fixture.now
      let session = session(nil)
      let stray = Reading(time: now.addingTimeInterval(40 * 86_400), glucose: .mgdL(120))
      let old = fixture.readings([100, 95], endingAt: now)
      let calm = try await session.store(old + [stray], at: now)
      #expect(calm.low.state == .unknown(.noModel))
      #expect(calm.current?.reading == old.last && calm.futureReadings == [stray])
      let soon = now.addingTimeInterval(300)
      let low = try await session.store(fixture.readings([48], endingAt: soon), at: soon)
      #expect(low.low.state == .present)
      #expect(low.low.announcement == .init(time: soon, kind: .present))
      #expect(low.high.state == .unknown(.noModel))
      // Nor the silence of the sensor.
      let silent = try await session.snapshot(at: soon.addingTimeInterval(1000))
      #expect(silent.low.state == .unknown(.sensorSilent(since: soon)) && silent.isSilenceDue())
      // And one that is low counts when it arrives, whatever its time.
      let deep = Reading(time: stray.time.addingTimeInterval(300), glucose: .mgdL(40))
      let both = try await session.store([deep], at: soon.addingTimeInterval(300))
      #expect(both.low.state == .present)
    }

    @Test func anAcknowledgedLowOfTheFutureHidesNoLowOfNow() async throws {
      let now = fixture.now
      let session = session(nil)
      let stray = Reading(time: now.addingTimeInterval(40 * 86_400), glucose: .mgdL(40))
      let calm = try await session.store(
        fixture.readings([100, 95], endingAt: now) + [stray], at: now)
      #expect(calm.low.state == .present && calm.low.isDue(at: now))
      var response = AlarmResponse()
      response.acknowledge(calm.low)
      #expect(!calm.low.isDue(at: now, after: response))
      let soon = now.addingTimeInterval(300)
      let low = try await session.store(fixture.readings([48], endingAt: soon), at: soon)
      #expect(low.low.announcement == .init(time: soon, kind: .present))
      #expect(low.low.isDue(at: soon, after: response))
      response.acknowledge(low.low)
      #expect(!low.low.isDue(at: soon, after: response))
    }

    @Test func aReadingOfTheFutureHidesNoHighOfNow() async throws {
      let now = fixture.now
      let stray = Reading(time: now.addingTimeInterval(40 * 86_400), glucose: .mgdL(120))
      let snapshot = try await session(nil).store(
        fixture.readings([100, 250], endingAt: now) + [stray], at: now)
      #expect(snapshot.high.state == .present)
      #expect(snapshot.high.announcement == .init(time: now, kind: .present))
      #expect(snapshot.low.state == .unknown(.noModel))
    }

    @Test func aSnapshotOfAnEarlierInstantHasTheAlarmsOfThen() async throws {
      let now = fixture.now
      let session = session(nil)
      let values = [100, 60, 100, 100, 100, 100, 100, 100.0]
      let snapshot = try await session.store(fixture.readings(values, endingAt: now), at: now)
      #expect(snapshot.low.episode == nil)
      let earlier = try await session.snapshot(at: now.addingTimeInterval(-1800))
      #expect(earlier.current?.reading.glucose == .mgdL(60))
      #expect(earlier.low.state == .present)
    }

    @Test func keepsTheLastHundredReadingsOfTheFuture() async throws {
      let now = fixture.now
      let ahead = fixture.readings(
        (0..<120).map { 100 + Double($0) }, endingAt: now.addingTimeInterval(86_400))
      let snapshot = try await session(nil).store(ahead, at: now)
      #expect(snapshot.futureReadings == Array(ahead.suffix(100)))
      #expect(snapshot.current == nil)
      #expect(snapshot.low.state == .unknown(.clocksDiffer))
      #expect(snapshot.high.state == .present)
      // A timeline ends before the first of them is of the past.
      let first = try #require(snapshot.futureReadings.first?.time)
      let entries = snapshot.timeline(every: .seconds(3600))
      #expect(entries.allSatisfy { $0.date < first && $0.futureReadings.count == 100 })
      #expect(entries.count > 10)
    }
  }
#endif
