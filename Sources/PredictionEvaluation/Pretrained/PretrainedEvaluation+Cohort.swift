internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import GlucoseFoundation

extension PretrainedEvaluation {
  /// A model that is tested on a part of a study's people.
  package enum CohortModel: String, Hashable, Sendable, CaseIterable {
    /// The pretrained model of the other studies.
    case pretrained
    /// A model fitted to the first 70 percent of these people's records.
    case fit
    /// The same with the pretrained model as its prior.
    case fitWithPrior = "fit-with-prior"

    /// The identifier of the model, and of the model personalized with the first 70 percent of the
    /// person's record, in ``StudyResult/cohortBacktest``.
    package func id(isPersonalized: Bool = false) -> String {
      isPersonalized ? rawValue + "-personalized" : rawValue
    }
  }

  /// Returns a test of models fitted to `people` beside the pretrained one, on the last 30 percent
  /// of their records, or `nil` if there are too few readings for a fit.
  static func cohortBacktest(
    of people: [GlucoseSeries], _ models: PretrainedModels, _ cadence: SensorCadence,
    _ zone: TimeZone?, _ options: BacktestOptions, tasks: Int?
  ) async throws -> Backtest? {
    guard let horizon = options.leads.last else { return nil }
    var fit = FitOptions()
    (fit.cadence, fit.zone, fit.horizon) = (cadence, zone, horizon)
    fit.usesPretrainedModel = false
    let records = people.map { Recording(series: $0) }
    guard let first = people.first,
      let prior = try? models.forecaster(for: first, zone: zone, horizon: horizon)
    else { return nil }
    let fits: [Forecaster]
    do {
      fits = [
        prior, try await Forecaster.fit(records, fit, tasks: tasks) { _ in },
        try await Forecaster.fit(records, fit, prior: prior, tasks: tasks) { _ in },
      ]
    } catch is FitError {
      return nil
    }
    return try await Backtest(of: people.count, options, tasks: tasks, recording: { records[$0] }) {
      _, past in
      zip(CohortModel.allCases, fits).flatMap { kind, model -> [any Predictor] in
        [
          model.identified(as: kind.id()),
          model.personalized(to: past).identified(as: kind.id(isPersonalized: true)),
        ]
      }
    }
  }
}
