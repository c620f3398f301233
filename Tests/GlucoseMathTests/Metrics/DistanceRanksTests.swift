// SPDX-License-Identifier: Apache-2.0

import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct DistanceRanksTests {
  private func series(_ values: [Double]) throws -> GlucoseSeries {
    try ValidatedReadings(times: values.indices.map { Double($0) * 300 }, values: values).series
  }

  private func agree(_ values: [Double], from center: Double) throws {
    let sorted = values.map { abs($0 - center) }.sorted()
    let ranks = (values.count - 1) / 2...values.count / 2
    let series = try series(values)
    let found = series.distances(from: center, at: ranks, RankedValues(series.values))
    #expect(found == [sorted[ranks.lowerBound], sorted[ranks.upperBound]], "from \(center)")
  }

  @Test(arguments: [1, 2, 3, 200, 201, 202, 1001, 4096])
  func theyAreThoseOfSortedDistances(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let arbitrary = (0..<count).map { _ in Double.random(in: 39...400, using: &random) }
    let whole = arbitrary.map { $0.rounded() }
    let tenths = arbitrary.map { ($0 / 1.801_559).rounded() * 1.801_559 }
    for values in [arbitrary, whole, tenths] {
      for center in [0, 40, 139.875, 140, 141.3, 400, 5000] { try agree(values, from: center) }
    }
  }

  @Test func concentrationsBeyondAllBinsCountToo() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<501).map { _ in Double.random(in: 1...9000, using: &random) }
    for center in [0, 500, 1023.9, 1024, 4000, 9000] { try agree(values, from: center) }
  }

  @Test(arguments: [201, 208, 1001])
  func percentilesAreThoseOfSortedValues(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let arbitrary = (0..<count).map { _ in Double.random(in: 1...1100, using: &random) }
    let quarters = arbitrary.map { ($0 * 4).rounded() / 4 }
    var last = quarters
    last[count - 1] = 140.3
    for values in [arbitrary, quarters, last] {
      let sorted = values.sorted()
      let probabilities = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
      let ranked = try #require(RankedValues(values[...]))
      #expect(ranked.quantiles(probabilities) == probabilities.map { sorted.quantile($0) })
    }
    #expect(RankedValues(arbitrary[..<200]) == nil)
  }

  @Test func readingsThatAreAllAlikeHaveNoDistance() throws {
    try agree(Array(repeating: 110.3, count: 999), from: 110.3)
    try agree(Array(repeating: 2000, count: 999), from: 2000)
    let deviation = try series(Array(repeating: 110.3, count: 999)).medianAbsoluteDeviation()
    #expect(deviation?.mgdL == 0)
  }
}
