internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

extension Backtest {
  struct Sums: Sendable {
    private(set) var personCount = 0
    /// The number of origins at which every predictor had a forecast.
    private(set) var originCount = 0
    /// The results for the people up to the last who has the predictor, without those of all.
    private(set) var entries: [Entry] = []
    /// The alarms for each predictor and threshold, of each person with enough readings.
    private var alarms: [[[AlarmEvaluation.PersonAlarms]]] = []
    /// The reliability of probabilities, for each predictor and threshold.
    private var reliabilities: [[CrossingReliability]] = []
    private let options: BacktestOptions

    init(_ options: BacktestOptions) { self.options = options }

    /// Creates the sums of a test without alarms.
    init(_ test: Backtest) {
      options = test.options
      (personCount, originCount, entries) = (test.personCount, test.originCount, test.entries)
      alarms = entries.map { _ in [] }
      reliabilities = entries.map { _ in [] }
    }

    /// Creates the results of one person; no two predictors may have one identifier.
    init(of predictors: [any Predictor], on recording: Recording, _ options: BacktestOptions) {
      self.options = options
      for predictor in predictors {
        precondition(
          !entries.contains { $0.id == predictor.id },
          "Each predictor must have its own identifier; \"\(predictor.id)\" occurs twice")
        let place = place(of: predictor.id, predictor.name, predictor.traits)
        entries[place].people = [options.leads.map { _ in ForecastErrors() }]
      }
      personCount = 1
      var walk = PersonWalk(recording, options)
      walk?.test(predictors, &self)
    }

    private mutating func place(of id: String, _ name: String, _ traits: PredictorTraits) -> Int {
      if let place = entries.firstIndex(where: { $0.id == id }) { return place }
      entries.append(
        Entry(
          id: id, name: name, traits: traits, all: [],
          strata: options.leads.map { _ in StratifiedErrors() },
          paths: options.measuresPaths ? PathErrors() : nil))
      alarms.append(options.crossings.map { _ in [] })
      reliabilities.append(
        options.crossings.map { CrossingReliability(predictor: id, crossing: $0) })
      return entries.count - 1
    }

    /// Adds an origin of the last person and, if leads are one step apart, the step in seconds and
    /// the readings from the origin up to the first that is missing.
    mutating func add(
      _ outputs: [PredictorOutput], _ outcomes: [Double?], _ origin: OriginTraits,
      _ path: (step: Double, readings: [Double])?
    ) {
      originCount += 1
      for place in entries.indices {
        entries[place].add(outputs[place].predictions, outcomes, origin, path)
      }
    }

    mutating func add(_ evaluation: AlarmEvaluation) {
      for place in entries.indices {
        for crossing in options.crossings.indices {
          alarms[place][crossing].append(evaluation.alarms(predictor: place, crossing: crossing))
          reliabilities[place][crossing] += evaluation.reliabilities[place][crossing]
        }
      }
    }

    mutating func add(_ other: Sums) {
      originCount += other.originCount
      for (number, entry) in other.entries.enumerated() {
        let place = place(of: entry.id, entry.name, entry.traits)
        entries[place].traits.formUnion(entry.traits)
        entries[place].addMissingPeople(upTo: personCount)
        entries[place].people += entry.people
        for lead in options.leads.indices { entries[place].strata[lead] += entry.strata[lead] }
        if let paths = entry.paths { entries[place].paths? += paths }
        for crossing in options.crossings.indices {
          alarms[place][crossing] += other.alarms[number][crossing]
          reliabilities[place][crossing] += other.reliabilities[number][crossing]
        }
      }
      personCount += other.personCount
    }

    var alarmPerformances: [AlarmPerformance] {
      options.crossings.enumerated().flatMap { place, crossing in
        let cutoffs = alarms.map { $0[place].cutoffs(options.alarmLimits) }
        return options.alarmLimits.enumerated().flatMap { number, limit in
          entries.indices.map { predictor in
            AlarmPerformance(
              predictor: entries[predictor].id, crossing: crossing, limit: limit,
              cutoff: cutoffs[predictor][number].score,
              people: alarms[predictor][place].map { $0.counts(at: cutoffs[predictor][number]) })
          }
        }
      }
    }

    /// The reliability by threshold and predictor, without predictors that have none.
    var crossingReliabilities: [CrossingReliability] {
      options.crossings.indices.flatMap { place in
        reliabilities.map { $0[place] }.filter { $0.counts.contains { $0 > 0 } }
      }
    }
  }
}

extension Backtest.Entry {
  fileprivate mutating func add(
    _ predictions: [PredictedGlucose], _ outcomes: [Double?], _ origin: Backtest.OriginTraits,
    _ path: (step: Double, readings: [Double])?
  ) {
    let person = people.count - 1
    var errors: [Double] = []
    for lead in outcomes.indices {
      guard let outcome = outcomes[lead] else { continue }
      let comparison = ForecastErrors.Comparison(predictions[lead], outcome: outcome)
      people[person][lead].add(comparison)
      if paths != nil { errors.append(comparison.error) }
      if let path, path.readings.count > lead + 1 {
        people[person][lead].lags.add(
          outcome + comparison.error, path.readings, count: lead + 2, step: path.step)
      }
      strata[lead].add(comparison, origin)
    }
    if errors.count == outcomes.count { paths?.add(errors) }
  }
}
