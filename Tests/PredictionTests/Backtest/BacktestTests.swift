// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Synchronization
import Testing

@testable import Prediction

struct BacktestTests {
  /// Expects 100 mg/dL, give or take 10, and notes the last reading it was shown.
  private final class Constant: Predictor {
    let name = "constant"
    let seen = Mutex<[Double]>([])

    func outlooks(after history: GlucoseSeries, at leads: [Duration]) -> [Outlook]? {
      seen.withLock { $0.append(history.values.last ?? 0) }
      return leads.map { _ in Outlook(expected: .mgdL(100), range: .mgdL(90)...(.mgdL(110))) }
    }
  }

  @Test func errorsAreWorkedByHand() {
    var errors = ForecastErrors()
    #expect(errors.rootMeanSquare == nil && errors.coverage == nil && errors.winklerScore == nil)
    let outlook = Outlook(expected: .mgdL(100), range: .mgdL(90)...(.mgdL(110)))
    errors.add(outlook, outcome: 80)
    errors.add(outlook, outcome: 110)
    errors.add(Outlook(expected: .mgdL(100)), outcome: 100)
    #expect(errors.count == 3)
    #expect(errors.bias == 10.0 / 3)
    #expect(errors.meanAbsolute == 10)
    #expect(errors.rootMeanSquare == (500.0 / 3).squareRoot())
    #expect(abs((errors.meanAbsoluteRelative ?? 0) - 100 * (0.25 + 10 / 110.0) / 3) < 1e-12)
    #expect(errors.coverage == 0.5)
    #expect(errors.meanWidth == 20)
    // 20 and ten beyond it times twenty; and 20.
    #expect(errors.winklerScore == 120)
  }

  @Test func testsTheLastPartAndShowsNothingLater() throws {
    let series = try Synthetic.series((0..<100).map { 60 + Double($0) })
    let constant = Constant()
    let test = Backtest(of: [series], at: [.seconds(300), .seconds(1800)]) { person, past in
      #expect(person == 0 && past.count == 70)
      return [constant, LastValue()]
    }
    // Moments 70 to 98 have an outcome five minutes on; 70 to 93 one thirty minutes on.
    #expect(constant.seen.withLock { $0 } == (70...98).map { 60 + Double($0) })
    #expect(test.momentCount == 29)
    let five = try #require(test.score(of: "last value", lead: .seconds(300)))
    let thirty = try #require(test.score(of: "last value", lead: .seconds(1800)))
    #expect(five.count == 29 && thirty.count == 24)
    #expect(five.bias == -1 && thirty.bias == -6)
    #expect(thirty.coverage == nil)
  }

  @Test func onlyMomentsThatAllPredictorsAnswerCount() throws {
    let series = try Synthetic.autoregression(count: 1000, seed: 140).without(800..<810)
    let model = try Forecaster.fit([series])
    let test = Backtest(of: [series], at: model.leads) { _, _ in [model, LastValue()] }
    for lead in model.leads {
      let counts = [model.name, "last value"].map { test.score(of: $0, lead: lead)?.count }
      #expect(counts[0] == counts[1])
    }
    let alone = Backtest(of: [series], at: model.leads) { _, _ in [LastValue()] }
    #expect(alone.momentCount - test.momentCount == 12)
  }

  @Test func poolsPeopleAndKeepsThemApart() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 400, seed: 141 + $0) }
    let lead = Duration.seconds(600)
    let test = Backtest(of: people, at: [lead]) { _, _ in [LastValue(), Momentum()] }
    #expect(test.scores.count == 2 * 4)
    var sum = ForecastErrors()
    for person in 0..<3 {
      sum += try #require(test.score(of: "momentum", person: person, lead: lead))
    }
    #expect(test.score(of: "momentum", lead: lead) == sum)
    let decoded = try JSONDecoder().decode(
      Backtest.self, from: try JSONEncoder().encode(test))
    #expect(decoded == test)
  }

  @Test func measuresTheCoverageThatTheFitReports() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 1500, seed: 150 + $0) }
    let model = try Forecaster.fit(people)
    let test = Backtest(of: people, at: model.leads) { _, past in
      [model, model.personalised(to: past)]
    }
    for lead in model.leads {
      let everyone = try #require(model.measuredCoverage(of: 0.9, lead: lead))
      let own = try #require(
        model.personalised(to: people[0]).measuredCoverage(of: 0.9, lead: lead))
      // The backtest also counts the last half hour of a record, whose longer outcomes are missing.
      #expect(abs((test.score(of: "model", lead: lead)?.coverage ?? 0) - everyone) < 0.01)
      #expect(abs((test.score(of: "personal model", lead: lead)?.coverage ?? 0) - own) < 0.01)
    }
  }
}
