import Foundation
import Testing

@testable import Prediction

struct LogisticRegressionTests {
  @Test func findsTheWeightsThatEventsWereDrawnWith() throws {
    var generator = SeededGenerator(seed: 300)
    var features: [Double] = []
    var events: [Bool] = []
    for _ in 0..<20_000 {
      let value = generator.normal()
      features += [1, value]
      events.append(
        Double.random(in: 0..<1, using: &generator)
          < CrossingModel.LogisticRegression.probability(-1 + 2 * value))
    }
    let weights = try #require(
      CrossingModel.LogisticRegression.weights(features, events, startingFrom: [0, 0]))
    #expect(abs(weights[0] + 1) < 0.08 && abs(weights[1] - 2) < 0.1)
  }

  @Test func theConstantAloneGivesTheShareOfEvents() throws {
    let events = (0..<40).map { $0 < 10 }
    let features = [Double](repeating: 1, count: 40)
    let weights = try #require(
      CrossingModel.LogisticRegression.weights(features, events, startingFrom: [0]))
    #expect(abs(weights[0] - log(1 / 3.0)) < 1e-4)
  }

  @Test func staysFiniteWhereEventsAreSeparable() throws {
    let features: [Double] = (0..<10).flatMap { [1.0, Double($0)] }
    let weights = try #require(
      CrossingModel.LogisticRegression.weights(
        features, (0..<10).map { $0 > 4 }, startingFrom: [0, 0]))
    #expect(weights.allSatisfy { abs($0) < 100 })
  }

  @Test func staysWhereItStartedWithNothingToFitTo() {
    #expect(
      CrossingModel.LogisticRegression.weights([], [], startingFrom: [0, 1, 0]) == [0, 1, 0])
  }

  @Test(arguments: [0.001, 0.2, 0.5, 0.99])
  func logOddsAreThoseOfTheirProbability(probability: Double) {
    let back = CrossingModel.LogisticRegression.probability(
      CrossingModel.LogisticRegression.logOdds(probability))
    #expect(abs(back - probability) < 1e-12)
  }
}
