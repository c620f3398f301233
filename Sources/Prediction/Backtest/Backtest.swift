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
///       [model.personalised(to: past), LastValue()]
///     }
///     test.score(of: "personal model", lead: .seconds(1800))?.rootMeanSquare
///
/// A moment counts if there is a real reading then, every predictor has an answer, and there is a real
/// reading, not one filled in, within two and a half minutes of a lead. A dense record is thinned to one
/// moment to a step of its cadence. Predictors see nothing after the moment.
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
  /// The number of moments at which every predictor had an answer.
  public let momentCount: Int
  /// The scores by predictor, person and lead.
  public let scores: [Score]
  /// The errors by predictor, lead and circumstance, of all people together.
  private let situations: [SituationErrors]

  /// Tests predictors on the last part of each record.
  ///
  /// - Parameters:
  ///   - people: A record to a person.
  ///   - leads: How far ahead.
  ///   - testShare: The last share of the readings of each record to test on.
  ///   - every: Tests each so many moments only, for a quick look.
  ///   - interval: How often predictors are shown the readings of the test so far to learn from, or
  ///     `nil` for never.
  ///   - predictors: The predictors for a person, given the person's number and the part of the record
  ///     before the test. They bear the same names for everyone.
  /// - Precondition: `testShare` lies between 0 and 1, and `every` is positive.
  public init(
    of people: [GlucoseSeries], at leads: [Duration], testShare: Double = 0.3, every: Int = 1,
    updatingEvery interval: Duration? = nil,
    predictors: (_ person: Int, _ past: GlucoseSeries) -> [any Predictor]
  ) {
    precondition(testShare > 0 && testShare < 1, "A test takes a share between 0 and 1")
    precondition(every > 0, "Every so many moments means a positive number")
    precondition(interval.map { $0 > .zero } ?? true, "Updates are some time apart")
    var table: [(name: String, person: Int, errors: [ForecastErrors])] = []
    var situations: [SituationErrors] = []
    var momentCount = 0
    for (person, series) in people.enumerated() {
      let cut = Int(Double(series.count) * (1 - testShare))
      var group = predictors(person, series[positions: 0..<cut])
      var errors = group.map { _ in leads.map { _ in ForecastErrors() } }
      momentCount += Self.test(
        &group, on: series, from: cut, leads, every, interval, &errors, &situations)
      for (predictor, errors) in zip(group, errors) {
        table.append((predictor.name, person, errors))
      }
    }
    self.leads = leads
    self.testShare = testShare
    self.momentCount = momentCount
    scores = Self.scores(table, leads)
    self.situations = situations
  }

  /// The score of a predictor for a person, or for all together if `person` is `nil`.
  public func score(of predictor: String, person: Int? = nil, lead: Duration) -> ForecastErrors? {
    scores.first { $0.predictor == predictor && $0.person == person && $0.lead == lead }?.errors
  }

  /// The errors of a predictor in a circumstance, of all people together.
  public func errors(
    of predictor: String, when circumstance: Circumstance, lead: Duration
  ) -> ForecastErrors? {
    situations.first {
      $0.predictor == predictor && $0.circumstance == circumstance && $0.lead == lead
    }?.errors
  }

  /// Adds the errors of each predictor and lead and returns the number of moments.
  private static func test(
    _ predictors: inout [any Predictor], on series: GlucoseSeries, from cut: Int,
    _ leads: [Duration], _ every: Int, _ interval: Duration?,
    _ errors: inout [[ForecastErrors]], _ situations: inout [SituationErrors]
  ) -> Int {
    guard let cadence = SensorCadence(of: series) else { return 0 }
    let trace = Trace(series)
    var pace = Pace()
    var candidates = 0
    var moments = 0
    let pause = interval.map { $0 / .seconds(1) } ?? .infinity
    var update = (cut < series.count ? trace.times[cut] : 0) + pause
    for index in cut..<series.count
    where pace.takes(trace.times[index], step: cadence.seconds) {
      candidates += 1
      guard candidates % every == 0 else { continue }
      var hint = index
      let outcomes = leads.map {
        trace.outcome(after: index, $0 / .seconds(1), hint: &hint)
      }
      guard outcomes.contains(where: { $0 != nil }) else { continue }
      let history = series[positions: 0..<index + 1]
      if trace.times[index] >= update {
        for position in predictors.indices { predictors[position].update(from: history) }
        update = trace.times[index] + pause
      }
      let answers = predictors.map { $0.outlooks(after: history, at: leads) }
      guard answers.allSatisfy({ $0?.count == leads.count }) else { continue }
      moments += 1
      let circumstances = Circumstance.all(at: index, of: trace)
      for (predictor, outlooks) in answers.enumerated() {
        for (lead, outlook) in (outlooks ?? []).enumerated() {
          if let outcome = outcomes[lead] {
            errors[predictor][lead].add(outlook, outcome: outcome)
            for circumstance in circumstances {
              situations.add(
                outlook, outcome: outcome, predictors[predictor].name, leads[lead], circumstance)
            }
          }
        }
      }
    }
    return moments
  }

  private static func scores(
    _ table: [(name: String, person: Int, errors: [ForecastErrors])], _ leads: [Duration]
  ) -> [Score] {
    var names: [String] = []
    for row in table where !names.contains(row.name) { names.append(row.name) }
    return names.flatMap { name in
      let rows = table.filter { $0.name == name }
      return leads.enumerated().flatMap { index, lead in
        var pooled = ForecastErrors()
        for row in rows { pooled += row.errors[index] }
        return [Score(predictor: name, person: nil, lead: lead, errors: pooled)]
          + rows.map {
            Score(predictor: name, person: $0.person, lead: lead, errors: $0.errors[index])
          }
      }
    }
  }
}
