import Foundation
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

/// Glucose returns to 100 mg/dL in one study and to 200 in the other.
struct TypeRegressionTests {
  private static func people(
    _ level: Double, _ seed: UInt64, count: Int
  ) throws -> [GlucoseSeries] {
    try (0..<4).map { person in
      var generator = SeededGenerator(seed: seed + UInt64(person))
      var value = 150.0
      return try Synthetic.series(
        (0..<count).map { _ in
          value = level + 0.8 * (value - level) + 6 * generator.normal()
          return value
        })
    }
  }

  private static func models(
    _ types: (low: TypeOfDiabetes?, high: TypeOfDiabetes?), count: Int = 500
  ) async throws -> PretrainedModels {
    try await PretrainedModels.trained(
      on: [
        PretrainedModels.Study(
          name: "low", people: people(100, 340, count: count), type: types.low),
        PretrainedModels.Study(
          name: "high", people: people(200, 350, count: count), type: types.high),
      ], landmarkCount: 20)
  }

  private static let typed = Task { try await models((.noDiabetes, .type1)) }

  /// An hour at 150 mg/dL is possible in both studies, and contains no sign of the level.
  @Test func theFirstHourReturnsToTheLevelOfTheType() async throws {
    let series = try Synthetic.series((0...12).map { 150 + 3 * Double($0 % 2) })
    let now = try #require(series.last?.time)
    let models = try await Self.typed.value
    func change(_ type: TypeOfDiabetes?) throws -> Double {
      let model = try models.forecaster(for: .unsmoothed, type: type)
      let points = try model.forecast(after: series, at: now).points
      return try #require(points.last).glucose.mgdL - 150
    }
    let (low, unknown, high) = (
      try change(.noDiabetes), try change(nil), try change(.type1)
    )
    #expect(low + 5 < high)
    #expect(low < unknown && unknown < high)
  }

  @Test func modelsWithTypesEqualTheirDecodedBytes() async throws {
    let models = try await Self.typed.value
    #expect(models.priors[.unsmoothed]?.count == 2)
    #expect(try PretrainedModels(bytes: models.bytes) == models)
  }

  /// A single type cannot be compared with another, and neither can studies of unknown types.
  @Test(arguments: [[nil, nil], [.type1, nil], [.type1, .type1]] as [[TypeOfDiabetes?]])
  func fewerThanTwoTypesHaveNoPriors(_ types: [TypeOfDiabetes?]) async throws {
    let models = try await Self.models((types[0], types[1]), count: 350)
    #expect(models.priors.isEmpty)
    #expect(
      try models.forecaster(for: .unsmoothed, type: .type1)
        == models.forecaster(for: .unsmoothed))
  }

  @Test func aTypeThatIsLeftOutHasTheWeightsOfAllPeople() {
    let map = FeatureMap(
      cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false)
    let regression = TypeRegression(types: [.type1, .noDiabetes], map: map)
    let sums = FoldedSums(columns: map.columns, outcomes: 1, folds: 2)
    let weights = (0..<map.columns).map { Double($0) }
    let own = regression.weights(correcting: weights, sums, [1], leaving: 0)
    let common = Array(weights[map.layout.missingHours])
    #expect(common.count == 14 && own == [common, common])
    #expect(regression.replacing(weights, with: own) == weights)
  }
}
