import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct AlarmWatchTests {
  /// A predictor with a fixed score for each last value.
  private struct ScriptedAlarm: Predictor {
    let id = "scripted"
    let scores: [Double: Double]

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      leads.map { _ in PredictedGlucose(expected: .mgdL(100)) }
    }

    func output(
      after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
    ) -> PredictorOutput? {
      predictions(after: history, at: leads).map { predictions in
        let score = scores[history.series.values.last ?? 0] ?? 0
        return PredictorOutput(
          predictions: predictions, alarms: crossings.map { _ in PredictedCrossing(score: score) })
      }
    }
  }

  /// Returns readings of which only the last 60 are tested: values from 100, so that each
  /// identifies its reading, except at `lows`, counted in the tested part.
  private func series(_ lows: Range<Int>) throws -> GlucoseSeries {
    try Synthetic.series(
      (0..<200).map { index in
        let place = index - 140
        return lows.contains(place) ? 60 : 100 + Double(index)
      })
  }

  private func counts(
    _ lows: Range<Int>, alarms: [Int], allowed: Double = 1e9
  ) throws -> AlarmCounts {
    let scripted = ScriptedAlarm(
      scores: Dictionary(uniqueKeysWithValues: alarms.map { (240 + Double($0), 1.0) }))
    let test = Backtest(
      of: [try series(lows)], at: (1...6).map { .seconds($0 * 300) },
      alarmsOf: [.below(.mgdL(70))], falseAlarmsPerWeek: [allowed]
    ) { _, _ in [scripted] }
    // Every origin has a score of 0 or 1; alarms are raised at 1.
    let score = try #require(
      test.alarm(of: "scripted", for: .below(.mgdL(70)), at: .falseAlarmsPerWeek(allowed)))
    return score.cutoff == 1 ? score.all : AlarmCounts()
  }

  @Test func anAlarmWithinTheHorizonIsTrueAndCatchesTheEpisode() throws {
    // A week has 2,016 origins: of the 54 whose record continues to the horizon, one false alarm is
    // 37 a week.
    let counts = try counts(30..<34, alarms: [10, 26], allowed: 38)
    #expect(counts.episodes == 1 && counts.caught == 1)
    #expect(counts.trueAlarms == 1 && counts.falseAlarms == 1)
    #expect(counts.sensitivity == 1 && counts.precision == 0.5)
    #expect(counts.meanLead == .seconds(20 * 60))
    #expect(abs(counts.weeks - 54 / 2016.0) < 1e-12)
  }

  @Test func alarmsRepeatNoSoonerThanTheHorizon() throws {
    let counts = try counts(30..<34, alarms: [5, 6, 7, 8, 9, 10, 11], allowed: 80)
    // The alarm at origin 5, and the alarm at origin 11, half an hour later.
    #expect(counts.falseAlarms == 2 && counts.trueAlarms == 0 && counts.caught == 0)
  }

  /// Of 60 tested origins, the six before the low at 30 to 33 are followed by it, and the last six
  /// have no whole half hour.
  @Test func theSpecificityIsThatOfOriginsWithoutALowAhead() throws {
    let alarms = [5, 6, 7, 26, 50, 58]
    let scripted = ScriptedAlarm(
      scores: Dictionary(uniqueKeysWithValues: alarms.map { (240 + Double($0), Double($0)) }))
    func counts(_ percent: Double) throws -> AlarmCounts {
      var options = BacktestOptions(leads: (1...6).map { .seconds($0 * 300) })
      options.crossings = [.below(.mgdL(70))]
      options.alarmLimits = [.specificity(Percentage(percent))]
      let test = Backtest(of: [Recording(series: try series(30..<34))], options) { _, _ in
        [scripted]
      }
      let limit = try #require(options.alarmLimits.first)
      return try #require(
        test.alarm(of: "scripted", for: .below(.mgdL(70)), at: limit)?.all)
    }
    // Of 44 quiet origins, those with the scores 50, 7, 6, and 5.
    let three = try counts(100 - 100 * 3.5 / 44)
    #expect(three.quietOrigins == 44 && three.scoredQuietOrigins == 3)
    #expect(three.specificity == 1 - 3 / 44.0)
    #expect(three.sensitivity == 1 && three.meanLead == .seconds(20 * 60))
    // Two of the alarms are false, since an alarm is raised at 6 and not at 7.
    #expect(three.falseAlarms == 2 && three.trueAlarms == 1)
    let perDay = try #require(three.trueAlarmsPerDay)
    #expect(abs(perDay - 288 / 54.0) < 1e-9)
    #expect(try counts(100 - 100 * 1.0 / 44).scoredQuietOrigins == 1)
    let none = try counts(100)
    #expect(none.scoredQuietOrigins == 0 && none.specificity == 1 && none.caught == 0)
    let all = try counts(0)
    #expect(all.scoredQuietOrigins == 44 && all.specificity == 0)
  }

  @Test func limitsAreStoredUnderTheirNames() throws {
    let limits: [AlarmLimit] = [.falseAlarmsPerWeek(3), .lowGlucosePredict]
    let data = try JSONEncoder().encode(limits)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"falseAlarmsPerWeek":3},{"specificity":0.9825}]"#)
    #expect(try JSONDecoder().decode([AlarmLimit].self, from: data) == limits)
  }

  @Test func anUnknownOutcomeIsNotCounted() throws {
    let whole = try series(0..<0)
    // Readings 150 to 160 are missing, and an alarm is raised at 147.
    let scripted = ScriptedAlarm(scores: [247: 1])
    let test = Backtest(
      of: [try whole.without(150..<161)], at: (1...6).map { .seconds($0 * 300) },
      alarmsOf: [.below(.mgdL(70))], falseAlarmsPerWeek: [0]
    ) { _, _ in [scripted] }
    let all = try #require(test.alarms.first?.all)
    #expect(all.falseAlarms == 0 && all.trueAlarms == 0 && all.precision == nil)
    #expect(all.episodes == 0 && all.sensitivity == nil)
  }

  @Test func noAlarmIsRaisedIfNoFalseAlarmIsAllowed() throws {
    let test = Backtest(
      of: [try series(30..<34)], at: [.seconds(1800)], alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [0]
    ) { _, _ in [Baseline.lastValue] }
    let all = try #require(test.alarms.first?.all)
    #expect(all.falseAlarms == 0)
    #expect(all.episodes == 1)
  }

  /// A predictor with the same score and probability at every origin.
  private struct Constant: Predictor {
    let id = "constant"
    let probability: Double?

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      leads.map { _ in PredictedGlucose(expected: .mgdL(100)) }
    }

    func output(
      after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
    ) -> PredictorOutput? {
      predictions(after: history, at: leads).map { predictions in
        PredictorOutput(
          predictions: predictions,
          alarms: crossings.map { _ in PredictedCrossing(score: 1, probability: probability) })
      }
    }
  }

  private let leads = (1...6).map { Duration.seconds($0 * 300) }

  @Test(arguments: [1, 2, 3, 6, 12])
  func theRateOfFalseAlarmsDoesNotDependOnTheStride(every: Int) throws {
    // Never low: a permanent alarm is raised every half hour, 336 times a week.
    let series = try Synthetic.series((0..<4000).map { 120 + Double($0 % 7) })
    let test = Backtest(
      of: [series], at: leads, every: every, alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [1000]
    ) { _, _ in [Constant(probability: nil)] }
    let all = try #require(test.alarms.first?.all)
    #expect(abs(try #require(all.falseAlarmsPerWeek) - 336) < 3)
    // 1,200 readings are tested, four days; of each hour only half is monitored if every twelfth is
    // tested.
    #expect(abs(all.weeks * 2016 - (every == 12 ? 600 : 1200)) < 15)
  }

  @Test(arguments: [1, 3, 6])
  func episodesCountHoweverFewOriginsAreTested(every: Int) throws {
    // Low for a quarter of an hour every four hours.
    let series = try Synthetic.series((0..<2000).map { $0 % 48 < 3 ? 60 : 120 })
    let test = Backtest(
      of: [series], at: leads, every: every, alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [1000]
    ) { _, _ in [Constant(probability: nil)] }
    let all = try #require(test.alarms.first?.all)
    #expect(all.episodes == 12 && all.caught == 12)
    #expect(all.weeks > 0.28 && all.weeks < 0.31)
  }

  @Test func anAlarmBeforeAnInterruptionIsNeitherTrueNorFalse() throws {
    // 60 readings are tested; from reading 160, an hour is missing, and reading 158 is low.
    let series = try Synthetic.series((0..<200).map { $0 == 158 ? 60 : 120 }).without(160..<172)
    let test = Backtest(
      of: [series], at: leads, testPercentage: Percentage(fraction: 0.3),
      alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [1000]
    ) { _, _ in [Constant(probability: 0.25)] }
    let all = try #require(test.alarms.first?.all)
    // The test begins with reading 131. Alarms are raised there, at 137, 143 and 149, after which
    // the record continues for half an hour without a low, and at 155, whose half hour is
    // incomplete: the low at 158 follows, but the record is interrupted at 159. After the gap they
    // are raised at 172, 178, 184 and 190, with complete half hours, and at 196, without.
    #expect(all.falseAlarms == 8 && all.trueAlarms == 0)
    #expect(all.episodes == 1 && all.caught == 1)
    let reliability = try #require(test.reliabilities.first)
    // The half hours of 131 to 153 and 172 to 193 are complete, and a low follows 152 and 153
    // within half an hour.
    #expect(reliability.counts.reduce(0, +) == 45)
    #expect(reliability.observed(bin: 4) == 2.0 / 45)
    for bin in [-1, reliability.counts.count] {
      #expect(reliability.observed(bin: bin) == nil && reliability.expected(bin: bin) == nil)
    }
    let brier = (2 * 0.75 * 0.75 + 43 * 0.25 * 0.25) / 45
    #expect(abs(try #require(reliability.brierScore) - brier) < 1e-12)
    #expect(abs(all.weeks * 2016 - 45) < 1e-9)
  }

  /// A clock that was reset gives a reading of another decade, before the test or in it.
  @Test(arguments: [-80.0, -51, -33, 0, 70, 200])
  func aReadingOfAnotherDecadeSilencesNoAlarm(years: Double) throws {
    let series = try Synthetic.series((0..<1000).map { _ in 120 })
    let stray = Reading(
      time: series[0].time.addingTimeInterval(years * 365.25 * 86_400 - 300), glucose: .mgdL(100))
    let test = Backtest(
      of: [try GlucoseSeries([stray] + series)], at: leads, alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [1000]
    ) { _, _ in [Constant(probability: nil)] }
    let all = try #require(test.alarms.first?.all)
    // 300 readings are tested, and an alarm is raised every half hour.
    #expect((48...50).contains(all.falseAlarms))
  }

  private func counts(_ series: GlucoseSeries, alarms indices: [Int]) throws -> AlarmCounts {
    let record = PreparedSeries(series)
    var alarms = AlarmEvaluation(
      record, horizon: 1800, spacing: 300, [.below(.mgdL(70))], predictors: ["one"])
    for index in indices { alarms.add(index, of: record, [[PredictedCrossing(score: 1)]]) }
    return alarms.alarms(predictor: 0, crossing: 0)
      .counts(at: try #require(AlarmEvaluation.Cutoff(reachedBy: 1)))
  }

  /// A low 100 seconds after the horizon is within its tolerance, and one 200 seconds after it is not.
  @Test(arguments: [(1900.0, 1), (2000, 0)])
  func anEpisodeWithinTheToleranceOfTheHorizonCounts(low: Double, episodes: Int) throws {
    let times = (0..<6).map { 300 * Double($0) } + [low, low + 300, low + 600]
    let series = try ValidatedReadings(
      times: times.map { Synthetic.start + $0 }, values: times.map { $0 == low ? 60 : 120 }
    ).series
    let counts = try counts(series, alarms: [0])
    #expect(counts.episodes == episodes && counts.caught == episodes)
    #expect(counts.trueAlarms == episodes && counts.falseAlarms == 0)
    #expect(counts.meanLead == (episodes == 1 ? .seconds(1900) : nil))
  }

  /// An episode ends if no reading is low for half an hour and the tolerance.
  @Test(arguments: [(1900.0, 1), (2000, 2)])
  func anEpisodeLastsToTheNextLowWithinTheTolerance(pause: Double, episodes: Int) throws {
    let lows = [300, 300 + pause]
    let times = (0..<7).map { 300 * Double($0) } + [300 + pause, 2600, 2900]
    let values = times.map { lows.contains($0) ? 60.0 : 120 }
    let series = try ValidatedReadings(times: times.map { Synthetic.start + $0 }, values: values)
      .series
    let counts = try counts(series, alarms: [0, 6])
    #expect(counts.episodes == episodes && counts.caught == episodes)
  }

  /// Readings 330 seconds apart: five steps after an alarm, 1,650 seconds, the next may be raised,
  /// and four steps after it not.
  @Test(arguments: [(4, 1), (5, 2)])
  func alarmsRepeatAtTheHorizonLessItsTolerance(step: Int, count: Int) throws {
    let series = try Synthetic.series(Array(repeating: 120, count: 20), step: 330)
    let counts = try counts(series, alarms: [0, step])
    #expect(counts.falseAlarms == count && counts.trueAlarms == 0)
  }

  /// A probability that equals an edge is in the bin above it.
  @Test(arguments: [(0.0, 0), (0.02, 1), (0.0999, 2), (0.1, 3), (0.9, 11), (1, 11)])
  func aProbabilityIsInTheBinAboveTheEdgeThatItEquals(probability: Double, bin: Int) {
    var sums = CrossingReliability(predictor: "", crossing: .below(.mgdL(70)))
    sums.add(probability, true)
    #expect(sums.counts[bin] == 1 && sums.observed(bin: bin) == 1)
    #expect(sums.expected(bin: bin) == probability)
  }

  @Test func precisionHasAnIntervalAsSensitivityHas() throws {
    let people = try (0..<4).map { person in
      try Synthetic.series((0..<2000).map { $0 % (40 + 4 * person) < 3 ? 60 : 120 })
    }
    let test = Backtest(
      of: people, at: leads, alarmsOf: [.below(.mgdL(70))], falseAlarmsPerWeek: [1000]
    ) { _, _ in [Constant(probability: nil)] }
    let alarm = try #require(test.alarms.first)
    let interval = try #require(alarm.bootstrapInterval { $0.precision })
    #expect(
      try interval.contains(#require(alarm.all.precision))
        && interval.lowerBound < interval.upperBound)
    #expect(alarm.bootstrapInterval { $0.sensitivity } == 1...1)
  }
}
