#if Logbook
  import DaySummary
  import GlucoseDiary
  import Foundation
  @testable import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import Prediction
  import Testing

  struct LiveSessionTests {
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

    // MARK: - Readings and forecasts

    @Test func givesASnapshotOfTheLogbookForEachReading() async throws {
      let series = fixture.series
      let first = series.count - 20
      try log.add(series[positions: 0..<first], from: "sensor")
      let sensor = AsyncStream { continuation in
        for reading in series.suffix(20) { continuation.yield(reading) }
        continuation.finish()
      }
      let clock = SteppedClock(series.suffix(20).map(\.time))
      var snapshots: [LiveSnapshot] = []
      let session = session(fixture.model)
      for try await snapshot in session.snapshots(of: sensor, now: { clock.next() }) {
        snapshots.append(snapshot)
        #expect(try log.latestReading(atOrBefore: .distantFuture) == snapshot.current?.reading)
      }
      #expect(snapshots.map(\.date) == series.suffix(20).map(\.time))
      #expect(snapshots.allSatisfy { $0.stored.added == 1 && $0.rejected.isEmpty })
      let last = try #require(snapshots.last)
      #expect(try log.series(in: .distantPast ..< .distantFuture) == series)
      #expect(
        try last.forecast == fixture.model.forecast(after: Recording(series: series), at: last.date)
      )
      #expect(last.staleDate == last.date.addingTimeInterval(900))
      #expect(last.current?.reading == series.last)
    }

    @Test func setsAsideWhatNoSeriesCanHoldAndStoresTheRest() async throws {
      let now = fixture.now
      var given = fixture.readings([100, 0, 101], endingAt: now)
      given.append(
        Reading(time: Date(timeIntervalSinceReferenceDate: .infinity), glucose: .mgdL(90)))
      let snapshot = try await session(nil).store(given, at: now)
      #expect(snapshot.rejected == [given[1], given[3]])
      #expect(snapshot.stored.added == 2)
      #expect(snapshot.forecast == nil)
      #expect(snapshot.forecastError == nil)
      #expect(snapshot.low.state == .unknown(.noModel))
      #expect(snapshot.current?.reading == given[2])
    }

    @Test func fillsInReadingsThatComeLate() async throws {
      let series = fixture.series
      let last = try #require(series.last)
      let session = session(fixture.model)
      let all = Array(series)
      let cut = all.count - 12
      let hole = try await session.store(Array(all[..<(cut - 12)]) + all[cut...], at: last.time)
      #expect(hole.forecast == nil)
      let filled = try await session.store(Array(all[(cut - 12)..<cut]), at: last.time)
      #expect(filled.stored.added == 12)
      #expect(
        try filled.forecast
          == fixture.model.forecast(after: Recording(series: series), at: last.time))
    }

    @Test func followsExclusionsAndErasure() async throws {
      let series = fixture.series
      let last = try #require(series.last)
      let session = session(fixture.model)
      let before = try await session.store(Array(series), at: last.time)
      let hour = last.time.addingTimeInterval(-600)..<last.time.addingTimeInterval(1)
      try log.excludeReadings(in: hour, from: "sensor")
      let after = try await session.snapshot(at: last.time)
      #expect(after.current?.reading == series[series.count - 4])
      #expect(after.forecast != before.forecast)
      try log.undo()
      #expect(try await session.snapshot(at: last.time).forecast == before.forecast)
      try log.erase()
      let empty = try await session.snapshot(at: last.time)
      #expect(empty.current == nil)
      #expect(empty.low.state == .unknown(.noReadings))
    }

    @Test func aReadingThatIsRepeatedSecondsLaterDoesNotDoubleTheSeries() async throws {
      let now = fixture.now
      let readings = fixture.readings((0..<24).map { 100 + Double($0) }, endingAt: now)
      let session = session(nil)
      _ = try await session.store(readings, at: now)
      // The same again: a second or two off, as a back-fill with jitter, and once more in one batch.
      let jittered = readings.enumerated().map { index, reading in
        Reading(
          time: reading.time.addingTimeInterval(Double(index % 5 - 2) * 4), glucose: reading.glucose
        )
      }
      let again = try await session.store(jittered, at: now)
      #expect(try log.series(in: .distantPast ..< .distantFuture).count == readings.count)
      #expect(again.stored.added + again.stored.unchanged + again.stored.repeated == 24)
      #expect(again.current?.reading.glucose == readings.last?.glucose)
      for second in [-2.0, -1, 1, 2] {
        let repetition = Reading(
          time: now.addingTimeInterval(second), glucose: readings[23].glucose)
        let snapshot = try await session.store([repetition], at: now.addingTimeInterval(3))
        #expect(snapshot.current?.mgdLPerMinute.map { abs($0 - 0.2) < 0.01 } ?? false)
      }
      #expect(try log.series(in: .distantPast ..< .distantFuture).count == readings.count)
      // A sensor that measures every minute loses none.
      let minutes = (1...10).map {
        Reading(time: now.addingTimeInterval(60 * Double($0)), glucose: .mgdL(120))
      }
      let dense = try await session.store(minutes, at: now.addingTimeInterval(600))
      #expect(dense.stored.added == 10)
    }

    @Test func anExcludedReadingDoesNotComeBackSecondsLater() async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(fixture.readings([100, 40], endingAt: now), at: now)
      try log.excludeReadings(in: now..<now.addingTimeInterval(1), from: "sensor")
      let repetition = Reading(time: now.addingTimeInterval(2), glucose: .mgdL(40))
      let snapshot = try await session.store([repetition], at: now.addingTimeInterval(2))
      #expect(snapshot.current?.reading.glucose == .mgdL(100))
    }

    @Test func aReadingSecondsBeforeAnotherTakesItsPlace() async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(fixture.readings([100, 110], endingAt: now), at: now)
      // Stored by another program: of the two, a logbook's series has the first.
      let first = Reading(time: now.addingTimeInterval(-10), glucose: .mgdL(112))
      try log.add([first], from: "sensor")
      #expect(try await session.snapshot(at: now).current?.reading == first)
    }

    @Test func anExclusionAppliesToTheReadingSecondsBefore() async throws {
      let now = fixture.now
      let session = session(nil)
      let values = fixture.readings([100, 110], endingAt: now)
      let repetition = Reading(time: now.addingTimeInterval(10), glucose: .mgdL(111))
      let before = try await session.store(values + [repetition], at: repetition.time)
      #expect(before.current?.reading == values[1])
      try log.excludeReadings(
        in: repetition.time..<repetition.time.addingTimeInterval(1), from: "sensor")
      let after = try await session.snapshot(at: repetition.time)
      #expect(after.current?.reading == values[0])
    }

    /// An exclusion or a late reading may make another reading a repetition, which is in no series.
    @Test(arguments: [(30.0, 20.0), (120, 110), (120, -110)])
    func alarmsFollowAReadingThatBecomesARepetition(minimum: Double, second: Double) async throws {
      let log = try Logbook.inMemory(options: Logbook.Options(minimumInterval: .seconds(minimum)))
      let session = LiveSession(log, from: "sensor", forecaster: nil, options: .standard)
      let values = fixture.readings([100, 100, 60], endingAt: fixture.now)
      let other = Reading(time: fixture.now.addingTimeInterval(second), glucose: .mgdL(110))
      let end = max(fixture.now, other.time)
      #expect(try await session.store(values, at: end).low.state == .present)
      _ = try await session.store([other], at: end)
      if second > 0 {
        let instant = other.time..<other.time.addingTimeInterval(1)
        try log.excludeReadings(in: instant, from: "sensor")
      }
      let after = try await session.snapshot(at: end)
      #expect(after.current?.reading == (second > 0 ? values[1] : other))
      #expect(after.low.state == .unknown(.noModel))
      #expect(after.low.episode == nil)
    }

    /// A reading beside excluded ones may make two readings repetitions, itself and another, or one
    /// none any more.
    @Test(arguments: [
      ([10.0, 30, 40], 5.0..<35, StoreResult(repeated: 1)),
      ([10, 30, 40, 60], 25..<45, StoreResult(added: 1)),
    ])
    func countsEachNewReadingOnce(
      stored: [Double], excluded: Range<Double>, expected: StoreResult
    ) async throws {
      let now = fixture.now
      func reading(_ second: Double) -> Reading {
        Reading(time: now.addingTimeInterval(second), glucose: .mgdL(100))
      }
      try log.add(stored.map(reading), from: "sensor")
      try log.excludeReadings(
        in: reading(excluded.lowerBound).time..<reading(excluded.upperBound).time, from: "sensor")
      let snapshot = try await session(nil).store([reading(0)], at: reading(60).time)
      #expect(snapshot.stored == expected)
    }

    @Test func theLatestReadingMayBeReplaced() async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(fixture.readings([100, 110], endingAt: now), at: now)
      let low = Reading(time: now, glucose: .mgdL(60))
      try log.add([low], from: "sensor", replacing: true)
      let snapshot = try await session.snapshot(at: now)
      #expect(snapshot.current?.reading == low)
      #expect(snapshot.low.state == .present)
    }

    @Test func throwsAnyErrorOfTheLogbook() async throws {
      try log.close()
      await #expect(throws: LogbookError.self) {
        try await session(fixture.model).store(
          fixture.readings([100], endingAt: .distantPast), at: .distantPast)
      }
    }

    @Test(.timeLimit(.minutes(5))) func everyStreamEndsWhenTheLogbookIsClosed() async throws {
      for round in 0..<150 {
        let log = try Logbook.inMemory()
        let session = LiveSession(log, from: "sensor", forecaster: nil, options: .standard)
        let now = fixture.now
        let stream = session.snapshots(now: { now })
        let reader = Task {
          var count = 0
          for try await _ in stream { count += 1 }
          return count
        }
        let writer = Task {
          _ = try? await session.store(fixture.readings([100, 110], endingAt: now), at: now)
        }
        for _ in 0..<(round % 15) { await Task.yield() }
        try log.close()
        await writer.value
        await #expect(throws: LogbookError.self) { _ = try await reader.value }
      }
    }

    // MARK: - Cancellation

    @Test func aCanceledTaskLosesNoReading() async throws {
      let readings = (0..<400).map {
        Reading(time: fixture.now.addingTimeInterval(300 * Double($0)), glucose: .mgdL(100))
      }
      let session = session(nil)
      for limit in [0, 1, 20, 57] {
        let start = try log.series(in: .distantPast ..< .distantFuture).count
        let (pulled, counter) = AsyncStream.makeStream(of: Reading.self)
        let sensor = AsyncStream { continuation in
          for reading in readings[start...] { continuation.yield(reading) }
          continuation.finish()
        }
        let task = Task {
          var snapshots = 0
          let counted = sensor.map { reading in
            counter.yield(reading)
            return reading
          }
          do {
            for try await snapshot in session.snapshots(of: counted, now: { .now }) {
              snapshots += snapshot.stored.added
              if snapshots == limit { withUnsafeCurrentTask { $0?.cancel() } }
            }
          } catch { Issue.record("Cancellation must be no error: \(error)") }
          return snapshots
        }
        if limit == 0 { task.cancel() }
        let stored = await task.value
        counter.finish()
        var count = 0
        for await _ in pulled { count += 1 }
        // Each reading that left the sensor is on disk, and had its snapshot.
        #expect(try log.series(in: .distantPast ..< .distantFuture).count == start + count)
        #expect(stored == count)
      }
    }

    // MARK: - Restarts

    /// Sessions beside one that goes on, as if the process had been ended.
    @Test func givesTheSameSnapshotsAfterARestart() async throws {
      let series = fixture.series
      // Close to where the path lies, so that episodes begin, go on within the hysteresis, and end.
      var options = LiveOptions.standard
      let middle = try #require(series.prefix(2000).map(\.glucose).sorted().dropFirst(700).first)
      options.low = CrossingAlarm(.below(middle), hysteresis: .mgdL(30))
      options.high = CrossingAlarm(.above(middle), hysteresis: .mgdL(30))
      let count = series.count - 80
      try log.add(series[positions: 0..<count], from: "sensor")
      let session = session(fixture.model, options: options)
      var pairs: [[CrossingAlarm.State]] = []
      for reading in series[positions: count..<series.count] {
        let snapshot = try await session.store([reading], at: reading.time)
        // A restart is costly: one where the alarms have states that they had not before.
        let pair = [snapshot.low.state, snapshot.high.state]
        guard !pairs.contains(pair) else { continue }
        pairs.append(pair)
        let again = try await self.session(fixture.model, options: options)
          .snapshot(at: reading.time)
        #expect(again.low == snapshot.low)
        #expect(again.high == snapshot.high)
        #expect(again.forecast == snapshot.forecast)
      }
      let states = pairs.joined()
      #expect(
        states.contains(.expected) && states.contains(.present) && states.contains(.recovering))
    }
  }
#endif
