import DaySummary
import GlucoseDiary
import Foundation
import GlucoseLive
import GlucoseMath
import Prediction
import Testing

/// The stores that a screen comes from.
extension LiveDisplayTests {
  @Test func anEmptyStoreHasAScreen() async throws {
    let session = LiveSession(MemoryStore(), forecaster: fixture.model, options: .standard)
    let day = LocalDay(containing: fixture.now, in: LiveFixture.oslo)
    let display = try await session.display(
      at: fixture.now, day: day, options: DayPlotOptions(unit: .mmolL))
    #expect(display.snapshot.current == nil)
    #expect(display.snapshot.current == nil)
    #expect(display.snapshot.low.state == .unknown(.noReadings))
    #expect(display.snapshot.forecastError == ForecastUnavailable(.noReadings))
    #expect(display.plot.segments.isEmpty)
    #expect(display.snapshot.timeline() == [display.snapshot])
  }

  @Test(.timeLimit(.minutes(10)))
  func aSessionWorksOnAfterItsStoreThrew() async throws {
    let store = MemoryStore()
    let series = fixture.series
    let last = try #require(series.last)
    let options = LiveOptions(unit: .mgdL, updateInterval: nil)
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
    #expect(
      try after.forecast
        == fixture.model.forecast(after: Recording(series: store.all), at: last.time))
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

  @Test(.timeLimit(.minutes(10))) func aStreamEndsWhenItsSessionIsReleased() async throws {
    let now = fixture.now
    var session: LiveSession? = LiveSession(MemoryStore(), forecaster: nil, options: .standard)
    var snapshots = session?.snapshots(now: { now }).makeAsyncIterator()
    #expect(try await snapshots?.next()?.date == now)
    session = nil
    #expect(try await snapshots?.next() == nil)
  }

  @Test(arguments: [true, false])
  func worksOnAnyStoreAsOnALogbook(isObservable: Bool) async throws {
    let series = fixture.series
    let store = MemoryStore(isObservable: isObservable)
    let session = LiveSession(store, forecaster: fixture.model, options: .standard)
    let first = series.count - 12
    _ = try await session.store(Array(series.prefix(first)), at: series[first - 1].time)
    for (index, reading) in series.suffix(12).enumerated() {
      let snapshot = try await session.store([reading], at: reading.time)
      guard index == 11 else { continue }
      let again = try await LiveSession(store, forecaster: fixture.model, options: .standard)
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
    let session = LiveSession(store, forecaster: nil, options: .standard)
    let now = fixture.now
    _ = try await session.snapshot(at: now)
    let readings = fixture.readings((0..<50).map { 100 + Double($0) }, endingAt: now)
    for index in 0..<1100 { _ = try await store.store([readings[min(index, 49)]]) }
    let day = LocalDay(containing: now, in: LiveFixture.oslo)
    let display = try await session.display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    let again = try await LiveSession(store, forecaster: nil, options: .standard).display(
      at: now, day: day, options: DayPlotOptions(unit: .mmolL))
    #expect(display == again)
  }

  @Test(arguments: [60.0, 300])
  func aReadingCostsNoMoreReadsOfADenseSensor(cadence: Double) async throws {
    let count = Int(3 * 86_400 / cadence)
    let readings = (0..<count).map { index in
      Reading(
        time: fixture.now.addingTimeInterval(cadence * Double(index)),
        glucose: .mgdL(120 + 20 * sin(Double(index) * cadence / 7200)))
    }
    let store = MemoryStore()
    let session = LiveSession(
      store, forecaster: fixture.model, options: LiveOptions(unit: .mgdL, updateInterval: nil))
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
    let session = LiveSession(store, forecaster: fixture.model, options: .standard)
    let last = try #require(fixture.series.last)
    _ = try await session.store(Array(fixture.series), at: last.time)
    _ = try await session.snapshot(at: last.time)
    _ = try await session.display(
      at: last.time, day: LocalDay(containing: last.time, in: LiveFixture.oslo),
      options: DayPlotOptions(unit: .mmolL))
    #expect(store.rowsRead > 0)
    #expect(!store.wasReadOnMainThread)
  }

  @Test func aStoreThatIsSlowIsNotCanceled() async throws {
    let store = MemoryStore(delay: .milliseconds(100))
    let session = LiveSession(store, forecaster: nil, options: .standard)
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
