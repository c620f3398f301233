import DaySummary
import Foundation
@testable import GlucoseLive
import GlucoseMath
import GlucoseTestSupport
import Prediction
import Testing

struct CrossingAlarmTests {
  /// The time of reading `index`, with one every five minutes.
  func time(_ index: Double) -> Date { Date(timeIntervalSinceReferenceDate: 300 * index) }

  func reading(_ index: Double, _ value: Double) -> Reading {
    Reading(time: time(index), glucose: .mgdL(value))
  }

  /// A path of these concentrations, five minutes apart, that crosses every threshold with a
  /// probability.
  func path(_ values: Double..., probability: Double? = nil) -> GlucoseForecast {
    let row = [Double](repeating: probability ?? 0, count: 2)
    return GlucoseForecast(
      origin: reading(0, 100),
      points: values.enumerated().map { index, value in
        GlucoseForecast.Point(
          time: time(Double(index + 1)), glucose: .mgdL(value), lower: .mgdL(value),
          upper: .mgdL(value))
      },
      nominalCoverage: 0.9,
      crossings: probability.map { _ in
        CrossingProbabilities(
          lows: [.mgdL(60), .mgdL(80)], below: values.map { _ in row },
          highs: [.mgdL(180), .mgdL(250)], above: values.map { _ in row })
      })
  }

  /// The states after readings of these values, one every five minutes, each with a forecast.
  func states(
    _ alarm: inout CrossingAlarm, _ steps: [(value: Double, forecast: GlucoseForecast?)]
  ) -> [CrossingAlarm.State] {
    steps.enumerated().map { index, step in
      alarm.update(with: reading(Double(index), step.value), forecast: step.forecast)
      return alarm.state
    }
  }

  // MARK: - What is there

