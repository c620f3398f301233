public import GlucoseDiary
internal import GlucoseMath
public import Prediction

/// The performance of predictors on the last part of people's records, all at the same origins.
///
///     let test = Backtest(of: recordings, BacktestOptions(leads: model.leads)) { _, past in
///       [model.personalized(to: past), Baseline.lastValue]
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
public struct Backtest: Equatable, Codable, Sendable {
  struct Entry: Equatable, Codable, Sendable {
    let id, name: String
    /// The properties that the predictor has for at least one person.
    var traits: PredictorTraits
    var all: [ForecastErrors]
    /// The errors of each person, for each lead; empty for people without the predictor.
    var people: [[ForecastErrors]] = []
    var strata: [StratifiedErrors]
    /// The errors over paths, or `nil` if they are not measured.
    var paths: PathErrors?

    mutating func addMissingPeople(upTo count: Int) {
      people += Array(repeating: [], count: count - people.count)
    }
  }

  enum CodingKeys: String, CodingKey {
    case version, options, personCount, originCount, alarms, reliabilities, entries = "predictors"
  }

  private var version = StoredBytes.format
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

  func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }
}

extension Backtest {
  /// Tests predictors on the last part of each recording, one per person. `predictors` returns
  /// those for a person, from the person's number and the part of the recording before the test.
  ///
  /// - Throws: Any error that `predictors` throws.
  /// - Precondition: `options` are within their bounds, and no two predictors of a person have the
  ///   same identifier; see ``Predictor/identified(as:name:updates:)``.
  public init<Failure: Error>(
    of people: [Recording], _ options: BacktestOptions,
    predictors: (_ person: Int, _ past: Recording) throws(Failure) -> [any Predictor]
  ) throws(Failure) {
    try self.init(
      of: people.count, options, recording: { person throws(Failure) in people[person] },
      predictors: predictors)
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
      sums.add(Sums(of: group, on: recording, options))
    }
    self.init(sums, options)
  }

  /// Tests predictors as ``init(of:_:predictors:)`` does, on several cores, with recordings that
  /// are read at the start of each person's test and released at the end, so that a cohort can be
  /// larger than memory. `recording` and `predictors` are called concurrently from several tasks,
  /// one per core if `tasks` is `nil`, and `progress` with the number of tested people, ascending.
  /// The results do not depend on the number of tasks.
  ///
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
      return Sums(of: try predictors(person, recording.past(options)), on: recording, options)
    } consume: { person, test in
      sums.add(test)
      progress(person + 1)
    }
    self.init(sums, options)
  }

  private init(_ sums: Sums, _ options: BacktestOptions) {
    self.init(
      options: options, personCount: sums.personCount, originCount: sums.originCount,
      alarms: sums.alarmPerformances, reliabilities: sums.crossingReliabilities,
      entries: sums.entries.map { entry in
        var entry = entry
        entry.addMissingPeople(upTo: sums.personCount)
        entry.all = options.leads.map { _ in ForecastErrors() }
        for person in entry.people where !person.isEmpty {
          for lead in entry.all.indices { entry.all[lead] += person[lead] }
        }
        return entry
      })
  }

  /// Adds the results of other people, whose positions follow those of the people so far.
  ///
  ///     let options = BacktestOptions(leads: model.leads)
  ///     var whole = Backtest(of: ours, options) { _, _ in [model, Baseline.lastValue] }
  ///     try whole.add(Backtest(of: theirs, options) { _, _ in [model, Baseline.lastValue] })
  ///
  /// The sum has the counts of a test of all people, and its measures to the rounding of sums, if
  /// each person has the same predictors in both. A model that is fitted to all people comes from a
  /// `PartitionedFit`.
  ///
  /// - Throws: `FitError` if the options differ, or alarms were tested: their cutoffs depend on
  ///   all people at once.
  /// - Complexity: O(*n*), where *n* is the number of all people.
  public mutating func add(_ other: Backtest) throws(FitError) {
    guard options == other.options, options.crossings.isEmpty else {
      throw FitError(
        .invalidOptions("Only back-tests with the same options and without alarms can be added"))
    }
    var sums = Sums(self)
    sums.add(Sums(other))
    self = Backtest(sums, options)
  }
}

extension Backtest {
  /// The back-test as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.backtest, self) }
  }

  /// Creates a back-test from its ``bytes``, which throws if they are damaged or of another
  /// version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.backtest, of: bytes)
  }

  /// Decodes a back-test, or throws if it has another version or its parts do not agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try StoredBytes.check(format: container.decode(Int.self, forKey: .version))
    options = try container.decode(BacktestOptions.self, forKey: .options)
    personCount = try container.decode(Int.self, forKey: .personCount)
    originCount = try container.decode(Int.self, forKey: .originCount)
    entries = try container.decode([Entry].self, forKey: .entries)
    alarms = try container.decode([AlarmPerformance].self, forKey: .alarms)
    reliabilities = try container.decode([CrossingReliability].self, forKey: .reliabilities)
    let (leads, people, origins) = (options.leads.count, personCount, originCount)
    try decoder.require(
      Set(entries.map(\.id)).count == entries.count
        && entries.allSatisfy { ($0.paths?.count ?? 0) <= origins }
        && entries.allSatisfy { $0.fits(leads: leads, people: people) },
      "There must be errors for each lead and person")
    try decoder.require(
      StoredLimits.counts.contains(originCount) && StoredLimits.people.contains(personCount),
      "A back-test must have at most 2^50 origins and 2^24 people")
  }
}

extension Backtest.Entry {
  /// Whether there are errors for each lead and person that can be added, however people are drawn.
  fileprivate func fits(leads: Int, people: Int) -> Bool {
    let greatest = self.people.joined().map(\.count).max() ?? 0
    return all.count == leads && strata.count == leads && self.people.count == people
      && strata.allSatisfy(\.isPlausible) && paths?.isPlausible ?? true
      && self.people.allSatisfy { $0.isEmpty || $0.count == leads }
      && Double(greatest) * Double(people) <= Double(StoredLimits.counts.upperBound)
  }
}

extension Recording {
  fileprivate func past(_ options: BacktestOptions) -> Recording {
    let cut = options.cut(series)
    let past = series[positions: 0..<cut]
    guard cut < series.count else { return self }
    let start = series[cut].time
    let known = events.partitioningIndex { $0.time >= start }
    return Recording(series: past, inOrder: Array(events[..<known]))
  }
}
