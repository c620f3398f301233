import Testing

@testable import PredictionEvaluation

struct RankedNightsTests {
  @Test func theAreaIsTheFractionOfOrderedPairs() throws {
    // Of the six pairs of a low and another night, four are in order and one is equal.
    let nights = RankedNights([
      (0.9, 0, true), (0.8, 0, false), (0.5, 0, true), (0.5, 0, false), (0.1, 0, false),
    ])
    let measures = try #require(nights.measures(counting: [1]))
    #expect(abs(measures.area - (3 + 1.5) / 6) < 1e-12)
    // 0.252 of the three others may be called low: a quarter of the first of them.
    #expect(abs(measures.sensitivity - 0.5) < 1e-12)
  }

  @Test func sensitivityIsInterpolatedAlongEqualScores() throws {
    // All scores are equal: the sensitivity is the fraction of false alarms.
    let nights = RankedNights((0..<20).map { (1, 0, $0 < 5) })
    let measures = try #require(nights.measures(counting: [1]))
    #expect(abs(measures.area - 0.5) < 1e-12)
    #expect(abs(measures.sensitivity - 0.084) < 1e-12)
  }

  @Test func aPersonWhoIsDrawnTwiceCountsTwice() throws {
    let nights: [(score: Double, person: Int, isLow: Bool)] = [
      (0.9, 0, false), (0.7, 1, true), (0.6, 0, true), (0.4, 1, false), (0.2, 2, true),
      (0.1, 2, false),
    ]
    let drawn = try #require(RankedNights(nights).measures(counting: [2, 1, 0]))
    let repeated = nights.filter { $0.person == 0 } + nights.filter { $0.person < 2 }
    let written = try #require(RankedNights(repeated).measures(counting: [1, 1, 1]))
    #expect(drawn.area == written.area && drawn.sensitivity == written.sensitivity)
    #expect(RankedNights(nights).measures(counting: [0, 0, 0]) == nil)
    #expect(RankedNights([(1, 0, true)]).measures(counting: [1]) == nil)
  }
}
