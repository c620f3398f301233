import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

@testable import Prediction

struct BestModelTests {
  private func person(_ seed: UInt64, days: Int) throws -> Recording {
    let first = try #require(LocalDay("2026-03-02", in: .gmt))
    return VirtualPatient(seed: seed).simulate(days: days, from: first)
  }

  @Test func fewReadingsSelectThePretrainedModel() throws {
    let series = try person(3, days: 1).series[positions: 0..<25]
    let model = try Forecaster.best(for: Recording(series: series), in: .gmt)
    #expect(model.recordCount > 100 && model.isPersonal)
    // Two hours are too few to measure coverage.
    let share = model.empiricalCoverage(of: 0.9, lead: .seconds(1800))
    #expect(share == nil)
    let now = try #require(series.last?.time)
    #expect(try model.forecast(after: series, at: now).points.count == 6)
  }

  @Test func loggedMealsSelectThePersonsOwnModel() throws {
    let recording = try person(5, days: 16)
    let model = try Forecaster.best(for: recording, in: .gmt)
    #expect(model.recordCount == 1 && model.usesEvents && model.isPersonal)
    #expect(model.selection?.chosen == .fitWithPrior && model.selection?.reason == .lessError)
  }

  @Test func withoutEventsItIsThePersonalizedPretrainedModel() throws {
    let series = try person(5, days: 4).series
    let model = try Forecaster.best(for: Recording(series: series), in: .gmt)
    let personalized = try Forecaster.pretrained(for: series, zone: .gmt)
      .personalized(to: Recording(series: series))
    #expect(model.recordCount > 100 && model.person?.sums == personalized.person?.sums)
    #expect(model.selection?.candidates == [.personalized])
    #expect(model.selection?.reason == .noEvents)
    #expect(model.selection?.rootMeanSquareError(of: .personalized) ?? 0 > 1)
    let share = model.empiricalCoverage(of: 0.9, lead: .seconds(1800)) ?? 0
    #expect((0.75...1).contains(share))
  }

  @Test func anUnknownSensorHasAModelOfItsOwn() throws {
    let recording = try person(3, days: 4)
    let models = PretrainedModels(studies: [], models: [:], priors: [:])
    let model = try Forecaster.best(for: recording, in: nil, among: models)
    #expect(model.recordCount == 1 && model.selection == .onlyPersonalFit)
  }

  @Test func aSensorThatWasChangedForADenserOneIsNoTrouble() throws {
    // Two thirds of the readings before the last 30 percent are every 15 minutes, all later ones
    // every five.
    let sparse = try Synthetic.series((0..<1344).map { 120 + 30 * sin(Double($0) / 9) }, step: 900)
    let end = try #require(sparse.last?.time)
    let dense = (1...2016).map {
      Reading(
        time: end.addingTimeInterval(300 * Double($0)),
        glucose: .mgdL(120 + 30 * sin(Double($0) / 27)))
    }
    let series = try GlucoseSeries(Array(sparse) + dense)
    let model = try Forecaster.best(
      for: Recording(series: series), in: nil, horizon: .seconds(600))
    #expect(model.cadence == .fiveMinutes)
  }

  /// Most gaps are five minutes, but the readings of the last hours are every 15, from which a
  /// model for five minutes has no forecast.
  @Test(arguments: [1.0, 48])
  func aSensorThatWasChangedForASparserOneHasForecasts(hours: Double) throws {
    let dense = Array(try person(3, days: 8).series)
    let end = try #require(dense.last?.time)
    let recent = end.addingTimeInterval(-hours * 3600)
    let readings = dense.enumerated().filter { $0.offset % 3 == 0 || $0.element.time < recent }
    let series = try GlucoseSeries(readings.map(\.element))
    #expect(SensorCadence(of: series) == .fiveMinutes)
    let now = try #require(series.last?.time)
    let best = try Forecaster.best(for: Recording(series: series), in: .gmt)
    #expect(best.selection?.rootMeanSquareError(of: .personalized) != nil)
    for model in [
      best, try Forecaster.pretrained(for: series, zone: .gmt),
      try Forecaster.fitAlone(to: Recording(series: series), in: .gmt),
    ] {
      #expect(model.cadence == .fifteenMinutes)
      #expect(try model.forecast(after: series, at: now).points.count >= 2)
    }
  }

  @Test func theCoverageOfOthersIsNotReported() throws {
    let (one, other) = (try person(5, days: 4).series, try person(6, days: 4).series)
    let model = try Forecaster.best(for: Recording(series: one), in: .gmt)
    let share = model.personalized(to: other).empiricalCoverage(of: 0.9, lead: .seconds(1800))
    #expect(share == nil)
    let decoded = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(model))
    let kept = decoded.empiricalCoverage(of: 0.9, lead: .seconds(1800))
    #expect(kept == model.empiricalCoverage(of: 0.9, lead: .seconds(1800)) && kept != nil)
  }

  @Test func aHorizonThatIsNoneIsRefused() throws {
    let sparse = try Synthetic.series((0..<600).map { 120 + Double($0 % 7) }, step: 900)
    for horizon in [Duration.seconds(600), .seconds(0), .seconds(8100)] {
      let error = #expect(throws: FitError.self) {
        try Forecaster.best(for: Recording(series: sparse), in: nil, horizon: horizon)
      }
      #expect(error?.description.contains("15-minute cadence") == true)
      #expect(throws: FitError.self) {
        try Forecaster.fitAlone(to: Recording(series: sparse), in: nil, horizon: horizon)
      }
    }
  }

  @Test func aRecordThatAllowsNoModelIsRefused() throws {
    for values in [[], [100.0]] {
      let series = try Synthetic.series(values)
      #expect(throws: FitError.self) {
        try Forecaster.best(for: Recording(series: series), in: nil)
      }
    }
    let sparse = try Synthetic.series((0..<50).map { 100 + Double($0) }, step: 3600)
    let error = #expect(throws: FitError.self) {
      try Forecaster.best(for: Recording(series: sparse), in: nil)
    }
    #expect(error?.description.contains("every 60") == true)
  }
}
