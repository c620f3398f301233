// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

extension Backtest {
  /// The crossings whose alarms are tested by default: below 70 and 54 mg/dL, above 180 and 250.
  public static let standardCrossings: [ThresholdCrossing] = [
    .below(.mgdL(70)), .below(.mgdL(54)), .above(.mgdL(180)), .above(.mgdL(250)),
  ]

  /// Tests the model of this package, the personal one made of it and baselines on some people.
  ///
  ///     let test = try await Backtest.ofModel(for: people, fitOptions, by: .rolling)
  ///
  /// The part of each record that the fit holds out, ``FitOptions/testShare``, is tested on, or the part that
  /// the design asks for. If `options` use events and anybody logged one that counts, there are a model with
  /// and one without them, and personal models of both, "personal-model" and "personal-model-events". With
  /// `interval`, "…-learning" are those that learn. With the design ``BacktestDesign/best`` there is one personal
  /// model, and "model" is the pretrained one.
  ///
  /// - Parameters:
  ///   - people: A recording of each person, all of one cadence.
  ///   - options: The options of the fit.
  ///   - design: What the model may learn from.
  ///   - interval: The time after which personal models learn from the test so far, as predictors beside
  ///     those that do not, or `nil` for no such predictors.
  ///   - crossings: The crossings whose alarms are tested.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core. The results do not
  ///     depend on it.
  ///   - progress: Called with the fraction of the work done, as it grows; from several tasks at once.
  ///   - begin: Called as each person's test begins, with the person's number and personal model without
  ///     events, whose coverage is not measured but by the test; from several tasks at once.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart; `CancellationError`
  ///   if the task was canceled.
  /// - Precondition: Something is held out of the fit.
  public static func ofModel(
    for people: [Recording], _ options: FitOptions = FitOptions(),
    by design: BacktestDesign = .chronological, learningEvery interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings, tasks: Int? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    begin: @escaping @Sendable (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) async throws -> Backtest {
    let model = try TestedModel(people, options, design, learningEvery: interval)
    let fitsEveryone = design != .leaveOnePersonOut && design != .best
    let fitShare = fitsEveryone ? 0.5 : 0
    let everyone =
      fitsEveryone ? try await model.fit(people, tasks: tasks) { progress(fitShare * $0) } : nil
    return try await Backtest(
      of: people.count, model.testOptions(crossings), tasks: tasks,
      progress: { progress(fitShare + (1 - fitShare) * Double($0) / Double(people.count)) },
      recording: { people[$0] }
    ) { person, past in
      guard design != .best else {
        return try model.bestPredictors(person, past, begin)
      }
      let models = if let everyone { everyone } else { try model.fit(people, without: person) }
      return model.predictors(person, past, models, begin)
    }
  }
}

/// The model of this package in a test: how it is fitted, and the predictors made of it.
struct TestedModel: Sendable {
  /// A model without events and, where they are asked for, one with them.
  struct Models: Sendable {
    let plain: Forecaster
    let withEvents: Forecaster?
  }

  private let design: BacktestDesign
  private let cadence: SensorCadence
  private let interval: Duration?
  /// The options of the fit, with the cadence, and with events if anybody logged one that counts.
  private let options: FitOptions

  /// - Throws: ``FitError`` if there is nobody, or the first person's readings are too far apart.
  init(
    _ people: [Recording], _ options: FitOptions, _ design: BacktestDesign,
    learningEvery interval: Duration?
  ) throws(FitError) {
    guard let first = people.first?.series else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first) else {
      throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
    }
    var options = options
    options.cadence = cadence
    options.usesEvents = options.usesEvents && people.contains { !EventFeatures($0.events).isEmpty }
    options.horizon = design.horizon ?? options.horizon
    options.testShare = design.testShare ?? options.testShare
    precondition(options.testShare > 0, "`options` must hold out a part of each record to test on")
    guard cadence.allows(options.horizon) else {
      throw FitError(.horizon(options.horizon, cadence: cadence))
    }
    self.design = design
    self.cadence = cadence
    self.interval = interval
    self.options = options
  }

