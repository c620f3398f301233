// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct ScaleRegressionTests {
  @Test func twoGroupsHaveTheirOwnMeans() throws {
    // Sizes 1, 2, 3 in one group and 10, 20, 30 in the other: means 2 and 20, a factor of 10.
    var (features, sizes): ([Double], [Double]) = ([], [])
    for number in 0..<3000 {
      let group = number % 2
      features += [1, Double(group)]
      sizes.append(Double(number / 2 % 3 + 1) * (group == 0 ? 1 : 10))
    }
    let weights = try #require(
      ResidualModel.ScaleFeatures.weights(of: sizes, on: features, columns: 2, means: [11]))
    // The ridge penalty of a thousandth per row shrinks the factor slightly towards one.
    #expect(abs(exp(weights[0]) - 2) < 0.05)
    #expect(abs(exp(weights[0] + weights[1]) - 20) < 0.15)
  }

  @Test func unknownSizesAreIgnored() throws {
    var generator = SeededGenerator(seed: 430)
    var features: [Double] = []
    var sizes: [Double] = []
    for _ in 0..<2000 {
      let feature = generator.normal()
      features += [1, feature]
      sizes.append(exp(1 + 0.5 * feature) * abs(generator.normal()))
    }
    let half = try #require(
      ResidualModel.ScaleFeatures.weights(
        of: Array(sizes[..<1000]), on: Array(features[..<2000]), columns: 2, means: [3]))
    let lacking = sizes.enumerated().map { $0 < 1000 ? $1 : .nan }
    let all = try #require(
      ResidualModel.ScaleFeatures.weights(of: lacking, on: features, columns: 2, means: [3]))
    // Except for the penalty, which depends on the number of rows.
    for (one, other) in zip(half, all) { #expect(abs(one - other) < 0.01) }
    #expect(abs(all[1] - 0.5) < 0.1)
  }

  /// Of ten residuals, the rank 11·p is rounded away from the middle: down below it, up above it.
  @Test func ranksOfQuantilesAreRoundedOutwards() {
    var model = ResidualModel(meanSizes: [1])
    model.calibrate((1...10).map(Double.init).reversed(), outcome: 0)
    for (probability, expected) in [
      (0.025, 1), (0.1, 1), (0.25, 2), (0.475, 5), (0.525, 6), (0.75, 9), (0.9, 10), (0.975, 10),
    ] {
      #expect(model.quantile(probability, outcome: 0) == Double(expected))
    }
  }

  @Test func unusualFeaturesStayWithinBounds() {
    let model = ResidualModel(meanSizes: [10])
    var features = [Double](repeating: 0, count: ResidualModel.ScaleFeatures.columns)
    features[0] = 1
    #expect(abs(model.size(features, from: 0, outcome: 0) - 10) < 1e-9)
    #expect(model.sizes(in: features) == [model.size(features, from: 0, outcome: 0)])
    features[0] = 1000
    #expect(abs(model.size(features, from: 0, outcome: 0) - 100) < 1e-9)
    features[0] = -1000
    #expect(abs(model.size(features, from: 0, outcome: 0) - 1) < 1e-9)
  }
}
