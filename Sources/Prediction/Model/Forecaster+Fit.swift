// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

extension Forecaster {
  /// The fewest rows to fit to, and the fewest to calibrate intervals on.
  static let fewestRows = (fit: 200, calibration: 40)

  /// Fits a model to the recordings of one or more people.
  ///
  /// Of each record, in order of time, the first 56 percent are for training, the next 14 for validation, which
  /// chooses the detail and the ridge penalties, and the last 30 for the test, which measures coverage, unless
  /// `options` have other shares. The weights are then fitted to all but the test, and intervals to the errors that each
  /// fold of days makes when it is left out. Of a cohort with more than 300,000 readings, intervals are
  /// calibrated on evenly chosen rows and measured on some of the people.
  ///
  /// - Parameters:
  ///   - recordings: A recording to a person.
  ///   - options: How the model is fitted.
  ///   - prior: The model that the fit leans on, such as one that ships, or `nil` for a fit of its own.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Complexity: O(*n p*²) for *n* readings and *p* features; memory of the longest record and of about thirty Gram
  ///   matrices.
  public static func fit(
    _ recordings: [Recording], _ options: FitOptions = FitOptions(), prior: Forecaster? = nil
  ) throws(FitError) -> Forecaster {
    var pipeline = try pipeline(recordings, options, prior)
    try pipeline.run()
    return try pipeline.model()
  }

  /// Fits a model to the readings of one or more people who logged nothing.
  ///
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  public static func fit(
    _ people: [GlucoseSeries], _ options: FitOptions = FitOptions(), prior: Forecaster? = nil
  ) throws(FitError) -> Forecaster {
    try fit(people.map { Recording(series: $0) }, options, prior: prior)
  }

  private static func pipeline(
    _ recordings: [Recording], _ options: FitOptions, _ prior: Forecaster?
  ) throws(FitError) -> FitPipeline {
    guard let prior else { return try FitPipeline(recordings, options) }
    return try FitPipeline(recordings, options, prior: prior)
  }

  /// Fits a model as ``fit(_:_:prior:)-([Recording],_,_)`` does, on all cores.
  ///
  ///     let model = try await Forecaster.fit(recordings, options) { share in
  ///       print("\(Int(100 * share)) %")
  ///     }
  ///
  /// Sums are added in the order of the recordings, so that the model is the same to the last bit however many tasks
  /// share the work.
  ///
  /// - Parameters:
  ///   - recordings: A recording to a person.
  ///   - options: How the model is fitted.
  ///   - prior: The model that the fit leans on, such as one that ships, or `nil` for a fit of its own.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with the share of the work that is done, ascending to one.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart; `CancellationError`
  ///   if the task was canceled.
  /// - Complexity: O(*n p*²) for *n* readings and *p* features; memory of the longest record and of about thirty Gram
  ///   matrices to a task.
  public static func fit(
    _ recordings: [Recording], _ options: FitOptions, prior: Forecaster? = nil,
    tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    var pipeline = try pipeline(recordings, options, prior)
    try await pipeline.run(tasks: tasks, progress: progress)
    return try pipeline.model()
  }

  /// Creates a model from statistics, with intervals from the recordings of some of their people.
  ///
  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  public init(
    _ statistics: FitStatistics, calibratedOn recordings: [Recording]
  ) throws(FitError) {
    var pipeline = try FitPipeline(statistics, calibratedOn: recordings)
    try pipeline.run()
    self = try pipeline.model()
  }

  /// Creates a model from statistics, with intervals from the readings of some of their people.
  ///
  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  public init(
    _ statistics: FitStatistics, calibratedOn people: [GlucoseSeries]
  ) throws(FitError) {
    try self.init(statistics, calibratedOn: people.map { Recording(series: $0) })
  }

  /// How often intervals hold the outcomes of a record's test part, for this model and for the person's own.
  func coverage(
    of recording: Recording
  ) -> (everyone: EmpiricalCoverage, personal: EmpiricalCoverage) {
    let series = recording.series
    var everyone = EmpiricalCoverage(outcomes: steps)
    var personal = everyone
    let trace = PreparedSeries(recording, options)
    let rule = FoldRule(series, options)
    let past = series[positions: 0..<trace.times.partitioningIndex { $0 >= rule.testStart }]
    var own = personalized(to: Recording(series: past, events: recording.events))
    var test = rule.test
    rows.forEachBlock(of: trace, in: &test) { block in
      record(block, in: &everyone)
      own.recordAdapting(block, in: &personal)
    }
    return (everyone, personal)
  }

  /// The models for some people, each as ``personalized(to:)-(Recording)`` gives it, on all cores.
  ///
  /// - Throws: `CancellationError` if the task was canceled.
  public func personalized(to recordings: [Recording], tasks: Int? = nil) async throws
    -> [Forecaster]
  {
    try await OrderedTasks(sharedBy: tasks).map(recordings.count) {
      personalized(to: recordings[$0])
    }
  }
}
