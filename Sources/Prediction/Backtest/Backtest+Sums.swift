// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Backtest {
  /// The results of one person's test.
  struct PersonTest: Sendable {
    /// The results of one predictor.
    struct Result: Sendable {
      let id, name: String
      let traits: PredictorTraits
      /// The errors, for each lead.
      var errors: [ForecastErrors]
      var strata: StratifiedErrors
      /// The alarms of each threshold; empty if readings are too few or too far apart.
      var alarms: [AlarmEvaluation.PersonAlarms] = []
      var reliabilities: [CrossingReliability.Sums] = []

      /// Adds an origin; see ``PersonTest``.
      fileprivate mutating func add(
        _ predictions: [PredictedGlucose], _ outcomes: [Double?], _ origin: OriginTraits,
        _ path: (step: Double, readings: [Double])?
      ) {
        for lead in outcomes.indices {
          guard let outcome = outcomes[lead] else { continue }
          let comparison = ForecastErrors.Comparison(predictions[lead], outcome: outcome)
          errors[lead].add(comparison)
          if let path, path.readings.count > lead + 1 {
            errors[lead].lags.add(
              outcome + comparison.error, path.readings, count: lead + 2, step: path.step)
          }
          strata.add(comparison, lead: lead, origin)
        }
      }
    }

    /// The number of origins at which every predictor had a forecast.
    private(set) var originCount = 0
    private(set) var results: [Result]

    /// Creates results without origins.
    ///
    /// - Precondition: No two predictors may have the same identifier.
    init(_ predictors: [any Predictor], leads: Int) {
      var ids: Set<String> = []
      for predictor in predictors {
        precondition(
          ids.insert(predictor.id).inserted,
          "Each predictor must have its own identifier; \"\(predictor.id)\" occurs twice")
      }
      results = predictors.map {
        Result(
          id: $0.id, name: $0.name, traits: $0.traits,
          errors: (0..<leads).map { _ in ForecastErrors() }, strata: StratifiedErrors(leads: leads))
      }
    }

    /// Adds an origin.
    ///
    /// - Parameters:
    ///   - outputs: The output of each predictor.
    ///   - outcomes: The outcome at each lead, `nil` where it is missing.
    ///   - origin: The level, slope and strata of the origin.
    ///   - path: The step in seconds and the readings at the origin and after it, up to the first
    ///     that is missing, or `nil` if leads are not one step apart.
    mutating func add(
      _ outputs: [PredictorOutput], _ outcomes: [Double?], _ origin: OriginTraits,
      _ path: (step: Double, readings: [Double])?
    ) {
      originCount += 1
      for place in results.indices {
        results[place].add(outputs[place].predictions, outcomes, origin, path)
      }
    }

    /// Sets the alarms of the test.
    mutating func add(_ alarms: AlarmEvaluation, crossings: Int) {
      for place in results.indices {
        results[place].alarms = (0..<crossings).map {
          alarms.alarms(predictor: place, crossing: $0)
        }
        results[place].reliabilities = alarms.reliabilities[place]
      }
    }
  }

  /// The results of all people, added person by person.
  struct Sums: Sendable {
    /// The results of one predictor.
    struct Entry: Sendable {
      let id, name: String
      var traits: PredictorTraits
      var all: [ForecastErrors]
      /// The errors of each person up to the last, for each lead; empty for people without the
      /// predictor.
      var people: [[ForecastErrors]] = []
      var strata: StratifiedErrors
      /// The alarms of each person, for each threshold.
      var alarms: [[AlarmEvaluation.PersonAlarms]]
      var reliabilities: [CrossingReliability.Sums]
    }

    private(set) var personCount = 0
    private(set) var originCount = 0
    private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]
    private let leads, crossings: Int

    init(_ options: BacktestOptions) {
      leads = options.leads.count
      crossings = options.crossings.count
    }

    mutating func add(_ test: PersonTest) {
      originCount += test.originCount
      for result in test.results {
        let place = places[result.id] ?? entries.count
        if place == entries.count {
          places[result.id] = place
          entries.append(
            Entry(
              id: result.id, name: result.name, traits: result.traits,
              all: (0..<leads).map { _ in ForecastErrors() },
              strata: StratifiedErrors(leads: leads),
              alarms: Array(repeating: [], count: crossings),
              reliabilities: Array(repeating: CrossingReliability.Sums(), count: crossings)))
        }
        entries[place].traits.formUnion(result.traits)
        let missing = personCount - entries[place].people.count
        entries[place].people += Array(repeating: [], count: missing)
        entries[place].people.append(result.errors)
        for lead in 0..<leads { entries[place].all[lead] += result.errors[lead] }
        entries[place].strata += result.strata
        for (crossing, alarms) in result.alarms.enumerated() {
          entries[place].alarms[crossing].append(alarms)
        }
        for (crossing, sums) in result.reliabilities.enumerated() {
          entries[place].reliabilities[crossing] += sums
        }
      }
      personCount += 1
    }

    /// Returns the performance of alarms, by threshold, rate and predictor.
    func alarms(_ options: BacktestOptions) -> [AlarmPerformance] {
      options.crossings.enumerated().flatMap { place, crossing in
        let cutoffs = entries.map {
          $0.alarms[place].cutoffs(maximumFalseAlarmsPerWeek: options.falseAlarmsPerWeek)
        }
        return options.falseAlarmsPerWeek.enumerated().flatMap { number, rate in
          zip(entries, cutoffs).map { entry, cutoffs in
            AlarmPerformance(
              predictor: entry.id, crossing: crossing, maximumFalseAlarmsPerWeek: rate,
              cutoff: cutoffs[number].score,
              people: entry.alarms[place].map { $0.counts(at: cutoffs[number]) })
          }
        }
      }
    }

    /// Returns the reliability of crossing probabilities, by threshold and predictor, without
    /// predictors that have none.
    func reliabilities(_ options: BacktestOptions) -> [CrossingReliability] {
      options.crossings.enumerated().flatMap { place, crossing in
        entries.compactMap { entry in
          let sums = entry.reliabilities[place]
          return sums.counts.contains { $0 > 0 }
            ? CrossingReliability(predictor: entry.id, crossing: crossing, sums: sums) : nil
        }
      }
    }
  }
}
