import DaySummary
import Foundation
@testable import GlucoseLive
import GlucoseMath
import Prediction
import Testing

extension CrossingAlarmTests {
  // MARK: - Responses

  @Test func anAcknowledgedAlarmIsNotDueAgainUntilTheNextEpisode() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    var response = AlarmResponse()
    low.update(with: reading(0, 60), forecast: nil)
    #expect(low.isDue(at: time(0), after: response))
    response.acknowledge(low)
    #expect(!low.isDue(at: time(0), after: response))
    for index in 1..<8 { low.update(with: reading(Double(index), 100), forecast: nil) }
    #expect(low.episode == nil)
    low.update(with: reading(8, 60), forecast: nil)
    #expect(low.isDue(at: time(8), after: response))
  }

  @Test func aSnoozedAlarmIsDueAgainAtTheEndOfTheSnooze() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    var response = AlarmResponse()
    low.update(with: reading(0, 60), forecast: nil)
    response.acknowledge(low)
    response.snooze(until: time(6), at: time(0))
    #expect(!low.isDue(at: time(5.9), after: response))
    #expect(low.isDue(at: time(6), after: response))
    response.acknowledge(low)
    #expect(!low.isDue(at: time(6), after: response))
    // An alarm that is recovering is not due.
    response.snooze(until: time(1), at: time(0))
    low.update(with: reading(3, 100), forecast: nil)
    #expect(low.isActive == true)
    #expect(!low.isDue(at: time(6), after: response))
  }

  /// A crossing that was acknowledged as expected is expected anew, and comes at a reading.
  @Test(arguments: [(6.0, false), (6.1, true), (9, true)])
  func aLowThatComesLaterThanTheLeadAfterItsAcknowledgmentIsDue(beyond: Double, isDue: Bool) {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 100), forecast: path(100))
    var ahead = low
    ahead.lookAhead(from: time(0.9), with: path(60))
    var response = AlarmResponse()
    #expect(ahead.isDue(at: time(0.9), after: response))
    response.acknowledge(ahead)
    for index in [1.0, 2] { low.update(with: reading(index, 100), forecast: path(100)) }
    for index in [3.0, 4, 5] {
      low.update(with: reading(index, 90), forecast: path(60))
      #expect(low.state == .expected && !low.isDue(at: time(index), after: response))
    }
    if beyond > 8 { low.update(with: reading(7, 80), forecast: path(60)) }
    low.update(with: reading(beyond, 65), forecast: nil)
    #expect(low.announcement == .init(time: time(3), kind: .expected))
    #expect(low.isDue(at: time(beyond), after: response) == isDue)
    response.acknowledge(low)
    for index in 1...4 {
      low.update(with: reading(beyond + Double(index), 65), forecast: nil)
      #expect(!low.isDue(at: time(beyond + Double(index)), after: response))
    }
  }

  @Test func aSilenceIsDueUntilItIsAnswered() {
    let now = snapshot(path(100), CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5)))
    #expect(now.silentSince == nil && !now.isSilenceDue())
    // A reading of exactly the maximum age is not stale.
    #expect(now.advanced(to: time(3)).silentSince == nil)
    let silent = now.advanced(to: time(3.1))
    #expect(silent.silentSince == time(0) && silent.isSilenceDue())
    var response = AlarmResponse()
    response.acknowledgeSilence(of: now)
    #expect(response == AlarmResponse())
    response.acknowledgeSilence(of: silent)
    #expect(!silent.isSilenceDue(after: response))
    #expect(!now.advanced(to: time(99)).isSilenceDue(after: response))
    // The next silence begins after another reading.
    var next = now
    next.current = CurrentGlucose(
      reading: reading(5, 100), age: .zero, isStale: false, mgdLPerMinute: nil)
    next.date = time(5)
    #expect(next.advanced(to: time(9)).isSilenceDue(after: response))
    // A snooze ends.
    response.snooze(until: time(6), at: time(3.1))
    #expect(!now.advanced(to: time(5.9)).isSilenceDue(after: response))
    #expect(now.advanced(to: time(6)).isSilenceDue(after: response))
    // No reading of the future hides a silence; one that arrived just now ends it.
    var ahead = silent
    ahead.futureReadings = [reading(20, 100), reading(21, 100)]
    #expect(ahead.silentSince == time(0) && ahead.isSilenceDue())
    ahead.lastArrival = time(0.2)
    #expect(ahead.silentSince == nil && !ahead.isSilenceDue())
    #expect(ahead.advanced(to: time(3.3)).isSilenceDue())
  }

  @Test func anAcknowledgmentEndsASnoozeAndReplacesNoLaterOne() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 60), forecast: nil)
    var response = AlarmResponse()
    response.snooze(until: time(6), at: time(0))
    response.acknowledge(low)
    #expect(response == AlarmResponse(acknowledged: time(0)))
    response = AlarmResponse(acknowledged: time(1))
    response.acknowledge(low)
    #expect(response.acknowledged == time(1))
  }

  /// A snooze of 30 minutes by a clock that was ahead by some hours and is then right.
  @Test(arguments: [2.0, 24, 30, 5000]) func aSnoozeOfAClockThatWasAheadSilencesNothing(
    ahead: Double
  ) {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 60), forecast: nil)
    let silent = snapshot(path(100), low).advanced(to: time(3.1))
    let since = silent.date.addingTimeInterval(3600 * ahead)
    var response = AlarmResponse()
    response.snooze(until: since.addingTimeInterval(1800), at: since)
    for minute in 0...(31 * 60) {
      let now = silent.date.addingTimeInterval(60 * Double(minute))
      let wait = now.timeIntervalSince(since)
      #expect(low.isDue(at: now, after: response) == !(wait >= -300 && wait < 1800))
      let later = silent.advanced(to: now)
      #expect(later.isSilenceDue(after: response) == low.isDue(at: now, after: response))
    }
  }

  @Test func aSnoozeOfDaysLastsAsLongAsItSays() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 60), forecast: nil)
    var response = AlarmResponse()
    response.snooze(until: time(0).addingTimeInterval(3 * 86_400), at: time(0))
    for hour in 0...73 {
      let now = time(0).addingTimeInterval(3600 * Double(hour))
      #expect(low.isDue(at: now, after: response) == (hour >= 72))
    }
  }

  /// A reading dated in the future was low, or a clock was ahead.
  @Test(arguments: [2.0, 12, 200, 1e6]) func anAcknowledgmentFromTheFutureSilencesNothing(
    ahead: Double
  ) {
    var stray = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    stray.update(with: reading(ahead, 60), forecast: nil)
    var response = AlarmResponse()
    response.acknowledge(stray)
    #expect(!stray.isDue(at: time(0), after: response))
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 60), forecast: nil)
    #expect(low.isDue(at: time(0), after: response))
    response.acknowledge(low)
    #expect(response.acknowledged == time(0))
    #expect(!low.isDue(at: time(0), after: response))
    // A time of a few minutes ahead may be that of a clock with a small error.
    #expect(!low.isDue(at: time(0), after: AlarmResponse(acknowledged: time(1))))

    let now = snapshot(path(100), CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5)))
    let silent = now.advanced(to: time(3.1))
    response = AlarmResponse(acknowledged: time(3.1 + ahead))
    #expect(silent.isSilenceDue(after: response))
    response.acknowledgeSilence(of: silent)
    #expect(response.acknowledged == time(0))
    #expect(!silent.isSilenceDue(after: response))
  }

  /// The clock was set back.
  @Test func aReadingOfAMuchEarlierTimeBeginsAnew() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(1e6, 60), forecast: nil)
    var response = AlarmResponse()
    response.acknowledge(low)
    low.update(with: reading(0, 60), forecast: nil)
    #expect(low.episode?.start == time(0))
    #expect(low.isDue(at: time(0), after: response))
    for index in 1..<8 { low.update(with: reading(Double(index), 100), forecast: nil) }
    #expect(low.episode == nil)
    // A reading that is somewhat late does not end an episode.
    low.update(with: reading(9, 60), forecast: nil)
    low.update(with: reading(8, 60), forecast: nil)
    #expect(low.episode?.start == time(9))
  }

  // MARK: - Stored alarms

  @Test func comesBackFromJSON() throws {
    var low = CrossingAlarm(
      .below(.mgdL(70)), hysteresis: .mgdL(7), recovery: .seconds(60), persistence: .seconds(90))
    low.update(with: reading(0, 60), forecast: path(60, probability: 0.4))
    let data = try JSONEncoder().encode(low)
    #expect(try JSONDecoder().decode(CrossingAlarm.self, from: data) == low)
  }

  @Test(arguments: [
    ("hysteresis", -5.0), ("alarmProbability", 0), ("falseAlarmsPerWeek", 0),
    ("alarmProbability", 1.5), ("probability", 2),
    ("repetition", 0),
  ])
  func refusesWhatNoAlarmIs(field: String, value: Double) throws {
    var low = CrossingAlarm(
      .below(.mgdL(70)), hysteresis: .mgdL(5), falseAlarmsPerWeek: 3, repetition: .seconds(3600))
    low.update(with: reading(0, 60), forecast: path(60, probability: 0.4))
    let data = try JSONEncoder().encode(low)
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    try #require(object[field] != nil)
    object[field] = value
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CrossingAlarm.self, from: wrong)
    }
  }
}
