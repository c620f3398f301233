import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

/// Models of one test share features and forecast blocks of origins at once; in a predictor of
/// another type, each is evaluated origin by origin. Both must agree.
struct SharedFeaturesTests {
  /// A predictor of another type that contains a model.
  private struct Wrapped: Predictor {
    let id: String
    var model: Forecaster
    let updates: Bool

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      model.predictions(after: history, at: leads)
    }

    func output(
      after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
    ) -> PredictorOutput? {
      model.output(after: history, at: leads, alarmsOf: crossings)
    }

    mutating func recalibrate(with history: Recording) { model.recalibrate(with: history) }

    mutating func update(with history: Recording) {
      if updates, model.isPersonal { model.update(with: history) }
    }
  }

  /// Returns a record with jitter, jumps of single readings, missing readings, gaps of an hour and
  /// of a day, and meals.
  private static func person(_ seed: UInt64, count: Int = 1500) throws -> Recording {
    var generator = SeededGenerator(seed: seed)
    let plain = try Synthetic.autoregression(count: count, seed: seed, noise: 4)
    var readings: [Reading] = []
    for (index, reading) in plain.enumerated() {
      if Int.random(in: 0..<40, using: &generator) == 0 { continue }
      if (1200..<1212).contains(index) { continue }
      let jitter = Double.random(in: -40...40, using: &generator)
      let pause = index >= 1300 ? 86_400.0 : 0
      let jump = index % 50 == 49 ? 60.0 : 0
      readings.append(
        Reading(
          time: reading.time.addingTimeInterval(jitter + pause),
          glucose: .mgdL(reading.glucose.mgdL + jump), flags: reading.flags))
    }
    let meals = stride(from: 20, to: count, by: 61).map { index in
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(index)"),
        at: Date(timeIntervalSinceReferenceDate: Synthetic.start + Double(index) * 300),
        in: .gmt, .meal(Meal(carbs: 40)))
    }
    return Recording(series: try GlucoseSeries(readings), events: meals)
  }

  private static let models = Result {
    let people = try [person(901), person(902)]
    var options = FitOptions()
    options.zone = .gmt
    options.minimumDetail = .kernel
    let plain = try Forecaster.fit(people, options)
    options.usesEvents = true
    options.detail = .daily
    options.minimumDetail = .daily
    return (people, plain, try Forecaster.fit(people, options))
  }

  @Test(arguments: [(3, nil), (1, Duration.seconds(6 * 3600)), (4, .seconds(86_400))])
  func blocksAgreeWithForecastsOriginByOrigin(every: Int, interval: Duration?) throws {
    let (all, plain, logging) = try Self.models.get()
    // Every origin of one person is as many as two people have otherwise.
    let people = every == 1 ? Array(all.prefix(1)) : all
    var test = BacktestOptions(leads: plain.leads)
    test.originStride = every
    test.updateInterval = interval
    test.crossings = [.below(.mgdL(100)), .above(.mgdL(160))]
    func predictors(_ past: Recording) -> [(String, Forecaster, Bool)] {
      [
        ("model", plain, false), ("own", plain.personalized(to: past), false),
        ("learning", plain.personalized(to: past), true), ("logging", logging, false),
        ("own-logging", logging.personalized(to: past), true),
      ]
    }
    let blocks = Backtest(of: people, test) { _, past in
      predictors(past).map { $1.identified(as: $0, updates: $2) }
    }
    let single = Backtest(of: people, test) { _, past in
      predictors(past).map { Wrapped(id: $0, model: $1, updates: $2) }
    }
    #expect(blocks.originCount == single.originCount && blocks.originCount > 100)
    #expect(blocks.predictors == single.predictors)
    for (ours, theirs) in zip(blocks.scores, single.scores) {
      #expect(ours.errors.count == theirs.errors.count)
      for measure in [
        \ForecastErrors.rootMeanSquare, \.bias, \.meanWidth, \.crps,
        \.meanAbsoluteRelative,
      ] {
        let (one, other) = (
          try #require(ours.errors[keyPath: measure]), try #require(theirs.errors[keyPath: measure])
        )
        #expect(abs(one - other) < 1e-8, "\(ours.predictor) \(ours.lead)")
      }
    }
    for (ours, theirs) in zip(blocks.reliabilities, single.reliabilities) {
      let (one, other) = (
        try #require(ours.brierScore), try #require(theirs.brierScore)
      )
      #expect(abs(one - other) < 1e-9)
    }
    let lead = Duration.seconds(1800)
    #expect(blocks.score(of: "own", lead: lead) != blocks.score(of: "model", lead: lead))
    #expect(
      (blocks.score(of: "own", lead: lead) == blocks.score(of: "learning", lead: lead))
        == (interval == nil))
  }

  @Test func readingsOfEachMinuteAreThinnedAlike() throws {
    var generator = SeededGenerator(seed: 904)
    let slow = try Synthetic.autoregression(count: 800, seed: 905, noise: 4).values
    let dense = Recording(
      series: try Synthetic.series(
        (0..<3900).map { minute in
          let share = Double(minute % 5) / 5
          return slow[minute / 5] * (1 - share) + slow[minute / 5 + 1] * share
            + 0.5 * generator.normal()
        }, step: 60))
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([dense.series], options)
    var test = BacktestOptions(leads: model.leads)
    test.updateInterval = .seconds(3600)
    let blocks = Backtest(of: [dense], test) { _, past in [model.personalized(to: past)] }
    let single = Backtest(of: [dense], test) { _, past in
      [Wrapped(id: "personal-model", model: model.personalized(to: past), updates: true)]
    }
    #expect(blocks.originCount == single.originCount && blocks.originCount > 150)
    for lead in model.leads {
      let pair = try [blocks, single].map {
        try #require($0.score(of: "personal-model", lead: lead)?.meanWidth)
      }
      #expect(abs(pair[0] - pair[1]) < 1e-8)
    }
  }

  @Test func modelsOfOtherFeaturesShareNothing() throws {
    let person = try Self.person(903)
    var options = FitOptions()
    options.detail = .lags
    let short = try Forecaster.fit([person.series], options)
    options.detail = .interactions
    options.minimumDetail = .interactions
    let long = try Forecaster.fit([person.series], options)
    let test = Backtest(of: [person], BacktestOptions(leads: short.leads)) { _, _ in
      [short.identified(as: "short"), long.identified(as: "long")]
    }
    for (id, model) in [("short", short), ("long", long)] {
      let alone = Backtest(of: [person], BacktestOptions(leads: short.leads)) { _, _ in [model] }
      #expect(
        alone.score(of: "model", lead: .seconds(900)) == test.score(of: id, lead: .seconds(900)))
    }
  }
}
