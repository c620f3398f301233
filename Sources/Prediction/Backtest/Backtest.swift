// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

/// The performance of predictors on the last part of some people's records, all at the same origins.
///
///     let test = Backtest(of: people, BacktestOptions(leads: model.leads)) { _, past in
///       [model.personalized(to: past), LastValue()]
///     }
///     test.score(of: "personal-model", lead: .seconds(1800))?.rootMeanSquare
///
/// An origin is a reading at which every predictor has a forecast, and an outcome is a measured reading,
/// not one filled in, within two and a half minutes of a lead. A dense record is thinned to one origin to a
/// step of its cadence. Predictors see no reading and no event after the origin. Those that recalibrate have
/// done so with every reading up to it, and those that learn have learned from outcomes up to it, so that
/// coverage is measured on outcomes that no predictor had seen.
public struct Backtest: Hashable, Sendable {
  /// The errors of one predictor for one person and lead.
  public struct Score: Hashable, Codable, Sendable {
    /// The predictor's identifier.
    public let predictor: String
    /// The person, counted from zero, or `nil` for all together.
    public let person: Int?
    /// The lead.
    public let lead: Duration
    /// The errors.
    public let errors: ForecastErrors
  }

  /// The results of one predictor.
  struct Entry: Hashable, Codable, Sendable {
    let id, name: String
    /// The errors of all people at each lead.
    let all: [ForecastErrors]
    /// For each person, the errors at each lead; none for people without the predictor.
    let people: [[ForecastErrors]]
    let strata: StratifiedErrors
  }

  /// The questions of the test.
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
  /// The place of each predictor in ``entries``.
  private let places: [String: Int]

  /// Tests predictors on the last part of each recording.
  ///
  /// - Parameters:
  ///   - people: A recording of each person.
  ///   - options: The questions of the test.
  ///   - predictors: The predictors for a person, given the person's number and the part of the recording
  ///     before the test.
  /// - Throws: What `predictors` throws.
  /// - Precondition: `options` are within their bounds, and no two predictors of a person have the same
  ///   identifier; ``Predictor/identified(as:name:updates:)`` gives them others.
  public init<Failure: Error>(
    of people: [Recording], _ options: BacktestOptions,
    predictors: (_ person: Int, _ past: Recording) throws(Failure) -> [any Predictor]
  ) throws(Failure) {
    options.check()
    var sums = BacktestSums(options)
    for (person, recording) in people.enumerated() {
      let group = try predictors(person, recording.past(options))
      sums.add(Self.test(group, on: recording, options))
    }
    self.init(sums, options)
  }

  /// Tests predictors on the last part of each recording, on several cores, with recordings that are read as
  /// they are needed.
  ///
  /// A recording is asked for as its test begins and let go as it ends, so that a cohort need not fit in
  /// memory. The results do not depend on the number of tasks.
  ///
  /// - Parameters:
  ///   - personCount: The number of people.
  ///   - options: The questions of the test.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with the number of people tested, as it grows.
  ///   - recording: The recording of a person; called from several tasks at once.
  ///   - predictors: The predictors for a person, given the person's number and the part of the recording
  ///     before the test; called from several tasks at once.
  /// - Throws: What `recording` and `predictors` throw; `CancellationError` if the task was canceled.
  /// - Precondition: As for ``init(of:_:predictors:)``.
  public init(
    of personCount: Int, _ options: BacktestOptions, tasks: Int? = nil,
    progress: @Sendable (_ tested: Int) -> Void = { _ in },
    recording: @escaping @Sendable (_ person: Int) throws -> Recording,
    predictors:
      @escaping @Sendable (_ person: Int, _ past: Recording) throws -> [any Predictor]
  ) async throws {
    options.check()
    var sums = BacktestSums(options)
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
  ) -> PersonBacktest {
    var result = PersonBacktest(predictors, leads: options.leads.count)
    var walk = PersonWalk(recording, options)
    walk?.test(predictors, &result)
    return result
  }

  private init(_ sums: BacktestSums, _ options: BacktestOptions) {
    self.init(
      options, personCount: sums.personCount, originCount: sums.originCount,
      alarms: sums.alarms(options), reliabilities: sums.reliabilities(options),
      sums.entries.map { entry in
        let missing = Array(
          repeating: [ForecastErrors](), count: sums.personCount - entry.people.count)
        return Entry(
          id: entry.id, name: entry.name, all: entry.all, people: entry.people + missing,
          strata: entry.strata)
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

  /// The results of a predictor.
  func entry(_ id: String) -> Entry? { places[id].map { entries[$0] } }
}

extension Recording {
  /// The part before the test.
  func past(_ options: BacktestOptions) -> Recording {
    let cut = options.cut(series)
    let past = series[positions: 0..<cut]
    guard cut < series.count else { return self }
    let start = series[cut].time
    let known = events.partitioningIndex { $0.time >= start }
    return Recording(series: past, inOrder: Array(events[..<known]))
  }
}
