import GlucoseMath
import Testing

@testable import Prediction

struct PrecisionMixtureTests {
  /// Returns one feature that is always one, and a target for each row.
  private func block(_ targets: [Double], day: Double) -> DesignBlock {
    var block = DesignBlock(columns: 1, outcomes: 1, room: targets.count)
    for (row, target) in targets.enumerated() {
      block.targets[row] = target
      block.writeRow { room, base in room[base] = 1 }
      block.commit(level: 100, known: 1, time: day * 86_400 + Double(row))
    }
    return block
  }

  private var precision: SymmetricMatrix {
    var precision = SymmetricMatrix(size: 1)
    precision[0, 0] = 100
    return precision
  }

  private func learned(
    _ days: [[Double]]
  ) -> (mixture: PersonalState.PrecisionMixture, sums: NormalEquations) {
    var mixture = PersonalState.PrecisionMixture(columns: 1, outcomes: 1)
    var sums = NormalEquations(columns: 1, outcomes: 1)
    for (day, targets) in days.enumerated() {
      mixture.begin(Double(day), after: sums, precision)
      let block = block(targets, day: Double(day))
      for target in targets { mixture.count(target, outcome: 0) }
      sums.add(block.selecting(0..<block.rows, columns: 1, targets: targets))
    }
    mixture.begin(Double(days.count), after: sums, precision)
    return (mixture, sums)
  }

  private func day(_ target: Double) -> [Double] { Array(repeating: target, count: 100) }

  @Test func beforeThereAreDaysTheMultiplesHaveTheirInitialWeights() {
    let (mixture, sums) = learned([day(4)])
    #expect(mixture.weights(outcome: 0, count: 100) == [0.01, 0.05, 0.18, 0.15, 0.11])
    // 400 / (100 + 100 m) for each multiple m, weighted.
    let expected = zip([0.01, 0.05, 0.18, 0.15, 0.11], PersonalState.PrecisionMixture.multiples)
      .reduce(0.0) {
        $0 + $1.0 * 400 / (100 + 100 * $1.1)
      }
    let corrections = mixture.corrections(of: sums, precision)
    #expect(abs((corrections?.first ?? 0) - expected) < 1e-12)
  }

  @Test func aPersonWithLikeDaysGetsTheirCorrections() throws {
    let (mixture, sums) = learned((0..<8).map { _ in day(4) })
    let weights = mixture.weights(outcome: 0, count: sums.counts[0])
    #expect(weights[0] > 0.5 && weights.reduce(0, +) > 0.999)
    let correction = try #require(mixture.corrections(of: sums, precision)?.first)
    #expect(correction > 3.9 && correction < 4)
  }

  @Test func aPersonWithUnlikeDaysKeepsThePopulationsWeights() throws {
    // Every day is opposite to those before it: 4, -4, 12, -28 …
    var days = [day(4)]
    var sum = 4.0
    for _ in 1..<7 {
      days.append(day(-2 * sum))
      sum -= 2 * sum
    }
    let (mixture, sums) = learned(days)
    let weights = mixture.weights(outcome: 0, count: sums.counts[0])
    #expect(weights.prefix(3).reduce(0, +) < 0.05)
    let correction = try #require(mixture.corrections(of: sums, precision)?.first)
    let unguarded = sums.products[0] / (sums.gram[0, 0] + 100)
    #expect(abs(correction) < 0.5 * abs(unguarded))
  }

  @Test func theLossesAreThoseOfDaysThatWereNotLearnedFrom() {
    // Day one gives w = 400 / (100 + 100 m); day two with targets 4 then changes the squared error
    // by 100 w² - 800 w.
    let (mixture, _) = learned([day(4), day(4)])
    let scale = 2.5 * 16
    let exponents = PersonalState.PrecisionMixture.multiples.map { multiple in
      let weight = 400 / (100 + 100 * multiple)
      return -(100 * weight * weight - 800 * weight) / scale
    }
    let shares = zip(exponents, [0.01, 0.05, 0.18, 0.15, 0.11]).map {
      $1 * MathFunctions.exponential($0)
    }
    let sum = shares.reduce(0.5, +)
    for (found, expected) in zip(mixture.weights(outcome: 0, count: 200), shares) {
      #expect(abs(found - expected / sum) < 1e-9)
    }
  }
}
