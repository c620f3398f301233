internal import GlucoseMath
internal import Prediction

extension BacktestReport {
  /// The identifier of the personal model in summaries and pictures: the first that was tested, or
  /// the first with logged events if there is one.
  public var personalModel: String {
    let personal = result.predictors.filter { traits($0).contains(.personal) }
    return personal.first { traits($0).contains(.usesEvents) } ?? personal.first
      ?? "personal-model"
  }

  /// The baseline with the lowest error at the horizon, other than the last value.
  var bestBaseline: String? {
    baselines.filter { $0 != lastValue }
      .min { error($0) < error($1) }
  }

  /// The identifiers of the predictors in a summary: the last value, the best other baseline, the
  /// model if a given one is tested, and the personal model.
  var summarizedPredictors: [String] {
    let tested = result.predictors
    let given = trainingStudies == nil ? nil : "model"
    return ([lastValue, bestBaseline, given, personalModel] as [String?]).compactMap { $0 }
      .filter(tested.contains)
  }

  var baselines: [String] { result.predictors.filter { !isModel($0) } }

  var lastValue: String { LastValue().id }

  func name(_ predictor: String) -> String { result.name(of: predictor) ?? predictor }

  func isModel(_ predictor: String) -> Bool {
    traits(predictor).contains(.model)
  }

  private func traits(_ predictor: String) -> PredictorTraits {
    result.traits(of: predictor) ?? []
  }

  private func error(_ predictor: String) -> Double {
    result.score(of: predictor, lead: horizon)?.rootMeanSquare ?? .infinity
  }
}
