#if Logbook
  import GlucoseDiary
  import Foundation
  @testable import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import GlucoseSimulation
  import GlucoseTestSupport
  import Prediction
  import Testing

  struct LiveSessionChangesTests {
    private struct Change {
      let log: Logbook
      let series: GlucoseSeries
      var random: SeededGenerator
      /// The position of the first reading that has not arrived.
      var position: Int
      var now: Date

      private mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &random)
      }

      private mutating func past(_ hours: Double) -> Range<Date> {
        let start = now.addingTimeInterval(-3600 * number(0...hours))
        return start..<start.addingTimeInterval(number(1...3000))
      }

      mutating func make(_ kind: Int, in session: LiveSession) async throws {
        switch kind {
        case 0...3:
          for _ in 0..<Int(number(1...20)) where position < series.count {
            now = series[position].time
            _ = try await session.store([series[position]], at: now)
            position += 1
          }
        case 4: position = min(position + Int(number(1...40)), series.count - 1)
        case 5: try log.excludeReadings(in: past(14), from: "sensor")
        case 6: try log.removeReadings(in: past(14), from: "sensor")
        case 7: try log.undo()
        case 8:
          let late = Reading(time: past(10).lowerBound, glucose: .mgdL(number(45...300)))
          try log.add([late], from: number(0...1) < 0.5 ? "sensor" : "other")
        case 9:
          let meal = DiaryEvent.Content.meal(Meal(carbs: 40))
          try log.add(DiaryEvent(at: past(30).lowerBound, in: LiveFixture.oslo, meal))
        case 10:
          let revised = series[positions: position - 40..<position]
            .map { Reading(time: $0.time, glucose: .mgdL($0.glucose.mgdL + 20)) }
          try log.add(revised, from: "sensor", replacing: true)
        case 11:
          let early = Reading(time: now.addingTimeInterval(number(1...7200)), glucose: .mgdL(60))
          _ = try await session.store([early], at: now)
        case 12: now = now.addingTimeInterval(-number(0...40_000))
        default:
          let start = Int(number(0...Double(position - 11 * 288)))
          try log.add(series[positions: start..<start + 288], from: "sensor")
        }
      }
    }

    @Test(arguments: [(false, 30.0), (true, 30), (true, 120)])
    func aSessionEqualsARestartedOneAfterAnyChange(hasModel: Bool, minimum: Double) async throws {
      let fixture = try LiveFixture()
      let first = try #require(LocalDay(year: 2026, month: 2, day: 2, in: LiveFixture.oslo))
      let series = VirtualPatient(seed: 41).simulate(days: 20, from: first).series
      let log = try Logbook.inMemory(options: Logbook.Options(minimumInterval: .seconds(minimum)))
      let start = series.count - 4 * 288
      try log.add(series[positions: start - 2 * 288..<start], from: "sensor")
      var options = LiveOptions(unit: .mgdL)
      options.low = CrossingAlarm(.below(.mgdL(110)), hysteresis: .mgdL(10))
      let model = hasModel ? fixture.model : nil
      let session = LiveSession(log, from: "sensor", forecaster: model, options: options)
      var change = Change(
        log: log, series: series, random: SeededGenerator(seed: UInt64(minimum)),
        position: start, now: series[start].time)
      for step in 0..<18 {
        let kind = Int.random(in: 0...13, using: &change.random)
        try await change.make(kind, in: session)
        let snapshot = try await session.snapshot(at: change.now)
        let again = try await LiveSession(
          log, from: "sensor", forecaster: model, options: options
        ).snapshot(at: change.now)
        #expect(again.current == snapshot.current, "after change \(kind) at step \(step)")
        #expect(again.futureReadings == snapshot.futureReadings)
        // A reading that is in no series, or beside others, is known to its session alone.
        if snapshot.lastArrival != nil { continue }
        for (alarm, other) in [(again.low, snapshot.low), (again.high, snapshot.high)] {
          #expect(alarm.state == other.state, "after change \(kind) at step \(step)")
          #expect(alarm.episode == other.episode)
        }
        #expect(again.forecast?.points.count == snapshot.forecast?.points.count)
        let points = zip(again.forecast?.points ?? [], snapshot.forecast?.points ?? [])
        let isSame = points.allSatisfy {
          abs($0.glucose.mgdL - $1.glucose.mgdL) < 1e-6 && abs($0.upper.mgdL - $1.upper.mgdL) < 1e-6
        }
        #expect(isSame, "after change \(kind) at step \(step)")
      }
    }
  }
#endif
