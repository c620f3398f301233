import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import GlucoseLive

#if Logbook
  import GlucoseLog
#endif

struct AlarmOutcomesTests {
  /// An alarm of a session: its settings learn, and are adopted by the alarm that is updated.
  private struct Follower {
    var settings = CrossingAlarm(
      .below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 0.5, falseAlarmsPerWeek: 3)
    var alarm: CrossingAlarm

    init() { alarm = settings }

    /// Updates the alarm `minutes` after the first reading.
    mutating func follow(_ minutes: Double, _ value: Double = 100, probability: Double? = 0) {
      let time = Date(timeIntervalSinceReferenceDate: 60 * minutes)
      let reading = Reading(time: time, glucose: .mgdL(value))
      let forecast = probability.map { probability in
        GlucoseForecast(
          origin: reading,
          points: [
            GlucoseForecast.Point(
              time: time + 300, glucose: .mgdL(value), lower: .mgdL(value), upper: .mgdL(value))
          ], nominalCoverage: 0.9,
          crossings: CrossingProbabilities(
            lows: [.mgdL(70)], below: [[probability]], highs: [.mgdL(180)], above: [[0]]))
      }
      alarm.update(with: reading, forecast: forecast)
      settings.learn(from: alarm)
      alarm.adoptOutcomes(settings)
    }

    var logOdds: Double { log(alarm.alarmProbability / (1 - alarm.alarmProbability)) }
  }

  /// Forecasts of lows that never come, every four hours, from cautious ones to boastful ones.
  @Test(arguments: [0.5, 1, 4])
  func keepsItsRateWhateverTheForecasts(exponent: Double) throws {
    var follower = Follower()
    var random = SeededGenerator(seed: 5)
    var late = 0
    for step in 0..<30 * 2016 {
      let isOne = Double.random(in: 0..<1, using: &random) < 1.0 / 48
      let chance = pow(Double.random(in: 0..<1, using: &random), 1 / exponent)
      follower.follow(5 * Double(step), probability: isOne ? 0.9 * chance : 0)
      let isAnnounced = follower.alarm.announcement?.time == follower.alarm.latest
      if isAnnounced, step > 10 * 2016 { late += 1 }
    }
    #expect(abs(Double(late) / 20 - 3) < 0.5, "\(Double(late) / 20) a week")
    let rate = try #require(follower.alarm.falseAlarmRate)
    #expect(abs(rate - 3) < 1)
  }

  /// The log odds of one half are 0; a week of 2,016 readings lowers them by 0.9.
  @Test func aFalseAlarmRaisesTheLogOddsAndTimeLowersThem() {
    var follower = Follower()
    follower.follow(0, probability: 0.6)
    for step in 1...6 { follower.follow(5 * Double(step)) }
    #expect(follower.alarm.falseAlarmRate == nil)
    #expect(abs(follower.logOdds + 0.9 * 6 / 2016) < 1e-9)
    follower.follow(35)
    #expect(abs(follower.logOdds - 0.3 + 0.9 * 7 / 2016) < 1e-9)
    // None of the readings counts again, as after a late reading.
    let learned = follower.settings
    follower.settings.learn(from: follower.alarm)
    #expect(follower.settings == learned)
    for step in 8...2600 { follower.follow(5 * Double(step)) }
    #expect(abs(follower.logOdds - 0.3 + 0.9 * 2600 / 2016) < 1e-9)
    // In 1.29 weeks, of which each counts half after four: 0.8 of 1.156.
    #expect(follower.alarm.falseAlarmRate.map { abs($0 - 0.692) < 0.002 } ?? false)
  }

  @Test func whatComesOrIsNotKnownIsNotFalse() {
    for minutes in [30.0, 32.5, 33] {
      var follower = Follower()
      follower.follow(0, probability: 0.6)
      follower.follow(15)
      follower.follow(minutes, 69, probability: 0)
      for step in 0...20 { follower.follow(minutes + 15 + 15 * Double(step), 90) }
      // A low after the lead is not the one that was expected.
      #expect((follower.logOdds < 0) == (minutes < 33))
    }
    var gap = Follower()
    gap.follow(0, probability: 0.6)
    gap.follow(21)
    gap.follow(40)
    #expect(gap.logOdds < 0)
    // Without forecasts, nothing is learned.
    var none = Follower()
    for step in 0..<4000 { none.follow(5 * Double(step), probability: nil) }
    #expect(none.alarm.alarmProbability == 0.5 && none.alarm.falseAlarmRate == nil)
  }

  @Test func staysBetweenItsBounds() {
    var follower = Follower()
    for step in 0..<8 * 2016 { follower.follow(5 * Double(step)) }
    #expect(abs(follower.alarm.alarmProbability - 0.25) < 1e-12)
    for step in 8 * 2016..<9 * 2016 {
      follower.follow(5 * Double(step), probability: step.isMultiple(of: 24) ? 1 : 0)
    }
    #expect(abs(follower.alarm.alarmProbability - 0.95) < 0.01)
    let own = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 1)
    #expect(own.falseAlarmsPerWeek == nil && own.falseAlarmRate == nil)
  }

  @Test func learnsOnAfterAClockThatWasAhead() {
    var follower = Follower()
    follower.follow(1e6)
    for step in 0...2016 { follower.follow(5 * Double(step)) }
    #expect(abs(follower.logOdds + 0.9) < 1e-9)
  }

  #if Logbook
    @Test func aSessionLearnsAndItsOptionsKeepIt() async throws {
      let fixture = try LiveFixture()
      let log = try Logbook.inMemory()
      let count = fixture.series.count - 150
      try log.add(fixture.series[positions: 0..<count], from: "sensor")
      func session(_ options: LiveOptions) -> LiveSession {
        LiveSession(log, from: "sensor", forecaster: fixture.model, options: options)
      }
      let first = session(.standard)
      var last: LiveSnapshot?
      for reading in fixture.series[positions: count..<fixture.series.count] {
        last = try await first.store([reading], at: reading.time)
      }
      let snapshot = try #require(last)
      let options = await first.options
      #expect(options.low.outcomes.until == snapshot.current?.reading.time)
      #expect(options.low.alarmProbability != 0.4)
      #expect(snapshot.low.alarmProbability == options.low.alarmProbability)
      #expect(options.levels == LiveOptions.standard.levels)
      let stored = try JSONDecoder().decode(LiveOptions.self, from: JSONEncoder().encode(options))
      let again = session(stored)
      let restarted = try await again.snapshot(at: snapshot.date)
      #expect(restarted.low.alarmProbability == snapshot.low.alarmProbability)
      #expect(await again.options.low == options.low)
    }
  #endif
}
