// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@Suite struct CrossingProbabilitiesTests {
  private let crossings = CrossingProbabilities(
    lows: [.mgdL(54), .mgdL(70)], below: [[0.1, 0.2], [0.2, 0.5]],
    highs: [.mgdL(180), .mgdL(250)], above: [[0.4, 0.1], [0.3, 0.1]])

  @Test func probabilitiesAtKnownThresholdsAreThoseGiven() {
    #expect(crossings.pointCount == 2)
    #expect(crossings.probability(of: .below(.mgdL(70)), byPoint: 0) == 0.2)
    #expect(crossings.probability(of: .below(.mgdL(54)), byPoint: 1) == 0.2)
    #expect(crossings.probability(of: .above(.mgdL(250)), byPoint: 1) == 0.1)
  }

  @Test func betweenThresholdsLogOddsGoStraight() throws {
    // Half-way between odds of 1 to 4 and of 1 to 1 lie odds of 1 to 2.
    let middle = try #require(crossings.probability(of: .below(.mgdL(62)), byPoint: 1))
    #expect(abs(middle - 1 / 3.0) < 1e-12)
  }

  @Test func outsideOfThemNothingIsKnown() {
    #expect(crossings.probability(of: .below(.mgdL(53.9)), byPoint: 0) == nil)
    #expect(crossings.probability(of: .below(.mgdL(70.1)), byPoint: 0) == nil)
    #expect(crossings.probability(of: .above(.mgdL(179)), byPoint: 0) == nil)
  }

  @Test func probabilitiesNeverFallWithTimeOrNearness() {
    // What was 0.4 by the first point is no less by the second.
    #expect(crossings.probability(of: .above(.mgdL(180)), byPoint: 1) == 0.4)
    let odd = CrossingProbabilities(
      lows: [.mgdL(54), .mgdL(70)], below: [[0.3, 0.2]], highs: [.mgdL(180), .mgdL(250)],
      above: [[0.1, 0.4]])
    #expect(odd.probability(of: .below(.mgdL(70)), byPoint: 0) == 0.3)
    #expect(odd.probability(of: .above(.mgdL(180)), byPoint: 0) == 0.4)
  }

  @Test func aForecastTellsThem() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let points = [300.0, 600].map {
      GlucoseForecast.Point(
        time: start.addingTimeInterval($0), glucose: .mgdL(80), lower: .mgdL(60),
        upper: .mgdL(100))
    }
    let forecast = GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(90)), points: points, nominalCoverage: 0.9,
      crossings: crossings)
    func told(_ seconds: Int) -> Double? {
      forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(seconds))
    }
    #expect([299, 300, 599, 600, 9000].map(told) == [nil, 0.2, 0.2, 0.5, 0.5])
    let data = try JSONEncoder().encode(forecast)
    #expect(try JSONDecoder().decode(GlucoseForecast.self, from: data) == forecast)
    let silent = GlucoseForecast(origin: forecast.origin, points: points, nominalCoverage: 0.9)
    #expect(silent.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(600)) == nil)
  }

  @Test func whatIsBeyondAThresholdIsNotOnIt() {
    #expect(!ThresholdCrossing.below(.mgdL(70)).isBeyond(.mgdL(70)))
    #expect(ThresholdCrossing.below(.mgdL(70)).isBeyond(.mgdL(69.9)))
    #expect(!ThresholdCrossing.above(.mgdL(180)).isBeyond(.mgdL(180)))
    #expect(ThresholdCrossing.above(.mmolL(10)).isBeyond(.mgdL(181)))
    #expect(ThresholdCrossing.above(.mmolL(10)).threshold == .mmolL(10))
  }

  @Test func storedProbabilitiesAreChecked() throws {
    let good = try #require(String(data: try JSONEncoder().encode(crossings), encoding: .utf8))
    let bad = good.replacingOccurrences(of: "0.5", with: "1.5")
    #expect(bad != good)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CrossingProbabilities.self, from: Data(bad.utf8))
    }
  }
}
