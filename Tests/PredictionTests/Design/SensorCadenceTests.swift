// SPDX-License-Identifier: Apache-2.0

import GlucoseMath
import Testing

@testable import Prediction

struct SensorCadenceTests {
  @Test(arguments: [
    (60.0, SensorCadence.fiveMinutes), (299, .fiveMinutes), (303, .fiveMinutes),
    (450, .fiveMinutes), (451, .fifteenMinutes), (900, .fifteenMinutes), (960, .fifteenMinutes),
    (1350, .fifteenMinutes),
  ])
  func isThatOfTheMedianGap(gap: Double, expected: SensorCadence) throws {
    let series = try Synthetic.series([100, 101, 102, 103], step: gap)
    #expect(SensorCadence(of: series) == expected)
  }

  @Test func isNoneForSparseOrSingleReadings() throws {
    #expect(SensorCadence(of: try Synthetic.series([100, 100, 100], step: 1800)) == nil)
    #expect(SensorCadence(of: try Synthetic.series([100])) == nil)
    #expect(SensorCadence(of: GlucoseSeries()) == nil)
  }

  /// A hundred readings every five minutes and, two days later, one and some at other steps after it.
  @Test(arguments: [
    ([(900.0, 4)], SensorCadence.fifteenMinutes), ([(900, 3)], .fiveMinutes),
    ([(300, 24)], .fiveMinutes), ([(3600, 30)], .fiveMinutes),
    // Six gaps of five minutes and two of 15 in the last hour, and three of each.
    ([(300, 12), (900, 2)], .fiveMinutes), ([(300, 12), (900, 3)], .fifteenMinutes),
    // A reading with a wrong date in the future.
    ([(900, 4), (1e9, 1)], .fifteenMinutes),
  ])
  func atTheEndItIsThatOfTheLastHourIfSparser(
    steps: [(Double, Int)], expected: SensorCadence
  ) throws {
    var times = (0..<100).map { Synthetic.start + 300 * Double($0) }
    times.append(Synthetic.start + 2 * 86_400)
    for (step, count) in steps {
      for _ in 0..<count { times.append((times.last ?? 0) + step) }
    }
    let series = try ValidatedReadings(times: times, values: times.map { _ in 120 }).series
    #expect(SensorCadence(of: series) == .fiveMinutes)
    #expect(SensorCadence(atEndOf: series) == expected)
  }

  @Test func recordsAreGroupedByTheCadenceThatSuitsThem() throws {
    let steps = [900.0, 300, 3600, 60, 900]
    let records = try steps.map {
      try Synthetic.series((0..<20).map { 100 + Double($0) }, step: $0)
    }
    let groups = SensorCadence.groups(of: records + [GlucoseSeries()])
    #expect(groups.map(\.cadence) == [.fiveMinutes, .fifteenMinutes])
    #expect(groups.map(\.records) == [[1, 3], [0, 4]])
    #expect(SensorCadence.groups(of: []).isEmpty)
  }
}
