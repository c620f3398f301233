#if Logbook
  import DaySummary
  import GlucoseDiary
  import Foundation
  @testable import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import Prediction
  import Testing

  /// Readings whose times are not those of their arrival.
  extension LiveSessionAlarmTests {
    @Test(arguments: [-3600.0, 960, 31_536_000])
    func theFirstLowIsAnnouncedByItsArrival(seconds: Double) async throws {
      let now = fixture.now
      let session = session(nil)
      let snapshot = try await session.store(
        fixture.readings([48], endingAt: now), at: now.addingTimeInterval(seconds))
      #expect(snapshot.low.state == .present && snapshot.low.isDue(at: snapshot.date))
      #expect(snapshot.levels[0].isDue(at: snapshot.date))
    }

    /// The readings seem almost as old as the maximum age.
    @Test(arguments: [(300.0, 660.0), (300, 890), (900, 360), (900, 890)])
    func aSensorThatSpeaksIsNotSilent(interval: Double, ahead: Double) async throws {
      let session = session(nil)
      var device = fixture.now
      for index in 0..<8 {
        let time = fixture.now.addingTimeInterval(interval * Double(index))
        device = time.addingTimeInterval(ahead)
        _ = try await session.store([Reading(time: time, glucose: .mgdL(120))], at: device)
        for minute in stride(from: 0, to: interval, by: 60) {
          let snapshot = try await session.snapshot(at: device.addingTimeInterval(minute))
          #expect(!snapshot.isSilenceDue(), "reading \(index), after \(minute) s")
        }
      }
      #expect(try await session.snapshot(at: device.addingTimeInterval(1201)).isSilenceDue())
    }

    /// The clock of the device is ahead, and the session begins with a low, which is announced by its
    /// arrival.
    @Test(arguments: [3600.0, 86_400, 31_536_000])
    func aLowAnnouncedByItsArrivalHidesNoLaterOne(ahead: Double) async throws {
      let session = session(nil)
      var response = AlarmResponse()
      var due: [Int] = []
      for index in 0..<40 {
        let time = fixture.now.addingTimeInterval(300 * Double(index))
        let device = time.addingTimeInterval(ahead)
        let value = index < 8 || index >= 30 ? 48.0 : 120
        let snapshot = try await session.store(
          [Reading(time: time, glucose: .mgdL(value))], at: device)
        guard snapshot.low.isDue(at: device, after: response) else { continue }
        due.append(index)
        response.acknowledge(snapshot.low)
      }
      #expect(due.first == 0 && due.last == 30)
      #expect(due.count < 4)
    }

    /// The clock of the sensor was set back: its readings come one by one, in place of the next ones,
    /// to one session or each to a new one.
    @Test(arguments: [3600.0, 3610, 86_400], [false, true])
    func everyLowOfASensorThatWasSetBackIsSeen(seconds: Double, restarts: Bool) async throws {
      let now = fixture.now
      var session = session(nil)
      let calm = fixture.readings((0..<300).map { 130 + Double($0 % 9) }, endingAt: now)
      _ = try await session.store(calm, at: now)
      var response = AlarmResponse()
      var due: [Int] = []
      for index in 1...40 {
        let device = now.addingTimeInterval(300 * Double(index))
        let value = index < 9 || index > 30 ? 50 - Double(index % 5) : 121 + Double(index)
        let reading = Reading(time: device.addingTimeInterval(-seconds), glucose: .mgdL(value))
        if restarts { session = self.session(nil) }
        let snapshot = try await session.store([reading], at: device)
        #expect(!snapshot.isSilenceDue(), "reading \(index)")
        if value < 70 { #expect(snapshot.low.isActive == true, "reading \(index)") }
        guard snapshot.low.isDue(at: device, after: response) else { continue }
        due.append(index)
        response.acknowledge(snapshot.low)
      }
      #expect(due.first == 1 && due.contains(31))
      // The beginning of an episode that is known to the session alone is not kept.
      #expect(restarts || due.count < 7)
    }

    /// A reading every minute is in place of the next one when the newest stored one is no longer new.
    @Test(arguments: [false, true])
    func aLowEveryMinuteOfASensorThatWasSetBackIsSeen(restarts: Bool) async throws {
      let now = fixture.now
      var session = session(nil)
      let calm = (0..<90).map { index in
        Reading(time: now.addingTimeInterval(60 * Double(index - 89)), glucose: .mgdL(120))
      }
      _ = try await session.store(calm, at: now)
      for index in 1...20 {
        if restarts { session = self.session(nil) }
        let device = now.addingTimeInterval(60 * Double(index))
        let low = Reading(
          time: device.addingTimeInterval(-3600), glucose: .mgdL(50 - Double(index % 5)))
        let snapshot = try await session.store([low], at: device)
        if index > 2 { #expect(snapshot.low.isActive == true, "reading \(index)") }
      }
    }

    /// The readings of every minute arrive in fives.
    @Test(arguments: [false, true])
    func aLowOfAFeedOfBurstsThatWasSetBackIsSeen(restarts: Bool) async throws {
      let now = fixture.now
      var session = session(nil)
      func burst(_ number: Int, setBack: Double, _ value: Double) -> [Reading] {
        (-4...0).map {
          Reading(
            time: now.addingTimeInterval(Double(300 * number + 60 * $0) - setBack),
            glucose: .mgdL(value + Double((number + $0) % 3)))
        }
      }
      for number in -18...0 {
        _ = try await session.store(
          burst(number, setBack: 0, 120), at: now.addingTimeInterval(Double(300 * number)))
      }
      for number in 1...8 {
        if restarts { session = self.session(nil) }
        let snapshot = try await session.store(
          burst(number, setBack: 3600, 50), at: now.addingTimeInterval(Double(300 * number)))
        #expect(snapshot.low.isActive == true, "burst \(number)")
      }
    }

    @Test(arguments: [0.0, 1, 20])
    func aLowSecondsAfterAnotherReadingIsAnnounced(seconds: Double) async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(fixture.readings([150, 140], endingAt: now), at: now)
      let low = Reading(time: now.addingTimeInterval(seconds), glucose: .mgdL(48))
      let arrival = now.addingTimeInterval(seconds)
      let snapshot = try await session.store([low], at: arrival)
      #expect(snapshot.stored.added == 0)
      #expect(snapshot.low.state == .present && snapshot.low.isDue(at: arrival))
      #expect(snapshot.levels[0].isDue(at: arrival))
      let again = try await session.snapshot(at: arrival.addingTimeInterval(60))
      #expect(again.low.state == .present)
      // The next reading is judged in its place.
      let next = now.addingTimeInterval(300)
      let clear = try await session.store(fixture.readings([150], endingAt: next), at: next)
      #expect(clear.low.state == .unknown(.noModel))
    }

    @Test func everyLowOfARepeatedHourIsSeen() async throws {
      let now = fixture.now
      let session = session(nil)
      _ = try await session.store(
        fixture.readings(Array(repeating: 140, count: 13), endingAt: now), at: now)
      // The clocks of both are set back by an hour and some seconds.
      var due = 0
      var response = AlarmResponse()
      for index in 1...12 {
        let time = now.addingTimeInterval(300 * Double(index) - 3610)
        let reading = Reading(time: time, glucose: .mgdL(50 - Double(index)))
        let snapshot = try await session.store([reading], at: time)
        #expect(snapshot.low.isActive == true, "reading \(index)")
        if snapshot.levels[0].isDue(at: time, after: response) {
          due += 1
          response.acknowledge(snapshot.levels[0])
        }
      }
      #expect((1...3).contains(due))
    }

    @Test func aReadingDeliveredAgainIsNoArrival() async throws {
      let now = fixture.now
      let session = session(nil)
      let readings = fixture.readings([140, 130], endingAt: now)
      _ = try await session.store(readings, at: now)
      for minutes in 1...20 {
        let later = now.addingTimeInterval(60 * Double(minutes))
        let moved = Reading(time: now.addingTimeInterval(7), glucose: .mgdL(130))
        let snapshot = try await session.store([readings[1], moved], at: later)
        #expect(snapshot.isSilenceDue() == (minutes > 15))
        #expect(snapshot.clockDifference == nil)
      }
    }

    /// They arrive some seconds after a reading, also when the next one is late.
    @Test(arguments: [10.0, 400, 800], [false, true])
    func backfilledLowsAreOfThePast(seconds: Double, restarts: Bool) async throws {
      let now = fixture.now
      var session = session(nil)
      _ = try await session.store(fixture.readings([120], endingAt: now), at: now)
      if restarts { session = self.session(nil) }
      let past = fixture.readings([60, 55, 60], endingAt: now.addingTimeInterval(-3600))
      let snapshot = try await session.store(past, at: now.addingTimeInterval(seconds))
      #expect(snapshot.low.state == .unknown(.noModel))
      #expect(snapshot.clockDifference == nil)
    }

    /// The newest readings are those of a sensor whose clock is right, also beside one whose date is
    /// wrong.
    @Test(arguments: [(60.0, 50.0), (60, 140), (300, 20), (300, 200)], [false, true])
    func aSingleBackfilledLowIsOfThePast(
      times: (interval: Double, seconds: Double), restarts: Bool
    ) async throws {
      let now = fixture.now
      var session = session(nil)
      let calm = (0..<20).map { index in
        Reading(
          time: now.addingTimeInterval(times.interval * Double(index - 19)), glucose: .mgdL(120))
      }
      let stray = Reading(time: now.addingTimeInterval(3e8), glucose: .mgdL(120))
      _ = try await session.store(calm + [stray], at: now)
      if restarts { session = self.session(nil) }
      let past = fixture.readings([50], endingAt: now.addingTimeInterval(-80_000))
      let snapshot = try await session.store(past, at: now.addingTimeInterval(times.seconds))
      #expect(snapshot.low.state == .unknown(.noModel))
      #expect(!snapshot.isSilenceDue())
    }
  }
#endif
