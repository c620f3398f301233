// SPDX-License-Identifier: Apache-2.0

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
  ///   - crossings: The thresholds to test alarms of.
  ///   - begin: Called as each person begins, with the person's number and model.
  /// - Throws: ``FitError`` if there is too little data, or readings are too far apart.
  /// - Precondition: Something is held out of the fit.
  public init(
    ofModelFor people: [GlucoseSeries], _ options: FitOptions = FitOptions(),
    by design: BacktestProtocol = .chronological,
    alarmsOf crossings: [ThresholdCrossing] = standardCrossings,
    begin: (_ person: Int, _ personal: Forecaster) -> Void = { _, _ in }
  ) throws(FitError) {
    precondition(options.heldOut > 0, "A test needs a share of each record that the fit left out")
    guard let first = people.first else { throw FitError(.noRecords) }
    guard let cadence = options.cadence ?? SensorCadence(of: first) else {
      throw FitError(.cadence(found: first.cadence, expected: nil), record: 0)
    }
    var options = options
    options.cadence = cadence
    let steps = options.stepsAhead(cadence)
    let everyone = design == .leaveOnePersonOut ? nil : try Forecaster.fit(people, options)
    try self.init(
      of: people, at: (1...max(steps, 1)).map { cadence.step * $0 }, testShare: options.heldOut,
      updatingEvery: design == .rolling ? .seconds(86_400) : nil, alarmsOf: crossings
    ) { person, past throws(FitError) in
      let model: Forecaster
      if let everyone {
        model = everyone
      } else {
        let others = people.indices.filter { $0 != person }.map { people[$0] }
        model = try Forecaster.fit(others, options)
      }
      let personal = model.personalised(to: past)
      begin(person, personal)
      return [personal, model] + BacktestProtocol.rules(past: past, cadence: cadence)
    }
  }
}
