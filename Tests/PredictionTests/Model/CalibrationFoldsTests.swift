import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

/// The errors on which intervals are calibrated are those of weights that were fitted to other days.
struct CalibrationFoldsTests {
  /// With few rows for each feature and hardly a penalty, errors on the days of the fit are much
  /// smaller than on other days.
  @Test func intervalsOfAnOverfittedModelHold() throws {
    var options = FitOptions()
    options.detail = .daily
    options.minimumDetail = .daily
    options.ridgeCandidates = [1e-8]
    options.testPercentage = .zero
    let people = try (0..<2).map { try Synthetic.autoregression(count: 300, seed: 900 + $0) }
    let model = try Forecaster.fit(people, options)
    let others = try (0..<8).map { try Synthetic.autoregression(count: 400, seed: 910 + $0) }
    let test = Backtest(of: others, at: model.leads, testPercentage: Percentage(90)) { _, _ in
      [model]
    }
    let errors = try #require(test.score(of: "model", lead: .seconds(1800)))
    let held = try #require(errors.coverage(of: 0.9))
    #expect(held > 0.8)
  }
}
