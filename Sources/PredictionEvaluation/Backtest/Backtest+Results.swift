public import GlucoseMath
internal import Prediction

extension Backtest {
  /// The tested leads.
  public var leads: [Duration] { options.leads }

  /// The part of each record, at its end, that is tested.
  public var testPercentage: Percentage { options.testPercentage }

  /// The identifiers of the predictors, in their original order.
  public var predictors: [String] { entries.map(\.id) }

  /// Returns the name of a predictor for a table, or `nil` if there is no such predictor.
  public func name(of id: String) -> String? { entry(id)?.name }

  /// Returns the properties that a predictor has for at least one person, or `nil` if there is no
  /// such predictor.
  public func traits(of id: String) -> PredictorTraits? { entry(id)?.traits }

  /// The scores by predictor, lead and person; for each predictor and lead, the score of all people
  /// is the first.
  public var scores: [Score] {
    entries.flatMap { entry in
      leads.indices.flatMap { lead in
        let people = entry.people.indices.compactMap { person in
          entry.people[person].isEmpty
            ? nil
            : Score(
              predictor: entry.id, person: person, lead: leads[lead],
              errors: entry.people[person][lead])
        }
        return [
          Score(predictor: entry.id, person: nil, lead: leads[lead], errors: entry.all[lead])
        ] + people
      }
    }
  }

  /// Returns the errors of a predictor for a person, or for all people together if `person` is
  /// `nil`.
  public func score(of id: String, person: Int? = nil, lead: Duration) -> ForecastErrors? {
    guard let entry = entry(id), let place = leads.firstIndex(of: lead) else { return nil }
    guard let person else { return entry.all[place] }
    guard entry.people.indices.contains(person), !entry.people[person].isEmpty else { return nil }
    return entry.people[person][place]
  }

  /// Returns the errors of a predictor in a stratum over all people, or `nil` if there are none.
  public func errors(of id: String, when stratum: Stratum, lead: Duration) -> ForecastErrors? {
    leads.firstIndex(of: lead).flatMap { entry(id)?.strata.errors(when: stratum, lead: $0) }
  }

  /// Returns the errors of a predictor by level and slope over all people, or `nil` if there are
  /// none.
  public func landscape(of id: String, lead: Duration) -> ErrorLandscape? {
    leads.firstIndex(of: lead).flatMap { entry(id)?.strata.landscape(lead: $0) }
  }

  /// Returns the performance of a predictor's alarms for a threshold at a limit.
  public func alarm(
    of id: String, for crossing: ThresholdCrossing, at limit: AlarmLimit
  ) -> AlarmPerformance? {
    alarms.first { $0.predictor == id && $0.crossing == crossing && $0.limit == limit }
  }

  func errorsByPerson(_ id: String, _ lead: Duration) -> [ForecastErrors] {
    guard let entry = entry(id), let place = leads.firstIndex(of: lead) else { return [] }
    return entry.people.compactMap { $0.isEmpty || $0[place].count == 0 ? nil : $0[place] }
  }

  /// The mean and standard deviation of a measure over people, each with the same weight.
  public struct PeopleSummary: Equatable, Sendable {
    /// The mean over people.
    public let mean: Double
    /// The standard deviation over people (divisor *n* − 1), or `nil` for one person.
    public let standardDeviation: Double?
    /// The number of people for whom the measure is defined.
    public let count: Int
  }

  /// Returns the mean and standard deviation over people of a measure of each person's errors, or
  /// `nil` if it is undefined for all.
  ///
  ///     test.summaryOverPeople(of: "model", lead: .seconds(1800)) { $0.rootMeanSquare }
  public func summaryOverPeople(
    of id: String, lead: Duration, measure: (ForecastErrors) -> Double?
  ) -> PeopleSummary? {
    let values = errorsByPerson(id, lead).compactMap(measure)
    guard !values.isEmpty else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return PeopleSummary(
      mean: mean,
      standardDeviation: values.count > 1 ? (squares / (count - 1)).squareRoot() : nil,
      count: values.count)
  }
}
