// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The errors of pretrained models on people of studies that they were not trained on, by how much of each person is
/// known.
///
///     let evaluation = try await PretrainedEvaluation(of: studies)
///     let result = evaluation.results[0]
///     result.errors(of: .pretrained(inView: .seconds(3600)))?.rootMeanSquare
///     result.errors(of: .secondOrderAutoregression)?.rootMeanSquare
///
/// Each study is forecast by models of the others: leave-one-study-out. All predictors are tested at the same origins, on
/// the last 30 percent of each record.
public struct PretrainedEvaluation: Hashable, Codable, Sendable {
  /// A predictor, and how much of a person it is given.
  public enum Condition: Hashable, Codable, Sendable {
    /// The last value.
    case lastValue
    /// The second-order autoregression; for readings every five minutes only.
    case secondOrderAutoregression
    /// The pretrained model as it is, which sees no more than the last `inView` before each origin.
    case pretrained(inView: Duration)
    /// The pretrained model, personalized with the last `with` before the test, or with all if `nil`.
    ///
    /// It sees as much before each origin, but never less than 26 hours.
    case personalized(with: Duration?)
    /// A model fitted to the last `with` before the test alone, or to all if `nil`; an autoregression where that is too
    /// little.
    case fitAlone(with: Duration?)

    /// The hours in view for which a pretrained model is tested: 1, 3, 6, 24, and 8 days.
    public static let views: [Condition] = [1, 3, 6, 24, 192].map {
      .pretrained(inView: .seconds(3600 * $0))
    }

    /// The conditions of an evaluation unless others are given.
    public static let standard: [Condition] =
      [.lastValue, .secondOrderAutoregression] + views
      + [6, 24, 72, 336].map { .personalized(with: .seconds(3600 * $0)) } + [
        .personalized(with: nil)
      ]
      + [24, 72, 336].map { .fitAlone(with: .seconds(3600 * $0)) } + [.fitAlone(with: nil)]

    /// A stable identifier, such as "pretrained-1h".
    public var id: String {
      switch self {
      case .lastValue: "last-value"
      case .secondOrderAutoregression: "second-order-autoregression"
      case .pretrained(let view): "pretrained-" + Self.text(view)
      case .personalized(let data): "personalized-" + Self.text(data)
      case .fitAlone(let data): "fit-alone-" + Self.text(data)
      }
    }

    private static func text(_ duration: Duration?) -> String {
      guard let duration else { return "all" }
      let hours = duration / .seconds(3600)
      return hours == hours.rounded() && hours < 1e6 ? "\(Int(hours))h" : "\(hours)h"
    }

    /// How far back a predictor may look, or `nil` for as far as it does.
    fileprivate var view: Duration? {
      switch self {
      case .lastValue, .secondOrderAutoregression: nil
      case .pretrained(let view): view
      case .personalized(let data), .fitAlone(let data): data.map { max($0, .seconds(26 * 3600)) }
      }
    }
  }

  /// The errors on one study's people with sensors of one cadence.
  public struct StudyResult: Hashable, Codable, Sendable {
    /// The name of the study.
    public let study: String
    /// The cadence of its sensors.
    public let cadence: SensorCadence
    /// The scores; its predictors are the ``DiaryCondition/id``s.
    public let backtest: Backtest
    /// The time ahead.
    public let lead: Duration

    /// The errors under a condition, or `nil` if it was not tested.
    public func errors(of condition: Condition) -> ForecastErrors? {
      backtest.score(of: condition.id, lead: lead)
    }
  }

  /// What an evaluation is doing.
  public enum Stage: Hashable, Sendable {
    /// Models of all other studies than this are trained; this fraction of the work is done.
    case training(without: String, fraction: Double)
    /// The person at this position of the study is tested.
    case testing(study: String, person: Int, of: Int)
    /// The other studies have no sensor of this cadence, so the study has no result for it.
    case skipping(study: String, SensorCadence)
  }

  /// The results, by study and cadence.
  public let results: [StudyResult]

