import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct AlarmCutoffTests {
  @Test func aScoreReachesItsCutoffAndNoHigherOne() throws {
    var generator = SeededGenerator(seed: 920)
    for _ in 0..<4000 {
      let size = Double.random(in: -12...19, using: &generator)
      var score = 1.0
      for _ in 0..<Int(abs(size)) { score *= size < 0 ? 0.5 : 2 }
      score *= Double.random(in: 1..<2, using: &generator)
      for value in [score, -score] {
        let cutoff = try #require(AlarmEvaluation.Cutoff(reachedBy: value))
        #expect(cutoff.score <= value)
        #expect(AlarmEvaluation.Cutoff(number: cutoff.number + 1).score > value)
        // At most 3 percent apart, and 1/1,000 around zero.
        #expect(value - cutoff.score <= max(abs(value) / 31, 0x1p-10))
      }
    }
  }

  @Test func aRateThatIsReachedExactlyIsAllowed() {
    let changes = [(Int16(9), Int32(2)), (5, 3), (4, 4)].map {
      (
        cutoff: AlarmEvaluation.Cutoff(number: $0),
        level: AlarmEvaluation.Scores.Level(falseAlarms: $1)
      )
    }
    let people = [AlarmEvaluation.PersonAlarms(weeks: 1, episodes: 0, changes: changes)]
    let cutoffs = people.cutoffs([4, 3, 2.9, 1.9].map { .falseAlarmsPerWeek($0) })
    #expect(cutoffs.map(\.number) == [4, 5, 9, 10])
    #expect(cutoffs.map { people[0].counts(at: $0).falseAlarms } == [4, 3, 2, 0])
  }

  @Test(arguments: [0, 0x1p-10, 0.5, 1, 1.5, 30, -0x1p-10, -1, -30, -96])
  func cutoffsAreReachedByThemselves(score: Double) throws {
    let cutoff = try #require(AlarmEvaluation.Cutoff(reachedBy: score))
    #expect(cutoff.score == score)
    #expect(try #require(AlarmEvaluation.Cutoff(reachedBy: score.nextDown)) < cutoff)
  }

  @Test func extremeScoresHaveACutoffAndNotANumberHasNone() throws {
    #expect(AlarmEvaluation.Cutoff(reachedBy: .nan) == nil)
    let most = try #require(AlarmEvaluation.Cutoff(reachedBy: .infinity))
    #expect(try most >= #require(AlarmEvaluation.Cutoff(reachedBy: 1e300)))
    #expect(
      try #require(AlarmEvaluation.Cutoff(reachedBy: -.infinity))
        < AlarmEvaluation.Cutoff(number: 0))
  }

  /// Returns the counts of each cutoff on its own, evaluated origin by origin.
  private func counts(
    _ scores: [Double], _ outcomes: [Bool?], _ episodes: [Int?], cutoff: Double, pause: Int
  ) -> AlarmEvaluation.Scores.Level {
    var level = AlarmEvaluation.Scores.Level()
    var last = -10_000
    var caught = -1
    for place in scores.indices where scores[place] >= cutoff && place - last >= pause {
      last = place
      if let outcome = outcomes[place] {
        level.trueAlarms += outcome ? 1 : 0
        level.falseAlarms += outcome ? 0 : 1
      }
      if let episode = episodes[place], episode != caught {
        caught = episode
        level.caught += 1
        level.leadSeconds += Int32(10 * (episode + 1))
      }
    }
    return level
  }

  @Test func allCutoffsAtOnceCountAsEachAlone() throws {
    var generator = SeededGenerator(seed: 921)
    let count = 400
    let scores = (0..<count).map { _ in
      (Double.random(in: -40...25, using: &generator) * 4).rounded() / 4
    }
    let outcomes = (0..<count).map { _ in
      [true, false, nil][Int.random(in: 0..<3, using: &generator)]
    }
    let episodes = (0..<count).map { $0 % 50 < 8 ? $0 / 50 : nil }
    var all = AlarmEvaluation.Scores()
    for place in 0..<count {
      all.add(
        scores[place],
        at: AlarmEvaluation.Origin(
          time: Double(place), outcome: outcomes[place],
          episode: episodes[place].map { (Int32($0), Int32(10 * ($0 + 1))) }))
    }
    let person = AlarmEvaluation.PersonAlarms(
      weeks: 1, episodes: 8, changes: all.changes(pause: 6))
    for number in Int16(-200)...200 {
      let cutoff = AlarmEvaluation.Cutoff(number: number)
      let hand = counts(scores, outcomes, episodes, cutoff: cutoff.score, pause: 6)
      let ours = person.counts(at: cutoff)
      #expect(ours.trueAlarms == Int(hand.trueAlarms), "at \(cutoff.score)")
      #expect(ours.falseAlarms == Int(hand.falseAlarms))
      #expect(ours.caught == Int(hand.caught))
      #expect(abs(ours.leadMinutes - Double(hand.leadSeconds) / 60) < 1e-9)
    }
  }

  @Test func theCutoffIsTheLowestDownToWhichFalseAlarmsAreRare() {
    func person(_ changes: [(Double, Int32)]) -> AlarmEvaluation.PersonAlarms {
      AlarmEvaluation.PersonAlarms(
        weeks: 2, episodes: 0,
        changes: changes.compactMap { score, falseAlarms in
          AlarmEvaluation.Cutoff(reachedBy: score).map {
            ($0, AlarmEvaluation.Scores.Level(trueAlarms: 0, falseAlarms: falseAlarms))
          }
        })
    }
    // Over four weeks together: 2 at 8, 5 at 4, 9 at 2, 8 at 1 (a later alarm suppressed two), 20
    // at 0.5.
    let people = [person([(8, 2), (2, 6), (1, 5), (0.5, 15)]), person([(4, 3), (0.5, 5)])]
    let cutoffs = people.cutoffs([10, 3, 2, 1, 0.5, 0.25, 0].map { .falseAlarmsPerWeek($0) })
    let scores = cutoffs.map(\.score)
    #expect(
      scores == [
        0.5, 1, 4, 8, 8, AlarmEvaluation.Cutoff(number: cutoffs[6].number).score, scores[6],
      ])
    #expect(scores[5] > 8 && scores[6] > 8)
    #expect(people[1].counts(at: cutoffs[1]).falseAlarms == 3)
    #expect(people[1].counts(at: cutoffs[3]).falseAlarms == 0)
    #expect([AlarmEvaluation.PersonAlarms]().cutoffs([.falseAlarmsPerWeek(7)]).count == 1)
  }
}
