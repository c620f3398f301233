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
    #expect(abs(model.sizes(in: features)[0] - 10) < 1e-9)
    features[0] = 1000
    #expect(abs(model.sizes(in: features)[0] - 100) < 1e-9)
    features[0] = -1000
    #expect(abs(model.sizes(in: features)[0] - 1) < 1e-9)
  }

  /// Of the errors with an hour in view, half are of calm people and half of variable ones, with the
  /// same mean absolute error as with a day in view. Without a factor, 82 percent of them are within
  /// ±1.645; the factor of 10,000 rows is 10/11 of the logarithm of 2.307 / 1.645.
  @Test func intervalsWithAnHourInViewContainTheirShare() throws {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)
    var generator = SeededGenerator(seed: 210)
    var block = DesignBlock(columns: map.columns, outcomes: 1, room: 20_000)
    var errors: [Double] = []
    for row in 0..<block.room {
      let isShort = row % 2 == 0
      block.writeRow { features, base in
        features[base + map.layout.history.lowerBound + HistoryFeatures.missingShares.day] =
          isShort ? 23.0 / 24 : 0
      }
      block.commit(level: 120, known: 1)
      errors.append((isShort ? row % 4 == 0 ? 0.2 : 1.8 : 1) * generator.normal())
    }
    var sample = CalibrationSet(outcomes: 1)
    sample.add(block, map, errors)
    let model = try ResidualModel(&sample)
    let factor = try #require(model.shortViews)
    #expect(abs(factor[0] - 10.0 / 11 * 0.338) < 0.03)
    #expect(factor[1...] == [0, 0, 0])
    let interval = model.quantile(0.05, outcome: 0)...model.quantile(0.95, outcome: 0)
    let isWithin = sample.ratios(of: 0).map { interval.contains($0) }
    for first in 0..<2 {
      let own = stride(from: first, to: isWithin.count, by: 2).map { isWithin[$0] }
      #expect(abs(Double(own.count { $0 }) / Double(own.count) - 0.9) < 0.015)
    }
  }

  @Test(arguments: [(0.5, 0.4), (1, 0.4), (2, 0.3), (3, 0.2), (9, 0.05), (12, 0), (18, 0), (24, 0)])
  func theFactorOfAViewIsInterpolated(hours: Double, expected: Double) {
    var model = ResidualModel(meanSizes: [5, 10])
    model.shortViews = [0, 0, 0, 0, 0.4, 0.2, 0.1, 0]
    var features = [Double](repeating: 0, count: ResidualModel.ScaleFeatures.columns)
    features[0] = 1
    features[ResidualModel.ScaleFeatures.missingShare] = 1 - hours / 24
    let sizes = model.sizes(in: features)
    #expect(abs(sizes[0] - 5) < 1e-9)
    #expect(abs(sizes[1] - 10 * exp(expected)) < 1e-9)
  }
}