  /// Evaluates pretrained models, each study by models of the others.
  ///
  /// - Parameters:
  ///   - studies: All studies.
  ///   - names: The names of the studies to forecast, or `nil` for all.
  ///   - conditions: What is tested.
  ///   - lead: The time ahead: a multiple of the cadences.
  ///   - crossings: The thresholds to test alarms of.
  ///   - stride: Tests one of so many origins.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with what begins, from several tasks at once.
  /// - Throws: ``FitError`` if there is too little data to train on; `CancellationError` if the task was canceled.
  /// - Precondition: `stride` must be positive.
  /// - Complexity: That of ``PretrainedModels/trained(on:)`` for each study, and of a back-test of it.
  public init(
    of studies: [PretrainedModels.Study], only names: Set<String>? = nil,
    under conditions: [Condition] = Condition.standard, lead: Duration = .seconds(1800),
    alarmsOf crossings: [ThresholdCrossing] = [.below(.mgdL(70)), .above(.mgdL(180))],
    every stride: Int = 1, tasks: Int? = nil,
    progress: @escaping @Sendable (Stage) -> Void = { _ in }
  ) async throws {
    precondition(stride > 0, "stride must be positive")
    var results: [StudyResult] = []
    for left in studies.indices where names?.contains(studies[left].name) ?? true {
      try Task.checkCancellation()
      let study = studies[left]
      let others = studies.indices.filter { $0 != left }.map { studies[$0] }
      let models = try await PretrainedModels.trained(on: others, tasks: tasks) {
        progress(.training(without: study.name, fraction: $0))
      }
      for cadence in SensorCadence.allCases {
        let people = study.people.filter { SensorCadence(of: $0) == cadence }
        guard !people.isEmpty else { continue }
        guard models.kinds.contains(where: { $0.cadence == cadence }) else {
          progress(.skipping(study: study.name, cadence))
          continue
        }
        let zone = study.hasClock ? TimeZone.gmt : nil
        let steps = max(Int(lead / cadence.step), 1)
        var options = BacktestOptions(leads: (1...steps).map { cadence.step * $0 })
        options.every = stride
        options.crossings = crossings
        let backtest = try await Backtest(
          of: people.count, options, tasks: tasks, recording: { Recording(series: people[$0]) }
        ) { person, past in
          progress(.testing(study: study.name, person: person, of: people.count))
          return conditions.compactMap {
            Self.predictor($0, models, past.series, cadence, zone, horizon: lead)
          }
        }
        results.append(
          StudyResult(study: study.name, cadence: cadence, backtest: backtest, lead: lead))
      }
    }
    self.results = results
  }

  /// The predictor of a condition for a person with this past, or `nil` if there is none.
  private static func predictor(
    _ condition: Condition, _ models: PretrainedModels, _ past: GlucoseSeries,
    _ cadence: SensorCadence, _ zone: TimeZone?, horizon: Duration
  ) -> (any Predictor)? {
    // The kind of sensor is inferred from what is at hand at the first forecast.
    func pretrained() -> Forecaster? {
      try? models.forecaster(
        for: past.last(.seconds(86_400)), zone: zone, horizon: horizon)
    }
    let predictor: (any Predictor)? =
      switch condition {
      case .lastValue: LastValue()
      case .secondOrderAutoregression:
        cadence == .fiveMinutes ? SecondOrderAutoregression() : nil
      case .pretrained: pretrained()
      case .personalized(let data): pretrained()?.personalized(to: past.last(data))
      case .fitAlone(let data): fit(alone: past.last(data), cadence, zone, horizon)
      }
    return predictor.map {
      LimitedPredictor(id: condition.id, predictor: $0, view: condition.view)
    }
  }

  /// A model of these readings alone.
  private static func fit(
    alone own: GlucoseSeries, _ cadence: SensorCadence, _ zone: TimeZone?, _ horizon: Duration
  ) -> any Predictor {
    var options = FitOptions()
    options.cadence = cadence
    options.zone = zone
    options.horizon = horizon
    options.testShare = 0
    guard let model = try? Forecaster.fit([own], options) else {
      return PersonalAutoregression(fittedTo: own, order: cadence == .fiveMinutes ? 6 : 4)
    }
    return model.personalized(to: own)
  }
}

extension GlucoseSeries {
  /// The readings of the last `duration`, and of the 150 seconds before it by which readings may be late; all if `nil`.
  fileprivate func last(_ duration: Duration?) -> GlucoseSeries {
    guard let duration, let end = last?.time else { return self }
    let start = end.addingTimeInterval(-duration.inSeconds - SensorCadence.tolerance)
    return self[positions: index(atOrAfter: start)..<count]
  }
}

extension PretrainedEvaluation {
  /// A predictor with an identifier of its own that sees no more than the last readings, and whose alarms go by their
  /// probability where there is one.
  private struct LimitedPredictor: Predictor {
    let id: String
    var predictor: any Predictor
    let view: Duration?

    /// What the predictor sees of a recording in which nothing was logged.
    private func seen(_ history: Recording) -> Recording {
      Recording(series: history.series.last(view), inOrder: [])
    }

    func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
      predictor.predictions(after: seen(history), at: leads)
    }

    func output(
      after history: Recording, at leads: [Duration], alarmsOf crossings: [ThresholdCrossing]
    ) -> PredictorOutput? {
      guard var output = predictor.output(after: seen(history), at: leads, alarmsOf: crossings)
      else { return nil }
      for index in output.alarms.indices {
        if let probability = output.alarms[index].probability {
          output.alarms[index].score = probability
        }
      }
      return output
    }

    mutating func recalibrate(with history: Recording) {
      predictor.recalibrate(with: seen(history))
    }
  }
}
