public import GlucoseMath

extension Backtest {
  /// The errors of one predictor for one person and lead.
  public struct Score: Sendable {
    /// The predictor's identifier.
    public let predictor: String
    /// The position of the person, counted from zero, or `nil` for all people together.
    public let person: Int?
    /// The lead.
    public let lead: Duration
    /// The errors.
    public let errors: ForecastErrors
  }

  /// The tested leads.
  public var leads: [Duration] { options.leads }

  /// The identifiers of the predictors, in their original order.
  public var predictors: [String] { entries.map(\.id) }

  /// Returns the name of a predictor for a table, or `nil` if there is no such predictor.
  public func name(of id: String) -> String? { entry(id)?.name }

  /// Returns the properties that a predictor has for at least one person.
  package func traits(of id: String) -> PredictorTraits? { entry(id)?.traits }

  /// The scores by predictor, lead and person; for each predictor and lead, the score of all people
  /// is the first.
  public var scores: [Score] {
    entries.flatMap { entry in
      leads.indices.flatMap { lead in
        [Score(predictor: entry.id, person: nil, lead: leads[lead], errors: entry.all[lead])]
          + entry.people.enumerated().filter { !$1.isEmpty }.map {
            Score(predictor: entry.id, person: $0, lead: leads[lead], errors: $1[lead])
          }
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
    leads.firstIndex(of: lead).flatMap { entry(id)?.strata[$0].errors(when: stratum) }
  }

  /// Returns the errors of a predictor by level and slope over all people, or `nil` if there are
  /// none.
  public func landscape(of id: String, lead: Duration) -> ErrorLandscape? {
    leads.firstIndex(of: lead).flatMap { entry(id)?.strata[$0].landscape }
  }

  /// Returns the performance of a predictor's alarms for a threshold at a limit.
  public func alarm(
    of id: String, for crossing: ThresholdCrossing, at limit: AlarmLimit
  ) -> AlarmPerformance? {
    alarms.first { $0.predictor == id && $0.crossing == crossing && $0.limit == limit }
  }

  // MARK: - People

  /// The mean and standard deviation of a measure over people, each with the same weight.
  public struct PeopleSummary: Sendable {
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

  func errorsByPerson(_ id: String, _ lead: Duration) -> [ForecastErrors] {
    (entry(id)?.people ?? []).indices.compactMap { score(of: id, person: $0, lead: lead) }
      .filter { $0.count > 0 }
  }

  // MARK: - Paths

  /// The medians, over forecasts, of the errors over the path of a forecast.
  public struct PathSummary: Sendable {
    /// The square root of the median of the mean squared error over a path, in mg/dL.
    public let rootMeanSquare: Double
    /// The median of the mean absolute error over a path, in mg/dL.
    public let meanAbsolute: Double
    /// The number of paths.
    public let count: Int
  }

  /// Returns the medians of a predictor's errors over paths, as GlucoBench defines them.
  ///
  ///     test.pathSummary(of: "model")?.rootMeanSquare
  ///
  /// A path is a forecast at all ``leads``, each with an outcome. A median is not affected by the
  /// few paths with the largest errors, so these measures are smaller than those of
  /// ``ForecastErrors``.
  ///
  /// - Returns: `nil` if there is no path, or unless ``BacktestOptions/measuresPaths`` is `true`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of paths.
  public func pathSummary(of id: String) -> PathSummary? {
    guard let paths = entry(id)?.paths, paths.count > 0 else { return nil }
    return PathSummary(
      rootMeanSquare: paths.squares.sorted().quantile(0.5).squareRoot(),
      meanAbsolute: paths.sizes.sorted().quantile(0.5), count: paths.count)
  }

  struct PathErrors: Equatable, Codable, Sendable {
    /// The mean squared and the mean absolute error of each path.
    private(set) var squares: [Double] = []
    private(set) var sizes: [Double] = []

    var count: Int { squares.count }

    /// A Boolean value that indicates whether each path has two finite errors that are not negative.
    var isPlausible: Bool {
      squares.count == sizes.count && (squares + sizes).allSatisfy { $0 >= 0 && $0.isFinite }
    }

    /// Adds a path by its errors at each lead, at least one.
    mutating func add(_ errors: [Double]) {
      let count = Double(errors.count)
      squares.append(errors.reduce(0) { $0 + $1 * $1 } / count)
      sizes.append(errors.reduce(0) { $0 + abs($1) } / count)
    }

    static func += (errors: inout Self, other: Self) {
      errors.squares += other.squares
      errors.sizes += other.sizes
    }
  }
}
