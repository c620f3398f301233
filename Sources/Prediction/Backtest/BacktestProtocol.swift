// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

/// What a model may have learned from before it is tested on the last part of a person's record.
public enum BacktestProtocol: String, Hashable, Codable, Sendable, CaseIterable {
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
    by design: BacktestProtocol = .chronological, learningEvery interval: Duration? = nil,
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
    by design: BacktestProtocol = .chronological, learningEvery interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings,
    begin: (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) throws(FitError) {
    precondition(options.heldOut > 0, "A test needs a share of each record that the fit left out")
    guard let first = people.first?.series else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first) else {
      throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
    }
    var options = options
    options.cadence = cadence
    options.usesEvents = options.usesEvents && people.contains { !Doses($0.events).isEmpty }
    let steps = options.stepsAhead(cadence)
    let everyone = design == .leaveOnePersonOut ? nil : try ModelPair(people, options)
    let pause = design == .rolling ? .seconds(86_400) : interval
    try self.init(
      of: people.map(\.series), at: (1...max(steps, 1)).map { cadence.step * $0 },
      testShare: options.heldOut, updatingEvery: pause, alarmsOf: crossings
    ) { person, past throws(FitError) in
      let models =
        if let everyone {
          everyone
        } else {
          try ModelPair(people.indices.filter { $0 != person }.map { people[$0] }, options)
        }
      let personal = models.plain.personalised(to: past)
      begin(person, personal)
      let isRolling = design == .rolling
      var group: [any Predictor] = [
        ModelInTest(personal, called: personal.name, isLearning: isRolling)
      ]
      func addLearning(_ model: Forecaster, called name: String) {
        guard interval != nil, !isRolling else { return }
        group.append(ModelInTest(model, called: name + ", learning", isLearning: true))
      }
      addLearning(personal, called: personal.name)
      if var knowing = models.knowing {
        knowing.events = people[person].events
        let own = knowing.personalised(to: past)
        let name = own.name + ", events"
        group.append(ModelInTest(own, called: name, isLearning: isRolling))
        addLearning(own, called: name)
      }
      return group + [models.plain] + BacktestProtocol.rules(past: past, cadence: cadence)
    }
  }
}

/// A model without events and, where they are asked for, one with them.
private struct ModelPair {
  let plain: Forecaster
  let knowing: Forecaster?

  init(_ people: [Recording], _ options: FitOptions) throws(FitError) {
    var without = options
    without.usesEvents = false
    plain = try Forecaster.fit(recordings: people, without)
    // A model of events has more to learn: where there is too little for it, the other is enough.
    knowing = options.usesEvents ? try? Forecaster.fit(recordings: people, options) : nil
  }
}
