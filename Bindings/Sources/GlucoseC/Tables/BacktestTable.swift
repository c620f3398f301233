// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns the errors of each predictor at each lead, for all people and for each, with the options of
  /// the command.
  func backtest(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    // Before the work, which takes long.
    try checkNames(BacktestColumns().table(keyName) { _ in nil }.columns.map(\.name))
    let minutes = try options.numbers("minutes") ?? [30]
    guard !minutes.isEmpty,
      minutes.allSatisfy({ 5...120 ~= $0 && $0.remainder(dividingBy: 5) == 0 })
    else {
      throw BindingError.argument("`minutes` must be multiples of 5 from 5 to 120.")
    }
    let design = try options.choice(
      "design", BacktestDesign.allCases.map { ($0.rawValue, $0) })
    let interval: Duration? = try options.choice(
      "learning", [("daily", .seconds(86_400)), ("never", nil)])
    let tasks = try options.tasks()
    var fit = FitOptions()
    let zone = try commonZone(for: "A back-test")
    fit.zone = zone
    fit.usesEvents = true
    fit.usesPretrainedModel = try options.flag("uses_pretrained_model", default: true)
    let suitable = try self.members(tasks, task)
    var columns = BacktestColumns()
    var failure: BindingError?
    let groups = SensorCadence.allCases.filter { cadence in
      suitable.contains { $0.cadence == cadence }
    }
    for (number, cadence) in groups.enumerated() {
      let members = suitable.filter { $0.cadence == cadence }.map { $0.person }
      do {
        if let wrong = minutes.first(where: {
          design.reportedLeads == nil && $0.remainder(dividingBy: Double(cadence.rawValue)) != 0
        }) {
          throw BindingError.argument(
            "`minutes` must be multiples of \(cadence.rawValue) for \(name(of: members[0])), not \(Int(wrong))."
          )
        }
        guard design != .leaveOnePersonOut || members.count > 1 else {
          throw BindingError.unavailable("\(design.rawValue) requires two or more people.")
        }
        fit.cadence = cadence
        let leads = design.reportedLeads ?? minutes.map { .seconds(60 * $0) }
        fit.horizon = leads.max() ?? fit.horizon
        let final = fit
        let result = try waiting(task) {
          do {
            return try await self.backtest(
              of: members, final, by: design, updateInterval: interval, tasks, task
            ) { task?.fraction = (Double(number) + $0) / Double(groups.count) }
          } catch let error as FitError {
            throw self.named(error, of: members)
          }
        }
        columns.add(result, cadence, members)
      } catch {
        failure = failure ?? BindingError(error)
      }
      if task?.isCanceled == true { throw BindingError.canceled }
    }
    guard !columns.people.isEmpty else {
      throw failure ?? BindingError.unavailable("No recording is suitable for a back-test.")
    }
    return columns.table(keyName) { keys[$0]?.description }
  }

  /// Tests the model on some people, whose recordings are read when they are needed.
  private func backtest(
    of people: [Int], _ options: FitOptions, by design: BacktestDesign,
    updateInterval interval: Duration?, _ tasks: Int?, _ task: CallTask?,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws -> Backtest {
    try await Backtest.ofModel(
      of: people.count, options, by: design, updateInterval: interval, tasks: tasks,
      progress: progress
    ) {
      try self.recording(of: people[$0], task)
    }
  }
}

/// The columns of the table of a back-test.
struct BacktestColumns {
  var people: [Int?] = []
  private var cadences: [Int64?] = []
  private var ids: [String?] = []
  private var names: [String?] = []
  private var minutes: [Double?] = []
  private var counts: [Int64?] = []
  private var errors: [ForecastErrors] = []

  /// Adds the scores of a test, whose people are `members` of the cohort.
  mutating func add(_ test: Backtest, _ cadence: SensorCadence, _ members: [Int]) {
    for score in test.scores {
      people.append(score.person.map { members[$0] })
      cadences.append(Int64(cadence.rawValue))
      ids.append(score.predictor)
      names.append(test.name(of: score.predictor))
      minutes.append(score.lead / .seconds(60))
      counts.append(Int64(score.errors.count))
      errors.append(score.errors)
    }
  }

  func table(_ keyName: String, _ key: (Int) -> String?) -> ResultTable {
    func numbers(_ name: String, _ value: (ForecastErrors) -> Double?) -> ResultTable.Column {
      ResultTable.Column(name, .numbers(errors.map(value)))
    }
    return ResultTable(
      [
        ResultTable.Column("cadence_minutes", .integers(cadences)),
        ResultTable.Column("predictor", .texts(ids)), ResultTable.Column("name", .texts(names)),
        ResultTable.Column(
          keyName, .texts(people.map { $0.flatMap(key) })),
        ResultTable.Column("minutes", .numbers(minutes)),
        ResultTable.Column("count", .integers(counts)),
        numbers("rmse_mgdl") { $0.rootMeanSquare }, numbers("mae_mgdl") { $0.meanAbsolute },
        numbers("mard_percent") { $0.meanAbsoluteRelative }, numbers("bias_mgdl") { $0.bias },
      ]
        + [50, 80, 90, 95].map { percent in
          numbers("coverage_\(percent)") { $0.coverage(of: Double(percent) / 100) }
        } + [numbers("crps_mgdl") { $0.crps }])
  }
}
