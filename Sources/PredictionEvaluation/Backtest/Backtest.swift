public import GlucoseDiary
internal import GlucoseMath
internal import Prediction

/// The performance of predictors on the last part of people's records, all at the same origins.
///
///     let test = Backtest(of: recordings, BacktestOptions(leads: model.leads)) { _, past in
///       [model.personalized(to: past), LastValue()]
///     }
///     test.score(of: "personal-model", lead: .seconds(1800))?.rootMeanSquare
///
/// An origin is a reading at which every predictor has a forecast, and an outcome is a measured
/// reading, not a filled-in value, within two and a half minutes of a lead. For a sensor that
/// measures every ten minutes, an outcome between its readings is interpolated linearly. A dense
/// record is thinned to one origin per step of its cadence. Predictors have access to no reading
/// and no event after the origin. They are recalibrated with every reading up to it, and updated
/// with outcomes up to it, so that coverage is measured on outcomes that are unknown to all
/// predictors.
public struct Backtest: Equatable, Sendable {
  /// The errors of one predictor for one person and lead.
  public struct Score: Equatable, Sendable {
    /// The predictor's identifier.
    public let predictor: String
    /// The position of the person, counted from zero, or `nil` for all people together.
    public let person: Int?
    /// The lead.
    public let lead: Duration
    /// The errors.
    public let errors: ForecastErrors
  }

  struct Entry: Equatable, Codable, Sendable {
    let id, name: String
    /// The properties that the predictor has for at least one person.
    var traits: PredictorTraits
    var all: [ForecastErrors]
    /// The errors of each person, for each lead; empty for people without the predictor.
    var people: [[ForecastErrors]] = []
    var strata: StratifiedErrors
    /// The errors over paths, or `nil` if they are not measured.
    var paths: PathErrors?
  }

  /// The options of the test.
  public let options: BacktestOptions
  /// The number of people.
  public let personCount: Int
  /// The number of origins at which every predictor had a forecast.
  public let originCount: Int
  /// The performance of alarms, by threshold, rate of false alarms and predictor.
  public let alarms: [AlarmPerformance]
  /// The reliability of crossing probabilities, by threshold and predictor.
  public let reliabilities: [CrossingReliability]
  let entries: [Entry]
  private let places: [String: Int]

  /// Tests predictors on the last part of each recording.
  ///
  /// - Parameters:
  ///   - people: One recording per person.
  ///   - options: The options of the test.
  ///   - predictors: A closure that returns the predictors for a person, from the person's number
  ///     and the part of the recording before the test.
  /// - Throws: Any error that `predictors` throws.
  /// - Precondition: `options` are within their bounds, and no two predictors of a person have the
  ///   same identifier; see ``Predictor/identified(as:name:updates:)``.
  public init<Failure: Error>(
    of people: [Recording], _ options: BacktestOptions,
    predictors: (_ person: Int, _ past: Recording) throws(Failure) -> [any Predictor]
  ) throws(Failure) {
    try self.init(of: people.count, options) { person throws(Failure) in
      people[person]
    } predictors: { person, past throws(Failure) in
      try predictors(person, past)
    }
  }

  /// Tests predictors as ``init(of:_:predictors:)`` does, with recordings that are read when they
  /// are needed and released after each person's test.
  public init<Failure: Error>(
    of personCount: Int, _ options: BacktestOptions,
    recording: (_ person: Int) throws(Failure) -> Recording,
    predictors: (_ person: Int, _ past: Recording) throws(Failure) -> [any Predictor]
  ) throws(Failure) {
    options.check()
    var sums = Sums(options)
    for person in 0..<personCount {
      let recording = try recording(person)
      let group = try predictors(person, recording.past(options))
      sums.add(Self.test(group, on: recording, options))
    }
    self.init(sums, options)
  }

  /// Tests predictors as ``init(of:_:predictors:)`` does, on several cores, with recordings that
  /// are read at the start of each person's test and released at the end, so that a cohort can be
  /// larger than memory. The closures are called concurrently.
  ///
  /// - Parameters:
  ///   - personCount: The number of people.
  ///   - options: The options of the test.
  ///   - tasks: The number of concurrent tasks, or `nil` for one per core. The results do not
  ///     depend on it.
  ///   - progress: A closure that is called with the number of tested people, ascending.
  ///   - recording: A closure that returns the recording of a person; called concurrently from
  ///     several tasks.
  ///   - predictors: A closure that returns the predictors for a person, from the person's number
  ///     and the part of the recording before the test; called concurrently from several tasks.
  /// - Throws: Any error that `recording` and `predictors` throw; `CancellationError` if the task
  ///   was canceled.
  public init(
    of personCount: Int, _ options: BacktestOptions, tasks: Int? = nil,
    progress: @Sendable (_ tested: Int) -> Void = { _ in },
    recording: @escaping @Sendable (_ person: Int) throws -> Recording,
    predictors:
      @escaping @Sendable (_ person: Int, _ past: Recording) throws -> [any Predictor]
  ) async throws {
    options.check()
    var sums = Sums(options)
    try await OrderedTasks(sharedBy: tasks).run(personCount, waiting: 1) { person in
      let recording = try recording(person)
      return Self.test(try predictors(person, recording.past(options)), on: recording, options)
    } consume: { person, test in
      sums.add(test)
      progress(person + 1)
    }
    self.init(sums, options)
  }

  private static func test(
    _ predictors: [any Predictor], on recording: Recording, _ options: BacktestOptions
  ) -> Sums {
    var result = Sums(predictors, options)
    var walk = PersonWalk(recording, options)
    walk?.test(predictors, &result)
    return result
  }

  private init(_ sums: Sums, _ options: BacktestOptions) {
    self.init(
      options, personCount: sums.personCount, originCount: sums.originCount,
      alarms: sums.alarms(options), reliabilities: sums.reliabilities(options),
      sums.entries.map { entry in
        var entry = entry
        entry.addMissingPeople(upTo: sums.personCount)
        for person in entry.people where !person.isEmpty {
          for lead in entry.all.indices { entry.all[lead] += person[lead] }
        }
        return entry
      })
  }

  init(
    _ options: BacktestOptions, personCount: Int, originCount: Int, alarms: [AlarmPerformance],
    reliabilities: [CrossingReliability], _ entries: [Entry]
  ) {
    self.options = options
    self.personCount = personCount
    self.originCount = originCount
    self.alarms = alarms
    self.reliabilities = reliabilities
    self.entries = entries
    places = Dictionary(
      entries.indices.map { (entries[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func entry(_ id: String) -> Entry? { places[id].map { entries[$0] } }
}

extension Backtest.Entry {
  mutating func addMissingPeople(upTo count: Int) {
    people += Array(repeating: [], count: count - people.count)
  }

  mutating func add(_ other: Self, after count: Int) {
    traits.formUnion(other.traits)
    addMissingPeople(upTo: count)
    people += other.people
    for lead in all.indices { all[lead] += other.all[lead] }
    strata += other.strata
    if let added = other.paths { paths? += added }
  }
}

extension Recording {
  func past(_ options: BacktestOptions) -> Recording {
    let cut = options.cut(series)
    let past = series[positions: 0..<cut]
    guard cut < series.count else { return self }
    let start = series[cut].time
    let known = events.partitioningIndex { $0.time >= start }
    return Recording(series: past, inOrder: Array(events[..<known]))
  }
}
