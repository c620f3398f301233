// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct SensorKindTests {
  private func wave(_ count: Int, step: Double = 300, noise: Double) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: 5)
    return try Synthetic.series(
      (0..<count).map {
        130 + 25 * sin(Double($0) * step / 2400) + noise * generator.normal()
      }, step: step)
  }

  @Test(arguments: [(0.1, SensorKind.smoothed), (2.5, .current)])
  func recognizesASmoothedRecordByItsNoise(_ noise: Double, _ kind: SensorKind) throws {
    #expect(SensorKind(of: try wave(600, noise: noise)) == kind)
    #expect(SensorKind(of: try wave(60, noise: noise)) == kind)
  }

  @Test func aSensorEveryQuarterHourIsSparse() throws {
    #expect(SensorKind(of: try wave(60, step: 900, noise: 1)) == .sparse)
  }

  @Test func aFewReadingsAreTakenForCurrentOnes() throws {
    #expect(SensorKind(of: try wave(30, noise: 0)) == .current)
  }

  @Test func noReadingsOrRareOnesAreNoKind() throws {
    #expect(SensorKind(of: GlucoseSeries()) == nil)
    #expect(SensorKind(of: try wave(1, noise: 0)) == nil)
    #expect(SensorKind(of: try wave(40, step: 3600, noise: 0)) == nil)
  }

  @Test func readingsEveryMinuteAreReadEveryFive() throws {
    #expect(SensorKind(of: try wave(3000, step: 60, noise: 2.5)) == .current)
  }

  @Test func onlyTheLastDaysCount() throws {
    let rough = try wave(2000, noise: 4)
    let smooth = try wave(1000, noise: 0.1)
    let later = try smooth.shifted(by: 2100 * 300)
    #expect(SensorKind(of: try GlucoseSeries(Array(rough) + Array(later))) == .smoothed)
  }
}
