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
  package struct Condition: Sendable {
    /// A stable identifier, such as "pretrained-1h".
    package let id: String
    /// The head of a column in a table.
    package let heading: String
    /// The hours of history that the predictor uses, or `nil` for no limit.
    fileprivate var hours: Int?
    fileprivate let predictor: @Sendable (Person) -> (any Predictor)?

    package static let lastValue = Condition(id: "last-value", heading: "last value") { _ in
      Baseline.lastValue
    }
    /// The second-order autoregression; for readings every five minutes only.
    package static let secondOrderAutoregression = Condition(
      id: "second-order-autoregression", heading: "AR2"
    ) { $0.cadence == .fiveMinutes ? Baseline.secondOrderAutoregression : nil }
    /// The pretrained model as it is, with only the last hours before each origin; for the study's
    /// type of diabetes or, unless the type is known, for an unknown one.
    package static func pretrained(hours: Int, knowsType: Bool = false) -> Condition {
      Condition(
        id: "pretrained-\(hours)h" + (knowsType ? "-type" : ""),
        heading: heading(hours) + (knowsType ? ", type" : ""), hours: hours
      ) { $0.pretrained(knowsType ? $0.type : nil) }
    }

    /// The pretrained model, personalized with the last hours before the test, or with all if
    /// `nil`. At each origin it has a history of the same length, but at least 26 hours.
    package static func personalized(hours: Int?) -> Condition {
      Condition(
        id: "personalized-" + (hours.map { "\($0)h" } ?? "all"), heading: heading(hours),
        hours: hours.map { max($0, 26) }
      ) { $0.pretrained(nil)?.personalized(to: Recording(series: $0.past.last(hours: hours))) }
    }

    /// A model fitted to the last hours before the test alone, or to all if `nil`; an autoregression
    /// if there are too few readings.
    package static func fitAlone(hours: Int?) -> Condition {
      Condition(
        id: "fit-alone-" + (hours.map { "\($0)h" } ?? "all"), heading: heading(hours),
        hours: hours.map { max($0, 26) }
      ) {
        let own = $0.past.last(hours: hours)
        let model = try? Forecaster.fitAlone(
          to: Recording(series: own), in: $0.zone, $0.horizon, at: $0.cadence)
        return model
          ?? PersonalAutoregression(fittedTo: own, order: $0.cadence == .fiveMinutes ? 6 : 4)
      }
    }

    private static func heading(_ hours: Int?) -> String {
      hours.map { $0 <= 24 ? "\($0) h" : "\($0 / 24) d" } ?? "all"
    }

    /// The pretrained model as it is, with 1, 3, 6 and 24 hours and with 8 days in view.
    package static let byHistoryLength = [1, 3, 6, 24, 192].map { pretrained(hours: $0) }
    /// The conditions with less than a day in view, of people whose type of diabetes is known.
    package static let byHistoryLengthAndType = [1, 3, 6].map {
      pretrained(hours: $0, knowsType: true)
    }
    package static let personalized = [6, 24, 72, 336, nil].map(personalized(hours:))
    package static let alone = [24, 72, 336, nil].map(fitAlone(hours:))
    package static let standard =
      [lastValue, secondOrderAutoregression] + byHistoryLength + byHistoryLengthAndType
      + personalized + alone
    /// At longer leads: with a day in view, and personalized with all before the test.
    package static let longLeads = [
      lastValue, secondOrderAutoregression, pretrained(hours: 24), personalized(hours: nil),
    ]
  }

  /// A person of a study before the test, and the models of the other studies.
  fileprivate struct Person {
    let models: PretrainedModels
    let past: GlucoseSeries
    let cadence: SensorCadence
    let zone: TimeZone?
    let type: TypeOfDiabetes?
    let horizon: Duration

    /// Returns the model of the kind of sensor of the readings available at the first forecast.
    func pretrained(_ type: TypeOfDiabetes?) -> Forecaster? {
      try? models.forecaster(for: past.last(hours: 24), zone: zone, type: type, horizon: horizon)
    }
  }

  package static let lead = Duration.seconds(1800)

  /// The identifiers of the predictors of a cohort: the pretrained model of the other studies, a
  /// model fitted to the first 70 percent of these people's records, without and with the former as
  /// its prior; and each personalized with the first 70 percent of the person's record.
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
    /// The scores of ``cohortPredictors`` on the first people, or `nil` if none were tested.
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
      for (name, cadence, people) in Self.groups(of: study) {
        guard models.kinds.contains(where: { $0.cadence == cadence }) else {
          progress(.skipping(study: name, cadence))
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
            progress(.testing(study: name, of: people.count))
            let known = Person(
              models: models, past: past.series, cadence: cadence, zone: zone, type: study.type,
              horizon: horizon)
            return conditions.compactMap { condition in
              condition.predictor(known).map {
                LimitedPredictor(id: condition.id, predictor: $0, hours: condition.hours)
              }
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
            study: name, cadence: cadence, backtest: test30,
            longLeadBacktest: longLeads.isEmpty
              ? nil : try await test(Condition.longLeads, options),
            cohortBacktest: cohort))
      }
    }
    self.results = results
  }

  /// Returns the people of a study by cadence, and those of unsmoothed sensors again with their
  /// recordings smoothed, unless most are smoothed.
  private static func groups(
    of study: PretrainedModels.Study
  ) -> [(name: String, cadence: SensorCadence, people: [GlucoseSeries])] {
    let people = Dictionary(grouping: study.people) { SensorCadence(of: $0) }
    var groups = SensorCadence.allCases.compactMap { cadence in
      people[cadence].map { (name: study.name, cadence: cadence, people: $0) }
    }
    let all = people[.fiveMinutes] ?? []
    let unsmoothed = all.filter { SensorKind(of: $0) == .unsmoothed }
    if 2 * unsmoothed.count > all.count {
      groups.append(
        (study.name + ", smoothed", .fiveMinutes, unsmoothed.map { $0.smoothedAfterwards() }))
    }
    return groups
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
}

extension GlucoseSeries {
  /// Returns the readings of the last hours and 150 s of tolerance; all if `nil`.
  fileprivate func last(hours: Int?) -> GlucoseSeries {
    guard let hours, let end = last?.time else { return self }
    let start = end.addingTimeInterval(-3600 * Double(hours) - SensorCadence.tolerance)
    return self[positions: index(atOrAfter: start)..<count]
  }
}

extension PretrainedEvaluation {
  /// A predictor with an identifier of its own that uses only the last readings, and whose alarm
  /// scores are probabilities if it has any.
  private struct LimitedPredictor: Predictor {
    let id: String
    var predictor: any Predictor
    let hours: Int?

    private func seen(_ history: Recording) -> Recording {
      Recording(series: history.series.last(hours: hours), inOrder: [])
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
