public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension Forecaster {
  /// The minimum number of rows of a fit, and of the calibration of intervals.
  package static let fewestRows = (fit: 200, calibration: 40)

  /// Fits a model to the recordings of one or more people.
  ///
  /// The first 56 percent of each recording, in chronological order, are for training, the next 14
  /// for validation, which selects the detail and the ridge penalties, and the last 30 for the
  /// test, which measures coverage, unless `options` set other fractions. The weights are then
  /// fitted to all but the test part, and intervals are calibrated on the errors of each fold of
  /// days under the weights of the others. For a cohort with more than 300,000 readings, intervals
  /// are calibrated on evenly chosen rows and coverage is measured on some of the people.
  ///
  /// A prior, such as a model of your own studies, gives the fit its features, and weights towards
  /// which those of the fit are shrunk, so that few readings are enough. Weights that are not
  /// shrunk are those of the result, and ``usesPrior`` is `false`, if their error on the
  /// validation parts is less by a margin above chance. Without one, the library's pretrained
  /// model is the prior of a fit to few readings; see ``FitOptions/usesPretrainedModel``. The time
  /// zone is that of the options.
  ///
  /// - Throws: ``FitError`` if there are too few readings, readings are too far apart, or
  ///   `options` are invalid at the cadence.
  /// - Complexity: O(*n p*²), where *n* is the number of readings and *p* the number of features;
  ///   the memory of the longest recording and of about thirty Gram matrices.
  public static func fit(
    _ recordings: [Recording], _ options: FitOptions = FitOptions(), prior: Forecaster? = nil
  ) throws(FitError) -> Forecaster {
    var fit = try PartitionedFit(options, prior: prior)
    return try fit.model(of: recordings)
  }

  /// Fits a model as ``fit(_:_:prior:)`` does, to the last bit, on all cores or with as many
  /// `tasks`.
  ///
  ///     let model = try await Forecaster.fit(recordings, options) { fraction in
  ///       print("\(Int(100 * fraction)) %")
  ///     }
  ///
  /// `progress` is called with the completed fraction of the work, ascending to 1. Canceling the
  /// task ends the fit with a `CancellationError`. Each task has the memory of a fit on one core.
  public static func fit(
    _ recordings: [Recording], _ options: FitOptions, prior: Forecaster? = nil,
    tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    var fit = try PartitionedFit(options, prior: prior)
    return try await fit.model(of: recordings.count, tasks: tasks, progress: progress) {
      recordings[$0]
    }
  }

  /// Returns the coverage of intervals on a test part, for this model and for the person's own.
  func coverage(of recording: Recording) -> FitPart.Coverage {
    let series = recording.series
    var coverage = FitPart.Coverage(outcomes: steps)
    let trace = PreparedSeries(recording, options)
    let rule = FoldRule(series, options)
    let past = series[positions: 0..<trace.times.partitioningIndex { $0 >= rule.test.start }]
    var (everyone, own) = (
      self, personalized(to: Recording(series: past, events: recording.events))
    )
    var test = rule.test
    rows.forEachBlock(of: trace, in: &test) { block in
      everyone.record(block, in: &coverage.everyone)
      own.record(block, in: &coverage.personal)
    }
    return coverage
  }
}

extension Forecaster {
  /// Returns a model that is fitted to one person alone.
  ///
  /// It uses meals, insulin and exercise if the person logged any and the readings are enough to
  /// estimate their effect. Its cadence is that of ``best(for:in:type:horizon:among:)``, which
  /// compares it with the pretrained model. All readings are in the fit, and in the correction of
  /// the weights by the person's days, which gives less error than the fit alone; the coverage of
  /// its intervals is that on days that were left out of the fit.
  ///
  /// - Throws: ``FitError`` if there are too few readings, readings are too far apart, or
  ///   `horizon` is not allowed at the cadence.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try fitAlone(to: recording, in: zone, horizon, at: SensorCadence(atEndOf: recording.series))
  }

  /// Returns a model of a cadence that is fitted to one person alone.
  package static func fitAlone(
    to recording: Recording, in zone: TimeZone?, _ horizon: Duration, at cadence: SensorCadence?
  ) throws(FitError) -> Forecaster {
    if let cadence, !cadence.allows(horizon) {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    var options = FitOptions()
    if cadence != SensorCadence(of: recording.series) { options.cadence = cadence }
    options.horizon = horizon
    options.zone = zone
    (options.testPercentage, options.usesPretrainedModel) = (.zero, false)
    options.usesEvents = !EventFeatures(recording.events).isEmpty
    if options.usesEvents, let model = try? fit([recording], options) {
      return model.own(of: recording)
    }
    // A model with events needs more rows; without enough for it, a model without events may still
    // be possible.
    return try fit([recording], options.withoutEvents).own(of: recording)
  }

  private func own(of recording: Recording) -> Forecaster {
    var own = personalized(to: recording)
    own.person?.measured = measured
    return own
  }
}
