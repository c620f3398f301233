// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What a back-test asks of each person's predictors.
struct BacktestPlan: Sendable {
  let leads: [Duration]
  /// The last share of the readings of each record is tested on.
  let testShare: Double
  /// Each so many moments are tested.
  let every: Int
  /// How often predictors learn from the test so far, or `nil` for never.
  let interval: Duration?
  let crossings: [ThresholdCrossing]

  init(
    at leads: [Duration], testShare: Double, every: Int, updatingEvery interval: Duration?,
    alarmsOf crossings: [ThresholdCrossing]
  ) {
    precondition(testShare > 0 && testShare < 1, "A test takes a share between 0 and 1")
    precondition(every > 0, "Every so many moments means a positive number")
    precondition(interval.map { $0 > .zero } ?? true, "Updates are some time apart")
    self.leads = leads
    self.testShare = testShare
    self.every = every
    self.interval = interval
    self.crossings = crossings
  }

  /// The position of the first reading of the test.
  func cut(_ series: GlucoseSeries) -> Int { Int(Double(series.count) * (1 - testShare)) }

  /// Tests one person's predictors from reading `cut` on.
  func test(_ group: [any Predictor], on series: GlucoseSeries, from cut: Int) -> PersonBacktest {
    let names = group.map(\.name)
    precondition(Set(names).count == names.count, "Predictors of one person differ in their names")
    var result = PersonBacktest(names, leads: leads.count)
    guard let cadence = SensorCadence(of: series) else { return result }
    let trace = PreparedSeries(series)
    let seconds = leads.map { $0 / .seconds(1) }
    let evenStep = Self.evenStep(seconds)
    var watch = AlarmEvaluation(
      trace, cadence, horizon: seconds.last ?? 0, crossings, predictors: group.count)
    var group = group
    var pace = StepSampler()
    var candidates = 0
    let pause = interval.map { $0 / .seconds(1) } ?? .infinity
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
      if !crossings.isEmpty { watch.add(index, of: trace, answers.map(\.alarms)) }
      let path = evenStep.map {
        (
          step: $0,
          readings: [trace.values[index]] + outcomes.prefix { $0 != nil }.compactMap(\.self)
        )
      }
      result.add(answers.map(\.predictions), outcomes, OriginTraits(index, of: trace), path)
    }
    result.watch = watch
    return result
  }

  /// The time from one lead to the next and from now to the first, or `nil` if they differ.
  private static func evenStep(_ seconds: [Double]) -> Double? {
    guard let first = seconds.first else { return nil }
    return seconds.enumerated().allSatisfy { $1 == Double($0 + 1) * first } ? first : nil
  }

  /// What all predictors answer, or `nil` if one has no answer.
  private func answers(
    of group: [any Predictor], _ history: GlucoseSeries
  ) -> [PredictorOutput]? {
    var answers: [PredictorOutput] = []
    for predictor in group {
      guard let answer = predictor.answer(after: history, at: leads, alarmsOf: crossings),
        answer.predictions.count == leads.count, answer.alarms.count == crossings.count
      else { return nil }
      answers.append(answer)
    }
    return answers
  }
}
