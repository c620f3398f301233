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

  /// Of 99 errors of 1 and one of 1,000, which counts as 20 times the expected size *m*, the mean
  /// ratio is one: 99/*m* + 20 = 100.
  @Test func anErrorCountsAsTwentyTimesItsExpectedSizeAtMost() throws {
    let weights = try #require(
      ResidualModel.ScaleFeatures.weights(
        of: Array(repeating: 1, count: 99) + [1000], on: Array(repeating: 1, count: 100),
        columns: 1, means: [11]))
    #expect(abs(exp(weights[0]) - 99.0 / 80) < 1e-4)
  }

  @Test(arguments: [(60.0, 0.6), (80, 0.2), (90, 0), (120, 0)])
  func errorsGrowBelow90(level: Double, expected: Double) {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false)
    var features = [Double](repeating: 0, count: map.columns)
    features[map.layout.level] = TrendFeatures.level(level)
    var row = [Double](repeating: .nan, count: ResidualModel.ScaleFeatures.columns)
    ResidualModel.ScaleFeatures.write(features, from: 0, map, to: &row, at: 0)
    #expect(abs(row[2] - expected) < 1e-12)
  }

  /// Returns a sample of rows with these hours in view, with errors of this standard deviation.
  private func sample(
    _ rows: [(hours: Double, deviation: Double)], seed: UInt64 = 211
  ) -> CalibrationSet {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)
    var generator = SeededGenerator(seed: seed)
    var block = DesignBlock(columns: map.columns, outcomes: 1, room: rows.count)
    var errors: [Double] = []
    for row in rows {
      block.writeRow { features, base in
        features[base + map.layout.history.lowerBound + HistoryFeatures.missingShares.day] =
          1 - row.hours / 24
      }
      block.commit(level: 120, known: 1)
      errors.append(row.deviation * generator.normal())
    }
    var sample = CalibrationSet(outcomes: 1)
    sample.add(block, map, errors)
    return sample
  }

  @Test func intervalsAreCalibratedOnFortyErrors() throws {
    var few = sample(Array(repeating: (24, 10), count: 39))
    #expect(throws: FitError(.tooFewRows(found: 39, needed: 40))) { try ResidualModel(&few) }
    var enough = sample(Array(repeating: (24, 10), count: 40))
    #expect(try ResidualModel(&enough).quantiles.count == 1)
  }

  /// Between one and three hours the nearest length, as a ratio, changes at √3 hours.
  @Test(arguments: [(1.7, 0), (1.8, 1)])
  func aViewCalibratesTheNearestLength(hours: Double, view: Int) throws {
    // Calm and variable people together have heavier tails than those with a day in view.
    var sample = sample(
      (0..<4000).map { $0 % 2 == 0 ? (hours, $0 % 4 == 0 ? 0.2 : 1.8) : (24, 1) })
    let factors = try #require(ResidualModel(&sample).shortViews)
    #expect(factors.indices.allSatisfy { $0 == view ? factors[$0] > 0.1 : factors[$0] == 0 })
  }

  /// Of ten residuals, the rank 11·p is rounded away from the middle: down below it, up above it.
  @Test func ranksOfQuantilesAreRoundedOutwards() {
    var model = ResidualModel(meanSizes: [1])
    model.calibrate((1...10).map(Double.init).reversed(), outcome: 0)
    #expect(model.meanRatios == [5.5])
    for (probability, expected) in [
      (0.025, 1), (0.1, 1), (0.25, 2), (0.475, 5), (0.525, 6), (0.75, 9), (0.9, 10), (0.975, 10),
    ] {
      let quantile = ResidualModel.quantile(probability, of: model.quantiles[0][...])
      #expect(quantile == Double(expected))
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
    var sample = sample(
      (0..<20_000).map { $0 % 2 == 0 ? (1, $0 % 4 == 0 ? 0.2 : 1.8) : (24, 1) }, seed: 210)
    let model = try ResidualModel(&sample)
    let factor = try #require(model.shortViews)
    #expect(abs(factor[0] - 10.0 / 11 * 0.338) < 0.03)
    #expect(factor[1...] == [0, 0, 0])
    let quantiles = model.quantiles[0][...]
    let interval =
      ResidualModel.quantile(0.05, of: quantiles)...ResidualModel.quantile(0.95, of: quantiles)
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
