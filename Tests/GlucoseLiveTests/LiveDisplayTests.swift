import DaySummary
import GlucoseDiary
import Foundation
@testable import GlucoseLive
import GlucoseMath
import Prediction
import Testing

struct LiveDisplayTests {
  let fixture: LiveFixture

  init() throws { fixture = try LiveFixture() }

  // MARK: - A screen

  @Test func aDisplayHasNothingRecordedAfterNow() async throws {
    let series = fixture.series
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: fixture.model, options: .standard)
    let end = try #require(series.last).time
    _ = try await session.store(Array(series), at: end)
    let now = end.addingTimeInterval(-5 * 3600)
    store.log(
      DiaryEvent(at: now.addingTimeInterval(-60), in: LiveFixture.oslo, .meal(Meal(carbs: 40))))
    store.log(
      DiaryEvent(at: now.addingTimeInterval(60), in: LiveFixture.oslo, .meal(Meal(carbs: 40))))
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    let past = series.prefix(through: now)
    #expect(display.snapshot.current?.reading == past.last)
    #expect(display.plot.current == display.snapshot.current)
    #expect(display.plot.marks.count == 1)
    #expect(display.surroundingDays == Recording(series: past).surroundingDays(around: day))
    #expect(display.plot.forecast != nil)
    let alone = DayPlot(
      day, series: past, forecast: display.snapshot.forecast, now: now,
      options: DayPlotOptions(unit: .mmolL))
    #expect(display.plot.segments == alone.segments)
    #expect(display.plot.forecast == alone.forecast)
    // An earlier day, for which more than the last days is read.
    let earlier = day.advanced(by: -9)
    let before = try await session.display(
      at: now, day: earlier, options: DayPlotOptions(unit: .mmolL))
    #expect(before.surroundingDays == Recording(series: past).surroundingDays(around: earlier))
    #expect(
      before.plot.segments
        == DayPlot(earlier, series: past, options: DayPlotOptions(unit: .mmolL)).segments)
    #expect(before.plot.forecast == nil)
  }

  @Test func aDisplayHasEachEventUpToNowOnce() async throws {
    let now = fixture.now
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: nil, options: .standard)
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
    let today = try await session.display(at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    #expect(today.plot.marks.map(\.id) == [meal.id])
    let old = LocalDay(containing: midnight, in: LiveFixture.oslo)
    let earlier = try await session.display(
      at: now, day: old, options: DayPlotOptions(unit: .mmolL))
    #expect(earlier.plot.marks.map(\.id) == [run.id])
  }

  @Test func aDisplayHasPlansOnRequest() async throws {
    let now = fixture.now
    let store = MemoryStore()
    let session = LiveSession(store, forecaster: nil, options: .standard)
    let readings = fixture.readings([100, 110, 120], endingAt: now)
    let ahead = Reading(time: now.addingTimeInterval(600), glucose: .mgdL(90))
    _ = try await session.store(readings + [ahead], at: now)
    let plan = DiaryEvent(
      at: now.addingTimeInterval(600), in: LiveFixture.oslo, .meal(Meal(carbs: 40)))
    store.log(plan)
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    #expect(display.plot.marks.isEmpty)
    let planned = try await session.display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL), includingPlans: true)
    #expect(planned.plot.marks.map(\.id) == [plan.id])
    // Later readings are in neither.
    #expect(planned.plot.segments == display.plot.segments)
    #expect(planned.surroundingDays == display.surroundingDays)
    // A day of the future has its plans too.
    let tomorrow = DiaryEvent(
      at: now.addingTimeInterval(86_400), in: LiveFixture.oslo, .meal(Meal(carbs: 30)))
    store.log(tomorrow)
    let next = try await session.display(
      at: now, day: day.advanced(by: 1), options: DayPlotOptions(unit: .mmolL), includingPlans: true
    )
    #expect(next.plot.marks.map(\.id) == [tomorrow.id])
  }

  @Test func aDisplayHasAReadingOfSecondsAhead() async throws {
    let session = LiveSession(MemoryStore(), forecaster: nil, options: .standard)
    let now = fixture.now
    let ahead = fixture.readings([100, 110, 120], endingAt: now.addingTimeInterval(30))
    _ = try await session.store(ahead, at: now)
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    let whole = DayPlot(
      day, series: try GlucoseSeries(ahead), now: now.addingTimeInterval(30),
      options: DayPlotOptions(unit: .mmolL))
    #expect(display.plot.segments == whole.segments)
    #expect(display.plot.current == display.snapshot.current)
    #expect(display.snapshot.current?.reading == ahead.last)
  }

  @Test func aNewZoneOrUnitNeedsNoNewSession() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: nil, options: .standard)
    let end = try #require(series.last).time
    _ = try await session.store(Array(series), at: end)
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    for (zone, unit) in [(LiveFixture.oslo, GlucoseUnit.mmolL), (tokyo, .mgdL)] {
      let day = LocalDay(containing: end, in: zone)
      let display = try await session.display(
        at: end, day: day, options: DayPlotOptions(unit: unit))
      #expect(display.surroundingDays.day == day)
      #expect(display.plot.axis.unit == unit)
      #expect(display.surroundingDays == Recording(series: series).surroundingDays(around: day))
    }
  }

  @Test func snapshotsAndDisplaysComeBackFromJSON() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: fixture.model, options: .standard)
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
  }

  @Test func aPreviewIsMadeUp() {
    let reading = Reading(time: fixture.now, glucose: .mgdL(48))
    var low = LiveOptions.standard.low
    low.update(with: reading, forecast: nil)
    let snapshot = LiveSnapshot(
      date: fixture.now,
      current: CurrentGlucose(reading: reading, age: .zero, isStale: false, mgdLPerMinute: -1),
      low: low, high: LiveOptions.standard.high)
    #expect(snapshot.low.state == .present)
    #expect(snapshot.staleDate == fixture.now.addingTimeInterval(900))
  }

  @Test func aTimelineIsWhatTheSessionGivesWithoutAReading() async throws {
    let series = fixture.series
    let session = LiveSession(MemoryStore(), forecaster: fixture.model, options: .standard)
    let end = try #require(series.last).time
    let now = end.addingTimeInterval(100)
    let snapshot = try await session.store(Array(series), at: now)
    let timeline = snapshot.timeline()
    #expect(timeline.map { $0.date.timeIntervalSince(now).rounded() } == [0, 300, 600, 800])
    #expect(timeline.first == snapshot)
    for entry in timeline.dropFirst() {
      var expected = try await session.snapshot(at: entry.date)
      // The path of a session reaches farther from a later instant.
      #expect((expected.forecast?.points.prefix(6)).map { Array($0) } == entry.forecast?.points)
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

  private func preview(
    at now: Date, _ current: CurrentGlucose?, future: [Reading] = []
  ) -> LiveSnapshot {
    LiveSnapshot(
      date: now, current: current, futureReadings: future, low: LiveOptions.standard.low,
      high: LiveOptions.standard.high, maximumAge: .seconds(900))
  }

  @Test func aReadingIsStaleAboveItsMaximumAge() {
    let now = fixture.now
    let current = CurrentGlucose(
      reading: Reading(time: now, glucose: .mgdL(100)), age: .zero, isStale: false,
      mgdLPerMinute: nil)
    let snapshot = preview(at: now, current)
    #expect(snapshot.advanced(to: now.addingTimeInterval(900)).current?.isStale == false)
    #expect(snapshot.advanced(to: now.addingTimeInterval(900.5)).current?.isStale == true)
    // The clock of the device was set back.
    #expect(snapshot.advanced(to: now.addingTimeInterval(-1)) == snapshot)
    // A timeline ends before a reading of the future is of the present.
    let future = Reading(time: now.addingTimeInterval(600), glucose: .mgdL(100))
    let ahead = preview(at: now, current, future: [future])
    #expect(ahead.timeline().map { $0.date.timeIntervalSince(now) } == [0, 300])
  }

  /// A reading with a wrong date may be centuries ahead.
  @Test func aTimelineLastsADayAtMost() {
    let now = fixture.now
    let future = Reading(time: now.addingTimeInterval(3e10), glucose: .mgdL(100))
    let timeline = preview(at: now, nil, future: [future])
      .timeline(every: .seconds(3600))
    #expect(timeline.count == 25)
    #expect(timeline.last?.date == now.addingTimeInterval(86_400))
  }

  @Test func aDisplayIsAsStaleAsItsSnapshot() async throws {
    let session = LiveSession(
      MemoryStore(), forecaster: nil, options: LiveOptions(unit: .mgdL, maximumAge: .seconds(300)))
    let now = fixture.now
    _ = try await session.store(fixture.readings([100, 110], endingAt: now), at: now)
    let later = now.addingTimeInterval(400)
    let display = try await session.display(
      at: later, day: LocalDay(containing: later, in: LiveFixture.oslo),
      options: DayPlotOptions(unit: .mmolL))
    #expect(display.plot.current?.isStale == true)
    #expect(display.plot.current == display.snapshot.current)
    // After two days it is not shown any more.
    let limit = now.addingTimeInterval(172_800)
    #expect(try await session.snapshot(at: limit).current?.isStale == true)
    let none = try await session.snapshot(at: limit.addingTimeInterval(1))
    #expect(none.current == nil && none.low.state == .unknown(.noReadings))
  }

  @Test(arguments: [(300.0, 900.0), (600, 900), (900, 1200)])
  func aSensorIsNotSilentBeforeItsNextReadingIsDue(interval: Double, limit: Double) async throws {
    let session = LiveSession(MemoryStore(), forecaster: nil, options: LiveOptions(unit: .mgdL))
    let now = fixture.now
    let readings = (0..<30).map {
      Reading(time: now.addingTimeInterval(Double($0 - 29) * interval), glucose: .mgdL(100))
    }
    let snapshot = try await session.store(readings, at: now)
    #expect(snapshot.staleDate == now.addingTimeInterval(limit))
    let late = try await session.snapshot(at: now.addingTimeInterval(limit))
    #expect(late.current?.isStale == false)
    let silent = try await session.snapshot(at: now.addingTimeInterval(limit + 1))
    #expect(silent.current?.isStale == true)
    #expect(silent.low.state == .unknown(.sensorSilent(since: now)))
  }

  // MARK: - Listeners

  @Test(.timeLimit(.minutes(10)))
  func listenersOfAStoreThatCannotBeObservedGetTheReadingsOfTheSession() async throws {
    let session = LiveSession(MemoryStore(isObservable: false), forecaster: nil, options: .standard)
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
      store, forecaster: nil, options: LiveOptions(unit: .mgdL, maximumAge: .seconds(200)))
    // A clock that the test sets, so that a busy machine changes nothing.
    let clock = Lock(end)
    let now: @Sendable () -> Date = { clock.withLock(\.self) }
    var one = session.snapshots(now: now).makeAsyncIterator()
    var other = session.snapshots(now: now).makeAsyncIterator()
    #expect(try await one.next()?.current?.isStale == true)
    #expect(try await other.next()?.current?.isStale == true)
    _ = try await session.store([try #require(series.last)], at: now())
    #expect(try await one.next()?.current?.isStale == false)
    // Edits of the diary, each at another time; the reading becomes stale long after the first, and
    // soon after the second.
    for age in [10, 199.8] {
      clock.withLock { $0 = end.addingTimeInterval(age) }
      store.log(DiaryEvent(at: end, in: LiveFixture.oslo, .meal(Meal(carbs: 10))))
      var edited = try await one.next()
      while edited != nil, edited?.date != now() { edited = try await one.next() }
      #expect(edited?.current?.isStale == false)
    }
    // The reading becomes stale, and nobody asked. A timer may end before the clock is set.
    clock.withLock { $0 = end.addingTimeInterval(201) }
    var last = try await one.next()
    while last != nil, last?.date != now() { last = try await one.next() }
    #expect(last?.current?.isStale == true)
    // The slow listener gets the newest, and has missed others: of those before, it has at most the
    // one that waits and the one that was being created.
    var earlier = 0
    var newest = try await other.next()
    while newest?.current?.isStale == false {
      earlier += 1
      newest = try await other.next()
    }
    #expect(newest?.current?.isStale == true)
    #expect(earlier <= 2)
  }

  @Test(.timeLimit(.minutes(10)))
  func aListenerHearsWhenAReadingIsNoLongerOfTheFuture() async throws {
    let store = MemoryStore()
    let session = LiveSession(
      store, forecaster: nil, options: LiveOptions(unit: .mgdL, clockTolerance: .zero))
    // A clock that the test sets, so that a busy machine changes nothing.
    let base = fixture.now
    let clock = Lock(base)
    let now: @Sendable () -> Date = { clock.withLock(\.self) }
    let reading = Reading(time: base.addingTimeInterval(0.2), glucose: .mgdL(100))
    _ = try await store.store([reading])
    var snapshots = session.snapshots(now: now).makeAsyncIterator()
    let before = try await snapshots.next()
    #expect(before?.futureReadings == [reading])
    clock.withLock { $0 = base.addingTimeInterval(1) }
    var after = try await snapshots.next()
    // The timer may end before the clock is set, and starts again.
    while after?.date == base { after = try await snapshots.next() }
    #expect(after?.futureReadings == [])
    #expect(after?.current?.reading == reading)
  }
}
