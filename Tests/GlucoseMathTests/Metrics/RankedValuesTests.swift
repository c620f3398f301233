import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct RankedValuesTests {
  private func agree(_ values: [Double], from center: Double) {
    let sorted = values.map { abs($0 - center) }.sorted()
    #expect(
      RankedValues(values[...]).medianDistance(from: center) == sorted.quantile(0.5),
      "from \(center)")
  }

  @Test(arguments: [1, 2, 3, 200, 201, 202, 1001, 4096])
  func distancesAreThoseOfSortedDistances(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let arbitrary = (0..<count).map { _ in Double.random(in: 39...400, using: &random) }
    let whole = arbitrary.map { $0.rounded() }
    let tenths = arbitrary.map { ($0 / 1.801_559).rounded() * 1.801_559 }
    for values in [arbitrary, whole, tenths] {
      for center in [0, 40, 139.875, 140, 141.3, 400, 5000] { agree(values, from: center) }
    }
  }

  @Test func concentrationsBeyondAllBinsCountToo() {
    var random = SeededGenerator(seed: 3)
    let values = (0..<501).map { _ in Double.random(in: 1...9000, using: &random) }
    for center in [0, 500, 1023.9, 1024, 4000, 9000] { agree(values, from: center) }
  }

  @Test(arguments: [1, 2, 201, 1001])
  func percentilesAreThoseOfSortedValues(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let arbitrary = (0..<count).map { _ in Double.random(in: 1...1100, using: &random) }
    let quarters = arbitrary.map { ($0 * 4).rounded() / 4 }
    var last = quarters
    last[count - 1] = 140.3
    for values in [arbitrary, quarters, last] {
      let sorted = values.sorted()
      let probabilities = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
      let ranked = RankedValues(values[...])
      #expect(ranked.quantiles(probabilities) == probabilities.map { sorted.quantile($0) })
    }
  }

  @Test func readingsThatAreAllAlikeHaveNoDistance() {
    agree(Array(repeating: 110.3, count: 999), from: 110.3)
    agree(Array(repeating: 2000, count: 999), from: 2000)
  }
}
