import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct BaselinesTests {
  private let leads = [Duration.seconds(300), .seconds(600), .seconds(1800)]

  private func expected(_ predictor: any Predictor, _ values: [Double]) throws -> [Double]? {
    predictor.predictions(after: try Synthetic.series(values), at: leads)?.map(\.expected.mgdL)
  }

  @Test func lastValueStays() throws {
    #expect(try expected(Baseline.lastValue, [100, 120]) == [120, 120, 120])
    #expect(Baseline.lastValue.predictions(after: GlucoseSeries(), at: leads) == nil)
  }

  @Test func linearExtrapolationFollowsTheLastFifteenMinutes() throws {
    // Ten every five minutes; the 500 before is outside the window.
    let line = try #require(
      try expected(Baseline.linearExtrapolation(), [500, 100, 110, 120, 130]))
    for (value, hand) in zip(line, [140.0, 150, 190]) { #expect(abs(value - hand) < 1e-9) }
    // The least-squares slope of 100, 100, 100, 104 is 1.2 per five minutes.
    let bent = try #require(try expected(Baseline.linearExtrapolation(), [100, 100, 100, 104]))
    for (value, hand) in zip(bent, [105.2, 106.4, 111.2]) { #expect(abs(value - hand) < 1e-9) }
    #expect(try expected(Baseline.linearExtrapolation(), [100]) == nil)
  }

  @Test func momentumFadesOutAfterFifteenMinutes() throws {
    // Two mg/dL per minute over 5, then over 5 + 10/3, and in total over ten minutes.
    let path = try #require(try expected(Baseline.momentum, [100, 110, 120, 130]))
    for (value, hand) in zip(path, [140, 130 + 50.0 / 3, 150]) { #expect(abs(value - hand) < 1e-9) }
    // Six per minute are clipped to four.
    let steep = try #require(try expected(Baseline.momentum, [100, 130, 160, 190]))
    #expect(abs(steep[2] - 230) < 1e-9)
  }

  @Test func secondOrderAutoregressionRepeatsItsFormula() throws {
    let values = [126.0, 140]
    var (before, now) = (log(126 / 140.0), 0.0)
    var path: [Double] = []
    for _ in 0..<6 {
      (before, now) = (now, 1.716 * now - 0.723 * before)
      path.append(140 * exp(now))
    }
    let ours = try #require(try expected(Baseline.secondOrderAutoregression, values))
    for (value, hand) in zip(ours, [path[0], path[1], path[5]]) {
      #expect(abs(value - hand) < 1e-9)
    }
    let sparse = try Synthetic.series(values, step: 900)
    #expect(Baseline.secondOrderAutoregression.predictions(after: sparse, at: leads) == nil)
  }

  @Test(arguments: [[40.0, 30, 20, 10], [200, 260, 330, 395]])
  func baselinesStayWithinTheLimits(values: [Double]) throws {
    let predictors: [any Predictor] = [
      Baseline.lastValue, Baseline.linearExtrapolation(), Baseline.momentum,
      Baseline.secondOrderAutoregression,
    ]
    for predictor in predictors {
      let path = try #require(try expected(predictor, values))
      #expect(path.allSatisfy { (39...401).contains($0) })
    }
  }
}
