// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A back-test on its way from person to person.
struct BacktestWalk {
  private let leads: [Duration]
  /// The leads in seconds.
  private let seconds: [Double]
  private let every: Int
  private let pause: Double
  private let crossings: [ThresholdCrossing]
  private var table: [(name: String, person: Int, errors: [ForecastErrors])] = []
  private var watches: [AlarmWatch] = []
  private var names: [String] = []
  private var people = 0
  private(set) var momentCount = 0
  private(set) var situations: SituationErrors

  init(
    _ leads: [Duration], every: Int, _ interval: Duration?, _ crossings: [ThresholdCrossing]
  ) {
    self.leads = leads
    seconds = leads.map { $0 / .seconds(1) }
    self.every = every
    pause = interval.map { $0 / .seconds(1) } ?? .infinity
    self.crossings = crossings
    situations = SituationErrors(leads)
  }

  /// Tests the next person's predictors from a reading on.
  mutating func test(_ group: [any Predictor], on series: GlucoseSeries, from cut: Int) {
    let person = people
    people += 1
    if names.isEmpty { names = group.map(\.name) }
    var errors = group.map { _ in leads.map { _ in ForecastErrors() } }
    defer {
      for (predictor, errors) in zip(group, errors) {
        table.append((predictor.name, person, errors))
      }
    }
    guard let cadence = SensorCadence(of: series) else { return }
    let trace = Trace(series)
    var watch = AlarmWatch(
      trace, cadence, horizon: seconds.last ?? 0, crossings, predictors: group.count)
    var group = group
    var pace = Pace()
    var candidates = 0
    var update = (cut < series.count ? trace.times[cut] : 0) + pause
    for index in cut..<series.count
    where pace.takes(trace.times[index], step: cadence.seconds) {
      candidates += 1
      let history = series[positions: 0..<index + 1]
      for position in group.indices { group[position].adapt(to: history) }
      guard candidates % every == 0 else { continue }
      var hint = index
      let outcomes = seconds.map { trace.outcome(after: index, $0, hint: &hint) }
      guard outcomes.contains(where: { $0 != nil }) else { continue }
      if trace.times[index] >= update {
        for position in group.indices { group[position].update(from: history) }
        update = trace.times[index] + pause
      }
      guard let answers = answers(of: group, history) else { continue }
      momentCount += 1
      if !crossings.isEmpty { watch.add(index, of: trace, answers.map(\.alarms)) }
      let moment = MomentKind(index, of: trace)
      for (predictor, answer) in answers.enumerated() {
        for (lead, outcome) in outcomes.enumerated() {
          guard let outcome else { continue }
          let outlook = answer.outlooks[lead]
          errors[predictor][lead].add(outlook, outcome: outcome)
          let path = [trace.values[index]] + outcomes[...lead].compactMap { $0 }
          if path.count == lead + 2, let step = evenStep {
            errors[predictor][lead].delays.add(outlook.expected.mgdL, path[...], step: step)
          }
          situations.add(outlook, outcome: outcome, group[predictor].name, lead: lead, moment)
        }
      }
    }
    watches.append(watch)
  }

  /// The time from one lead to the next and from now to the first, or `nil` if they differ.
  private var evenStep: Double? {
    guard let first = seconds.first else { return nil }
    return seconds.enumerated().allSatisfy { $1 == Double($0 + 1) * first } ? first : nil
  }

  /// What all predictors answer, or `nil` if one has no answer.
  private func answers(
    of group: [any Predictor], _ history: GlucoseSeries
  ) -> [(outlooks: [Outlook], alarms: [AlarmOutlook])]? {
    var answers: [(outlooks: [Outlook], alarms: [AlarmOutlook])] = []
    for predictor in group {
      guard let outlooks = predictor.outlooks(after: history, at: leads),
        outlooks.count == leads.count
      else { return nil }
      var alarms: [AlarmOutlook] = []
      if !crossings.isEmpty {
        guard let found = predictor.alarmOutlooks(after: history, for: crossings, at: leads),
          found.count == crossings.count
        else { return nil }
        alarms = found
      }
      answers.append((outlooks, alarms))
    }
    return answers
  }

  /// The scores by predictor, lead and person, everyone's first.
  var scores: [Backtest.Score] {
    var names: [String] = []
    for row in table where !names.contains(row.name) { names.append(row.name) }
    return names.flatMap { name in
      let rows = table.filter { $0.name == name }
      return leads.enumerated().flatMap { index, lead in
        var pooled = ForecastErrors()
        for row in rows { pooled += row.errors[index] }
        return [Backtest.Score(predictor: name, person: nil, lead: lead, errors: pooled)]
          + rows.map {
            Backtest.Score(
              predictor: name, person: $0.person, lead: lead, errors: $0.errors[index])
          }
      }
    }
  }

  /// How alarms fared at each rate of false alarms.
  func alarms(_ allowed: [Double]) -> [AlarmScore] {
    crossings.enumerated().flatMap { position, crossing in
      allowed.flatMap { allowed in
        names.enumerated().map { predictor, name in
          watches.score(
            predictor, called: name, position, crossing, allowedPerWeek: allowed)
        }
      }
    }
  }

  /// How often what was said to be likely came.
  var calibrations: [ProbabilityCalibration] {
    crossings.enumerated().flatMap { position, crossing in
      names.indices.compactMap { predictor in
        var calibration = ProbabilityCalibration(predictor: names[predictor], crossing: crossing)
        for watch in watches {
          watch.calibrate(&calibration, predictor: predictor, crossing: position)
        }
        return calibration.counts.contains { $0 > 0 } ? calibration : nil
      }
    }
  }
}
