// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension Backtest {
  /// Tests predictors as ``init(of:at:testShare:every:updatingEvery:alarmsOf:falseAlarmsPerWeek:predictors:)``
  /// does, on all cores.
  ///
  /// Work is spread over people; what comes of it is the same however many tasks share it.
  ///
  /// - Parameters:
  ///   - people: A record to a person.
  ///   - leads: How far ahead.
  ///   - testShare: The last share of the readings of each record to test on.
  ///   - every: Tests each so many moments only.
  ///   - interval: How often predictors learn from the test so far, or `nil` for never.
  ///   - crossings: The thresholds to test alarms of, over the last lead.
  ///   - allowed: The false alarms per week that alarms are compared at.
  ///   - tasks: How many tasks share the work, or `nil` for one to a core.
  ///   - predictors: The predictors for a person; called from several tasks at once.
  /// - Throws: what `predictors` throws; `CancellationError` if the task was cancelled.
  /// - Precondition: `testShare` lies between 0 and 1, `every` is positive, and so is `interval`, if there is
  ///   one.
  public init(
    of people: [GlucoseSeries], at leads: [Duration], testShare: Double = 0.3, every: Int = 1,
    updatingEvery interval: Duration? = nil, alarmsOf crossings: [ThresholdCrossing] = [],
    falseAlarmsPerWeek allowed: [Double] = [7, 3], tasks: Int?,
    predictors:
      @escaping @Sendable (_ person: Int, _ past: GlucoseSeries) throws -> [any Predictor]
  ) async throws {
    let plan = BacktestPlan(
      at: leads, testShare: testShare, every: every, updatingEvery: interval,
      alarmsOf: crossings)
    let tests = try await OrderedTasks(sharedBy: tasks).map(people.count) { person in
      let series = people[person]
      let cut = plan.cut(series)
      let group = try predictors(person, series[positions: 0..<cut])
      return plan.test(group, on: series, from: cut)
    }
    self.init(tests, plan, allowed)
  }
}
