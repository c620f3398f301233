import Foundation
import GlucoseMath
import GlucoseSimulation
import PredictionEvaluation
import Testing

@testable import Prediction

struct ShippedModelsTests {
  /// Fails if the pretrained models were trained with other features than the library computes, or
  /// were edited: run scripts/prior.
  @Test func isUpToDate() throws {
    let prior = try PretrainedModels.shipped.get()
    #expect(prior.kinds == SensorKind.allCases)
    #expect(prior.studies == ["azt1d", "uom", "hall", "colas", "shanghai_t1dm"])
  }

  /// Three models of two hours ahead and fifteen minutes more, 102 features and 300 landmarks.
  @Test func isSmall() { #expect(ShippedModels.text.utf8.count < 420_000) }

  @Test(arguments: SensorKind.allCases)
  func hasTheCoverageOfItsIntervalsOnOtherStudies(_ kind: SensorKind) throws {
    let model = try Forecaster.pretrained(for: kind)
    for coverage in [0.5, 0.8, 0.9, 0.95] {
      let measured = try #require(model.empiricalCoverage(of: coverage, lead: .seconds(1800)))
      #expect(abs(measured - coverage) < 0.05)
    }
  }

  @Test(arguments: SensorKind.allCases)
  func forecastsNoChangeForASteadyPerson(_ kind: SensorKind) throws {
    let step = kind.cadence.seconds
    let series = try Synthetic.series(
      (0..<Int(7200 / step)).map { 100 + Double($0 % 2) }, step: step)
    let now = try #require(series.last?.time)
    let forecast = try Forecaster.pretrained(for: kind).forecast(after: series, at: now)
    for point in forecast.points {
      #expect(abs(point.glucose.mgdL - 100) < 15)
      #expect(point.lower < point.glucose && point.glucose < point.upper)
    }
  }

  @Test(arguments: SensorKind.allCases)
  func hasCrossingProbabilitiesForAnyStepOfTheHour(_ kind: SensorKind) throws {
    let step = kind.cadence.seconds
    let falling = try Synthetic.series(
      (0..<Int(7200 / step)).map { 200 - 110 * Double($0) * step / 7200 }, step: step)
    let model = try Forecaster.pretrained(for: kind, horizon: .seconds(3600))
    let now = try #require(falling.last?.time)
    let forecast = try model.forecast(after: falling, at: now)
    var before = 0.0
    for lead in model.leads {
      let low = try #require(
        forecast.probability(ofCrossing: .below(.mgdL(70)), within: lead))
      let high = try #require(
        forecast.probability(ofCrossing: .above(.mgdL(250)), within: lead))
      #expect(before <= low && low <= 1)
      #expect(high < 0.05)
      before = low
    }
    #expect(before > 0.05)
  }

  @Test func forecastsAVirtualPatientFromTheFirstHourOn() throws {
    let first = try #require(LocalDay("2026-03-02", in: .gmt))
    let series = VirtualPatient(seed: 11).simulate(days: 6, from: first).series
    let model = try Forecaster.pretrained(for: series, zone: .gmt)
    let high = ThresholdCrossing.above(.mgdL(180))
    let test = Backtest(of: [series], at: model.leads, every: 3, alarmsOf: [high]) { _, past in
      [model, model.personalized(to: past), Baseline.lastValue, Baseline.linearExtrapolation()]
    }
    let lead = Duration.seconds(1800)
    func error(_ name: String) throws -> Double {
      try #require(test.score(of: name, lead: lead)?.rootMeanSquare)
    }
    #expect(try error("model") < error("last-value"))
    #expect(try error("model") < error("linear-extrapolation"))
    #expect(try error("personal-model") < 1.02 * error("model"))
    // The observed frequency of crossings is close to the probability, and crossings have higher
    // probabilities than other paths.
    for name in ["model", "personal-model"] {
      let calibration = try #require(test.reliabilities.first { $0.predictor == name })
      let count = Double(calibration.counts.reduce(0, +))
      var expected = 0.0
      var came = 0.0
      for bin in calibration.counts.indices where calibration.counts[bin] > 0 {
        let origins = Double(calibration.counts[bin])
        expected += origins * (try #require(calibration.expected(bin: bin)))
        came += origins * (try #require(calibration.observed(bin: bin)))
      }
      let share = came / count
      #expect(share > 0)
      #expect(abs(expected / count - share) < 0.08)
      #expect(try #require(calibration.brierScore) < 0.85 * share * (1 - share))
    }
  }
}
