internal import GlucoseDiary
internal import GlucoseMath
package import Prediction
internal import GlucoseFoundation

/// The errors of pretrained models on people of studies that they were not trained on, by the
/// amount of each person's data.
///
/// Each study is forecast by models of the others: leave-one-study-out. All predictors are tested
/// at the same origins, in the last 30 percent of each record.
package struct PretrainedEvaluation: Sendable {
  /// A predictor, and the amount of a person's data that it uses.
  package enum Condition: Hashable, Sendable {
    /// The last value.
    case lastValue
    /// The second-order autoregression; for readings every five minutes only.
    case secondOrderAutoregression
    /// The pretrained model as it is, with only the last `history` before each origin; for the
    /// study's type of diabetes or, unless the type is known, for an unknown one.
    case pretrained(history: Duration, knowsType: Bool = false)
    /// The pretrained model, personalized with the last `with` before the test, or with all if
    /// `nil`. At each origin it has a history of the same length, but at least 26 hours.
    case personalized(with: Duration?)
    /// The model that `Forecaster.best(for:in:type:horizon:among:)` selects with the record before
    /// the test.
    case selected
    /// A model fitted to the last `with` before the test alone, or to all if `nil`; an
    /// autoregression if there are too few readings.
    case fitAlone(with: Duration?)

    /// The pretrained model as it is, with 1, 3, 6 and 24 hours and with 8 days in view.
    package static let byHistoryLength: [Condition] = [1, 3, 6, 24, 192].map {
      .pretrained(history: .seconds(3600 * $0))
    }

    /// The conditions with less than a day in view, of people whose type of diabetes is known.
    package static let byHistoryLengthAndType: [Condition] = [1, 3, 6].map {
      .pretrained(history: .seconds(3600 * $0), knowsType: true)
    }
    package static let personalized: [Condition] =
      [6, 24, 72, 336].map { .personalized(with: .seconds(3600 * $0)) } + [.personalized(with: nil)]
    package static let alone: [Condition] =
      [24, 72, 336].map { .fitAlone(with: .seconds(3600 * $0)) } + [.fitAlone(with: nil)]

    package static let standard: [Condition] =
      [.lastValue, .secondOrderAutoregression] + byHistoryLength + byHistoryLengthAndType
      + personalized + [.selected] + alone
    /// At longer leads: with a day in view, and personalized with all before the test.
    package static let longLeads: [Condition] = [
      .lastValue, .secondOrderAutoregression, .pretrained(history: .seconds(86_400)),
      .personalized(with: nil),
    ]

    /// A stable identifier, such as "pretrained-1h".
    package var id: String {
      switch self {
      case .lastValue: "last-value"
      case .secondOrderAutoregression: "second-order-autoregression"
      case .pretrained(let view, let knowsType):
        "pretrained-" + Self.text(view) + (knowsType ? "-type" : "")
      case .personalized(let data): "personalized-" + Self.text(data)
      case .selected: "selected"
      case .fitAlone(let data): "fit-alone-" + Self.text(data)
      }
    }

    private static func text(_ duration: Duration?) -> String {
      guard let duration else { return "all" }
      let hours = duration / .seconds(3600)
      return hours == hours.rounded() && hours < 1e6 ? "\(Int(hours))h" : "\(hours)h"
    }

    /// The length of the history that a predictor uses, or `nil` for no limit.
    fileprivate var view: Duration? {
      switch self {
      case .lastValue, .secondOrderAutoregression, .selected: nil
      case .pretrained(let view, _): view
      case .personalized(let data), .fitAlone(let data): data.map { max($0, .seconds(26 * 3600)) }
      }
    }
  }

  package static let lead = Duration.seconds(1800)

  /// The identifiers of the predictors of a cohort: the pretrained model of the other studies, a
  /// model fitted to the first 70 percent of these people's records, and the same with the
  /// pretrained model as its prior; and each personalized with the first 70 percent of the person's
  /// record.
  package static let cohortPredictors =
    ["", ", personalized"].flatMap { ending in
      ["model", "fit", "fit with prior"].map { $0 + ending }
    }

  /// The errors on one study's people with sensors of one cadence.
  package struct StudyResult: Sendable {
    package let study: String
    package let cadence: SensorCadence
    /// The scores; their predictors are the conditions' identifiers.
    package let backtest: Backtest
    /// The scores under ``Condition/longLeads`` at longer leads, or `nil` if none were tested.
    package let longLeadBacktest: Backtest?
    /// The scores of ``cohortPredictors`` on the first people of the study, or `nil` if none were
    /// tested.
    package let cohortBacktest: Backtest?

    package func errors(of condition: Condition) -> ForecastErrors? {
      backtest.score(of: condition.id, lead: lead)
    }

    /// Returns the numbers of people with outcomes under two conditions, and of those whose root
    /// mean square error under `condition` is more than `limit` times that under `other` (`>`).
    package func worseCount(
      under condition: Condition, than other: Condition, byFactor limit: Double = 1.02
    ) -> (worse: Int, all: Int) {
      var counts = (worse: 0, all: 0)
      for person in 0..<backtest.personCount {
        guard
          let error = backtest.score(of: condition.id, person: person, lead: lead)?.rootMeanSquare,
          let their = backtest.score(of: other.id, person: person, lead: lead)?.rootMeanSquare
        else { continue }
        counts.all += 1
        if error > limit * their { counts.worse += 1 }
      }
      return counts
    }
  }

  package enum Stage: Equatable, Sendable {
    /// Training of models on all studies other than this; `fraction` of the work is complete.
    case training(without: String, fraction: Double)
    /// Test of one of the people of the study.
    case testing(study: String, of: Int)
    /// No test, because the other studies have no sensor of this cadence.
    case skipping(study: String, SensorCadence)
  }

  package let results: [StudyResult]

  /// Evaluates pretrained models on each study, or those with these names, by models of the others.
  ///
  /// Longer leads, ascending multiples of the cadences up to two hours, are tested under
  /// ``Condition/longLeads``. A cohort is the first people of each study. `progress` is called with
  /// each stage at its start, concurrently.
  ///
  /// - Throws: `FitError` if there are too few readings to train on; `CancellationError` if the
  ///   task was canceled.
  /// - Precondition: `stride` and `cohortSize` must be positive.
  package init(
    of studies: [PretrainedModels.Study], only names: Set<String>? = nil,
    under conditions: [Condition] = Condition.standard, longLeads: [Duration], cohortSize: Int,
    originStride stride: Int, progress: @escaping @Sendable (Stage) -> Void = { _ in }
  ) async throws {
    precondition(stride > 0, "`stride` must be positive")
    precondition(cohortSize > 0, "`cohortSize` must be positive")
    var results: [StudyResult] = []
    for (left, study) in studies.enumerated() where names?.contains(study.name) ?? true {
      try Task.checkCancellation()
      let others = studies.indices.filter { $0 != left }.map { studies[$0] }
      let models = try await PretrainedModels.trained(on: others) {
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
        func test(
          _ conditions: [Condition], _ options: BacktestOptions
        ) async throws -> Backtest {
          let horizon = options.leads.last ?? Self.lead
          return try await Backtest(
            of: people.count, options, recording: { Recording(series: people[$0]) }
          ) { person, past in
            progress(.testing(study: study.name, of: people.count))
            return conditions.compactMap {
              Self.predictor($0, models, past.series, cadence, zone, study.type, horizon: horizon)
            }
          }
        }
        let steps = max(Int(Self.lead / cadence.step), 1)
        var options = BacktestOptions(leads: (1...steps).map { cadence.step * $0 })
        options.originStride = stride
        let cohort = try await Self.cohortBacktest(
          of: people.prefix(cohortSize), models, cadence, zone, options)
        options.crossings = Backtest.standardCrossings(in: .mgdL)
        let test30 = try await test(conditions, options)
        (options.leads, options.crossings) = (longLeads, [])
        results.append(
          StudyResult(
            study: study.name, cadence: cadence, backtest: test30,
            longLeadBacktest: longLeads.isEmpty
              ? nil : try await test(Condition.longLeads, options),
            cohortBacktest: cohort))
      }
    }
    self.results = results
  }

  /// Returns a test of ``cohortPredictors`` on the last 30 percent of people's records, or `nil` if
  /// there are too few readings for a fit.
  private static func cohortBacktest(
    of people: ArraySlice<GlucoseSeries>, _ models: PretrainedModels, _ cadence: SensorCadence,
    _ zone: TimeZone?, _ options: BacktestOptions
  ) async throws -> Backtest? {
    var fit = FitOptions()
    (fit.cadence, fit.zone, fit.horizon) = (cadence, zone, options.leads.last ?? lead)
    fit.usesPretrainedModel = false
    let records = people.map { Recording(series: $0) }
    guard let first = people.first,
      let prior = try? models.forecaster(for: first, zone: zone, horizon: fit.horizon)
    else { return nil }
    let fits: [Forecaster]
    do {
      fits = [
        prior, try await Forecaster.fit(records, fit) { _ in },
        try await Forecaster.fit(records, fit, prior: prior) { _ in },
      ]
    } catch is FitError {
      return nil
    }
    return try await Backtest(of: people.count, options, recording: { records[$0] }) { _, past in
      zip(cohortPredictors, fits + fits.map { $0.personalized(to: past) })
        .map { $1.identified(as: $0) }
    }
  }

  private static func predictor(
    _ condition: Condition, _ models: PretrainedModels, _ past: GlucoseSeries,
    _ cadence: SensorCadence, _ zone: TimeZone?, _ type: TypeOfDiabetes?, horizon: Duration
  ) -> (any Predictor)? {
    // The kind of sensor is determined from the readings available at the first forecast.
    func pretrained(_ type: TypeOfDiabetes? = nil) -> Forecaster? {
      try? models.forecaster(
        for: past.last(.seconds(86_400)), zone: zone, type: type, horizon: horizon)
    }
    let predictor: (any Predictor)? =
      switch condition {
      case .lastValue: LastValue()
      case .secondOrderAutoregression:
        cadence == .fiveMinutes ? SecondOrderAutoregression() : nil
      case .pretrained(_, let knowsType): pretrained(knowsType ? type : nil)
      case .personalized(let data):
        pretrained()?.personalized(to: Recording(series: past.last(data)))
      case .selected:
        try? ModelSelection.Search(
          for: Recording(series: past), in: zone, horizon, models, cadence: cadence
        ).model()
      case .fitAlone(let data): fit(alone: past.last(data), cadence, zone, horizon)
      }
    return predictor.map {
      LimitedPredictor(id: condition.id, predictor: $0, view: condition.view)
    }
  }

  private static func fit(
    alone own: GlucoseSeries, _ cadence: SensorCadence, _ zone: TimeZone?, _ horizon: Duration
  ) -> any Predictor {
    let model = try? Forecaster.fitAlone(
      to: Recording(series: own), in: zone, horizon, at: cadence)
    return model
      ?? PersonalAutoregression(fittedTo: own, order: cadence == .fiveMinutes ? 6 : 4)
  }
}

extension GlucoseSeries {
  /// Returns the readings of the last `duration` and 150 s of tolerance; all if `nil`.
  fileprivate func last(_ duration: Duration?) -> GlucoseSeries {
    guard let duration, let end = last?.time else { return self }
    let start = end.addingTimeInterval(-duration.inSeconds - SensorCadence.tolerance)
    return self[positions: index(atOrAfter: start)..<count]
  }
}

extension PretrainedEvaluation {
  /// A predictor with an identifier of its own that uses only the last readings, and whose alarm
  /// scores are probabilities if it has any.
  private struct LimitedPredictor: Predictor {
    let id: String
    var predictor: any Predictor
    let view: Duration?

    /// Returns the visible part of a recording, without events.
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
