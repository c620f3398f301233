import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BacktestTests {
  /// A predictor that expects 100 ± 10 mg/dL and records the last reading of its history.
  private final class Constant: Predictor {
    let id = "constant"
    let seen = Lock<[Double]>([])

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      seen.withLock { $0.append(history.series.values.last ?? 0) }
      return leads.map { _ in
        PredictedGlucose(expected: .mgdL(100), interval: .mgdL(90)...(.mgdL(110)))
      }
    }
  }

  @Test func errorsAreWorkedByHand() {
    var errors = ForecastErrors()
    #expect(errors.rootMeanSquare == nil && errors.coverage == nil)
    let outlook = PredictedGlucose(expected: .mgdL(100), interval: .mgdL(90)...(.mgdL(110)))
    errors.add(outlook, outcome: 80)
    errors.add(outlook, outcome: 110)
    errors.add(PredictedGlucose(expected: .mgdL(100)), outcome: 100)
    #expect(errors.count == 3)
    #expect(errors.bias == 10.0 / 3)
    #expect(errors.meanAbsolute == 10)
    #expect(errors.rootMeanSquare == (500.0 / 3).squareRoot())
    #expect(abs((errors.meanAbsoluteRelative ?? 0) - 100 * (0.25 + 10 / 110.0) / 3) < 1e-12)
    #expect(errors.coverage == 0.5)
    #expect(errors.meanWidth == 20)
    // There is no distribution.
    #expect(errors.intervalScore(of: 0.9) == nil)
  }

  @Test func recordingsThatAreReadWhenNeededGiveTheSameTest() throws {
    let people = try (1...2).map {
      Recording(series: try Synthetic.autoregression(count: 400, seed: UInt64($0)))
    }
    let options = BacktestOptions(leads: [.seconds(1800)])
    var read: [Int] = []
    let test = Backtest(of: 2, options) { person in
      read.append(person)
      return people[person]
    } predictors: { _, _ in
      [Baseline.lastValue]
    }
    #expect(test == Backtest(of: people, options) { _, _ in [Baseline.lastValue] })
    #expect(read == [0, 1])
  }

  /// Of twelve readings the fourth, the eighth and the last are origins, which has no outcome.
  @Test(arguments: [(1, 11), (2, 5), (4, 2), (12, 0)])
  func everyNthOriginIsTested(stride: Int, count: Int) throws {
    let series = try Synthetic.series((0..<40).map { 100 + Double($0) })
    let test = Backtest(of: [series], at: [.seconds(300)], every: stride) { _, _ in
      [Baseline.lastValue]
    }
    #expect(test.originCount == count)
  }

  @Test func testsTheLastPartAndShowsNothingLater() throws {
    let series = try Synthetic.series((0..<100).map { 60 + Double($0) })
    let constant = Constant()
    let test = Backtest(of: [series], at: [.seconds(300), .seconds(1800)]) { person, past in
      #expect(person == 0 && past.series.count == 70)
      return [constant, Baseline.lastValue]
    }
    // Readings 70 to 98 have an outcome after five minutes, and 70 to 93 one after thirty minutes.
    #expect(constant.seen.withLock { $0 } == (70...98).map { 60 + Double($0) })
    #expect(test.originCount == 29)
    let five = try #require(test.score(of: "last-value", lead: .seconds(300)))
    let thirty = try #require(test.score(of: "last-value", lead: .seconds(1800)))
    #expect(five.count == 29 && thirty.count == 24)
    #expect(five.bias == -1 && thirty.bias == -6)
    #expect(thirty.coverage == nil)
  }

  /// A predictor that expects 100 mg/dL, and one more for each event that it knows.
  private struct EventCounter: Predictor {
    let id = "event-counter"

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      leads.map { _ in PredictedGlucose(expected: .mgdL(100 + Double(history.events.count))) }
    }
  }

  /// Readings 70 to 98 are origins. The first event is known to all of them, but not before the test,
  /// the second from reading 90 on, and the third, a second after reading 95, from the next.
  @Test func predictorsKnowTheEventsUpToTheirOrigins() throws {
    let series = try Synthetic.series(Array(repeating: 100, count: 100))
    let times = [70.0, 90, 95 + 1 / 300.0].map { Synthetic.start + 300 * $0 }
    let events = times.enumerated().map { number, time in
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(number)"), at: Date(timeIntervalSinceReferenceDate: time),
        in: .gmt, .meal(Meal(carbs: 30)))
    }
    let recording = Recording(series: series, events: events)
    let test = Backtest(ofRecordings: [recording], at: [.seconds(300)]) { _, past in
      #expect(past.events.isEmpty)
      return [EventCounter()]
    }
    let errors = try #require(test.score(of: "event-counter", lead: .seconds(300)))
    #expect(errors.count == 29 && errors.bias == (29 + 9 + 3) / 29.0)
  }

  /// A predictor that expects the last reading of its last update.
  private struct Learner: Predictor {
    let id = "learner"
    var learned = 0.0

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      leads.map { _ in PredictedGlucose(expected: .mgdL(learned)) }
    }

    mutating func update(with history: Recording) { learned = history.series.values.last ?? 0 }
  }

  @Test func predictorsAreUpdatedAtTheInterval() throws {
    let series = try Synthetic.series((0..<40).map { 60 + Double($0) })
    func bias(_ interval: Duration?) -> Double? {
      let learner = Learner(learned: 88)
      return Backtest(of: [series], at: [.seconds(300)], updateInterval: interval) { _, _ in
        [learner]
      }.score(of: "learner", lead: .seconds(300))?.bias
    }
    // The outcomes of readings 28 to 38 are 89 to 99 mg/dL, with mean 94.
    #expect(bias(nil) == -6)
    // Updated at readings 30, 32 … 38: 88, 88, 90, 90 … 96, 96, 98.
    let shown = [88.0, 88, 90, 90, 92, 92, 94, 94, 96, 96, 98]
    #expect(abs((bias(.seconds(600)) ?? 0) - (shown.reduce(0, +) / 11 - 94)) < 1e-12)
  }

  @Test func coverageIsCountedAtFourLevels() {
    let even = GlucoseDistribution(quantiles: (1...39).map { 100 + Double($0) })
    var errors = ForecastErrors()
    #expect(errors.coverage(of: 0.9) == nil)
    for outcome in [120.0, 131, 137, 138.5] {
      errors.add(PredictedGlucose(expected: .mgdL(120), distribution: even), outcome: outcome)
    }
    // The upper bounds of the intervals are 130, 136, 138 and 139.
    #expect([0.5, 0.8, 0.9, 0.95].map { errors.coverage(of: $0) } == [0.25, 0.5, 0.75, 1])
    var twice = errors
    twice += errors
    #expect(twice.coverage(of: 0.8) == 0.5)
  }

  @Test(arguments: [(360.0, 401.5), (0, 38.5)])
  func outcomesBeyondTheLimitsAreOutside(start: Double, outcome: Double) {
    let wide = GlucoseDistribution(quantiles: (1...39).map { start + 2 * Double($0) })
    var errors = ForecastErrors()
    for value in [outcome, min(max(outcome, 39), 401)] {
      errors.add(
        PredictedGlucose(
          expected: .mgdL(100), interval: wide.interval(coverage: 0.9), distribution: wide),
        outcome: value)
    }
    #expect(errors.coverage == 0.5)
    #expect([0.5, 0.8, 0.9, 0.95].map { errors.coverage(of: $0) } == [0.5, 0.5, 0.5, 0.5])
  }

  @Test func onlyOriginsWithAForecastOfEveryPredictorCount() throws {
    let series = try Synthetic.autoregression(count: 1000, seed: 140).without(800..<810)
    let model = try Forecaster.fit([series])
    let test = Backtest(of: [series], at: model.leads) { _, _ in [model, Baseline.lastValue] }
    for lead in model.leads {
      let counts = [model.name, "last-value"].map { test.score(of: $0, lead: lead)?.count }
      #expect(counts[0] == counts[1])
    }
    let alone = Backtest(of: [series], at: model.leads) { _, _ in [Baseline.lastValue] }
    #expect(alone.originCount - test.originCount == 12)
  }

  @Test func poolsPeopleAndKeepsThemApart() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 400, seed: 141 + $0) }
    let lead = Duration.seconds(600)
    let test = Backtest(of: people, at: [lead]) { _, _ in [Baseline.lastValue, Baseline.momentum] }
    #expect(test.scores.count == 2 * 4)
    var sum = ForecastErrors()
    for person in 0..<3 {
      sum += try #require(test.score(of: "momentum", person: person, lead: lead))
    }
    #expect(test.score(of: "momentum", lead: lead) == sum)
  }

  @Test func theNumberOfTasksDoesNotMatter() async throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 500, seed: 160 + $0) }
    let high = ThresholdCrossing.above(.mgdL(150))
    let recordings = people.map { Recording(series: $0) }
    let alone = try await Backtest.ofModel(of: 3, alarmsOf: [high], tasks: 1) { recordings[$0] }
    let shared = try await Backtest.ofModel(of: 3, alarmsOf: [high], tasks: 3) { recordings[$0] }
    #expect(shared == alone)
    let options = BacktestOptions(leads: [.seconds(600)])
    let plain = Backtest(of: recordings, options) { _, _ in [Baseline.lastValue] }
    let tested = Lock<[Int]>([])
    let streamed = try await Backtest(
      of: 3, options, tasks: 2, progress: { count in tested.withLock { $0.append(count) } },
      recording: { recordings[$0] }, predictors: { _, _ in [Baseline.lastValue] })
    #expect(streamed == plain)
    #expect(tested.withLock { $0 } == [1, 2, 3])
  }

  @Test func predictorsThatOnlySomeHaveAreScoredByTheirName() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 500, seed: 170 + $0) }
    let high = ThresholdCrossing.above(.mgdL(140))
    let test = Backtest(of: people, at: [.seconds(600)], alarmsOf: [high]) { person, _ in
      person == 0 ? [Baseline.momentum, Baseline.lastValue] : [Baseline.lastValue]
    }
    let both = Backtest(of: people, at: [.seconds(600)], alarmsOf: [high]) { _, _ in
      [Baseline.lastValue]
    }
    func alarm(_ test: Backtest, _ name: String) -> AlarmPerformance? {
      test.alarm(of: name, for: high, at: .falseAlarmsPerWeek(7))
    }
    #expect(alarm(test, "last-value") == alarm(both, "last-value"))
    #expect(alarm(test, "momentum")?.people.count == 1)
  }

  @Test func measuresTheCoverageThatTheFitReports() throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 1500, seed: 150 + $0) }
    let model = try Forecaster.fit(people)
    let test = Backtest(of: people, at: model.leads) { _, past in
      [model, model.personalized(to: past)]
    }
    for lead in model.leads {
      let everyone = try #require(model.empiricalCoverage(of: 0.9, lead: lead))
      let own = try #require(
        model.personalized(to: people[0]).empiricalCoverage(of: 0.9, lead: lead))
      // The back-test also includes the last half hour of a record, whose later outcomes are
      // missing.
      #expect(abs((test.score(of: "model", lead: lead)?.coverage ?? 0) - everyone) < 0.01)
      #expect(abs((test.score(of: "personal-model", lead: lead)?.coverage ?? 0) - own) < 0.01)
    }
  }
}
