import Foundation
import Testing

@testable import GlucoseSimulation

@Suite struct RandomSourceTests {
  /// The first numbers that the author of the generator published for this seed and stream.
  @Test func generatorProducesThePublishedNumbers() {
    var random = RandomSource(pcgSeed: 42, stream: 54)
    let expected: [UInt32] = [
      0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e,
    ]
    for number in expected { #expect(random.next() == number) }
  }

  @Test func streamsOfOneSeedDiffer() {
    var first = RandomSource(seed: 1, for: .day(0))
    var second = RandomSource(seed: 1, for: .day(1))
    let pairs = (0..<1000).map { _ in (first.next(), second.next()) }
    #expect(pairs.allSatisfy { $0.0 != $0.1 })
  }

  @Test func adjacentSeedsDiffer() {
    let first = (0..<1000 as Range<UInt64>).map { seed in
      var random = RandomSource(seed: seed, for: .habits)
      return random.uniform()
    }
    let mean = first.reduce(0, +) / 1000
    #expect(abs(mean - 0.5) < 0.03)
    let products = zip(first, first.dropFirst()).map { ($0 - 0.5) * ($1 - 0.5) }
    #expect(abs(products.reduce(0, +) / 999) < 0.01)
  }

  @Test func uniformNumbersAreInTheirRange() {
    var random = RandomSource(pcgSeed: 3, stream: 3)
    for _ in 0..<10_000 {
      let number = random.uniform(in: 2...5)
      #expect(number >= 2 && number < 5)
      #expect((-3...4).contains(random.integer(in: -3...4)))
    }
  }

  @Test func integersAreUniform() {
    var random = RandomSource(pcgSeed: 5, stream: 1)
    var counts = [Int: Int]()
    for _ in 0..<60_000 { counts[random.integer(in: 1...6), default: 0] += 1 }
    #expect(counts.keys.sorted() == [1, 2, 3, 4, 5, 6])
    #expect(counts.values.allSatisfy { abs($0 - 10_000) < 500 })
  }

  @Test func normalNumbersHaveTheirMoments() {
    var random = RandomSource(pcgSeed: 9, stream: 2)
    let numbers = (0..<40_000).map { _ in random.normal(mean: 3, spread: 2) }
    let mean = numbers.reduce(0, +) / 40_000
    let variance = numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 40_000
    #expect(abs(mean - 3) < 0.05)
    #expect(abs(variance - 4) < 0.15)
    let beyond = numbers.filter { abs($0 - 3) > 2 * 1.96 }.count
    #expect(abs(Double(beyond) / 40_000 - 0.05) < 0.006)
  }

  @Test func logNormalNumbersAreWithinTheirBounds() {
    var random = RandomSource(pcgSeed: 9, stream: 3)
    let numbers = (0..<10_000).map { _ in random.logNormal(median: 10, spread: 0.4) }.sorted()
    #expect(numbers[0] >= 10 * exp(-1) * (1 - 1e-9))
    #expect(numbers[9999] <= 10 * exp(1) * (1 + 1e-9))
    #expect(abs(numbers[5000] - 10) < 0.2)
  }

  @Test(arguments: [-4, -1.7, -0.3, -1e-9, 0, 1e-6, 0.22, 1, 2.5, 4.0])
  func exponentialAgreesWithTheMathematicalLibrary(x: Double) {
    #expect(abs(exponential(x) / exp(x) - 1) < 1e-11)
  }
}
