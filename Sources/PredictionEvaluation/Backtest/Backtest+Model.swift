public import GlucoseDiary
public import GlucoseMath
public import Prediction

extension Backtest {
  /// Returns the crossings of the thresholds of the international consensus, exact in `unit`: below
  /// 70 and 54 mg/dL and above 180 and 250 mg/dL, or below 3.9 and 3.0 mmol/L and above 10.0 and
  /// 13.9 mmol/L.
  ///
  /// Alarms for those in mg/dL are tested by default, so that the results of all records are
  /// comparable.
  public static func standardCrossings(in unit: GlucoseUnit) -> [ThresholdCrossing] {
    let edges = ConsensusEdges(in: unit)
    return [
      .below(edges.low), .below(edges.veryLow), .above(edges.high), .above(edges.veryHigh),
    ]
  }

  /// Tests this package's model, its personalized models and baselines on a group of people.
  ///
  ///     let test = try await Backtest.ofModel(of: files.count) { try read(files[$0]) }
  ///
  /// The test is on the part `FitOptions.testPercentage` of each record that is excluded from the
  /// fit, or on the part that the design prescribes. If a person logged events that `options` use,
  /// there is a model with events and one without, and personal models of both, "personal-model"
  /// and "personal-model-events". With `interval`, predictors whose identifiers end in "-learning"
  /// are updated with the test so far. With the design ``BacktestDesign/best`` there is one personal
  /// model, and "model" is the pretrained one. With `pretrained`, nothing is fitted to the people
  /// together: "model" is the one of them for the person's sensor.
  ///
  /// A recording is read in each round of a fit, see
  /// `Forecaster.fit(of:_:tasks:progress:recording:)`, and at its test, and released after it, so
  /// that a cohort can be larger than memory. All closures are called concurrently from several
  /// tasks.
  ///
  /// - Parameters:
  ///   - personCount: The number of people, 0 or more.
  ///   - options: The options of the fit. If they use events, all recordings are read once more, to
  ///     find whether a person logged any.
  ///   - design: The design, which determines the training data.
  ///   - interval: The interval at which additional personal models are updated with the test so
  ///     far, or `nil` for no additional models.
  ///   - crossings: The crossings whose alarms are tested (default: the standard ones in mg/dL).
  ///   - pretrained: The pretrained models to test, or `nil` for models fitted to the people. Errors
  ///     on people of their training data are too small.
  ///   - tasks: The number of concurrent tasks, or `nil` for one per core. The results do not
  ///     depend on it.
  ///   - progress: A closure that is called with the completed fraction of the work, ascending.
  ///   - recording: A closure that returns the recording of a person, each time the same, all of
  ///     one cadence.
  ///   - begin: A closure that is called at the start of each person's test with the person's
  ///     number and personal model without events, whose coverage is measured only by the test.
  /// - Throws: `FitError` if there are too few readings, or readings are too far apart, or if
  ///   `pretrained` have none for a person's sensor or are tested by
  ///   ``BacktestDesign/leaveOnePersonOut``; any error that `recording` throws;
  ///   `CancellationError` if the task was canceled.
  /// - Precondition: `FitOptions.testPercentage` must be positive.
  public static func ofModel(
    of personCount: Int, _ options: FitOptions = FitOptions(),
    by design: BacktestDesign = .chronological, updateInterval interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings(in: .mgdL),
    testing pretrained: PretrainedModels? = nil, tasks: Int? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    recording: @escaping @Sendable (_ person: Int) throws -> Recording,
    begin: @escaping @Sendable (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) async throws -> Backtest {
    precondition(personCount >= 0, "`personCount` must not be negative")
    var options = options
    // Pretrained models have no events.
    if pretrained != nil, design != .best { options.usesEvents = false }
    if options.usesEvents {
      let logged = try await OrderedTasks(sharedBy: tasks).map(personCount) {
        !EventFeatures(try recording($0).events).isEmpty
      }
      options.usesEvents = logged.contains(true)
    }
    let model = try TestedModel(
      of: personCount, options, design, updateInterval: interval, pretrained, recording: recording)
    let fitsEveryone = design != .leaveOnePersonOut && design != .best && pretrained == nil
    let fitShare = fitsEveryone ? 0.5 : 0
    let everyone =
      fitsEveryone ? try await model.fit(tasks: tasks) { progress(fitShare * $0) } : nil
    return try await Backtest(
      of: personCount, model.testOptions(crossings), tasks: tasks,
      progress: { progress(fitShare + (1 - fitShare) * Double($0) / Double(personCount)) },
      recording: recording
    ) { person, past in
      try model.predictors(person, past, everyone, begin)
    }
  }
}
