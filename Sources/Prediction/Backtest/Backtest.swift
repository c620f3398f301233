// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How predictors fared on the last part of some people's records, all at the same moments.
///
///     let test = Backtest(of: people, at: model.leads) { _, past in
///       [model.personalized(to: past), LastValue()]
///     }
///     test.score(of: "personal model", lead: .seconds(1800))?.rootMeanSquare
///
/// A moment counts if there is a real reading then, every predictor has an answer, and there is a real
/// reading, not one filled in, within two and a half minutes of a lead. A dense record is thinned to one
/// moment to a step of its cadence. Predictors see nothing after the moment; those whose ranges adapt
/// have seen every reading before it.
public struct Backtest: Hashable, Codable, Sendable {
  /// How one predictor fared for one person and lead.
  public struct Score: Hashable, Codable, Sendable {
    /// The predictor's name.
    public let predictor: String
    /// The person, counted from zero in what was handed in, or `nil` for all together.
    public let person: Int?
    /// How far ahead.
    public let lead: Duration
    /// How far forecasts lay from what came.
    public let errors: ForecastErrors
  }

  /// The leads that were tested.
  public let leads: [Duration]
  /// The last share of each record that was tested on.
  public let testShare: Double
  /// The number of people.
  public let personCount: Int
  /// The number of moments at which every predictor had an answer.
  public let originCount: Int
  /// The scores by predictor, person and lead.
  public let scores: [Score]
  /// How alarms fared, by predictor, threshold and rate of false alarms.
  public let alarms: [AlarmPerformance]
  /// How often what was said to be likely came, by predictor and threshold.
  public let reliabilities: [CrossingReliability]
  /// The errors of each predictor by lead and circumstance, of all people together.
  private let situations: [String: StratifiedErrors]

  /// Tests predictors on the last part of each record.
  ///
  /// - Parameters:
  ///   - people: A record to a person.
  ///   - leads: How far ahead.
  ///   - testShare: The last share of the readings of each record to test on.
  ///   - every: Tests each so many moments only, for a quick look.
  ///   - interval: How often predictors are shown the readings of the test so far to learn from, or
  ///     `nil` for never.
  ///   - crossings: The thresholds to test alarms of, over the last lead.
  ///   - allowed: The false alarms per week that alarms are compared at.
  ///   - predictors: The predictors for a person, given the person's number and the part of the record
  ///     before the test. They bear the same names for everyone, and no two of a person the same.
  /// - Throws: what `predictors` throws.
  /// - Precondition: `testShare` lies between 0 and 1, `every` is positive, and so is `interval`, if there is
  ///   one.
  public init<Failure: Error>(
    of people: [GlucoseSeries], at leads: [Duration], testShare: Double = 0.3, every: Int = 1,
    updatingEvery interval: Duration? = nil, alarmsOf crossings: [ThresholdCrossing] = [],
    falseAlarmsPerWeek allowed: [Double] = [7, 3],
    predictors: (_ person: Int, _ past: GlucoseSeries) throws(Failure) -> [any Predictor]
  ) throws(Failure) {
    let plan = BacktestPlan(
      at: leads, testShare: testShare, every: every, updatingEvery: interval,
      alarmsOf: crossings)
    var tests: [PersonBacktest] = []
    for (person, series) in people.enumerated() {
      let cut = plan.cut(series)
      let group = try predictors(person, series[positions: 0..<cut])
      tests.append(plan.test(group, on: series, from: cut))
    }
    self.init(tests, plan, allowed)
  }

  /// What came of the tests of some people.
  init(_ tests: [PersonBacktest], _ plan: BacktestPlan, _ allowed: [Double]) {
    leads = plan.leads
    testShare = plan.testShare
    personCount = tests.count
    originCount = tests.reduce(0) { $0 + $1.originCount }
    scores = tests.scores(plan.leads)
    situations = tests.situations
    alarms = tests.alarms(of: plan.crossings, allowed)
    reliabilities = tests.reliabilities(of: plan.crossings)
  }

  /// The names of the predictors, in the order in which they were handed in.
  public var predictors: [String] {
    var names: [String] = []
    for score in scores where score.person == nil && !names.contains(score.predictor) {
      names.append(score.predictor)
    }
    return names
  }

  /// The score of a predictor for a person, or for all together if `person` is `nil`.
  public func score(of predictor: String, person: Int? = nil, lead: Duration) -> ForecastErrors? {
    scores.first { $0.predictor == predictor && $0.person == person && $0.lead == lead }?.errors
  }

  /// The errors of a predictor in a circumstance, of all people together, or `nil` if there were none.
  public func errors(
    of predictor: String, when circumstance: Stratum, lead: Duration
  ) -> ForecastErrors? {
    leads.firstIndex(of: lead)
      .flatMap { situations[predictor]?.errors(when: circumstance, lead: $0) }
  }

  /// The errors of a predictor by level and slope, of all people together, or `nil` if there were none.
  public func landscape(of predictor: String, lead: Duration) -> ErrorLandscape? {
    leads.firstIndex(of: lead).flatMap { situations[predictor]?.landscape(lead: $0) }
  }

  /// How the alarms of a predictor for a threshold fared at a rate of false alarms.
  public func alarm(
    of predictor: String, for crossing: ThresholdCrossing, maximumFalseAlarmsPerWeek: Double
  ) -> AlarmPerformance? {
    alarms.first {
      $0.predictor == predictor && $0.crossing == crossing
        && $0.maximumFalseAlarmsPerWeek == maximumFalseAlarmsPerWeek
    }
  }
}
