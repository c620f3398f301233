// SPDX-License-Identifier: Apache-2.0

import GlucoseMath
import Testing

@testable import Prediction

struct FeatureFingerprintTests {
  private typealias Group = FeatureFingerprint.Group

  private func map(_ cadence: SensorCadence, lags: Int, usesTimeOfDay: Bool = true) -> FeatureMap {
    FeatureMap(
      cadence: cadence, detail: .daily, lags: lags, usesTimeOfDay: usesTimeOfDay, usesEvents: true)
  }

  @Test(arguments: SensorCadence.allCases)
  func everyColumnBelongsToOneGroupAndNoGroupIsConstant(_ cadence: SensorCadence) {
    let eighths: [Int] = (0..<42).map { $0 * 29 % 17 - 8 }
    let map = FeatureMap(
      cadence: cadence, detail: .kernel, lags: 60 / cadence.rawValue, usesTimeOfDay: true,
      usesEvents: true,
      kernel: KernelLandmarks(dimensions: 14, coordinates: eighths.map { Double($0) / 8 }))
    let groups = FeatureFingerprint(of: map).groups
    #expect(
      groups.last?.name == "scale" && groups.last?.columns == ResidualModel.ScaleFeatures.columns)
    #expect(groups.dropLast().reduce(0) { $0 + $1.columns } == map.columns)
    #expect(Set(groups.map(\.name)).count == groups.count)
    // A group whose values are the same at every origin would not reveal a change of its formula.
    for group in groups where group.name != "clock" {
      #expect(Set(group.sums).count > 1, "\(group.name)")
    }
    #expect(groups.allSatisfy { $0.sums.contains { $0 != 0 } })
  }

  @Test func agreesWithTheSameFeaturesUpToTheLastDigits() {
    let map = map(.fiveMinutes, lags: 12)
    let fingerprint = FeatureFingerprint(of: map)
    #expect(fingerprint.changes(from: FeatureFingerprint(of: map)).isEmpty)
    let rounded = FeatureFingerprint(
      groups: fingerprint.groups.map {
        Group(name: $0.name, columns: $0.columns, sums: $0.sums.map { $0 * (1 + 1e-12) })
      })
    #expect(fingerprint.changes(from: rounded).isEmpty)
  }

  @Test func namesTheGroupsThatDiffer() {
    let fingerprint = FeatureFingerprint(of: map(.fiveMinutes, lags: 12))
    let longer = FeatureFingerprint(of: map(.fiveMinutes, lags: 18))
    #expect(fingerprint.changes(from: longer).contains("history"))
    let timeless = FeatureFingerprint(of: map(.fiveMinutes, lags: 12, usesTimeOfDay: false))
    #expect(fingerprint.changes(from: timeless) == ["clock", "scale"])
    #expect(timeless.changes(from: fingerprint) == ["scale", "clock"])
    for index in fingerprint.groups.indices {
      var groups = fingerprint.groups
      var sums = groups[index].sums
      sums[2] += 1e-3
      groups[index] = Group(name: groups[index].name, columns: groups[index].columns, sums: sums)
      let changes = fingerprint.changes(from: FeatureFingerprint(groups: groups))
      #expect(changes == [groups[index].name])
    }
  }
}
