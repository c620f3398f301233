internal import Foundation
package import GlucoseDiary
internal import GlucoseMath
package import Prediction
package import PredictionEvaluation

/// The use of a model or statistics that were decoded from changed content: they must be usable
/// without a trap, and give finite numbers.
package struct HostileModels {
  /// A record for all models to forecast and to be updated with.
  package let recording: Recording
  /// A personal model with all features, one with few, and pretrained models.
  package let personal, plain: Forecaster
  package let pretrained: PretrainedModels
  package let backtest: Backtest
  /// A fit to distributed recordings before each of its rounds, and the part that ends the round.
  package let rounds: [(fit: PartitionedFit, part: FitPart)]

  package init(horizon: Duration = .seconds(1800)) throws {
    let people = try (0..<3).map { number in
      Recording(
        series: try Synthetic.autoregression(count: 900, seed: 500 + UInt64(number), step: 900),
        events: (0..<30).map {
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: "\($0)"),
            at: Date(timeIntervalSinceReferenceDate: Synthetic.start + Double($0) * 23_400),
            in: .gmt, .meal(Meal(carbs: Double(20 + $0))))
        })
    }
    var all = FitOptions()
    all.minimumDetail = .kernel
    all.zone = .gmt
    all.usesEvents = true
    all.horizon = horizon
    var few = FitOptions()
    few.detail = .lags
    few.horizon = horizon
    recording = people[0]
    let general = try Forecaster.fit(people, all)
    personal = general.personalized(to: people[0])
    plain = try Forecaster.fit(people, few)
    let prior = TypePrior(
      weights: Array(
        repeating: 0.5, count: general.steps * general.map.layout.missingHours.count),
      shortViews: Array(repeating: 0.1, count: 4 * general.steps))
    pretrained = PretrainedModels(
      studies: ["one"], models: [.fifteenMinutes: general],
      priors: [.fifteenMinutes: [.type1: prior]])
    let plain = plain
    var test = BacktestOptions(leads: Array(plain.leads.prefix(2)))
    test.originStride = 8
    test.crossings = Backtest.standardCrossings(in: .mgdL)
    backtest = Backtest(of: people, test) { _, past in
      [plain.personalized(to: past), Baseline.lastValue]
    }
    var fit = try PartitionedFit(few)
    var rounds: [(fit: PartitionedFit, part: FitPart)] = []
    while let task = fit.task {
      let part = try task.part(of: people.enumerated().map { ("\($0)", $1) })
      rounds.append((fit, part))
      try fit.advance(with: part)
    }
    self.rounds = rounds
  }

  /// Uses all functions of a stored model; traps if a number is not finite.
  package func use(_ model: Forecaster) {
    var model = model
    model.forecast(recording)
    for lead in model.leads { _ = model.empiricalCoverage(of: 0.8, lead: lead) }
    guard model.cadence == .fifteenMinutes else { return }
    let early = recording.prefix(850)
    model.recalibrate(with: early)
    model.forecast(recording)
    model.update(with: recording)
    model.forecast(recording)
    model.personalized(to: early).forecast(recording)
  }

  /// Uses all results of a back-test; traps if a measure is not valid.
  package static func use(_ test: Backtest) {
    func check(_ shares: [Double?]) {
      precondition(
        shares.allSatisfy { $0.map { (0...1).contains($0) } ?? true },
        "A fraction must be from 0 to 1")
    }
    for score in test.scores {
      let errors = score.errors
      check([errors.coverage, errors.coverage(of: 0.5), errors.lowSensitivity, errors.lowPrecision])
      _ = (errors.intervalScore(of: 0.9), errors.crps, errors.timeLag)
    }
    for id in test.predictors {
      for lead in test.leads {
        _ = test.summaryOverPeople(of: id, lead: lead) { $0.rootMeanSquare }
        _ = test.bootstrapInterval(of: id, lead: lead, draws: 5) { $0.rootMeanSquare }
        check(Stratum.allCases.map { test.errors(of: id, when: $0, lead: lead)?.coverage })
        _ = test.landscape(of: id, lead: lead)?.rootMeanSquare(levelBand: 5, slopeBand: 4)
      }
    }
    for alarm in test.alarms {
      check([alarm.all.sensitivity, alarm.all.precision])
      _ = (alarm.all.meanLead, alarm.all.falseAlarmsPerWeek)
      _ = alarm.bootstrapInterval(draws: 5) { $0.sensitivity }
      _ = alarm.bootstrapInterval(draws: 5) { $0.precision }
    }
    for reliability in test.reliabilities {
      check(reliability.counts.indices.map(reliability.observed))
      _ = (reliability.brierScore, reliability.expected(bin: 0))
    }
  }

  /// Adds a part of a fit to the part of each round, and ends each round with it.
  package func use(_ part: FitPart) {
    for (fit, own) in rounds {
      var sum = own
      try? sum.add(part)
      for part in [part, sum] {
        var fit = fit
        guard (try? fit.advance(with: part)) != nil else { continue }
        if let task = fit.task { use(task) }
        if let model = try? fit.model() { use(model) }
      }
    }
  }

  package func use(_ task: FitTask) { _ = try? task.part(of: [("0", recording)]) }

  package func use(_ pretrained: PretrainedModels) {
    for kind in pretrained.kinds {
      for type in [nil, TypeOfDiabetes.type1] {
        guard
          let model = try? pretrained.forecaster(
            for: kind, type: type, horizon: kind.cadence.step)
        else { continue }
        use(model)
      }
    }
  }
}

extension Recording {
  fileprivate func prefix(_ count: Int) -> Recording {
    Recording(series: series[positions: 0..<min(count, series.count)], events: events)
  }
}

extension Forecaster {
  fileprivate func forecast(_ recording: Recording) {
    guard let now = recording.series.last?.time else { return }
    for coverage in [0.5, 0.95] {
      guard let forecast = try? forecast(after: recording, at: now, coverage: coverage) else {
        return
      }
      for point in forecast.points {
        precondition(
          point.lower <= point.glucose && point.glucose <= point.upper
            && (39...401).contains(point.glucose.mgdL), "A forecast must be within its limits")
      }
      let low = forecast.probability(ofCrossing: .below(.mgdL(70)), within: leads[0])
      precondition(low.map { (0...1).contains($0) } ?? true, "A probability must be from 0 to 1")
    }
  }
}
