import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct PretrainedPriorTests {
  private let recordings = Result {
    try (0..<2).map { Recording(series: try Synthetic.autoregression(count: 450, seed: 80 + $0)) }
  }

  @Test(arguments: [nil, TimeZone.gmt])
  func aFitToFewReadingsHasThePretrainedModelAsItsPrior(_ zone: TimeZone?) async throws {
    let people = try recordings.get()
    var options = FitOptions()
    options.zone = zone
    let model = try Forecaster.fit(people, options)
    #expect(model.usesPrior)
    let prior = try Forecaster.pretrained(for: .unsmoothed)
    // Printed, a model has thousands of lines.
    let isThatOfThePrior = try Forecaster.fit(people, options, prior: prior) == model
    #expect(isThatOfThePrior)
    let streamed = try await Forecaster.fit(of: 2, options) { people[$0] }
    let isStreamed = streamed == model
    #expect(isStreamed)
    options.usesPretrainedModel = false
    #expect(try !Forecaster.fit(people, options).usesPrior)
  }

  @Test func optionsThatDetermineTheFeaturesHaveNoPrior() throws {
    let people = try recordings.get()
    for change: (inout FitOptions) -> Void in [
      { $0.detail = .interactions }, { $0.minimumDetail = .interactions },
      { $0.history = .seconds(7200) }, { $0.usesPretrainedModel = false },
    ] {
      var options = FitOptions()
      options.cadence = .fiveMinutes
      let census = people.map { FitPart.Member("", $0.series, options) }
      #expect(try options.pretrainedModel(for: census) != nil)
      change(&options)
      #expect(try options.pretrainedModel(for: census) == nil)
    }
  }

  /// With fewer than 20,000 origins there is a prior, with 20,000 there is none.
  @Test func manyReadingsHaveNoPrior() throws {
    var options = FitOptions()
    (options.cadence, options.testPercentage) = (.fiveMinutes, .zero)
    func census(_ readings: Int) throws -> [FitPart.Member] {
      try [readings, 4000].map {
        FitPart.Member("", try Synthetic.autoregression(count: $0, seed: 90), options)
      }
    }
    let origins = try census(15_000).reduce(0) { $0 + $1.origins }
    let enough = 15_000 + 20_000 - origins
    #expect(try options.pretrainedModel(for: census(enough - 1)) != nil)
    #expect(try options.pretrainedModel(for: census(enough)) == nil)
  }

  @Test func thePriorIsThatOfTheKindOfSensorWithTheMostOrigins() throws {
    func wave(_ count: Int) throws -> GlucoseSeries {
      try Synthetic.series((0..<count).map { 120 + 40 * sin(Double($0) / 30) })
    }
    let sharp = try Synthetic.autoregression(count: 600, seed: 91)
    var options = FitOptions()
    func prior(_ people: [GlucoseSeries]) throws -> Forecaster? {
      var prior = try options.pretrainedModel(for: people.map { FitPart.Member("", $0, options) })
      prior?.zone = nil
      return prior
    }
    options.cadence = .fiveMinutes
    #expect(try prior([sharp, wave(400)]) == .pretrained(for: .unsmoothed))
    #expect(try prior([sharp, wave(800)]) == .pretrained(for: .smoothed))
    (options.cadence, options.horizon) = (.fifteenMinutes, .seconds(3600))
    #expect(
      try prior([sharp]) == .pretrained(for: .fifteenMinutes, horizon: .seconds(3600)))
  }

  @Test func optionsAreStoredWithTheirPrior() throws {
    let options = FitOptions()
    let stored = try JSONEncoder().encode(options)
    #expect(!String(decoding: stored, as: UTF8.self).contains("usesPretrainedModel"))
    #expect(try JSONDecoder().decode(FitOptions.self, from: stored) == options)
  }
}
