// SPDX-License-Identifier: Apache-2.0

import DaySummary
import GlucoseDiary
import Foundation
import GlucoseLive
import GlucoseMath
import Prediction
import Testing

/// One state of a screen, its listeners, and the stores it comes from.
struct LiveDisplayTests {
  let fixture: LiveFixture

  init() throws { fixture = try LiveFixture() }

  // MARK: - A screen

  @Test func aDisplayHasNothingRecordedAfterNow() async throws {
    let series = fixture.series
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: fixture.model)
    let end = try #require(series.last).time
    _ = try await session.store(Array(series), at: end)
    let now = end.addingTimeInterval(-5 * 3600)
    store.log(
      DiaryEvent(at: now.addingTimeInterval(-60), in: LiveFixture.oslo, .meal(Meal(carbs: 40))))
    store.log(
      DiaryEvent(at: now.addingTimeInterval(60), in: LiveFixture.oslo, .meal(Meal(carbs: 40))))
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(at: now, day: day)
    let past = series.prefix(through: now)
    #expect(display.snapshot.current?.reading == past.last)
    #expect(display.plot.current == display.snapshot.current)
    #expect(display.plot.layout.marks.count == 1)
    #expect(display.window == Recording(series: past).surroundingDays(around: day))
    #expect(display.plot.forecast != nil)
    let alone = DayPlot(
      day, series: past, forecast: display.snapshot.forecast, now: now)
    #expect(display.plot.segments == alone.segments)
    #expect(display.plot.forecast == alone.forecast)
    // An earlier day, for which more than the last days is read.
    let earlier = day.advanced(by: -9)
    let before = try await session.display(at: now, day: earlier)
    #expect(before.window == Recording(series: past).surroundingDays(around: earlier))
    #expect(before.plot.segments == DayPlot(earlier, series: past).segments)
    #expect(before.plot.forecast == nil)
  }

  @Test func aDisplayHasEachEventUpToNowOnce() async throws {
    let now = fixture.now
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: nil)
    _ = try await session.store(fixture.readings([100, 110], endingAt: now), at: now)
    let meal = DiaryEvent(at: now, in: LiveFixture.oslo, .meal(Meal(carbs: 40)))
    store.log(meal)
    // A session keeps ten days from a midnight of UTC on; the exercise is on both sides of it.
    let midnight = Date(
      timeIntervalSinceReferenceDate: ((now.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        - 10) * 86_400)
    let run = DiaryEvent(
      at: midnight.addingTimeInterval(-600), in: LiveFixture.oslo,
      .exercise(Exercise(duration: .seconds(1800))))
    store.log(run)
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let today = try await session.display(at: now, day: day)
    #expect(today.plot.layout.marks.map(\.id) == [meal.id])
    let old = LocalDay(containing: midnight, in: LiveFixture.oslo)
    let earlier = try await session.display(at: now, day: old)
    #expect(earlier.plot.layout.marks.map(\.id) == [run.id])
  }

  @Test func aDisplayHasPlansOnRequest() async throws {
    let now = fixture.now
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: nil)
    let readings = fixture.readings([100, 110, 120], endingAt: now)
    let ahead = Reading(time: now.addingTimeInterval(600), glucose: .mgdL(90))
    _ = try await session.store(readings + [ahead], at: now)
    let plan = DiaryEvent(
      at: now.addingTimeInterval(600), in: LiveFixture.oslo, .meal(Meal(carbs: 40)))
    store.log(plan)
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(at: now, day: day)
    #expect(display.plot.layout.marks.isEmpty)
    let planned = try await session.display(at: now, day: day, includingPlans: true)
    #expect(planned.plot.layout.marks.map(\.id) == [plan.id])
    // Later readings are in neither.
    #expect(planned.plot.segments == display.plot.segments)
    #expect(planned.window == display.window)
    // A day of the future has its plans too.
    let tomorrow = DiaryEvent(
      at: now.addingTimeInterval(86_400), in: LiveFixture.oslo, .meal(Meal(carbs: 30)))
    store.log(tomorrow)
    let next = try await session.display(
      at: now, day: day.advanced(by: 1), includingPlans: true)
    #expect(next.plot.layout.marks.map(\.id) == [tomorrow.id])
  }

  @Test func aDisplayHasAReadingOfSecondsAhead() async throws {
    let session = LiveSession(MemoryStore(), forecaster: nil)
    let now = fixture.now
    let ahead = fixture.readings([100, 110, 120], endingAt: now.addingTimeInterval(30))
    _ = try await session.store(ahead, at: now)
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(at: now, day: day)
    let whole = DayPlot(day, series: try GlucoseSeries(ahead), now: now.addingTimeInterval(30))
    #expect(display.plot.segments == whole.segments)
    #expect(display.plot.current == display.snapshot.current)
    #expect(display.snapshot.current?.reading == ahead.last)
  }

  @Test func aNewZoneOrUnitNeedsNoNewSession() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: nil)
    let end = try #require(series.last).time
    _ = try await session.store(Array(series), at: end)
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    for (zone, unit) in [(LiveFixture.oslo, GlucoseUnit.mmolL), (tokyo, .mgdL)] {
      let day = LocalDay(containing: end, in: zone)
      let display = try await session.display(
        at: end, day: day, options: DayPlotOptions(unit: unit))
      #expect(display.window.day == day)
      #expect(display.plot.axis.unit == unit)
      #expect(display.window == Recording(series: series).surroundingDays(around: day))
    }
  }

  @Test func snapshotsAndDisplaysComeBackFromJSON() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: fixture.model)
    let end = try #require(series.last).time
    let wrong = [
      Reading(time: Date(timeIntervalSinceReferenceDate: .infinity), glucose: .mgdL(90)),
      Reading(time: end, glucose: .mgdL(-.infinity)),
    ]
    var snapshot = try await session.store(Array(series) + wrong, at: end)
    #expect(snapshot.rejected == wrong)
    snapshot.futureReadings = [try #require(series.first)]
    let data = try JSONEncoder().encode(snapshot)
    #expect(try JSONDecoder().decode(LiveSnapshot.self, from: data) == snapshot)
    let silent = try await session.snapshot(at: end.addingTimeInterval(7200))
    #expect(silent.forecastError != nil)
    let silentData = try JSONEncoder().encode(silent)
    #expect(try JSONDecoder().decode(LiveSnapshot.self, from: silentData) == silent)
    let display = try await session.display(
      at: end, day: LocalDay(containing: end, in: LiveFixture.oslo))
    let displayData = try JSONEncoder().encode(display)
    #expect(try JSONDecoder().decode(LiveDisplay.self, from: displayData) == display)
  }

  @Test func aPreviewIsMadeUp() {
    let reading = Reading(time: fixture.now, glucose: .mgdL(48))
    var low = LiveOptions().low
    low.update(with: reading, forecast: nil)
    let snapshot = LiveSnapshot(
      date: fixture.now,
      current: CurrentGlucose(reading: reading, age: .zero, isStale: false, mgdLPerMinute: -1),
      low: low)
    #expect(snapshot.low.state == .present)
    #expect(snapshot.staleDate == fixture.now.addingTimeInterval(900))
  }

  @Test func aTimelineIsWhatTheSessionGivesWithoutAReading() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: fixture.model)
    let end = try #require(series.last).time
    let now = end.addingTimeInterval(100)
    let snapshot = try await session.store(Array(series), at: now)
    let timeline = snapshot.timeline()
    #expect(
      timeline.map { $0.date.timeIntervalSince(now).rounded() } == [0, 300, 600, 800])
    #expect(timeline.first == snapshot)
    for entry in timeline.dropFirst() {
      var expected = try await session.snapshot(at: entry.date)
      // The path of a session reaches farther from a later instant.
      #expect(
        (expected.forecast?.points.prefix(6)).map { Array($0) } == entry.forecast?.points)
      expected.forecast = entry.forecast
      #expect(expected.current == entry.current && expected.forecastError == entry.forecastError)
      #expect(expected.low.episode == entry.low.episode)
      #expect(expected.low.state == entry.low.state && expected.high.state == entry.high.state)
    }
    #expect(timeline.last?.current?.isStale == true)
    #expect(timeline.last?.low.state == .unknown(.sensorSilent(since: end)))
    #expect(timeline.dropLast().allSatisfy { $0.current?.isStale == false })
    #expect(try await session.snapshot(at: end.addingTimeInterval(901)).timeline().count == 1)
  }

  @Test func aReadingIsStaleAboveItsMaximumAge() {
    let now = fixture.now
    let current = CurrentGlucose(
      reading: Reading(time: now, glucose: .mgdL(100)), age: .zero, isStale: false,
      mgdLPerMinute: nil)
    let snapshot = LiveSnapshot(date: now, current: current, maximumAge: .seconds(900))
    #expect(snapshot.advanced(to: now.addingTimeInterval(900)).current?.isStale == false)
    #expect(snapshot.advanced(to: now.addingTimeInterval(900.5)).current?.isStale == true)
    // A timeline ends before a reading of the future is of the present.
    let future = Reading(time: now.addingTimeInterval(600), glucose: .mgdL(100))
    let ahead = LiveSnapshot(date: now, current: current, futureReadings: [future])
    #expect(ahead.timeline().map { $0.date.timeIntervalSince(now) } == [0, 300])
  }

  @Test func aDisplayIsAsStaleAsItsSnapshot() async throws {
    let session = LiveSession(
      MemoryStore(), forecaster: nil, options: LiveOptions(maximumAge: .seconds(300)))
    let now = fixture.now
    _ = try await session.store(fixture.readings([100, 110], endingAt: now), at: now)
    let later = now.addingTimeInterval(400)
    let display = try await session.display(
      at: later, day: LocalDay(containing: later, in: LiveFixture.oslo))
    #expect(display.plot.current?.isStale == true)
    #expect(display.plot.current == display.snapshot.current)
    // After two days it is not shown any more.
    let limit = now.addingTimeInterval(172_800)
    #expect(try await session.snapshot(at: limit).current?.isStale == true)
    let none = try await session.snapshot(at: limit.addingTimeInterval(1))
    #expect(none.current == nil && none.low.state == .unknown(.noReadings))
  }

  // MARK: - Listeners

  @Test(.timeLimit(.minutes(2)))
  func listenersOfAStoreThatCannotBeObservedGetTheReadingsOfTheSession() async throws {
    let session = LiveSession(MemoryStore(isObservable: false), forecaster: nil)
    let now = fixture.now
    var snapshots = session.snapshots(now: { now }).makeAsyncIterator()
    #expect(try await snapshots.next()?.current == nil)
    let reading = Reading(time: now, glucose: .mgdL(100))
    _ = try await session.store([reading], at: now)
    #expect(try await snapshots.next()?.current?.reading == reading)
  }

  @Test(.timeLimit(.minutes(10)))
  func everyListenerGetsTheNewestSnapshotAlsoOfEditsAndSilence() async throws {
    let series = fixture.series
    let store = MemoryStore()
    let end = try #require(series.last).time
    _ = try await store.store(Array(series.dropLast()))
    let session = LiveSession(
      store, forecaster: nil, options: LiveOptions(maximumAge: .seconds(3)))
    // A clock that the test sets, so that a busy machine changes nothing.
    let clock = Lock(end)
    let now: @Sendable () -> Date = { clock.withLock(\.self) }
    var one = session.snapshots(now: now).makeAsyncIterator()
    var other = session.snapshots(now: now).makeAsyncIterator()
    #expect(try await one.next()?.current?.isStale == true)
    #expect(try await other.next()?.current?.isStale == true)
    _ = try await session.store([try #require(series.last)], at: now())
    #expect(try await one.next()?.current?.isStale == false)
    // An edit of the diary.
    store.log(DiaryEvent(at: end, in: LiveFixture.oslo, .meal(Meal(carbs: 10))))
    #expect(try await one.next()?.current?.isStale == false)
    // The reading becomes stale, and nobody asked.
    clock.withLock { $0 = end.addingTimeInterval(4) }
    #expect(try await one.next()?.current?.isStale == true)
    // The slow listener gets the newest, and has missed others; its own timer may be a little later.
    var newest = try await other.next()
    if newest?.current?.isStale == false { newest = try await other.next() }
    #expect(newest?.current?.isStale == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func aListenerHearsWhenAReadingIsNoLongerOfTheFuture() async throws {
    let store = MemoryStore()
    let session = LiveSession(
      store, forecaster: nil, options: LiveOptions(clockTolerance: .zero))
    // A clock that the test sets, so that a busy machine changes nothing.
    let base = fixture.now
    let clock = Lock(base)
    let now: @Sendable () -> Date = { clock.withLock(\.self) }
    let reading = Reading(time: base.addingTimeInterval(4), glucose: .mgdL(100))
    _ = try await store.store([reading])
    var snapshots = session.snapshots(now: now).makeAsyncIterator()
    let before = try await snapshots.next()
    #expect(before?.futureReadings == [reading])
    clock.withLock { $0 = base.addingTimeInterval(5) }
    let after = try await snapshots.next()
    #expect(after?.futureReadings == [])
    #expect(after?.current?.reading == reading)
  }

  // MARK: - Stores

  @Test func anEmptyStoreHasAScreen() async throws {
    let session = LiveSession(MemoryStore(), forecaster: fixture.model)
    let day = LocalDay(containing: fixture.now, in: LiveFixture.oslo)
    let display = try await session.display(at: fixture.now, day: day)
    #expect(display.snapshot.current == nil)
    #expect(display.snapshot.newest == nil)
    #expect(display.snapshot.low.state == .unknown(.noReadings))
    #expect(display.snapshot.forecastError == ForecastUnavailable(.noReadings))
    #expect(display.plot.segments.isEmpty)
    #expect(display.snapshot.timeline() == [display.snapshot])
  }

  @Test(.timeLimit(.minutes(2)))
  func aSessionWorksOnAfterItsStoreThrew() async throws {
    let store = MemoryStore()
    let series = fixture.series
    let last = try #require(series.last)
    let options = LiveOptions(updateInterval: nil)
    let session = LiveSession(store, forecaster: fixture.model, options: options)
    _ = try await session.store(Array(series.dropLast(2)), at: series[series.count - 3].time)
    store.fail(true)
    let reading = series[series.count - 2]
    await #expect(throws: MemoryStore.ReadingFailed.self) {
      try await session.store([reading], at: reading.time)
    }
    // The change that could not be read is not forgotten.
    store.fail(false)
    let after = try await session.store([last], at: last.time)
    #expect(try after.forecast == fixture.model.forecast(after: store.all, at: last.time))
    let again = try await LiveSession(store, forecaster: fixture.model, options: options)
      .snapshot(at: last.time)
    #expect(again.low == after.low && again.high == after.high)
    // A listener has its end.
    var snapshots = session.snapshots(now: { last.time }).makeAsyncIterator()
    _ = try await snapshots.next()
    store.fail(true)
    store.log(DiaryEvent(at: last.time, in: LiveFixture.oslo, .meal(Meal(carbs: 10))))
    await #expect(throws: MemoryStore.ReadingFailed.self) {
      _ = try await snapshots.next()
    }
  }

  @Test(arguments: [true, false])
  func worksOnAnyStoreAsOnALogbook(isObservable: Bool) async throws {
    let series = fixture.series
    let store = MemoryStore(isObservable: isObservable)
    let session = LiveSession(store, forecaster: fixture.model)
    let first = series.count - 30
    _ = try await session.store(Array(series.prefix(first)), at: series[first - 1].time)
    for (index, reading) in series.suffix(30).enumerated() {
      let snapshot = try await session.store([reading], at: reading.time)
      guard index % 10 == 9 else { continue }
      let again = try await LiveSession(store, forecaster: fixture.model)
        .snapshot(at: reading.time)
      #expect(again.forecast == snapshot.forecast)
      #expect(again.low == snapshot.low)
      #expect(again.high == snapshot.high)
    }
    #expect(store.all == series)
    // What is stored behind the session's back is in its next snapshot.
    let late = Reading(
      time: try #require(series.last).time.addingTimeInterval(300), glucose: .mgdL(55))
    _ = try await store.store([late])
    #expect(try await session.snapshot(at: late.time).current?.reading == late)
  }

  @Test func manyChangesAreFollowedAsFewAre() async throws {
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: nil)
    let now = fixture.now
    _ = try await session.snapshot(at: now)
    for reading in fixture.readings((0..<1100).map { 100 + Double($0 % 50) }, endingAt: now) {
      _ = try await store.store([reading])
    }
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(at: now, day: day)
    let again = try await LiveSession(store, forecaster: nil).display(at: now, day: day)
    #expect(display == again)
  }

  @Test(arguments: [60.0, 300])
  func aReadingCostsNoMoreReadsOfADenseSensor(cadence: Double) async throws {
    let count = Int(5 * 86_400 / cadence)
    let readings = (0..<count).map { index in
      Reading(
        time: fixture.now.addingTimeInterval(cadence * Double(index)),
        glucose: .mgdL(120 + 20 * sin(Double(index) * cadence / 7200)))
    }
    let store = MemoryStore()
    let session = LiveSession(
      store, forecaster: fixture.model, options: LiveOptions(updateInterval: nil))
    // Half an hour in which neither a day begins nor the alarms are made anew.
    let first = try #require(
      readings.lastIndex {
        $0.time.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 4 * 3600) < cadence
      })
    _ = try await session.store(
      Array(readings[..<(first + 2)]), at: readings[first + 1].time)
    let before = store.rowsRead
    let new = readings[(first + 2)...].prefix(Int(1800 / cadence))
    for reading in new { _ = try await session.store([reading], at: reading.time) }
    #expect(store.rowsRead - before <= 3 * new.count)
  }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func worksOnAQueueOfItsOwnAndNotOnTheMainActor() async throws {
    let store = MemoryStore(delay: .milliseconds(1))
    let session = LiveSession(store, forecaster: fixture.model)
    let last = try #require(fixture.series.last)
    _ = try await session.store(Array(fixture.series), at: last.time)
    _ = try await session.snapshot(at: last.time)
    _ = try await session.display(
      at: last.time, day: LocalDay(containing: last.time, in: LiveFixture.oslo))
    #expect(store.rowsRead > 0)
    #expect(!store.wasReadOnMainThread)
  }

  @Test func aStoreThatIsSlowIsNotCanceled() async throws {
    let store = MemoryStore(delay: .milliseconds(100))
    let session = LiveSession(store, forecaster: nil)
    let reading = Reading(time: fixture.now, glucose: .mgdL(100))
    let now = fixture.now
    let task = Task { try await session.store([reading], at: now) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    #expect(try await task.value.stored.added == 1)
    #expect(store.all.count == 1)
  }

  @Test func repetitionsAreLessThanHalfAMinuteAway() throws {
    let known = try GlucoseSeries([Reading(time: fixture.now, glucose: .mgdL(100))])
    func kept(_ seconds: Double...) -> [Double] {
      seconds.map { Reading(time: fixture.now.addingTimeInterval($0), glucose: .mgdL(100)) }
        .removingRepetitions(of: known)
        .map { $0.time.timeIntervalSince(fixture.now) }
    }
    #expect(kept(-30, -29.9, -1, 0, 1, 29.9, 30) == [-30, 0, 30])
    #expect(kept(300, 301, 329, 330, 331) == [300, 330])
    #expect(kept(301, 300) == [300])
  }
}
