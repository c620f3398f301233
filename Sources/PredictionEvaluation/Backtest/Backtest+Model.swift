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
  /// fit, or on the part that the design, which determines the training data, prescribes. If a
  /// person logged events that `options` use, for which all recordings are read once more, there is
  /// a model with events and one without, and personal models of both, "personal-model" and
  /// "personal-model-events". With `interval`, additional predictors whose identifiers end in
  /// "-learning" are updated at that interval with the test so far. With the design
  /// ``BacktestDesign/best`` there is one personal model, and "model" is the pretrained one. With
  /// `pretrained`, nothing is fitted to the people together: "model" is the one of them for the
  /// person's sensor; errors on people of their training data are too small.
  ///
  /// `recording` returns the recording of a person, each time the same, all of one cadence. It is
  /// called in each round of a fit, see `Forecaster.fit(of:_:tasks:progress:recording:)`, and at the
  /// person's test, and the recording is released after it, so that a cohort can be larger than
  /// memory. `begin` is called at the start of each person's test with the person's number and
  /// personal model without events, whose coverage is measured only by the test, and `progress` with
  /// the completed fraction of the work, ascending. All closures are called concurrently from
  /// several tasks, one per core if `tasks` is `nil`; the results do not depend on their number.
  ///
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
