import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct ModelInTestTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    options.minimumDetail = .daily
    options.detail = .daily
    options.usesEvents = true
    return options
  }()

  /// Returns people whose glucose rises after each meal, which they log.
  private func eaters(_ count: Int) throws -> [Recording] {
    try (0..<2).map { person in
      var generator = SeededGenerator(seed: 700 + UInt64(person))
      var rise = [Double](repeating: 0, count: count + 40)
      var events: [DiaryEvent] = []
      for meal in stride(from: 25, to: count, by: 67) {
        let start = meal + Int.random(in: 0..<20, using: &generator)
        events.append(
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: "\(meal)"),
            at: Date(timeIntervalSinceReferenceDate: Synthetic.start + Double(start) * 300),
            in: .gmt, .meal(Meal(carbs: 60))))
        for step in 0..<36 {
          let age = Double(step) / 6
          rise[min(start + step, rise.count - 1)] += 70 * age * exp(1 - age)
        }
      }
      return Recording(
        series: try Synthetic.series(
          (0..<count).map { 110 + rise[$0] + 2 * generator.normal() }), events: events)
    }
  }

  @Test func eventsAndLearningAreRowsOfTheirOwn() async throws {
    let people = try eaters(1400)
    let test = try await Backtest.ofModel(
      of: people.count, Self.options, updateInterval: .seconds(86_400), alarmsOf: []
    ) { people[$0] }
    #expect(
      test.predictors.prefix(5) == [
        "personal-model", "personal-model-learning", "personal-model-events",
        "personal-model-events-learning", "model",
      ])
    let lead = Duration.seconds(1800)
    func error(_ name: String) throws -> Double {
      try #require(test.score(of: name, lead: lead)?.rootMeanSquare)
    }
    #expect(try error("personal-model-events") < 0.9 * error("personal-model"))
    #expect(try error("personal-model-learning") != error("personal-model"))
    // The rows without events are those of a test without events.
    let blind = try await Backtest.ofModel(
      of: people.count, Self.options, updateInterval: .seconds(86_400), alarmsOf: []
    ) { Recording(series: people[$0].series) }
    #expect(blind.predictors.prefix(3) == ["personal-model", "personal-model-learning", "model"])
    for name in ["personal-model", "personal-model-learning", "model"] {
      #expect(blind.score(of: name, lead: lead) == test.score(of: name, lead: lead))
    }
  }

  /// The results are the same for any number of tasks, and recordings are read in each round.
  @Test(
    arguments: zip(
      [BacktestDesign.chronological, .leaveOnePersonOut, .best], [true, false, false]))
  func aStreamedTestEqualsOneOfAllRecordings(_ design: BacktestDesign, _ haveEvents: Bool)
    async throws
  {
    let people = try eaters(1000).map { haveEvents ? $0 : Recording(series: $0.series) }
    let high = ThresholdCrossing.above(.mgdL(150))
    let begun = Lock<[Int: Forecaster]>([:])
    let whole = try await Backtest.ofModel(
      of: 2, Self.options, by: design, updateInterval: .seconds(86_400), alarmsOf: [high], tasks: 1,
      recording: { people[$0] },
      begin: { person, model in begun.withLock { $0[person] = model } })
    let reads = Lock([0, 0])
    let streamed = try await Backtest.ofModel(
      of: 2, Self.options, by: design, updateInterval: .seconds(86_400), alarmsOf: [high], tasks: 2,
      recording: { person in
        reads.withLock { $0[person] += 1 }
        return people[person]
      },
      begin: { person, model in
        let same = begun.withLock { $0[person] }
        #expect(model == same)
      })
    #expect(streamed == whole)
    // Once for the cadence, once for events, once for the test, and for each fit three times: the
    // census, sums, and errors.
    let first = 3 + (design == .best ? 0 : haveEvents ? 6 : 3)
    #expect(reads.withLock { $0 } == [first, first - 1])
  }

  @Test func aStreamedTestNamesThePersonAtFault() async throws {
    let people = try eaters(900)
    let few = try GlucoseSeries((0..<40).map { people[0].series[12 * $0] })
    let fault = FitError(.cadence(found: .seconds(3600), expected: .fiveMinutes), record: 1)
    for design in [BacktestDesign.chronological, .leaveOnePersonOut] {
      await #expect(throws: fault) {
        try await Backtest.ofModel(of: 2, Self.options, by: design) {
          $0 == 1 ? Recording(series: few) : people[0]
        }
      }
    }
    await #expect(throws: FitError(.noRecords)) {
      try await Backtest.ofModel(of: 0) { people[$0] }
    }
  }

  @Test func inARollingTestThePersonalModelIsUpdated() async throws {
    let people = try eaters(1000)
    let rolling = try await Backtest.ofModel(
      of: people.count, Self.options, by: .rolling, updateInterval: .seconds(3600), alarmsOf: []
    ) { people[$0] }
    let plain = try await Backtest.ofModel(
      of: people.count, Self.options, updateInterval: .seconds(86_400), alarmsOf: []
    ) { people[$0] }
    #expect(rolling.predictors.prefix(3) == ["personal-model", "personal-model-events", "model"])
    let lead = Duration.seconds(1800)
    #expect(
      rolling.score(of: "personal-model-events", lead: lead)
        == plain.score(of: "personal-model-events-learning", lead: lead))
  }

  /// An event in the test part that is later than an origin has no effect on it: if all events are
  /// at the end of the record, only meals of the part before it are known.
  @Test func eventsAfterAnOriginHaveNoEffect() throws {
    let people = try eaters(1000)
    let model = try Forecaster.fit(people, Self.options)
    let series = people[0].series
    let now = series[870].time
    let early = people[0].events.filter { $0.time <= now }
    #expect(early.count < people[0].events.count)
    func forecast(_ events: [DiaryEvent]) throws -> GlucoseForecast {
      let mine = model.personalized(
        to: Recording(series: series.prefix(through: now), events: events))
      return try mine.forecast(after: Recording(series: series, events: events), at: now)
    }
    #expect(try forecast(early) == forecast(people[0].events))
  }

  /// Under the best design, a predictor's identifier doesn't contain what its model uses.
  @Test func whetherABestModelUsesEventsIsAPropertyOfTheModel() async throws {
    let people = try eaters(1400)
    let models = Lock<[Forecaster]>([])
    let test = try await Backtest.ofModel(
      of: people.count, Self.options, by: .best, alarmsOf: [], recording: { people[$0] },
      begin: { _, model in models.withLock { $0.append(model) } })
    let usesEvents = models.withLock { $0.contains(where: \.usesEvents) }
    #expect(usesEvents)
    #expect(test.traits(of: "personal-model")?.contains(.usesEvents) == usesEvents)
    #expect(test.traits(of: "model") == [.model, .fixed])
  }

  @Test func theBestModelIsTestedAsItForecasts() async throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 71, noise: 3)
    let models = Lock<[Forecaster]>([])
    let test = try await Backtest.ofModel(
      of: 1, by: .best, recording: { _ in Recording(series: series) },
      begin: { _, model in models.withLock { $0.append(model) } })
    #expect(test.predictors.prefix(2) == ["personal-model", "model"])
    #expect(test.name(of: "personal-model") == "best model")
    let past = Recording(series: series[positions: 0..<1050])
    let best = try Forecaster.best(for: past, in: nil)
    let tested = models.withLock { $0 }
    #expect(tested == [best] && best.selection != nil)
    // The other is the pretrained one, as it is.
    let lead = Duration.seconds(1800)
    var options = BacktestOptions(leads: best.leads)
    options.testPercentage = test.options.testPercentage
    let plain = try Forecaster.pretrained(for: past.series)
    let other = Backtest(of: [Recording(series: series)], options) { _, _ in [best, plain] }
    for (id, same) in [("personal-model", best.id), ("model", "model")] {
      #expect(
        test.score(of: id, lead: lead)?.rootMeanSquare
          == other.score(of: same, lead: lead)?.rootMeanSquare)
    }
  }
}