  @Test func theFirstReadingBeyondTheThresholdIsAnnouncedWithoutAForecast() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    #expect(low.isActive == nil)
    let changed = low.update(with: reading(0, 48), forecast: nil)
    #expect(changed)
    #expect(low.state == .present)
    #expect(low.isActive == true)
    #expect(low.announcement == .init(time: time(0), kind: .present))
    #expect(low.isDue(at: time(0)))
  }

  @Test func aReadingBeyondTheThresholdCountsWhateverTheForecast() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 1)
    low.update(with: reading(0, 69.9), forecast: path(120, 130, probability: 0))
    #expect(low.state == .present)
    var edge = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    edge.update(with: reading(0, 70), forecast: path(120, 130, probability: 0))
    #expect(edge.state == .inactive)
    var high = CrossingAlarm(.above(.mgdL(180)), hysteresis: .mgdL(5))
    high.update(with: reading(0, 180), forecast: nil)
    #expect(high.state == .unknown(.noModel))
    high.update(with: reading(1, 180.1), forecast: nil)
    #expect(high.state == .present)
  }

  @Test func aReadingBeyondTheThresholdAfterASilenceIsAnnouncedAgain() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    low.update(with: reading(0, 60), forecast: nil)
    // Twenty minutes are no silence yet.
    low.update(with: reading(4, 60), forecast: nil)
    #expect(low.announcement?.time == time(0))
    low.update(with: reading(8.1, 60), forecast: nil)
    #expect(low.announcement?.time == time(8.1))
  }

  @Test func whatIsNotKnownHasAReason() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    #expect(low.state == .unknown(.noReadings))
    let error = ForecastUnavailable(.noReadings)
    low.update(with: reading(0, 100), forecast: nil, unknown: .noForecast(error))
    #expect(low.state == .unknown(.noForecast(error)))
    low.update(with: reading(1, 100), forecast: path(100))
    #expect(low.isActive == false)
    low.markUnknown(.sensorSilent(since: time(1)))
    #expect(low.isActive == nil)
    #expect(!low.isDue(at: time(9)))
  }

  @Test func aHighThatLastsIsPersistent() {
    var high = CrossingAlarm(.above(.mgdL(180)), hysteresis: .mgdL(10), persistence: .seconds(3600))
    // A dip to 175 does not interrupt it, one to 165 does.
    let values = [200.0, 200, 175] + [Double](repeating: 190, count: 9) + [200, 165] + [200, 200]
    let states = states(&high, values.map { ($0, nil) })
    #expect(states[..<12].allSatisfy { $0 == .present || $0 == .recovering })
    #expect(states[2] == .recovering)
    #expect(states[12] == .persistent)
    #expect(states[13] == .recovering)
    #expect(states[14...] == [.present, .present])
    // The reading after the one that is clear is announced again.
    #expect(high.announcement?.time == time(14))
  }

  @Test func theDefaultAlarmsAreExactInTheirUnit() {
    let (mass, molar) = (LiveOptions(unit: .mgdL), LiveOptions(unit: .mmolL))
    #expect(mass.low.crossing == .below(.mgdL(70)) && mass.high.crossing == .above(.mgdL(180)))
    #expect(molar.low.crossing == .below(.mmolL(3.9)) && molar.high.crossing == .above(.mmolL(10)))
    #expect(mass.low.hysteresis == .mgdL(5) && mass.high.hysteresis == .mgdL(10))
    #expect(molar.low.hysteresis == .mmolL(0.3) && molar.high.hysteresis == .mmolL(0.6))
    // 10.0 mmol/L is 180.16 mg/dL.
    let limit = Reading(time: time(0), glucose: .mmolL(10))
    for (options, state) in [(mass, CrossingAlarm.State.present), (molar, .unknown(.noModel))] {
      var high = options.high
      high.update(with: limit, forecast: nil)
      #expect(high.state == state)
    }
  }

  /// In mg/dL, the differences of these numbers are not exact.
  @Test(arguments: [
    (ThresholdCrossing.above(.mmolL(13.9)), 0.7, [15, 13.3, 13.2, 13.2]),
    (.below(.mmolL(3.9)), 0.3, [3, 4.1, 4.2, 4.2]),
  ])
  func aReadingAtTheHysteresisInMmolPerLiterIsClear(
    crossing: ThresholdCrossing, hysteresis: Double, values: [Double]
  ) {
    var alarm = CrossingAlarm(crossing, hysteresis: .mmolL(hysteresis), recovery: .seconds(300))
    for (index, value) in values.enumerated() {
      alarm.update(with: Reading(time: time(Double(index)), glucose: .mmolL(value)), forecast: nil)
      #expect(alarm.isActive == (index < 3 ? true : nil))
    }
  }

  // MARK: - What is expected

  @Test func isExpectedWhereItIsProbableThoughThePathDoesNotCross() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 0.4)
    low.update(with: reading(0, 100), forecast: path(100, 100, probability: 0.39))
    #expect(low.isActive == false)
    low.update(with: reading(1, 100), forecast: path(100, 100, probability: 0.41))
    #expect(low.state == .expected)
    #expect(low.announcement == .init(time: time(1), kind: .expected))
    #expect(low.probability.map { abs($0 - 0.41) < 1e-9 } ?? false)
  }

  @Test func isExpectedFromItsProbabilityOn() {
    // A forecast has these probabilities exactly at a threshold of its own.
    for (probability, isExpected) in [(0.4, true), (0.4.nextDown, false)] {
      var low = CrossingAlarm(.below(.mgdL(60)), hysteresis: .mgdL(5), alarmProbability: 0.4)
      low.update(with: reading(0, 100), forecast: path(100, 100, probability: probability))
      #expect(low.isActive == isExpected)
    }
    var certain = CrossingAlarm(.below(.mgdL(60)), hysteresis: .mgdL(5), alarmProbability: 1)
    certain.update(with: reading(0, 100), forecast: path(100, 100, probability: 1))
    #expect(certain.state == .inactive)
  }

  @Test func thePathAloneCountsWhereThereIsNoProbability() {
    var alone = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 1)
    alone.update(with: reading(0, 100), forecast: path(100, probability: 1))
    #expect(alone.state == .inactive)
    var outside = CrossingAlarm(.below(.mgdL(90)), hysteresis: .mgdL(5), alarmProbability: 0.4)
    outside.update(with: reading(0, 100), forecast: path(100, probability: 0.9))
    #expect(outside.state == .inactive)
    #expect(outside.probability == nil)
    outside.update(with: reading(1, 100), forecast: path(89))
    #expect(outside.state == .expected)
  }

  @Test(arguments: [(ThresholdCrossing.below(.mgdL(70)), 69.9), (.above(.mgdL(70)), 70.1)])
  func thePathCrossesBeyondTheThresholdAndNotOnIt(crossing: ThresholdCrossing, beyond: Double) {
    var alarm = CrossingAlarm(crossing, hysteresis: .mgdL(5))
    alarm.update(with: reading(0, 70), forecast: path(70))
    #expect(alarm.isActive == false)
    alarm.update(with: reading(1, 70), forecast: path(70, beyond))
    #expect(alarm.state == .expected)
  }

  @Test func looksNoFartherThanItsLead() {
    var low = CrossingAlarm(.below(.mgdL(70)), within: .seconds(600), hysteresis: .mgdL(5))
    low.update(with: reading(0, 100), forecast: path(80, 80, 60))
    #expect(low.isActive == false)
    low.update(with: reading(1, 100), forecast: path(80, 60, 80))
    #expect(low.isActive == true)
  }

  /// A snapshot of reading 0, which is 100 mg/dL, with a path.
  func snapshot(_ forecast: GlucoseForecast, _ low: CrossingAlarm) -> LiveSnapshot {
    var low = low
    low.update(with: reading(0, 100), forecast: forecast)
    return LiveSnapshot(
      date: time(0),
      current: CurrentGlucose(
        reading: reading(0, 100), age: .zero, isStale: false, mgdLPerMinute: nil),
      forecast: forecast, low: low, high: LiveOptions.standard.high)
  }

  @Test func theLeadIsFromThePresentAndNotFromTheReading() {
    // The path crosses at 35 minutes.
    let path = path(95, 90, 85, 80, 75, 72, 69, 66)
    let now = snapshot(path, CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(0)))
    #expect(now.low.state == .inactive)
    #expect(now.advanced(to: time(0.99)).low.state == .inactive)
    let later = now.advanced(to: time(1)).low
    #expect(later.state == .expected)
    #expect(later.announcement == .init(time: time(0), kind: .expected))
    #expect(later.isDue(at: time(1)))
    // What was expected already keeps its announcement, and what is there its state.
    #expect(now.advanced(to: time(1)).advanced(to: time(2)).low.announcement?.time == time(0))
    var present = now
    present.low.update(with: reading(0, 60), forecast: path)
    #expect(present.advanced(to: time(1)).low.state == .present)
  }

  @Test func theProbabilityIsOfTheLeadFromThePresent() {
    // A tenth by five minutes, two by ten, and so on.
    let odds = (1...8).map { [Double](repeating: Double($0) / 10, count: 2) }
    let forecast = GlucoseForecast(
      origin: reading(0, 100), points: path(99, 99, 99, 99, 99, 99, 99, 99).points,
      nominalCoverage: 0.9,
      crossings: CrossingProbabilities(
        lows: [.mgdL(60), .mgdL(80)], below: odds, highs: [.mgdL(180), .mgdL(250)], above: odds))
    let now = snapshot(
      forecast, CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), alarmProbability: 0.65))
    func alike(_ value: Double?, _ expected: Double) -> Bool {
      value.map { abs($0 - expected) < 1e-9 } ?? false
    }
    #expect(alike(now.low.probability, 0.6) && now.low.state == .inactive)
    let soon = now.advanced(to: time(0.9)).low
    #expect(alike(soon.probability, 0.6) && soon.state == .inactive)
    let later = now.advanced(to: time(1)).low
    #expect(alike(later.probability, 0.7) && later.state == .expected)
    #expect(alike(now.advanced(to: time(3)).low.probability, 0.8))
  }

  // MARK: - One story, announced once

  @Test func whatIsExpectedBetweenTwoReadingsIsAnnouncedOnce() {
    let alarm = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(0))
    let now = snapshot(path(95, 90, 85, 80, 75, 72, 69, 66), alarm)
    var response = AlarmResponse()
    response.acknowledge(now.advanced(to: time(1.5)).low)
    #expect(response.acknowledged == time(0))
    // The next reading has the same to announce.
    for (index, isDue) in [(2.0, false), (4, false), (4.1, true)] {
      var low = now.low
      low.update(with: reading(index, 90), forecast: path(80, 69))
      #expect(low.announcement == .init(time: time(index), kind: .expected))
      // After a silence it is another story.
      #expect(low.isDue(at: time(index), after: response) == isDue)
      #expect(low.isDue(at: time(index)))
      // The reading below the threshold is part of it, unless it comes later than the lead.
      var soon = low
      soon.update(with: reading(index + 4, 69), forecast: nil)
      #expect(soon.isDue(at: time(index + 4), after: response) == (index > 2))
      for step in 1...6 { low.update(with: reading(index + Double(step), 80), forecast: path(69)) }
      low.update(with: reading(index + 7, 69), forecast: nil)
      #expect(low.announcement == .init(time: time(index + 7), kind: .present))
      #expect(low.isDue(at: time(index + 7), after: response))
    }
    // One that nobody acknowledged is due.
    var other = now.low
    other.update(with: reading(1, 90), forecast: path(80, 69))
    #expect(other.isDue(at: time(1)))
    #expect(other.isDue(at: time(1), after: AlarmResponse(acknowledged: time(-4))))
    // Readings that arrive late expect it anew, each with a later lead.
    for index in [0.2, 0.4, 1, 2] {
      let points = [(1, 85.0), (2, 80), (7, 69)].map { step, value in
        GlucoseForecast.Point(
          time: time(index + step), glucose: .mgdL(value), lower: .mgdL(value), upper: .mgdL(value))
      }
      let late = GlucoseForecast(origin: reading(index, 90), points: points, nominalCoverage: 0.9)
      var low = alarm
      low.update(with: reading(index, 90), forecast: late)
      #expect(low.state == .inactive)
      low.lookAhead(from: time(index + 2), with: late)
      #expect(low.announcement == .init(time: time(index), kind: .expected))
      #expect(!low.isDue(at: time(index + 2), after: response))
    }
  }

  @Test func aPathThatOscillatesRaisesOneAlarm() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    let changes = [71, 69, 71, 69, 74.9, 75, 71.0, 75, 80, 85, 90, 95].enumerated().map {
      low.update(with: reading(Double($0), 100), forecast: path($1))
    }
    // Clear from reading 7 on: over twenty minutes later.
    #expect(changes.indices.filter { changes[$0] } == [0, 1, 11])
    #expect(low.isActive == false)
    #expect(low.episode == nil)
  }

  @Test func staysActiveUntilItIsHalfAsProbableForTheRecovery() {
    var high = CrossingAlarm(
      .above(.mgdL(200)), hysteresis: .mgdL(5), alarmProbability: 0.4, recovery: .seconds(600))
    let states = states(
      &high,
      [0.3, 0.5, 0.3, 0.19, 0.3, 0.19, 0.19, 0.19, 0.3].map {
        (150, path(150, probability: $0))
      })
    #expect(
      states == [
        .inactive, .expected, .expected, .recovering, .expected, .recovering, .recovering,
        .inactive, .inactive,
      ])
  }

  @Test func aLowIsOneEpisodeFromItsExpectationToItsRecovery() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    let clear = path(110, probability: 0.01)
    let steps: [(Double, GlucoseForecast?)] = [
      (85, path(68)), (75, path(62)), (68, path(64)), (66, path(70)), (72, clear), (69, clear),
      (74, clear), (80, clear), (90, clear), (100, clear), (110, clear), (115, clear),
    ]
    let states = states(&low, steps)
    #expect(states[..<6] == [.expected, .expected, .present, .present, .recovering, .present])
    #expect(states[6..<11].allSatisfy { $0 == .recovering } && states[11...] == [.inactive])
  }

  /// Values every five minutes, and the indices of the readings that are announced.
  @Test(
    arguments: [
      ([61, 74, 115, 140, 97, 59], [0, 5]), ([61, 62, 85, 75, 64], [0, 4]),
      ([61, 62, 74, 74, 74, 61, 60], [0]), ([61, 90, 61, 60, 59, 58], [0, 4]),
      ([61, 90, 61, 90, 90, 61, 90, 90, 90, 61], [0, 5, 9]),
      ([69, 100, 100, 100, 100, 69], [0, 5]),
    ] as [([Double], [Int])])
  func aLowAfterARiseIsNewAndAnnouncedOnce(values: [Double], announced: [Int]) {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    var response = AlarmResponse()
    var due: [Int] = []
    for (index, value) in values.enumerated() {
      low.update(with: reading(Double(index), value), forecast: nil)
      guard low.isDue(at: time(Double(index)), after: response) else { continue }
      due.append(index)
      response.acknowledge(low)
    }
    #expect(due == announced)
  }

  @Test func aNewLowIsAnnouncedEveryFifteenMinutesToo() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5))
    for (index, value) in [61.0, 140, 59].enumerated() {
      low.update(with: reading(3 * Double(index), value), forecast: nil)
    }
    #expect(low.announcement == .init(time: time(6), kind: .present))
  }

  @Test func aLowThatPersistsIsRepeatedAtItsRhythm() {
    var low = CrossingAlarm(.below(.mgdL(70)), hysteresis: .mgdL(5), repetition: .seconds(3600))
    var times: Set<Date> = []
    for index in 0..<40 {
      low.update(with: reading(Double(index), index % 3 == 1 ? 72 : 65), forecast: nil)
      if let time = low.announcement?.time { times.insert(time) }
    }
    #expect(times == [time(0), time(12), time(24), time(36)])
    #expect(low.episode?.start == time(0))
  }

  @Test func isAnnouncedAgainWhenTheLowComesLaterThanTheLead() {
    var low = CrossingAlarm(.below(.mgdL(70)), within: .seconds(1800), hysteresis: .mgdL(5))
    for index in 0..<7 { low.update(with: reading(Double(index), 76), forecast: path(69)) }
    var soon = low
    soon.update(with: reading(6.0001, 69), forecast: path(69))
    #expect(soon.announcement == .init(time: time(6.0001), kind: .present))
    var inTime = CrossingAlarm(.below(.mgdL(70)), within: .seconds(1800), hysteresis: .mgdL(5))
    for index in 0..<6 { inTime.update(with: reading(Double(index), 76), forecast: path(69)) }
    inTime.update(with: reading(6, 69), forecast: path(69))
    #expect(inTime.announcement == .init(time: time(0), kind: .expected))
    // What was announced as present is not announced again, however long it lasts.
    for index in 7..<40 { inTime.update(with: reading(Double(index), 60), forecast: path(60)) }
    #expect(inTime.announcement == .init(time: time(0), kind: .expected))
    #expect(inTime.state == .persistent)
  }
}

extension AlarmResponse {
  /// A response to the announcement of a reading at a time.
  init(acknowledged time: Date) {
    self.init()
    acknowledged = time
  }
}
