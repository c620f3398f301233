import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct ProbabilisticScoreTests {
  private let even = GlucoseDistribution(quantiles: (1...39).map { 100 + Double($0) })

  /// Returns ∫ (F(x) − [x ≥ y])² dx by the midpoint rule, with 200 steps per mg/dL.
  private func integral(_ distribution: GlucoseDistribution, _ outcome: Double) -> Double {
    var sum = 0.0
    let step = 0.005
    // The outcome is at the border of two steps.
    for index in 0..<Int(120 / step) {
      for value in [outcome - (Double(index) + 0.5) * step, outcome + (Double(index) + 0.5) * step]
      {
        let below = distribution.probability(below: .mgdL(value))
        let error = value >= outcome ? 1 - below : below
        sum += error * error * step
      }
    }
    return sum
  }

  @Test(arguments: [60.0, 95, 100.5, 101, 112.25, 120, 138.9, 139, 139.5, 170])
  func theRankedScoreIsItsIntegral(outcome: Double) {
    let skewed = GlucoseDistribution(
      quantiles: (1...39).map { (place: Int) -> Double in
        let value = 90 + 0.02 * Double(place * place)
        return place > 20 ? value + 6 : value
      })
    for distribution in [even, skewed] {
      let exact = distribution.continuousRankedProbabilityScore(of: .mgdL(outcome))
      #expect(abs(exact - integral(distribution, outcome)) < 1e-3)
    }
  }

  @Test func theRankedScoreOfAUniformDistributionIsWorkedByHand() {
    // Uniform from 100.025 to 139.975 except for its tails: the score of a uniform distribution of
    // width w at its middle is w / 12.
    let score = even.continuousRankedProbabilityScore(of: .mgdL(120))
    // 2 ∫ from 0.025 to 0.5 of p² · 40 dp = 80/3 (0.125 − 0.025³), and two tails of 0.025² / (2 ln
    // 2) each.
    let hand = 80.0 / 3 * (0.125 - pow(0.025, 3)) + pow(0.025, 2) / log(2)
    #expect(abs(score - hand) < 1e-6)
  }

  @Test func theRankedScoreOfAPointIsTheAbsoluteError() {
    let point = GlucoseDistribution(quantiles: Array(repeating: 120, count: 39))
    for outcome in [90.0, 119, 121, 200] {
      let score = point.continuousRankedProbabilityScore(of: .mgdL(outcome))
      // Its tails are a tenth of a mg/dL wide.
      #expect(abs(score - abs(outcome - 120)) < 0.02)
    }
  }

  @Test func theTrueDistributionScoresBestOnAverage() {
    func mean(_ distribution: GlucoseDistribution) -> Double {
      (1...39).reduce(0) {
        $0 + distribution.continuousRankedProbabilityScore(of: .mgdL(100 + Double($1))) / 39
      }
    }
    let shifted = GlucoseDistribution(quantiles: (1...39).map { 103 + Double($0) })
    let narrow = GlucoseDistribution(quantiles: (1...39).map { 110 + Double($0) / 2 })
    let wide = GlucoseDistribution(quantiles: (1...39).map { 80 + 2 * Double($0) })
    for other in [shifted, narrow, wide] { #expect(mean(even) < mean(other) - 0.05) }
  }

  @Test func intervalScoresAreWorkedByHand() {
    var errors = ForecastErrors()
    #expect(errors.crps == nil && errors.intervalScore(of: 0.9) == nil)
    // Intervals at 50, 80, 90 and 95 percent: 110…130, 104…136, 102…138 and 101…139.
    errors.add(PredictedGlucose(expected: .mgdL(120), distribution: even), outcome: 137)
    let hand: [Double] = [20 + 4 * 7, 32 + 10 * 1, 36, 38]
    for (nominal, score) in zip(ForecastErrors.intervalCoverages, hand) {
      #expect(abs((errors.intervalScore(of: nominal) ?? 0) - score) < 1e-9)
    }
    errors.add(PredictedGlucose(expected: .mgdL(120), distribution: even), outcome: 100)
    let low: [Double] = [20 + 4 * 10, 32 + 10 * 4, 36 + 20 * 2, 38 + 40 * 1]
    for (place, nominal) in ForecastErrors.intervalCoverages.enumerated() {
      let mean = (hand[place] + low[place]) / 2
      #expect(abs((errors.intervalScore(of: nominal) ?? 0) - mean) < 1e-9)
    }
    let scores = [137.0, 100].map { even.continuousRankedProbabilityScore(of: .mgdL($0)) }
    #expect(abs((errors.crps ?? 0) - (scores[0] + scores[1]) / 2) < 1e-12)
    // A forecast without a distribution adds to the errors alone.
    errors.add(PredictedGlucose(expected: .mgdL(120)), outcome: 100)
    #expect(errors.count == 3)
    #expect(abs((errors.crps ?? 0) - (scores[0] + scores[1]) / 2) < 1e-12)
    var sum = ForecastErrors()
    sum += errors
    sum += errors
    #expect(sum.crps == errors.crps && sum.intervalScore(of: 0.8) == errors.intervalScore(of: 0.8))
  }

  @Test func everyPairIsInTheZoneOfEachGrid() {
    for outcome in stride(from: 40.0, through: 400, by: 3) {
      for expected in stride(from: 39.0, through: 401, by: 2) {
        var errors = ForecastErrors()
        errors.add(PredictedGlucose(expected: .mgdL(expected)), outcome: outcome)
        let pair = GlucosePair(reference: .mgdL(outcome), measured: .mgdL(expected))
        let percentages = [
          errors.clarkePercentage(in: ErrorGrid.clarke.zone(of: pair)),
          errors.parkesPercentage(in: ErrorGrid.parkesType1.zone(of: pair)),
          errors.dtsPercentage(in: ErrorGrid.dts.zone(of: pair)),
        ]
        #expect(percentages.allSatisfy { $0 == Percentage(100) })
      }
    }
    var errors = ForecastErrors()
    errors.add(PredictedGlucose(expected: .mgdL(110)), outcome: 100)
    errors.add(PredictedGlucose(expected: .mgdL(40)), outcome: 300)
    #expect(errors.dtsPercentage(in: .a) == Percentage(50))
    #expect(
      ErrorGridZone.allCases.reduce(.zero) { $0 + (errors.dtsPercentage(in: $1) ?? .zero) }
        == Percentage(100))
  }
}
