import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct GlucoseDistributionTests {
  /// Every concentration from 101 to 139 mg/dL is equally likely.
  private let even = GlucoseDistribution(quantiles: (1...39).map { 100 + Double($0) })

  @Test(arguments: [(101.0, 0.025), (110, 0.25), (120, 0.5), (120.5, 0.5125), (139, 0.975)])
  func probabilitiesGoStraightFromQuantileToQuantile(mgdL: Double, expected: Double) {
    #expect(abs(even.probability(below: .mgdL(mgdL)) - expected) < 1e-12)
    #expect(abs(even.quantile(expected).mgdL - mgdL) < 1e-9)
  }

  @Test(arguments: [(100.0, 0.0125), (99, 0.00625), (140, 0.9875), (141, 0.99375)])
  func tailsHalveOverTheLastStep(mgdL: Double, expected: Double) {
    #expect(abs(even.probability(below: .mgdL(mgdL)) - expected) < 1e-6)
  }

  @Test func aRangeLeavesAnEqualShareOnEitherSide() {
    let range = even.interval(coverage: 0.9)
    #expect(abs(range.lowerBound.mgdL - 102) < 1e-9 && abs(range.upperBound.mgdL - 138) < 1e-9)
  }

  @Test func quantilesNeverCrossAndStayWithinTheLimits() {
    let crossed = GlucoseDistribution(quantiles: (1...39).map { Double($0 % 7) * 100 })
    let steps = stride(from: 0.025, through: 0.975, by: 0.01).map { crossed.quantile($0) }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(steps.allSatisfy { (39...401).contains($0.mgdL) })
    let masses = stride(from: -50.0, through: 700, by: 7).map {
      crossed.probability(below: .mgdL($0))
    }
    #expect(zip(masses, masses.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(masses.allSatisfy { (0...1).contains($0) })
  }

  /// The path, the interval and the probability are computed from one distribution.
  @Test func agreesWithTheForecast() throws {
    let series = try Synthetic.autoregression(count: 1500, seed: 180)
    let model = try Forecaster.fit([series]).personalized(to: series)
    let forecast = try model.forecast(after: series, at: series[1499].time, coverage: 0.8)
    let predictions = try #require(model.predictions(after: series, at: model.leads))
    for (point, outlook) in zip(forecast.points, predictions) {
      let distribution = try #require(outlook.distribution)
      let range = distribution.interval(coverage: 0.8)
      #expect(outlook.expected == point.glucose)
      #expect(abs(range.lowerBound.mgdL - point.lower.mgdL) < 1e-9)
      #expect(abs(range.upperBound.mgdL - point.upper.mgdL) < 1e-9)
      #expect(abs(distribution.probability(below: point.lower) - 0.1) < 1e-9)
    }
  }
}
