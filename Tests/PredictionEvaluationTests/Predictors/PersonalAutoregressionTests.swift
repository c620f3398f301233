import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct PersonalAutoregressionTests {
  private let leads = [Duration.seconds(300), .seconds(600), .seconds(1800)]

  @Test func findsTheWeightsOfAnAutoregressionOfChanges() throws {
    // d(t) = 0.8 d(t−1) − 0.3 d(t−2) + e(t).
    var generator = SeededGenerator(seed: 340)
    var (now, before, level) = (0.0, 0.0, 0.0)
    let values = (0..<20_000).map { _ in
      (now, before) = (0.8 * now - 0.3 * before + 0.5 * generator.normal(), now)
      level += now
      return level
    }
    let least = values.min() ?? 0
    let rule = PersonalAutoregression(
      fittedTo: try Synthetic.series(values.map { 50 + $0 - least }), order: 3)
    for (weight, expected) in zip(rule.weights, [0.8, -0.3, 0]) {
      #expect(abs(weight - expected) < 0.03)
    }
    #expect(rule.cadence == .fiveMinutes)
  }

  @Test func thePathRepeatsTheRegression() throws {
    let series = try Synthetic.autoregression(count: 2000, seed: 341)
    let rule = PersonalAutoregression(fittedTo: series, order: 2)
    let values = Array(series.values.suffix(3))
    var (now, before) = (values[2] - values[1], values[1] - values[0])
    var path = [values[2]]
    for _ in 0..<6 {
      (now, before) = (rule.weights[0] * now + rule.weights[1] * before, now)
      path.append(path[path.count - 1] + now)
    }
    let ours = try #require(rule.predictions(after: series, at: leads)).map(\.expected.mgdL)
    for (value, hand) in zip(ours, [path[1], path[2], path[6]]) {
      #expect(abs(value - hand) < 1e-9)
    }
  }

  @Test func expectsGlucoseToStayWhereThereIsTooLittleToFit() throws {
    let short = try Synthetic.autoregression(count: 90, seed: 342)
    let rule = PersonalAutoregression(fittedTo: short)
    #expect(rule.weights == [Double](repeating: 0, count: 6))
    #expect(
      rule.predictions(after: short, at: leads)?.map(\.expected)
        == Baseline.lastValue.predictions(after: short, at: leads)?.map(\.expected))
    #expect(rule.predictions(after: GlucoseSeries(), at: leads) == nil)
    #expect(rule.predictions(after: short[positions: 0..<4], at: leads) == nil)
    let flat = PersonalAutoregression(
      fittedTo: try Synthetic.series([Double](repeating: 120, count: 300)))
    #expect(flat.weights.allSatisfy { $0 == 0 })
  }

  @Test func aLongerLineLooksFartherBack() throws {
    // Constant for a quarter of an hour, and falling by two every five minutes before.
    let series = try Synthetic.series([112, 110, 108, 106, 106, 106, 106])
    let near = try #require(Baseline.linearExtrapolation().predictions(after: series, at: leads))
    #expect(near.allSatisfy { $0.expected == .mgdL(106) })
    let rule = Baseline.linearExtrapolation(over: .seconds(1800))
    let far = try #require(rule.predictions(after: series, at: leads))
    // By hand: with x from −6 to 0 steps, Σ(x − x̄)(y − ȳ) / Σ(x − x̄)² = −28 / 28 per five
    // minutes.
    for (value, hand) in zip(far.map(\.expected.mgdL), [105.0, 104, 100]) {
      #expect(abs(value - hand) < 1e-9)
    }
    #expect(rule.name == "linear extrapolation of 30 minutes")
  }
}
