// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Backtest {
  /// The results of one or more people's tests, which are added person by person.
  struct Sums: Sendable {
    /// The results of one predictor.
    struct Entry: Sendable {
      let id, name: String
      var traits: PredictorTraits
      /// The errors of each person up to the last, for each lead; empty for people without the
      /// predictor.
      var people: [[ForecastErrors]] = []
      var strata: StratifiedErrors
      /// The alarms of each person, for each threshold; none of a person whose readings are too few
      /// or too far apart.
      var alarms: [[AlarmEvaluation.PersonAlarms]]
      var reliabilities: [CrossingReliability.Sums]
    }

    private(set) var personCount = 0
    /// The number of origins at which every predictor had a forecast.
    private(set) var originCount = 0
    private(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]
    private let leads, crossings: Int

    /// Creates the results of nobody.
    init(_ options: BacktestOptions) {
      leads = options.leads.count
      crossings = options.crossings.count
    }

    /// Creates the results of one person without origins.
    ///
    /// - Precondition: No two predictors may have the same identifier.
    init(_ predictors: [any Predictor], _ options: BacktestOptions) {
      self.init(options)
      for predictor in predictors {
        precondition(
          places[predictor.id] == nil,
          "Each predictor must have its own identifier; \"\(predictor.id)\" occurs twice")
        let place = place(of: predictor.id, predictor.name, predictor.traits)
        entries[place].people = [(0..<leads).map { _ in ForecastErrors() }]
      }
      personCount = 1
    }

    /// Returns the position of a predictor, whose results are created if there are none.
    private mutating func place(
      of id: String, _ name: String, _ traits: PredictorTraits
    ) -> Int {
      if let place = places[id] { return place }
      places[id] = entries.count
      entries.append(
        Entry(
          id: id, name: name, traits: traits, strata: StratifiedErrors(leads: leads),
          alarms: Array(repeating: [], count: crossings),
          reliabilities: Array(repeating: CrossingReliability.Sums(), count: crossings)))
      return entries.count - 1
    }

    /// Adds an origin of the last person.
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
      for place in entries.indices {
        entries[place].add(outputs[place].predictions, outcomes, origin, path)
      }
    }

    /// Adds the alarms of the last person.
    mutating func add(_ alarms: AlarmEvaluation) {
      for place in entries.indices {
        for crossing in 0..<crossings {
          entries[place].alarms[crossing].append(
            alarms.alarms(predictor: place, crossing: crossing))
          entries[place].reliabilities[crossing] += alarms.reliabilities[place][crossing]
        }
      }
    }

    /// Adds the results of other people, whose positions follow those of the people so far.
    mutating func add(_ other: Sums) {
      originCount += other.originCount
      for entry in other.entries {
        let place = place(of: entry.id, entry.name, entry.traits)
        entries[place].add(entry, after: personCount)
      }
      personCount += other.personCount
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

extension Backtest.Sums.Entry {
  /// Adds an origin of the last person; see ``Backtest/Sums``.
  fileprivate mutating func add(
    _ predictions: [PredictedGlucose], _ outcomes: [Double?], _ origin: Backtest.OriginTraits,
    _ path: (step: Double, readings: [Double])?
  ) {
    let person = people.count - 1
    for lead in outcomes.indices {
      guard let outcome = outcomes[lead] else { continue }
      let comparison = ForecastErrors.Comparison(predictions[lead], outcome: outcome)
      people[person][lead].add(comparison)
      if let path, path.readings.count > lead + 1 {
        people[person][lead].lags.add(
          outcome + comparison.error, path.readings, count: lead + 2, step: path.step)
      }
      strata.add(comparison, lead: lead, origin)
    }
  }

  /// Adds the results of people who follow `count` others.
  fileprivate mutating func add(_ other: Self, after count: Int) {
    traits.formUnion(other.traits)
    people += Array(repeating: [], count: count - people.count) + other.people
    strata += other.strata
    for crossing in alarms.indices {
      alarms[crossing] += other.alarms[crossing]
      reliabilities[crossing] += other.reliabilities[crossing]
    }
  }
}
