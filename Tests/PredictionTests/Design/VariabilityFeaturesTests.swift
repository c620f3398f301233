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
    // Up and down by 10 mg/dL: first differences ±1, second differences ±2, in units of 10. 98
    // readings have two steps before them, and an hour of the usual values, 0.25 and 0.06, is
    // added.
    let (character, last) = try character((0..<100).map { $0 % 2 == 0 ? 120 : 130 })
    #expect(abs(character.roughness(from: 50, through: last) - 2) < 1e-12)
    let first = (98 * 1 + 12 * 0.25) / 110
    let second = (98 * 4 + 12 * 0.06) / 110
    let expected = log((second + 0.02) / (first + 0.1) * 1.3)
    #expect(abs(character.differenceRatio(from: 0, through: last) - expected) < 1e-12)
    let size = character.stepSize(from: 0, through: last)
    #expect(abs(size - (0.5 * log(first + 0.0025) + 0.7)) < 1e-12)
  }

  @Test func aSteadyRiseLasts() throws {
    // Half-hour changes of 1.2 in units of 10: Σ 1.44 / (Σ 1.44 + n), to which two hours of the
    // usual values are added.
    let (character, last) = try character((0..<120).map { 100 + 2 * Double($0) })
    let slope = (80 * 1.44 + 24 * 0.64) / (80 * 2.44 + 24 * 2.6)
    #expect(abs(character.slopeAutocorrelation(from: 40, through: last) - slope) < 1e-9)
    // Their residuals given the slope, with an hour of the usual value.
    let rest = (80 * 1.44 * (1 - slope) * (1 - slope) + 12 * 3) / 92
    let size = character.restSize(from: 40, through: last)
    #expect(abs(size - (0.5 * log(rest) - 0.55)) < 1e-9)
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

  /// Readings every 15 minutes and then every five, which go up and down by 10 mg/dL. Differences
  /// across the ten minutes between readings are of a line, except the second one at the first
  /// reading after five minutes; from 24 and a tenth of all they are left out.
  @Test(arguments: [(23, 12, false), (24, 12, true), (24, 215, true), (24, 217, false)])
  func differencesOfASparserSensorAreLeftOut(sparse: Int, dense: Int, areLeftOut: Bool) throws {
    let readings = (0..<sparse + dense).map { number -> Reading in
      let steps = number < sparse ? 3 * number : number + 2 * (sparse - 1)
      return Reading(
        time: Date(timeIntervalSinceReferenceDate: Synthetic.start + 300 * Double(steps)),
        glucose: .mgdL(number % 2 == 0 ? 120 : 130))
    }
    let series = PreparedSeries(try GlucoseSeries(readings))
    let character = VariabilityFeatures(series, step: 300)
    let measured = Double(dense - 1)
    var (count, first, second) = (measured + 12, measured + 12 * 0.25, 4 * measured + 12 * 0.06)
    if !areLeftOut {
      count += Double(sparse)
      first += Double(sparse - 1) / 9 + 1
      second += 16.0 / 9
    }
    let expected = log((second / count + 0.02) / (first / count + 0.1) * 1.3)
    let last = readings.count - 1
    #expect(abs(character.differenceRatio(from: 0, through: last) - expected) < 1e-9)
    let size = 0.5 * log(first / count + 0.0025) + 0.7
    #expect(abs(character.stepSize(from: 0, through: last) - size) < 1e-9)
  }

  @Test func twoReadingsHaveTheUsualVariability() throws {
    let (character, last) = try character([100, 110])
    let slope = character.slopeAutocorrelation(from: 0, through: last)
    #expect(abs(slope - 0.64 / 2.6) < 1e-12)
    #expect(abs(character.restSize(from: 0, through: last) - (0.5 * log(3) - 0.55)) < 1e-12)
    #expect(character.roughness(from: 0, through: last) == 0)
    #expect(character.differenceRatio(from: 0, through: last).isFinite)
  }
}
