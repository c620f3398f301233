// SPDX-License-Identifier: Apache-2.0

import GlucoseMath
import Testing

@testable import Prediction

struct FeatureWitnessTests {
  private func map(_ cadence: SensorCadence, lags: Int, usesTimeOfDay: Bool = true) -> FeatureMap {
    FeatureMap(cadence: cadence, detail: .daily, lags: lags, usesTimeOfDay: usesTimeOfDay)
  }

  @Test(arguments: SensorCadence.allCases)
  func agreesWithTheSameFeatures(_ cadence: SensorCadence) {
    let map = map(cadence, lags: 60 / cadence.rawValue)
    let values = FeatureFingerprint.values(of: map)
    #expect(values.count == 2 * map.columns)
    #expect(FeatureFingerprint.agrees(values, map))
  }

  @Test func tellsOtherFeatures() {
    let map = map(.fiveMinutes, lags: 12)
    var values = FeatureFingerprint.values(of: map)
    #expect(!FeatureFingerprint.agrees(values, self.map(.fiveMinutes, lags: 18)))
    #expect(
      !FeatureFingerprint.agrees(values, self.map(.fiveMinutes, lags: 12, usesTimeOfDay: false)))
    values[40] += 0.01
    #expect(!FeatureFingerprint.agrees(values, map))
    #expect(!FeatureFingerprint.agrees([], map))
  }
}
