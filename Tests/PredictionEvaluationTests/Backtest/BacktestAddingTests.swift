import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BacktestAddingTests {
  private static func people(_ count: Int) throws -> [Recording] {
    try (0..<count).map {
      let series = try Synthetic.autoregression(count: 500 + 40 * $0, seed: 310 + UInt64($0))
      return Recording(series: series)
    }
  }

  private static let options: BacktestOptions = {
    var options = BacktestOptions(leads: [.seconds(300), .seconds(1800)])
    options.testPercentage = Percentage(40)
    return options
  }()

  private static func test(_ people: ArraySlice<Recording>, _ model: Forecaster) -> Backtest {
    Backtest(of: Array(people), options) { _, past in
      [model.personalized(to: past).identified(as: "personal"), model, Baseline.lastValue]
    }
  }

  /// Seven people, a model of them, and its test on all.
  private static let all = Result {
    let people = try Self.people(7)
    let model = try Forecaster.fit(people)
    return (people: people, model: model, test: Self.test(people[...], model))
  }

  @Test(arguments: [[0, 7], [0, 3, 7], [0, 1, 1, 4, 7]])
  func partsGiveTheTestOfAll(_ cuts: [Int]) throws {
    let (people, model, whole) = try Self.all.get()
    var sum = Self.test(people[0..<0], model)
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      let part = Self.test(people[start..<end], model)
      let stored = try Backtest(bytes: part.bytes)
      #expect(stored == part)
      try sum.add(stored)
    }
    #expect(sum.personCount == 7 && sum.originCount == whole.originCount)
    #expect(sum.predictors == whole.predictors)
    for (ours, theirs) in zip(sum.scores, whole.scores) {
      #expect(ours.predictor == theirs.predictor && ours.person == theirs.person)
      #expect(ours.lead == theirs.lead && ours.errors.count == theirs.errors.count)
      #expect(ours.errors.coverage(of: 0.9) == theirs.errors.coverage(of: 0.9))
      if ours.person != nil { #expect(ours.errors == theirs.errors) }
      let (a, b) = (try #require(ours.errors.rootMeanSquare), theirs.errors.rootMeanSquare ?? 0)
      #expect(abs(a - b) < 1e-11 * b)
    }
    let (ours, theirs) = (
      sum.errors(of: "personal", when: .rising, lead: .seconds(1800)),
      whole.errors(of: "personal", when: .rising, lead: .seconds(1800))
    )
    #expect(try #require(ours).count == theirs?.count)
  }

  @Test func aPredictorOfSomePeopleIsKept() throws {
    let people = try Self.people(2).map(\.series)
    func test(_ series: GlucoseSeries, _ predictors: [any Predictor]) -> Backtest {
      Backtest(of: [Recording(series: series)], Self.options) { _, _ in predictors }
    }
    var sum = test(people[0], [Baseline.lastValue])
    try sum.add(test(people[1], [Baseline.momentum, Baseline.lastValue]))
    #expect(sum.predictors == ["last-value", "momentum"])
    #expect(sum.score(of: "momentum", person: 0, lead: .seconds(300)) == nil)
    let second = try #require(sum.score(of: "momentum", person: 1, lead: .seconds(300)))
    #expect(second == sum.score(of: "momentum", lead: .seconds(300)))
  }

  @Test func standardCrossingsAreExactInTheirUnit() {
    #expect(
      Backtest.standardCrossings(in: .mgdL)
        == [.below(.mgdL(70)), .below(.mgdL(54)), .above(.mgdL(180)), .above(.mgdL(250))])
    #expect(
      Backtest.standardCrossings(in: .mmolL)
        == [.below(.mmolL(3.9)), .below(.mmolL(3)), .above(.mmolL(10)), .above(.mmolL(13.9))])
  }

  @Test func otherOptionsAndAlarmsAreRefused() throws {
    let people = try Self.people(1)
    var test = Backtest(of: people, Self.options) { _, _ in [Baseline.lastValue] }
    var other = Self.options
    other.originStride = 2
    let thinned = Backtest(of: people, other) { _, _ in [Baseline.lastValue] }
    let error = FitError(
      .invalidOptions("Only back-tests with the same options and without alarms can be added"))
    #expect(throws: error) { try test.add(thinned) }
    other.crossings = Backtest.standardCrossings(in: .mgdL)
    var alarms = Backtest(of: people, other) { _, _ in [Baseline.lastValue] }
    #expect(throws: error) { try alarms.add(alarms) }
    #expect(throws: StoredModelError.self) { try Backtest(bytes: Array(test.bytes.dropLast())) }
  }
}
