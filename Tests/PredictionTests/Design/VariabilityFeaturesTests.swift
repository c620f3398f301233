// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct DayCharacterTests {
  private func character(
    _ values: [Double], step: Double = 300
  ) throws -> (VariabilityFeatures, last: Int) {
    let trace = PreparedSeries(try Synthetic.series(values, step: step))
    return (VariabilityFeatures(trace, step: 300), values.count - 1)
  }

  @Test func aZigzagIsWorkedByHand() throws {
    // Up and down by 10 mg/dL: first differences ±1, second differences ±2, in units of 10.
    let (character, last) = try character((0..<100).map { $0 % 2 == 0 ? 120 : 130 })
    #expect(abs(character.roughness(from: 50, through: last) - 2) < 1e-12)
    let expected = log((4 + 0.02) / (1 + 0.1) * 1.3)
    #expect(abs(character.differenceRatio(from: 0, through: last) - expected) < 1e-12)
  }

  @Test func aSteadyRiseLasts() throws {
    // Half-hour changes of 1.2 in units of 10: Σ 1.44 / (Σ 1.44 + n).
    let (character, last) = try character((0..<120).map { 100 + 2 * Double($0) })
    #expect(abs(character.slopeAutocorrelation(from: 40, through: last) - 1.44 / 2.44) < 1e-9)
    #expect(character.roughness(from: 40, through: last) < 1e-9)
    #expect(character.differenceRatio(from: 40, through: last) < -1)
  }

  @Test func aDenserRecordHasTheSameCharacter() throws {
    let values = (0..<200).map { index -> Double in
      let wave = 40 * sin(Double(index) * 0.2)
      return 140 + wave + (index % 3 == 0 ? 4 : 0)
    }
    let (sparse, last) = try character(values)
    let minutes = (0...995).map { minute -> Double in
      let share = Double(minute % 5) / 5
      let (before, after) = (values[minute / 5], values[min(minute / 5 + 1, 199)])
      return before * (1 - share) + after * share
    }
    let (dense, end) = try character(minutes, step: 60)
    let one = sparse.slopeAutocorrelation(from: 20, through: last)
    #expect(abs(one - dense.slopeAutocorrelation(from: 100, through: end)) < 0.05)
  }

  @Test func twoReadingsHaveNone() throws {
    let (character, last) = try character([100, 110])
    #expect(character.slopeAutocorrelation(from: 0, through: last) == 0)
    #expect(character.roughness(from: 0, through: last) == 0)
    #expect(character.differenceRatio(from: 0, through: last).isFinite)
  }
}
