import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BacktestIdentifierTests {
  @Test func twoModelsAndTwoPersonalOnesAreTestedSideBySide() throws {
    let person = Recording(series: try Synthetic.autoregression(count: 900, seed: 910))
    var options = FitOptions()
    options.detail = .lags
    let one = try Forecaster.fit([person.series], options)
    let other = try Forecaster.fit([Synthetic.autoregression(count: 900, seed: 911)], options)
    let test = Backtest(of: [person], BacktestOptions(leads: one.leads)) { _, past in
      [
        one, other.identified(as: "other", name: "other model"),
        one.personalized(to: past), other.personalized(to: past).identified(as: "other-personal"),
      ]
    }
    #expect(test.predictors == ["model", "other", "personal-model", "other-personal"])
    #expect(
      test.predictors.map { test.name(of: $0) }
        == ["model", "other model", "personal model", "other-personal"])
    let lead = Duration.seconds(1800)
    let errors = test.predictors.compactMap { test.score(of: $0, lead: lead)?.rootMeanSquare }
    #expect(errors.count == 4 && Set(errors).count == 4)
    #expect(test.name(of: "nobody") == nil && test.score(of: "nobody", lead: lead) == nil)
    #expect(test.score(of: "model", person: 1, lead: lead) == nil)
    #expect(test.score(of: "model", person: 0, lead: lead) == test.score(of: "model", lead: lead))
  }

  @Test func twoPredictorsOfOneIdentifierViolateAPrecondition() async {
    await #expect(processExitsWith: .failure) {
      let series = try Synthetic.series((0..<40).map { 100 + Double($0) })
      _ = Backtest(of: [series], at: [.seconds(300)]) { _, _ in
        [Baseline.lastValue, Baseline.lastValue]
      }
    }
  }

  @Test func aPredictorCanBeIdentifiedAgain() throws {
    let twice = Baseline.lastValue.identified(as: "one", updates: false).identified(as: "two")
    #expect(
      twice.id == "two" && twice.name == "two"
        && (twice as? IdentifiedPredictor)?.base.id == "last-value"
    )
    #expect(twice.traits == .fixed && Baseline.lastValue.identified(as: "one").traits.isEmpty)
    let leads = [Duration.seconds(300)]
    let series = try Synthetic.series([100, 110])
    #expect(
      twice.predictions(after: series, at: leads)
        == Baseline.lastValue.predictions(after: series, at: leads))
  }

  /// A predictor that records its calls and the last instant of their history.
  private final class Spy: Predictor {
    let id = "spy"
    struct Call: Equatable {
      let kind: String
      let reading, event: Date?
      let readings, events: Int
    }
    let calls = Lock<[Call]>([])

    func note(_ kind: String, _ history: Recording) {
      calls.withLock {
        $0.append(
          Call(
            kind: kind, reading: history.series.last?.time,
            event: history.events.map(\.time).max(), readings: history.series.count,
            events: history.events.count))
      }
    }

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      note("output", history)
      return leads.map { _ in PredictedGlucose(expected: .mgdL(100)) }
    }
    func recalibrate(with history: Recording) { note("recalibrate", history) }
    func update(with history: Recording) { note("update", history) }
  }

  private func person() throws -> Recording {
    let series = try Synthetic.series((0..<40).map { 100 + Double($0) })
    let events = (0..<40).map { index in
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(index)"), at: series[index].time.addingTimeInterval(60),
        in: .gmt,
        .meal(Meal(carbs: 20)))
    }
    return Recording(series: series, events: events)
  }

  @Test func noPredictorSeesReadingsOrEventsAfterTheOrigin() throws {
    let person = try person()
    let spy = Spy()
    var options = BacktestOptions(leads: [.seconds(300)])
    options.updateInterval = .seconds(1200)
    _ = Backtest(of: [person], options) { _, past in
      #expect(past.series.count == 28 && past.events.count == 28)
      return [spy]
    }
    let calls = spy.calls.withLock { $0 }
    let outputs = calls.filter { $0.kind == "output" }
    #expect(outputs.map(\.reading) == (28...38).map { person.series[$0].time })
    // The meal a minute after the origin is not known yet.
    #expect(outputs.map(\.events) == Array(28...38) && outputs.map(\.readings) == Array(29...39))
    for call in calls {
      #expect(try #require(call.event) <= #require(call.reading))
    }
    // At each origin, predictors are first recalibrated, then updated, and then evaluated.
    let order = calls.filter { $0.reading == person.series[32].time }.map(\.kind)
    #expect(order == ["recalibrate", "update", "output"])
    #expect(calls.filter { $0.kind == "update" }.map(\.readings) == [33, 37])
  }

  @Test func aContextHidesEarlierReadings() throws {
    let person = try person()
    let spy = Spy()
    var options = BacktestOptions(leads: [.seconds(300)])
    options.context = .seconds(3600)
    options.testPercentage = Percentage(fraction: 0.9)
    let test = Backtest(of: [person], options) { _, _ in [spy] }
    let outputs = spy.calls.withLock { $0.filter { $0.kind == "output" } }
    // Origins from the twelfth reading have an hour of readings before them, of which they use
    // thirteen, or one earlier with the tolerance of half a step.
    #expect(test.originCount == outputs.count)
    #expect(outputs.first?.reading == person.series[12].time)
    #expect(outputs.allSatisfy { $0.readings == 13 && $0.events == 12 })
  }

  /// Learning in daily use has the whole record, whatever the history of forecasts.
  @Test func aContextLimitsForecastsAndNotUpdates() throws {
    let person = try person()
    let spy = Spy()
    var options = BacktestOptions(leads: [.seconds(300)])
    options.context = .seconds(3600)
    options.updateInterval = .seconds(1200)
    _ = Backtest(of: [person], options) { _, _ in [spy] }
    let calls = spy.calls.withLock { $0 }
    let updates = calls.filter { $0.kind == "update" }
    #expect(updates.map(\.readings) == [33, 37] && updates.map(\.events) == [32, 36])
    let others = calls.filter { $0.kind != "update" }
    #expect(!others.isEmpty && others.allSatisfy { $0.readings == 13 })
  }

  /// A population's model under another identifier is not personalized in the middle of a test.
  @Test(arguments: [nil, Duration.seconds(3600)])
  func aPopulationModelIsFixedWhateverItsIdentifier(context: Duration?) throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 900, seed: 77 + $0) }
    var fit = FitOptions()
    fit.detail = .interactions
    let model = try Forecaster.fit(people, fit)
    var options = BacktestOptions(leads: model.leads)
    options.context = context
    options.updateInterval = .seconds(3600)
    let test = Backtest(of: people.map { Recording(series: $0) }, options) { _, past in
      [
        model, model.identified(as: "other"), model.personalized(to: past),
        model.personalized(to: past).identified(as: "kept", updates: false),
      ]
    }
    for lead in model.leads {
      #expect(test.score(of: "model", lead: lead) == test.score(of: "other", lead: lead))
    }
    let lead = Duration.seconds(1800)
    #expect(test.score(of: "personal-model", lead: lead) != test.score(of: "kept", lead: lead))
    #expect(test.traits(of: "model") == [.model, .fixed])
    #expect(test.traits(of: "other") == [.model, .fixed])
    #expect(test.traits(of: "personal-model") == [.model, .personal])
    #expect(test.traits(of: "kept") == [.model, .personal, .fixed])
    #expect(test.traits(of: "nobody") == nil)
  }

  @Test func itIsEncodedWithAVersionAndRefusesOthers() throws {
    let series = try Synthetic.series((0..<60).map { 100 + Double($0 % 9) })
    let test = Backtest(
      of: [series], at: [.seconds(300)], alarmsOf: [.above(.mgdL(105))]
    ) { _, _ in [Baseline.lastValue, Baseline.momentum] }
    let data = try JSONEncoder().encode(test)
    #expect(try JSONDecoder().decode(Backtest.self, from: data) == test)
    func refused(_ change: (inout [String: Any]) -> Void) throws -> Bool {
      var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      change(&object)
      let changed = try JSONSerialization.data(withJSONObject: object)
      return (try? JSONDecoder().decode(Backtest.self, from: changed)) == nil
    }
    #expect(try refused { _ in } == false)
    #expect(try refused { $0["version"] = nil })
    #expect(try refused { $0["version"] = 2 })
    #expect(try refused { $0["personCount"] = 2 })
    #expect(try refused { $0["predictors"] = ($0["predictors"] as? [Any]).map { $0 + $0 } })
  }

  /// Each integer of a stored back-test is replaced in turn by an invalid one: either it is
  /// rejected with a typed error, or all results remain available.
  @Test func hostileCountsAreRefusedOrHarmless() throws {
    let series = try Synthetic.series((0..<60).map { 100 + Double($0 % 9) })
    let test = Backtest(
      of: [series, series], at: [.seconds(300)], alarmsOf: [.above(.mgdL(105))]
    ) { _, _ in [Baseline.lastValue] }
    let data = try JSONEncoder().encode(test)
    let text = try #require(String(data: data, encoding: .utf8))
    var refused = 0
    for hostile in ["-1", "\(Int.max)"] {
      for range in text.ranges(of: /[0-9]+/) where isInteger(range, of: text) {
        let changed = text.replacingCharacters(in: range, with: hostile)
        if let read = try? JSONDecoder().decode(Backtest.self, from: Data(changed.utf8)) {
          HostileModels.use(read)
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 400, "\(refused)")
  }

  private func isInteger(_ range: Range<String.Index>, of text: String) -> Bool {
    "[,:".contains(text[text.index(before: range.lowerBound)])
      && ",]}".contains(text[range.upperBound])
  }

  @Test func partsOfABacktestDecodeByThemselvesOnlyIfSound() throws {
    func refuses<Value: Codable>(_ value: Value, _ key: String, _ hostile: Any) throws -> Bool {
      var object = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
      object[key] = hostile
      let changed = try JSONSerialization.data(withJSONObject: object)
      return (try? JSONDecoder().decode(Value.self, from: changed)) == nil
    }
    for key in ["episodes", "caught", "trueAlarms", "falseAlarms"] {
      #expect(try refuses(AlarmCounts(), key, Int.max) && refuses(AlarmCounts(), key, -1))
    }
    #expect(try refuses(AlarmCounts(), "caught", 1) && !refuses(AlarmCounts(), "episodes", 1))
    #expect(try refuses(AlarmCounts(), "weeks", -1))
    // The numbers of outcomes, intervals, hits, lows, expected lows, and lows found.
    for place in 0..<6 {
      for hostile in [Int.max, 1] {
        let counts = (0..<8).map { $0 == place ? hostile : 0 }
        #expect(try refuses(ForecastErrors(), "counts", counts))
      }
    }
    #expect(try refuses(ForecastErrors(), "counts", [0]))
    #expect(try refuses(ForecastErrors(), "cells", [0]))
    #expect(try refuses(ForecastErrors(), "sums", [0, -1, 0, 0, 0, 0, 0, 0]))
    #expect(try !refuses(ForecastErrors(), "sums", [-1, 0, 0, 0, 0, 0, 0, 0]))
    let reliability = CrossingReliability(predictor: "", crossing: .below(.mgdL(70)))
    #expect(try refuses(reliability, "counts", [1]))
    #expect(try refuses(reliability, "crossed", Array(repeating: 1, count: 12)))
    let options = BacktestOptions(leads: [.seconds(300)])
    for (key, hostile) in [("originStride", 0), ("testPercentage", 1), ("testPercentage", 0)] {
      #expect(try refuses(options, key, hostile))
    }
    #expect(try !refuses(options, "originStride", 12))
    for hostile in [[-300.0], [1e300], [0]] { #expect(try refuses(options, "leads", hostile)) }
  }

  @Test func aMeasureIsSummedUpOverPeople() throws {
    // The error of the last value at a steady rise is 1, 2 and 6 mg/dL in five minutes.
    let people = try [1.0, 2, 6].map { rise in
      try Synthetic.series((0..<40).map { 60 + rise * Double($0) })
    }
    let lead = Duration.seconds(300)
    let test = Backtest(of: people, at: [lead]) { _, _ in [Baseline.lastValue] }
    let summary = try #require(
      test.summaryOverPeople(of: "last-value", lead: lead) { $0.rootMeanSquare })
    #expect(abs(summary.mean - 3) < 1e-12 && summary.count == 3)
    // Deviations −2, −1 and 3: their squares add to 14, and half of it is 7.
    #expect(abs(try #require(summary.standardDeviation) - 7.0.squareRoot()) < 1e-12)
    let alone = Backtest(of: [people[0]], at: [lead]) { _, _ in [Baseline.lastValue] }
    let one = try #require(
      alone.summaryOverPeople(of: "last-value", lead: lead) { $0.rootMeanSquare })
    #expect(one.mean == 1 && one.standardDeviation == nil && one.count == 1)
    #expect(test.summaryOverPeople(of: "last-value", lead: lead) { $0.crps } == nil)
  }
}
