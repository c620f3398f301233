import Testing

@testable import DaySummary

struct CountTailTests {
  @Test func equalProbabilitiesFollowTheBinomialDistribution() {
    let tail = CountTail.poissonBinomial(Array(repeating: 0.5, count: 10), atLeast: 8)
    #expect(abs(tail - 56.0 / 1024) < 1e-15)
  }

  @Test func unequalProbabilitiesEqualAHandCalculation() {
    // At least two of 1/2, 1/4, 1/10: 8/80 + 3/80 + 1/80 pairs, and 1/80 all three.
    let tail = CountTail.poissonBinomial([0.5, 0.25, 0.1], atLeast: 2)
    #expect(abs(tail - (9.0 + 3 + 1 + 1) / 80) < 1e-15)
    #expect(CountTail.poissonBinomial([0.5], atLeast: 0) == 1)
    #expect(CountTail.poissonBinomial([0.5], atLeast: 2) == 0)
    #expect(CountTail.poissonBinomial([1, 1], atLeast: 2) == 1)
  }

  @Test func drawsEqualAHandCalculation() {
    // (4 over 3)(6 over 2) + (4 over 4)(6 over 1) of (10 over 5).
    let tail = CountTail.hypergeometric(drawn: 5, marked: 4, total: 10, atLeast: 3)
    #expect(abs(tail - 66.0 / 252) < 1e-15)
    #expect(CountTail.hypergeometric(drawn: 5, marked: 8, total: 10, atLeast: 3) == 1)
    #expect(CountTail.hypergeometric(drawn: 5, marked: 0, total: 10, atLeast: 0) == 1)
    #expect(CountTail.hypergeometric(drawn: 5, marked: 4, total: 10, atLeast: 5) == 0)
    let large = CountTail.hypergeometric(drawn: 5000, marked: 17_500, total: 35_000, atLeast: 2500)
    #expect(large > 0.5 && large < 0.52)
  }

  @Test func ratesEqualBenjaminiAndYekutieli() {
    // Three tests: 3 × (1 + 1/2 + 1/3) = 5.5, divided by the rank.
    let rates = falseDiscoveryRates([0.001, 0.5, 0.04])
    let expected = [0.0055, 0.5 * 5.5 / 3, 0.11]
    #expect(zip(rates, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(falseDiscoveryRates([]).isEmpty)
    #expect(falseDiscoveryRates([0.9, 0.8]).allSatisfy { $0 == 1 })
    #expect(falseDiscoveryRates([0.02, 0.01]).allSatisfy { abs($0 - 0.03) < 1e-12 })
  }
}
