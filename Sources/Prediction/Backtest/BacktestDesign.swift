// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

/// What a model may have learned from before it is tested on the last part of a person's record.
public enum BacktestDesign: String, Hashable, Codable, Sendable, CaseIterable {
  /// From the earlier part of everyone's record, the person's included. What is shown in most tables.
  case chronological
  /// From the earlier part of everyone else's, and then the personal model from the earlier part of the
  /// person's own: how a model fares for a person it was not made with. A fit to a person, so
  /// it takes long.
  case leaveOnePersonOut = "leave-one-person-out"
  /// As ``chronological``, and the personal model learns every day of the test from what came: how it
  /// fares in use.
  case rolling

  /// The rules that models are compared with by default, for a record before its test.
  ///
  /// The second-order autoregression is among them where readings come every five minutes.
  public static func rules(past: GlucoseSeries, cadence: SensorCadence) -> [any Predictor] {
    var rules: [any Predictor] = [
      PersonalAutoregression(fittedTo: past, order: cadence == .fiveMinutes ? 6 : 4)
    ]
    if cadence == .fiveMinutes { rules.append(SecondOrderAutoregression()) }
    return rules + [
      Momentum(), LinearExtrapolation(), LinearExtrapolation(over: .seconds(1800)), LastValue(),
    ]
  }
}

extension Backtest {
  /// The alarms that are tested by default: below 70 and 54 mg/dL, above 180 and 250.
  public static let standardCrossings: [ThresholdCrossing] = [
    .below(.mgdL(70)), .below(.mgdL(54)), .above(.mgdL(180)), .above(.mgdL(250)),
  ]

  /// Tests the model of this package, the personal one made of it and simple rules on some people.
  ///
  ///     let test = try Backtest(ofModelFor: people, options, by: .rolling)
  ///
  /// What is held out of the fit, ``FitOptions/heldOut``, is tested on.
  ///
  /// - Parameters:
  ///   - people: A record to a person, all of one cadence.
  ///   - options: How the model is fitted.
  ///   - design: What it may learn from.
  ///   - interval: How often personal models learn from the test so far, as predictors beside those that
  ///     do not, or `nil` for never.
  ///   - crossings: The thresholds to test alarms of.
  ///   - begin: Called as each person begins, with the person's number and model.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Precondition: Something is held out of the fit.
  public init(
    ofModelFor people: [GlucoseSeries], _ options: FitOptions = FitOptions(),
    by design: BacktestDesign = .chronological, learningEvery interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings,
    begin: (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) throws(FitError) {
    try self.init(
      ofModelForRecordings: people.map { Recording(series: $0) }, options, by: design,
      learningEvery: interval, alarmsOf: crossings, begin: begin)
  }

  /// Tests the same with what people logged.
  ///
  /// If `options` use events and anybody logged one that counts, there are a model with and one without them,
  /// and personal models of both, "personal model" and "personal model, events". With `interval`, those that
  /// learn are called "…, learning".
  ///
  /// - Parameters:
  ///   - people: A recording to a person, all of one cadence.
  ///   - options: How the model is fitted.
  ///   - design: What it may learn from.
  ///   - interval: How often personal models learn from the test so far, as predictors beside those that
  ///     do not, or `nil` for never.
  ///   - crossings: The thresholds to test alarms of.
  ///   - begin: Called as each person begins, with the person's number and the model without events.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Precondition: Something is held out of the fit.
  public init(
    ofModelForRecordings people: [Recording], _ options: FitOptions = FitOptions(),
    by design: BacktestDesign = .chronological, learningEvery interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings,
    begin: (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) throws(FitError) {
    let test = try ModelBacktest(people, options, design, learningEvery: interval)
    let everyone = design == .leaveOnePersonOut ? nil : try ModelPair(people, test.options)
    try self.init(
      of: people.map(\.series), at: test.leads, testShare: options.testShare,
      updatingEvery: test.pause, alarmsOf: crossings
    ) { person, past throws(FitError) in
      try test.predictors(for: person, past, everyone, begin)
    }
  }

  /// Tests the same on all cores; what comes of it is the same however many tasks share the work.
  ///
  /// - Parameters:
  ///   - people: A recording to a person, all of one cadence.
  ///   - options: How the model is fitted.
  ///   - design: What it may learn from.
  ///   - interval: How often personal models learn from the test so far, as predictors beside those that
  ///     do not, or `nil` for never.
  ///   - crossings: The thresholds to test alarms of.
  ///   - tasks: How many tasks share the work, or `nil` for one to a core.
  ///   - begin: Called as each person begins, with the person's number and the model without events; from
  ///     several tasks at once.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart; `CancellationError`
  ///   if the task was cancelled.
  /// - Precondition: Something is held out of the fit.
  public init(
    ofModelForRecordings people: [Recording], _ options: FitOptions = FitOptions(),
    by design: BacktestDesign = .chronological, learningEvery interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings, tasks: Int?,
    begin: @escaping @Sendable (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) async throws {
    let test = try ModelBacktest(people, options, design, learningEvery: interval)
    let everyone =
      design == .leaveOnePersonOut ? nil : try await ModelPair(people, test.options, tasks: tasks)
    try await self.init(
      of: people.map(\.series), at: test.leads, testShare: options.testShare,
      updatingEvery: test.pause, alarmsOf: crossings, tasks: tasks
    ) { person, past in
      try test.predictors(for: person, past, everyone, begin)
    }
  }
}
