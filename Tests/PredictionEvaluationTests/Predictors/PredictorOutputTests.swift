import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct PredictorAnswerTests {
  private static let leads: [Duration] = (1...6).map { .seconds($0 * 300) }
  private static let crossings: [ThresholdCrossing] = [.below(.mgdL(70)), .above(.mgdL(180))]

  @Test func anAlarmIsScoredByThePathByDefault() throws {
    let series = try Synthetic.series([90, 95, 100])
    let answer = try #require(
      Baseline.lastValue.output(after: series, at: Self.leads, alarmsOf: Self.crossings))
    #expect(answer.predictions == Baseline.lastValue.predictions(after: series, at: Self.leads))
    #expect(answer.alarms == [PredictedCrossing(score: -30), PredictedCrossing(score: -80)])
    let quiet = Baseline.lastValue.output(after: series, at: Self.leads, alarmsOf: [])
    #expect(quiet?.alarms.isEmpty == true)
    #expect(Baseline.lastValue.output(after: series, at: [], alarmsOf: Self.crossings) == nil)
    #expect(
      Baseline.lastValue.output(after: GlucoseSeries(), at: Self.leads, alarmsOf: Self.crossings)
        == nil)
  }

  /// Two falls whose forecasts are both clipped to 39 mg/dL, or for the autoregression to 36, have
  /// different scores, so that an alarm can be raised before one and not the other.
  @Test func anAlarmIsScoredByThePathBeforeItIsClipped() throws {
    let falls = try [[100.0, 90, 80, 70], [130, 110, 90, 70]].map { try Synthetic.series($0) }
    let baselines: [any Predictor] = [
      Baseline.linearExtrapolation(), Baseline.secondOrderAutoregression, Baseline.momentum,
    ]
    for baseline in baselines {
      let scores = falls.compactMap {
        baseline.output(after: $0, at: Self.leads, alarmsOf: [.below(.mgdL(54))])?.alarms.first?
          .score
      }
      #expect(scores.count == 2 && scores[0] < scores[1], "\(baseline.name): \(scores)")
    }
    let steep = try #require(
      Baseline.linearExtrapolation().predictions(after: falls[1], at: Self.leads))
    #expect(steep.last?.expected == .mgdL(39))
  }

  @Test func theOutputOfAModelHasItsProbabilities() throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 330, noise: 4)
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([series], options)
    let answer = try #require(
      model.output(after: series, at: model.leads, alarmsOf: Self.crossings))
    #expect(answer.predictions == model.predictions(after: series, at: model.leads))
    #expect(answer.alarms.allSatisfy { (0...1).contains($0.probability ?? -1) })
    let tested = model.identified(as: "mine")
    #expect(tested.output(after: series, at: model.leads, alarmsOf: Self.crossings) == answer)
    #expect(model.output(after: series, at: model.leads, alarmsOf: [])?.alarms.isEmpty == true)
    // There is no step of seven minutes, and no forecast without readings.
    #expect(model.output(after: series, at: [.seconds(420)], alarmsOf: Self.crossings) == nil)
    #expect(model.output(after: series, at: [], alarmsOf: Self.crossings) == nil)
    #expect(
      model.output(after: GlucoseSeries(), at: model.leads, alarmsOf: Self.crossings) == nil)
  }

  /// Thresholds at 45, 110, 120 and 310 mg/dL have no probabilities; others are not affected.
  @Test func aThresholdWithoutProbabilitiesIsScoredByThePath() throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 330, noise: 4)
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([series], options)
    let unknown: [ThresholdCrossing] = [
      .below(.mgdL(45)), .below(.mgdL(110)), .above(.mgdL(120)), .above(.mgdL(310)),
    ]
    let answer = try #require(
      model.output(
        after: series, at: model.leads, alarmsOf: [unknown[0]] + Self.crossings + unknown[1...]))
    let path = answer.predictions.map(\.expected.mgdL)
    let (lowest, highest) = (try #require(path.min()), try #require(path.max()))
    #expect(answer.alarms[0] == PredictedCrossing(score: 45 - lowest))
    #expect(answer.alarms[3] == PredictedCrossing(score: 110 - lowest))
    #expect(answer.alarms[4] == PredictedCrossing(score: highest - 120))
    #expect(answer.alarms[5] == PredictedCrossing(score: highest - 310))
    let known = model.output(after: series, at: model.leads, alarmsOf: Self.crossings)
    #expect(Array(answer.alarms[1...2]) == known?.alarms)
    // A back-test of them has all origins.
    let plain = Backtest(of: [series], at: model.leads) { _, _ in [model] }
    let test = Backtest(of: [series], at: model.leads, alarmsOf: unknown) { _, _ in [model] }
    #expect(test.originCount == plain.originCount && test.originCount > 100)
  }

  /// A predictor that expects 100 mg/dL and counts its calls.
  private final class Counting: Predictor {
    let id = "counting"
    let count = Lock(0)

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      count.withLock { $0 += 1 }
      return leads.map { _ in PredictedGlucose(expected: .mgdL(100)) }
    }
  }

  @Test func aBacktestEvaluatesAPredictorOncePerOrigin() throws {
    let series = try Synthetic.series((0..<100).map { 60 + Double($0) })
    let counting = Counting()
    let test = Backtest(of: [series], at: Self.leads, alarmsOf: Self.crossings) { _, _ in
      [counting]
    }
    #expect(test.originCount == 29)
    #expect(counting.count.withLock { $0 } == test.originCount)
  }
}