  func testOptions(_ crossings: [ThresholdCrossing]) -> BacktestOptions {
    var test = BacktestOptions(
      leads: (1...max(options.stepsAhead(cadence), 1)).map { cadence.step * $0 })
    test.testShare = options.testShare
    test.context = design.context
    test.updateInterval = design == .rolling ? .seconds(86_400) : interval
    test.crossings = crossings
    return test
  }

  /// The models of all people.
  func fit(
    _ people: [Recording], tasks: Int?, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> Models {
    let share = options.usesEvents ? 0.5 : 1
    // The test itself measures coverage, so that the fit need not.
    func fit(
      _ options: FitOptions, _ progress: @Sendable (Double) -> Void
    ) async throws -> Forecaster {
      var pipeline = try FitPipeline(people, options, measuresCoverage: false)
      try await pipeline.run(tasks: tasks, progress: progress)
      return try pipeline.model()
    }
    let plain = try await fit(withoutEvents) { progress(share * $0) }
    guard options.usesEvents else { return Models(plain: plain, withEvents: nil) }
    do {
      let model = try await fit(options) { progress(0.5 + 0.5 * $0) }
      return Models(plain: plain, withEvents: model)
    } catch is FitError {
      // A model of events has more to learn: where there is too little for it, the other is enough.
      return Models(plain: plain, withEvents: nil)
    }
  }

  /// The models of all people but one.
  func fit(_ people: [Recording], without person: Int) throws(FitError) -> Models {
    let others = people.indices.filter { $0 != person }.map { people[$0] }
    func fit(_ options: FitOptions) throws(FitError) -> Forecaster {
      var pipeline = try FitPipeline(others, options, measuresCoverage: false)
      try pipeline.run()
      return try pipeline.model()
    }
    do throws(FitError) {
      let plain = try fit(withoutEvents)
      let model = options.usesEvents ? try? fit(options) : nil
      return Models(plain: plain, withEvents: model)
    } catch {
      // People after the one that was left out are counted from one less.
      throw FitError(error.reason, record: error.record.map { $0 < person ? $0 : $0 + 1 })
    }
  }

  private var withoutEvents: FitOptions {
    var options = options
    options.usesEvents = false
    return options
  }

  /// The predictors for a person: personal models, everyone's, and baselines.
  func predictors(
    _ person: Int, _ past: Recording, _ models: Models,
    _ begin: (_ person: Int, _ personal: Forecaster) -> Void
  ) -> [any Predictor] {
    let personal = models.plain.personalized(to: past)
    begin(person, personal)
    var group = identified(personal, "personal-model", "personal model")
    if let model = models.withEvents {
      group += identified(
        model.personalized(to: past), "personal-model-events", "personal model, events")
    }
    return group + [models.plain] + BacktestDesign.baselines(past: past.series, cadence: cadence)
  }

  /// The predictors for a person where the model is the best one for them: that model, the pretrained one as it
  /// is, and baselines.
  ///
  /// - Throws: ``FitError`` if there are too few readings for a model.
  func bestPredictors(
    _ person: Int, _ past: Recording,
    _ begin: (_ person: Int, _ personal: Forecaster) -> Void
  ) throws(FitError) -> [any Predictor] {
    let known = options.usesEvents ? past : Recording(series: past.series)
    let best: Forecaster
    do {
      best = try Forecaster.best(for: known, in: options.zone, horizon: options.horizon)
    } catch {
      throw FitError(error.reason, record: person)
    }
    begin(person, best)
    let pretrained = try? Forecaster.prior(
      for: past.series, zone: options.zone, horizon: options.horizon)
    return identified(best, "personal-model", "best model") + [pretrained].compactMap(\.self)
      + BacktestDesign.baselines(past: past.series, cadence: cadence)
  }

  /// A personal model that learns as the design has it and, if that is not at all, one that learns beside it.
  private func identified(_ model: Forecaster, _ id: String, _ name: String) -> [any Predictor] {
    let isRolling = design == .rolling
    let kept = model.identified(as: id, name: name, updates: isRolling)
    guard interval != nil, !isRolling else { return [kept] }
    return [kept, model.identified(as: id + "-learning", name: name + ", learning")]
  }
}
