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
}
