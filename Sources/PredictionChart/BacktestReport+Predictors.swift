// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// The identifier of the personal model in summaries and pictures: the model with logged events
  /// if it was tested.
  public var personalModel: String {
    let withEvents = "personal-model-events"
    return result.predictors.contains(withEvents) ? withEvents : "personal-model"
  }

  /// The identifier of the baseline with the lowest root mean square error at the horizon, other
  /// than the last value, or `nil` if there is none.
  public var bestBaseline: String? {
    baselines.filter { $0 != lastValue }
      .min { error($0) < error($1) }
  }

  /// The identifiers of the predictors in a summary: the last value, the best other baseline, and
  /// the personal model.
  public var summarizedPredictors: [String] {
    let tested = result.predictors
    return ([lastValue, bestBaseline, personalModel] as [String?]).compactMap { $0 }
      .filter(tested.contains)
  }

  /// The identifiers of the tested baselines.
  var baselines: [String] { result.predictors.filter { !isModel($0) } }

  var lastValue: String { LastValue().id }

  /// Returns the name of a predictor in a table.
  func name(_ predictor: String) -> String { result.name(of: predictor) ?? predictor }

  /// Returns a Boolean value that indicates whether a predictor is a model of this package.
  func isModel(_ predictor: String) -> Bool {
    predictor == "model" || predictor.hasPrefix("personal-model")
  }

  private func error(_ predictor: String) -> Double {
    result.score(of: predictor, lead: horizon)?.rootMeanSquare ?? .infinity
  }
}
