import Foundation
import GlucoseMath
import Testing

@testable import Prediction

/// Models that were stored, and their forecasts at that time.
///
/// The fixtures are fitted to synthetic records.
/// `GLUCOSE_WRITE_FIXTURES=1 scripts/test --filter StoredFixturesTests` writes them.
struct StoredFixturesTests {
  /// The forecasts of a model after three readings of a record, in mg/dL.
  private struct Expected: Codable {
    var seed: UInt64
    var count: Int
    var step: Double
    /// For each reading, each step's expected value and the bounds of the interval of 80 percent.
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

  /// The models with fixtures: one of few features, the same personalized, and a personal model of
  /// all features.
  private static let names = ["lags", "lags-personal", "all-personal"]

  @Test(arguments: names)
  func aModelOfThisFormatForecastsAsItDid(_ name: String) throws {
    let name = "forecaster-\(StoredBytes.format)-" + name
    let bytes = try [UInt8](data(name + ".txt"))
    let model = try Forecaster(bytes: bytes)
    try expectSameForecasts(model, name)
    let json = Data(bytes.drop { $0 != UInt8(ascii: "\n") })
    #expect(try JSONDecoder().decode(Forecaster.self, from: json) == model)
    #expect(try model.bytes == bytes)
  }

  @Test(arguments: ["{}", #"{"a":1,"person":null}"#, #"{"cadence":5,"options":{}}"#])
  func anythingElseIsNoStoredModel(json: String) throws {
    let data = Data(json.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Forecaster.self, from: data) }
  }

  // MARK: - Writing

  @Test(.enabled(if: ProcessInfo.processInfo.environment["GLUCOSE_WRITE_FIXTURES"] != nil))
  func writesTheFixturesOfThisFormat() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    func write(_ model: Forecaster, _ name: String, step: Double) throws {
      let base = Self.folder.appending(path: "forecaster-\(StoredBytes.format)-\(name)").path
      var expected = Expected(seed: 77, count: 700, step: step, points: [])
      expected.points = try points(model, expected)
      try encoder.encode(expected).write(to: URL(filePath: base + ".expected.json"))
      try Data(model.bytes).write(to: URL(filePath: base + ".txt"))
    }
    let people = try (0..<3).map { try Synthetic.autoregression(count: 900, seed: 400 + $0) }
    var few = FitOptions()
    few.detail = .lags
    few.horizon = .seconds(900)
    let plain = try Forecaster.fit(people, few)
    try write(plain, "lags", step: 300)
    try write(
      plain.personalized(to: try Synthetic.autoregression(count: 600, seed: 410)), "lags-personal",
      step: 300)
    try write(try HostileModels(horizon: .seconds(900)).personal, "all-personal", step: 900)
  }
}
