import Foundation
import GlucoseDiary
import GlucoseMath
import PredictionTestSupport
import Testing

@testable import Prediction

struct TypeOfDiabetesTests {
  /// Returns `hours` of readings whose last hour falls or rises to `level`.
  private static func series(
    to level: Double, hours: Double = 1, by change: Double = 1, step: Double = 300
  ) throws -> GlucoseSeries {
    let count = Int(hours * 3600 / step) + 1
    let steps = Int(3600 / step)
    return try Synthetic.series(
      (0..<count).map { index in
        level - change * step / 300 * Double(min(count - 1 - index, steps))
      }, step: step)
  }

  private static func last(
    _ series: GlucoseSeries, _ type: TypeOfDiabetes?, _ kind: SensorKind
  ) throws -> GlucoseForecast.Point {
    let model = try PretrainedModels.shipped.get()
      .forecaster(for: kind, zone: .gmt, type: type)
    let now = try #require(series.last?.time)
    return try #require(model.forecast(after: series, at: now).points.last)
  }

  /// In type 1 diabetes a low is followed by a rise, and errors are larger; an unknown type is between
  /// the two.
  @Test(arguments: [SensorKind.unsmoothed, .fifteenMinutes])
  func aLowInTheFirstHourRisesInType1(_ kind: SensorKind) throws {
    let series = try Self.series(to: 66, by: -1.5, step: kind.cadence.seconds)
    let points = try [TypeOfDiabetes.noDiabetes, nil, .type1].map {
      try Self.last(series, $0, kind)
    }
    #expect(points[0].glucose.mgdL + 2 < points[2].glucose.mgdL)
    #expect(points[0].glucose < points[1].glucose && points[1].glucose < points[2].glucose)
    let widths = points.map { $0.upper.mgdL - $0.lower.mgdL }
    #expect(widths[0] < widths[1] && widths[1] < widths[2])
  }

  @Test(arguments: SensorKind.allCases)
  func aTypeHasNoEffectWithADayInView(_ kind: SensorKind) throws {
    let series = try Self.series(to: 66, hours: 26, by: -1.5, step: kind.cadence.seconds)
    let unknown = try Self.last(series, nil, kind)
    for type in TypeOfDiabetes.allCases {
      let point = try Self.last(series, type, kind)
      #expect(abs(point.glucose.mgdL - unknown.glucose.mgdL) < 0.1)
      #expect(abs(point.upper.mgdL - unknown.upper.mgdL) < 0.1)
    }
  }

  /// The types have equal weights, since an hour of readings is no evidence of the type.
  @Test(arguments: SensorKind.allCases)
  func anUnknownTypeHasTheMeanOfTheTypes(_ kind: SensorKind) throws {
    let models = try PretrainedModels.shipped.get()
    let model = try models.forecaster(for: kind, horizon: SensorCadence.longestHorizon)
    let priors = try #require(models.priors[kind])
    #expect(Set(priors.keys) == [.type1, .noDiabetes])
    let shortViews = Array(priors.values.map(\.shortViews)).mean
    for (own, mean) in zip(try #require(model.range.shortViews), shortViews) {
      #expect(abs(own - mean) < 1e-6)
    }
    let mean = model.map.layout.replacingMissingHours(
      in: model.populationWeights, with: Array(priors.values.map(\.weights)).mean)
    for (own, mean) in zip(model.populationWeights, mean) { #expect(abs(own - mean) < 1e-4) }
  }

  @Test func aTypeWithoutRecordingsIsAnUnknownOne() throws {
    #expect(
      try Forecaster.pretrained(for: .unsmoothed, type: .type2)
        == Forecaster.pretrained(for: .unsmoothed))
  }

  @Test func theBestModelIsThatOfTheType() throws {
    let series = try Self.series(to: 66, hours: 2, by: -1.5)
    func last(_ type: TypeOfDiabetes?) throws -> Double {
      let model = try Forecaster.best(for: Recording(series: series), in: .gmt, type: type)
      #expect(model.selection?.candidates == [.personalized])
      let now = try #require(series.last?.time)
      return try #require(model.forecast(after: series, at: now).points.last).glucose.mgdL
    }
    #expect(try last(.noDiabetes) + 2 < last(.type1))
    #expect(try last(nil) == last(.type2))
  }

  @Test(arguments: ["weights", "shortViews"])
  func aPriorOfAnotherModelIsRefused(_ key: String) throws {
    let content: StoredContent = try StoredBytes.value(
      .prior, of: PretrainedModels.shipped.get().bytes)
    func changed(_ value: StoredContent, _ isPrior: Bool = false) -> StoredContent {
      switch value {
      case .record(var fields):
        if isPrior { fields[key] = fields["shortViews"].map { .list([$0]) } }
        return .record(
          fields.reduce(into: [:]) {
            $0[$1.key] = changed($1.value, TypeOfDiabetes(rawValue: $1.key) != nil)
          })
      case .list(let values): return .list(values.map { changed($0) })
      default: return value
      }
    }
    #expect(throws: Never.self) {
      try PretrainedModels(bytes: StoredBytes.bytes(.prior, content))
    }
    #expect(throws: StoredModelError.self) {
      try PretrainedModels(bytes: StoredBytes.bytes(.prior, changed(content)))
    }
  }
}
