// SPDX-License-Identifier: Apache-2.0

import Diary
import GlucoseMath
import Testing

@testable import Prediction

struct AlarmWatchTests {
  /// Scores what it is told for each value it may see last.
  private struct Told: Predictor {
    let id = "told"
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

  /// Readings of which only the last 60 are tested: values from 100 on, so that each tells its moment,
  /// but for those at `lows`, counted in the tested part.
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
    let told = Told(
      scores: Dictionary(uniqueKeysWithValues: alarms.map { (240 + Double($0), 1.0) }))
    let test = Backtest(
      of: [try series(lows)], at: (1...6).map { .seconds($0 * 300) },
      alarmsOf: [.below(.mgdL(70))], falseAlarmsPerWeek: [allowed]
    ) { _, _ in [told] }
    // Every moment scores 0 or 1; alarms sound at 1.
    let score = try #require(
      test.alarm(of: "told", for: .below(.mgdL(70)), maximumFalseAlarmsPerWeek: allowed))
    return score.cutoff == 1 ? score.all : AlarmCounts()
  }

  @Test func anAlarmWithinTheHorizonIsTrueAndCatchesTheEpisode() throws {
    // A week has 2,016 moments: of 59 tested ones, one false alarm makes 34 a week.
    let counts = try counts(30..<34, alarms: [10, 26], allowed: 35)
    #expect(counts.episodes == 1 && counts.caught == 1)
    #expect(counts.trueAlarms == 1 && counts.falseAlarms == 1)
    #expect(counts.sensitivity == 1 && counts.precision == 0.5)
    #expect(counts.meanLead == .seconds(20 * 60))
    #expect(abs(counts.weeks - 59 / 2016.0) < 1e-12)
  }

  @Test func alarmsRepeatNoSoonerThanTheHorizon() throws {
    let counts = try counts(30..<34, alarms: [5, 6, 7, 8, 9, 10, 11], allowed: 80)
    // The alarm of moment 5, and that of moment 11, half an hour later.
    #expect(counts.falseAlarms == 2 && counts.trueAlarms == 0 && counts.caught == 0)
  }

  @Test func anEpisodeEndsWithHalfAnHourAbove() throws {
    let test = Backtest(
      of: [
        try Synthetic.series(
          (0..<200).map { [150, 153, 170].contains($0) ? 60 : 100 + Double($0) })
      ], at: (1...6).map { .seconds($0 * 300) }, alarmsOf: [.below(.mgdL(70))]
    ) { _, _ in [LastValue()] }
    #expect(test.alarms.allSatisfy { $0.all.episodes == 2 })
  }

  @Test func whatCannotBeToldCountsForNothing() throws {
    let whole = try series(0..<0)
    // Readings 150 to 160 are missing, and an alarm sounds at 147.
    let told = Told(scores: [247: 1])
    let test = Backtest(
      of: [try whole.without(150..<161)], at: (1...6).map { .seconds($0 * 300) },
      alarmsOf: [.below(.mgdL(70))], falseAlarmsPerWeek: [0]
    ) { _, _ in [told] }
    let all = try #require(test.alarms.first?.all)
    #expect(all.falseAlarms == 0 && all.trueAlarms == 0 && all.precision == nil)
    #expect(all.episodes == 0 && all.sensitivity == nil)
  }

  @Test func noAlarmSoundsWhereNoFalseOneIsAllowed() throws {
    let test = Backtest(
      of: [try series(30..<34)], at: [.seconds(1800)], alarmsOf: [.below(.mgdL(70))],
      falseAlarmsPerWeek: [0]
    ) { _, _ in [LastValue()] }
    let all = try #require(test.alarms.first?.all)
    #expect(all.falseAlarms == 0)
    #expect(all.episodes == 1)
  }
}
