// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath
import Testing

@testable import Prediction

/// Models that were stored by this and earlier versions, and the forecasts that they gave then.
///
/// The fixtures are fitted to made-up records. `GLUCOSE_WRITE_FIXTURES=1 swift test --filter
/// StoredFixturesTests` writes those of the current format; those of earlier formats stay as they are.
struct StoredFixturesTests {
  /// The forecasts of a model after three readings of a record, in mg/dL.
  private struct Expected: Codable {
    var seed: UInt64
    var count: Int
    var step: Double
    /// For each reading, each step's expected value and the ends of the interval of 80 percent.
    var points: [[[Double]]]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: Self.folder.appending(path: name))
  }

  private func points(_ model: Forecaster, _ expected: Expected) throws -> [[[Double]]] {
    let record = try Synthetic.autoregression(
      count: expected.count, seed: expected.seed, step: expected.step)
    return try [1, 50, 100].map { back in
      let now = record[expected.count - back].time
      return try model.forecast(after: record, at: now, coverage: 0.8).points.map {
        [$0.glucose.mgdL, $0.lower.mgdL, $0.upper.mgdL]
      }
    }
  }

  private func expectSameForecasts(_ model: Forecaster, _ name: String) throws {
    let expected = try JSONDecoder().decode(Expected.self, from: data(name + ".expected.json"))
    let points = try points(model, expected)
    #expect(points.count == 3 && points.map(\.count) == expected.points.map(\.count))
    for (ours, theirs) in zip(points.joined().joined(), expected.points.joined().joined()) {
      #expect(abs(ours - theirs) < 1e-9)
    }
  }

  @Test(
    arguments: ["forecaster-1-lags", "forecaster-1-lags-personal", "forecaster-1-all-personal"])
  func aModelOfFormat1ForecastsAsItDid(_ name: String) throws {
    let model = try JSONDecoder().decode(Forecaster.self, from: data(name + ".json"))
    #expect(model.isPersonal == name.hasSuffix("personal"))
    try expectSameForecasts(model, name)
    // It is stored anew in the current format.
    let again = try JSONEncoder().encode(model)
    #expect(String(decoding: again, as: UTF8.self).contains("\"format\":\(StoredBytes.format)"))
    #expect(try JSONDecoder().decode(Forecaster.self, from: again) == model)
  }

  @Test func statisticsOfFormat1HaveOtherFoldsAndAreRefused() throws {
    #expect(throws: StoredModelError(.format(found: 1, readable: 2...2))) {
      try JSONDecoder().decode(FitStatistics.self, from: data("statistics-1-lags.json"))
    }
  }

  @Test func pretrainedModelsOfFormat1AreRead() throws {
    let models = try PretrainedModels(bytes: [UInt8](data("pretrained-1.bin")))
    #expect(models.kinds == [.sparse] && models.studies == ["one", "two"])
    #expect(try PretrainedModels(bytes: models.bytes) == models)
  }
}
